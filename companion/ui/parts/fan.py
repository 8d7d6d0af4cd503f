"""A few cards held like a hand, as a picture: they show what the game looks like and do nothing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.decks.deck import Card
from companion.ui.parts.base import drawing, register

_FAN = register("fan")


def fan(cards: Sequence[Card], *, alt: str, key: str) -> None:
    """Draws the cards; `alt` is what a screen reader says of the picture."""
    _FAN(
        key=key,
        data={
            "alt": alt,
            "cards": [
                {
                    "category": card.category.value,
                    "picture": drawing(card.pictogram),
                    "symbol": drawing(f"category-{card.category.value}"),
                }
                for card in cards
            ],
        },
    )
