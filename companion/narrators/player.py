"""What the table asks of an AI seat. A player sees its own View and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.matching import Matcher
from companion.narrators.character import Character
from companion.rules.kernel import Seat
from companion.rules.tale.actions import Action
from companion.rules.tale.state import TaleView


@dataclass(frozen=True)
class Moment:
    """What an AI seat is asked about: its view, and the table's language and deck by name."""

    view: TaleView
    language: str
    deck: str
    matcher: Matcher
    """The ears of its table: the same as people's, case law included."""
    seed: int
    """Different for each seat and game; together with the view it fixes the player's choices."""
    character: Character = field(default_factory=Character)
    """What sort of player the host chose for this seat."""
    objection: Callable[[str], str] = lambda sentence: ""
    """What the table's referee would say of that sentence, told next: a verdict, or "" for nothing."""
    closing: Callable[[str, str], float] = lambda sentence, ending: 0.5
    """How plausible the judge would find that ending card, 0 to 1, if that sentence were told before it; "" for
    the tale as it is."""
    fault: str = ""
    """What the referee finds in what the narrator has told last: a verdict; "" for nothing, or nothing sure."""
    advice: bool | None = None
    """Of a challenge or an ending in question: what the referee or the judge suggests; None: they say nothing."""


class Player(Protocol):
    """An AI seat. It never acts on the game itself: the table checks and applies what it proposes."""

    def act(self, moment: Moment) -> Action | None:
        """What this seat wants to do now; None: nothing.

        As narrator it tells one sentence, lays a card for it, passes, discards or plays its ending; as a rival it
        may claim; while a question is open and it is among the voters that have not voted, it votes.
        Claims and lays come without a ruling: the table's policy rules on them.
        """
        ...


__all__ = ["Moment", "Player", "Seat"]
