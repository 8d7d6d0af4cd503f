"""My hand: story cards and ending cards that are played by one click, tap or key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.decks.deck import Card
from companion.rules.cards import Category
from companion.ui.parts.base import answered, drawing, once, register, words_of

_HAND = register("hand")

CardState = Literal["idle", "ready", "blocked"]
"""ready: highlighted, may be laid for what was told; idle: may be chosen, nothing speaks for it yet; blocked: may not
be chosen: greyed with a note that says why, at rest without one."""


@dataclass(frozen=True)
class HandCard:
    """A story card in the hand."""

    card: Card
    state: CardState = "idle"
    note: str = ""
    """On the card: for `ready` the words that mention it, for `blocked` the reason."""


@dataclass(frozen=True)
class HandEnding:
    """An ending card in the hand."""

    id: str
    text: str
    state: CardState = "blocked"
    note: str = ""


@dataclass(frozen=True)
class HandWords:
    """Texts of the hand."""

    hand: str
    """Name of the list, for screen readers: "My cards"."""
    hint: str
    """Stands below the cards while none is looked at."""
    interrupt: str
    """Name of the mark: "Interrupt card"; "": the mark means nothing at this table, and no card shows it."""
    about: str
    """Label of a card's info button; `{card}` is its name."""
    ending: str
    """Title of an ending card."""
    sending: str
    """Said while the table answers."""
    empty: str
    """Stands there when no card is left."""
    ready: str
    """Said of a highlighted card: "may be laid"."""
    categories: Mapping[Category, str]
    """Name of each category, singular."""


@dataclass(frozen=True)
class CardPlay:
    """A card that the player chose."""

    card: str
    """Id of the story card or of the ending card."""
    ending: bool
    id: str
    """Of the command: the same for a message that comes twice."""


def hand(
    cards: Sequence[HandCard],
    endings: Sequence[HandEnding] = (),
    *,
    words: HandWords,
    on_play: Callable[[CardPlay], bool | None],
    key: str,
) -> None:
    """Draws the hand. `on_play` is called once a click; the hand is then locked until an answer came, or none.

    `key` must differ from seat to seat. Blocked cards never call `on_play`, but the browser may lie: check again.
    """
    endings_shown = {ending.id for ending in endings}

    def play(message: Mapping[str, Any]) -> bool | None:
        card = str(message.get("card"))
        return on_play(CardPlay(card, card in endings_shown and message.get("ending") is True, str(message["id"])))

    _HAND(
        key=key,
        data={
            "key": key,
            "cards": [_face(shown, words) for shown in cards],
            "endings": [
                {"id": e.id, "text": e.text, "state": e.state, "note": e.note, "picture": drawing("ending")}
                for e in endings
            ],
            "bolt": drawing("interrupt-mark"),
            "words": words_of(words),
            "answered": answered(key),
        },
        on_played_change=once(key, "played", play),
    )


def _face(shown: HandCard, words: HandWords) -> dict[str, Any]:
    card = shown.card
    return {
        "id": card.id,
        "name": card.name,
        "gloss": card.face.gloss,
        "level": card.face.level,
        "category": card.category.value,
        "categoryName": words.categories[card.category],
        "interrupt": card.interrupt and bool(words.interrupt),
        "picture": drawing(card.pictogram),
        "symbol": drawing(f"category-{card.category.value}"),
        "state": shown.state,
        "note": shown.note,
    }
