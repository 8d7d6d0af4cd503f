"""The texts of Сказочник: the house's name for the game and a telling for each chapter, one file a language.

`book/<lang>.yaml` holds `title` (the game's name), `tale` (the name of the book that both write) and `chapters` by
number; each has a title and a telling of two sentences. A finished book reads as a tiny tale.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from companion.decks.deck import BUNDLED, Text, read_file
from companion.errors import DamagedDeck
from companion.rules.book.cards import CELLS

FOLDER = BUNDLED / "book"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class Chapter(_Strict):
    """One chapter of the book."""

    title: Annotated[str, Field(min_length=1, max_length=60)]
    telling: Text


class BookTexts(_Strict):
    """What is printed on boards and cards in one language."""

    title: Text
    """The house's name for the game."""
    tale: Text
    """The name of the book that both players write."""
    chapters: dict[int, Chapter]
    """By number, from 1."""


def book_languages() -> tuple[str, ...]:
    """The languages that the book is written in."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


@lru_cache(maxsize=16)
def load_book(language: str) -> BookTexts:
    """The book in that language. Raises DamagedDeck, naming file, chapter and field."""
    path = FOLDER / f"{language}.yaml"
    texts = read_file(path, BookTexts)
    for chapter in CELLS:
        if chapter not in texts.chapters:
            raise DamagedDeck(str(path), f"chapter {chapter} is missing: a book has chapters 1 to {len(CELLS)}")
    for extra in sorted(set(texts.chapters) - set(CELLS)):
        raise DamagedDeck(str(path), f"chapter {extra}: a book has chapters 1 to {len(CELLS)}: remove it")
    return texts
