"""The cards of the tale game (rulebook 000, "Типы карт"): what the rules need to know, and no texts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """The five categories of story cards, in the rulebook's order (yellow, green, orange, blue, lilac)."""

    CHARACTER = "character"
    THING = "thing"
    PLACE = "place"
    ASPECT = "aspect"
    EVENT = "event"


@dataclass(frozen=True)
class StoryCard:
    """A story card. An interrupt card is a story card too: it may be used as either."""

    id: str
    category: Category
    interrupt: bool = False


@dataclass(frozen=True)
class EndingCard:
    """An ending card; its text belongs to the deck."""

    id: str
