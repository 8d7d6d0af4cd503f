"""Who sits at a table, and what a host chooses when a table is opened."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.decks import load_deck
from companion.errors import BadInput
from companion.rules.tale import TaleSetup

SeatKind = Literal["human", "scripted", "llm"]
Length = Literal["short", "normal", "full"]
Policy = Literal["matcher", "vote", "host"]

MAX_NAME = 40
"""Characters in a player's name."""

HAND_SIZE: Mapping[Length, int | None] = {"short": 5, "normal": 7, "full": None}
"""Story cards dealt to each; None is the rulebook's number, which also is the most that the shorter games deal."""


@dataclass(frozen=True)
class SeatInfo:
    """One seat. The name is plain text of 1 to 40 characters."""

    name: str
    kind: SeatKind = "human"


@dataclass(frozen=True)
class NewTable:
    """What a host chose. `rules` holds further fields of `TaleSetup` (the house's choices)."""

    language: str
    seats: tuple[SeatInfo, ...]
    length: Length = "normal"
    policy: Policy = "matcher"
    deck: str = "tale"
    title: str = ""
    seed: int | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)

    def setup(self) -> TaleSetup:
        """The rules' setup. Raises BadInput when no game can be dealt, DamagedDeck when the deck is at fault."""
        for number, seat in enumerate(self.seats, start=1):
            if not 1 <= len(seat.name.strip()) <= MAX_NAME:
                raise BadInput(f"seat {number}: a name has 1 to {MAX_NAME} characters")
        deck = load_deck(self.language, self.deck)
        hand = HAND_SIZE[self.length]
        choices = dict(self.rules)
        if hand is not None:
            choices.setdefault("hand_size", min(hand, max(5, 11 - len(self.seats))))
        try:
            return TaleSetup(players=len(self.seats), cards=deck.story_cards, endings=deck.ending_ids, **choices)
        except (TypeError, ValueError) as fault:
            raise BadInput(f"no game can be dealt: {fault}") from fault

    def seed_or_new(self) -> int:
        """The given seed, or one that nobody can foresee."""
        return secrets.randbelow(2**53) if self.seed is None else self.seed
