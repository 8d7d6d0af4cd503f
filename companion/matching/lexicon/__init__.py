"""What a storyteller may say for each card of the bundled deck, beyond the names that players see: a file a language.

    cards:
      horse:
        hit: [сивка, скакун]              said = mentioned; written as the deck's names are, in base forms
        ask: [всадник]                    near the card: the table decides
        never: [конь о четырёх ногах]     phrases that say nothing of the card: idioms, other senses
        describe: ["a four-legged animal that people ride"]    plain paraphrases for the encoder

An entry is a text, or {text, pos: noun|verb|adj|adv, sense: "a note for readers"}; a `pos` under
`never` silences one form of one word. Custom decks have no lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from companion.decks.deck import DEFAULT_DECK, Text, load_deck, read_file
from companion.errors import DamagedDeck
from companion.language import Part

Pos = Literal["noun", "verb", "adj", "adv"]
PARTS: dict[Pos, frozenset[Part]] = {
    "noun": frozenset({"noun"}),
    "verb": frozenset({"verb", "participle"}),
    "adj": frozenset({"adjective", "participle"}),
    "adv": frozenset({"adverb"}),
}
"""The readings of a word that an entry of that part of speech takes."""

_FOLDER = Path(__file__).parent


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class Entry(_Strict):
    """A word or phrase."""

    text: Text
    pos: Pos | None = None
    """None: the parts of speech that suit the card's category."""
    sense: Text | None = None
    """Which sense is meant, for whoever reads the file."""


def _entry(raw: Any) -> Any:
    return {"text": raw} if isinstance(raw, str) else raw


Entries = tuple[Annotated[Entry, BeforeValidator(_entry)], ...]


class CardWords(_Strict):
    """The words of one card."""

    hit: Entries = ()
    ask: Entries = ()
    never: Entries = ()
    describe: tuple[Text, ...] = Field(default=(), max_length=12)


class Lexicon(_Strict):
    """The words of a deck in one language, by card."""

    cards: dict[str, CardWords] = {}


_NOTHING = Lexicon()


@lru_cache(maxsize=8)
def lexicon(language: str, deck: str = DEFAULT_DECK) -> Lexicon:
    """The lexicon of a language; an empty one for a custom deck, or where nobody has written one yet.

    Raises DamagedDeck, naming file, card and field.
    """
    path = _FOLDER / f"{language}.yaml"
    if deck != DEFAULT_DECK or not language.isalnum() or not path.is_file():
        return _NOTHING
    return read_lexicon(path, language)


def read_lexicon(path: Path, language: str) -> Lexicon:
    """The lexicon in that file, checked against the bundled deck."""
    read = read_file(path, Lexicon)
    known = load_deck(language, DEFAULT_DECK).by_id
    for card, words in read.cards.items():
        if card not in known:
            raise DamagedDeck(str(path), f"cards: '{card}' is no card of the deck: remove it, or spell it as there")
        for field, twice in _repeated(words):
            raise DamagedDeck(str(path), f"cards: {card}: {field}: '{twice}' stands twice: keep one")
    return read


def _repeated(words: CardWords) -> Iterator[tuple[str, str]]:
    """What is listed twice, also what is both `hit` and `ask`."""
    seen: set[tuple[str, str | None]] = set()
    for field, entries in (("hit", words.hit), ("ask", words.ask)):
        for entry in entries:
            key = (entry.text.lower(), entry.pos)
            if key in seen:
                yield field, entry.text
            seen.add(key)
