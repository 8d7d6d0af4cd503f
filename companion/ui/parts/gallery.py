"""The deck laid out to be read: each card with its names and explanations in several languages side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.decks.deck import Card
from companion.rules.cards import Category
from companion.ui.parts.base import drawing, register, words_of

_GALLERY = register("gallery")


@dataclass(frozen=True)
class GalleryCard:
    """A card by language, the reader's own first; all are the same card."""

    faces: Mapping[str, Card]
    reading: str = ""
    """How this house reads the card, beyond the general rule."""


@dataclass(frozen=True)
class GalleryWords:
    """Texts of the gallery."""

    cards: str
    """Name of the list, for screen readers."""
    interrupt: str
    more: str
    """Button that unfolds a card; `{name}`."""
    other: str
    """Heading of the other names."""
    reading: str
    """Heading of the house's reading."""
    categories: Mapping[Category, str]


def gallery(cards: Sequence[GalleryCard], *, words: GalleryWords, key: str) -> None:
    """Draws the cards; a tap unfolds one."""
    _GALLERY(
        key=key,
        data={
            "key": key,
            "cards": [_entry(shown, words) for shown in cards],
            "bolt": drawing("interrupt-mark"),
            "words": words_of(words),
        },
    )


def _entry(shown: GalleryCard, words: GalleryWords) -> dict[str, Any]:
    card = next(iter(shown.faces.values()))
    return {
        "id": card.id,
        "category": card.category.value,
        "categoryName": words.categories[card.category],
        "symbol": drawing(f"category-{card.category.value}"),
        "interrupt": card.interrupt,
        "picture": drawing(card.pictogram),
        "reading": shown.reading,
        "faces": [
            {
                "language": language,
                "name": face.name,
                "gloss": face.face.gloss,
                "level": face.face.level,
                "other": ", ".join(face.face.other),
            }
            for language, face in shown.faces.items()
        ],
    }
