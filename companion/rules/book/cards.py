"""The sixty cards of Сказочник (rulebook 001, "Комплект игры"; how many of which: design, section 4).

A card is its id: `7a` and `7b` are the two manuscripts of chapter 7, `give2c` is the third of the cards "give 2".
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from types import MappingProxyType

CHAPTERS = 19
"""Chapters of a book, and so cells of a board; cell and chapter have the same number, from 1."""
COPIES = 2
"""Manuscripts of each chapter in the deck."""
GIVES: Mapping[int, int] = MappingProxyType({1: 10, 2: 8, 3: 4})
"""How many cards "give N" there are, by N."""

CELLS = range(1, CHAPTERS + 1)

CHAPTER_OF: Mapping[str, int] = MappingProxyType(
    {f"{chapter}{letter}": chapter for chapter in CELLS for letter in ascii_lowercase[:COPIES]}
)
"""The chapter on each manuscript card."""
GIVE_OF: Mapping[str, int] = MappingProxyType(
    {f"give{many}{letter}": many for many, copies in GIVES.items() for letter in ascii_lowercase[:copies]}
)
"""How many cards each "give" card takes from the rival."""
DECK: tuple[str, ...] = (*CHAPTER_OF, *GIVE_OF)


def copies_of(chapter: int) -> tuple[str, ...]:
    """The manuscripts of a chapter."""
    return tuple(f"{chapter}{letter}" for letter in ascii_lowercase[:COPIES])
