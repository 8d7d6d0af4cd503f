"""Codes to call across a room, and what keeps people from guessing them.

A code is a short word of the room's language and three digits ("lantern 372"): easy to hear, to say and to type. Some
30,000 of them are too few to be safe by themselves, so an address that guesses is slowed and then shut out.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.decks import load_deck
from companion.rules.cards import Category

LONGEST_WORD = 7
FREE_GUESSES = 5
"""Wrong codes from one address before it has to wait."""
FIRST_WAIT = 2.0
"""Seconds; each further wrong code doubles it."""
SHUT_AFTER = 12
"""Wrong codes after which the address is shut out."""
SHUT_FOR = 600.0
"""Seconds."""
_ADDRESSES = 4096
"""Remembered at most; the longest unheard ones are forgotten first."""


def new_code(language: str) -> str:
    """A word and three digits, as in "lantern 372"."""
    return f"{secrets.choice(_words(language))} {secrets.randbelow(900) + 100}"


def normal(code: str) -> str:
    """The code as it is stored: in whatever case, with or without space or dash, ё or е, it is the same code."""
    plain = unicodedata.normalize("NFKC", code).casefold().replace("ё", "е")
    letters = "".join(sign for sign in plain if sign.isalpha())
    digits = "".join(sign for sign in plain if sign.isdecimal())
    return f"{letters} {digits}"


def _words(language: str) -> list[str]:
    """Names of things and places in the deck that are one short word: simple, concrete, and no slight to anybody."""
    kinds = (Category.THING, Category.PLACE)
    names = (card.name for card in load_deck(language).cards if card.category in kinds)
    short = sorted({normal(name).strip() for name in names if name.isalpha() and len(name) <= LONGEST_WORD})
    return [word for word in short if len(word) >= 3]


def token_hash(room: str, token: str) -> str:
    """What the room keeps of a browser's secret; another room keeps another hash of the same."""
    return hashlib.sha256(f"{room}:{token}".encode()).hexdigest()


def find_by_token(hashed: str, held: Iterable[tuple[str, str]]) -> str | None:
    """The id whose hash is that, compared in constant time with each; None: nobody's."""
    found = None
    for id, known in held:
        if hmac.compare_digest(known, hashed):
            found = id
    return found


@dataclass
class _Guesses:
    wrong: int
    last: float


class Guard:
    """Counts wrong codes by address. In memory: whoever restarts the server may guess anew."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._keeping = threading.Lock()
        self._guesses: dict[str, _Guesses] = {}

    def wait(self, address: str) -> float:
        """Seconds that this address has to wait before its next try; 0.0: it may try now."""
        with self._keeping:
            known = self._guesses.get(address)
            if known is None or known.wrong < FREE_GUESSES:
                return 0.0
            length = SHUT_FOR if known.wrong >= SHUT_AFTER else FIRST_WAIT * 2 ** (known.wrong - FREE_GUESSES)
            return max(0.0, known.last + length - self._now())

    def wrong(self, address: str) -> None:
        """That was no room's code."""
        with self._keeping:
            known = self._guesses.pop(address, None)
            if known is None or self._now() - known.last > SHUT_FOR:
                known = _Guesses(0, 0.0)
            self._guesses[address] = _Guesses(known.wrong + 1, self._now())
            while len(self._guesses) > _ADDRESSES:
                del self._guesses[next(iter(self._guesses))]

    def right(self, address: str) -> None:
        """Whoever finds the door may mistype again; what this address guessed before still counts by half, so that one
        known code does not open the way to the others."""
        with self._keeping:
            if known := self._guesses.get(address):
                known.wrong //= 2
