"""What of a sentence is said by somebody in the tale, by its quotation marks and dashes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.language.token import Token

_OPENING, _CLOSING = "«“„", "»”"
_APOSTROPHES = "'‘’"
_BETWEEN_DASHES = re.compile(r"(?<=[,.!?…])[»\"”]?\s*[—–]\s+(?=[а-яё])[^—–]*")
""" «Погоди, — сказала лиса, — не спеши»: told, not said."""


def quoted(words: Sequence[Token], text: str) -> list[bool]:
    """For each token whether it stands in quotation marks; what a sentence closes without opening was opened before."""
    spans = list(_quotations(text))
    if text.lstrip()[:1] in ("—", "–"):
        spans = [(0, len(text))]
    told = [(one.start(), one.end()) for one in _BETWEEN_DASHES.finditer(text)]
    inside = bytearray(len(text))
    for mark, places in ((1, spans), (0, told)):
        for start, end in places:
            inside[start:end] = bytes([mark]) * (min(end, len(text)) - start)
    return [bool(inside[word.start]) for word in words]


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    opened: int | None = None
    has_any = False
    for place, sign in enumerate(text):
        turn = _turn(text, place, sign, opened is not None)
        if turn == "open" and opened is None:
            opened = place
            has_any = True
        elif turn == "close":
            if opened is not None:
                yield opened, place
            elif not has_any:
                yield 0, place
            has_any, opened = True, None
    if opened is not None:
        yield opened, len(text)


def _turn(text: str, place: int, sign: str, is_open: bool) -> str:
    """Whether a sign opens or closes a quotation."""
    if sign in _OPENING:
        return "open"
    if sign in _CLOSING:
        return "close"
    if sign == '"':
        return "close" if is_open or (place > 0 and text[place - 1] in ",.!?;") else "open"
    if sign in _APOSTROPHES:
        before = text[place - 1] if place else " "
        after = text[place + 1] if place + 1 < len(text) else " "
        if (before.isspace() or before in "(—–-") and after.isalnum():
            return "open"
        if (before in ",.!?;-—" and not after.isalnum()) or (is_open and after in ",.;:!?"):
            return "close"
    return ""
