"""The cards laid so far, as a ribbon in the order in which they came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.decks.deck import Card
from companion.rules.tale.state import LaidHow
from companion.ui.parts.base import drawing, register, seat_colour, words_of

_RIBBON = register("ribbon")


@dataclass(frozen=True)
class RibbonCard:
    """A card in the row on the table."""

    card: Card
    how: LaidHow
    player: str
    seat: int
    note: str = ""
    """Shown when the card is opened: the sentence that it was laid for."""


@dataclass(frozen=True)
class RibbonWords:
    """Texts of the ribbon."""

    ribbon: str
    """Name of the list, for screen readers."""
    empty: str
    how: Mapping[LaidHow, str]
    """How a card came to the table: "laid", "taken over by a mention", "taken over by an interrupt"."""


def ribbon(laid: Sequence[RibbonCard], *, words: RibbonWords, key: str) -> None:
    """Draws the ribbon in one row; the newest card is scrolled into view, a tap opens a card."""
    marks = {"lay": None, "element": drawing("ui-claim"), "interrupt": drawing("interrupt-mark")}
    _RIBBON(
        key=key,
        data={
            "key": key,
            "cards": [
                {
                    "name": shown.card.name,
                    "category": shown.card.category.value,
                    "picture": drawing(shown.card.pictogram),
                    "how": shown.how,
                    "howText": words.how[shown.how],
                    "mark": marks[shown.how],
                    "player": shown.player,
                    "colour": seat_colour(shown.seat),
                    "note": shown.note,
                }
                for shown in laid
            ],
            "words": words_of(words),
        },
    )
