"""How one game of Сказочник is set up (rulebook 001, "Подготовка к игре") and the house's choices.

Every choice of the house (design, section 4) is a field here with its default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from companion.rules.kernel import Seat

PLAYERS = 2
CHIPS = 4
"""Chips on each board; the rival places them."""
DEALT = 6
"""Cards dealt to each."""
SKIP_DRAWS = 3
"""Cards drawn for a skipped turn, or as many as there are."""

Taken: TypeAlias = Literal["blind", "seen"]


@dataclass(frozen=True)
class BookSetup:
    """A table about to play. Raises ValueError when no game can be dealt from it."""

    first: Seat | None = None
    """Who begins; None draws lots."""
    taken: Taken = "blind"
    """How a "give" card takes: `blind`, chance picks; `seen`, the robber looks at the rival's hand and picks."""

    def __post_init__(self) -> None:
        if self.first is not None and not 0 <= self.first < PLAYERS:
            raise ValueError(f"there is no seat {self.first}")
        if self.taken not in get_args(Taken):
            raise ValueError(f"taken is one of {', '.join(get_args(Taken))}, not {self.taken!r}")
