"""What the table asks of an AI seat. A player sees its own View and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.matching import Matcher
from companion.memory import StoryMemory
from companion.narrators.character import Character
from companion.rules.kernel import Seat
from companion.rules.tale.actions import Action
from companion.rules.tale.state import TaleView


@dataclass(frozen=True)
class Objection:
    """What the table's referee has against a sentence."""

    verdict: str
    earlier: str = ""
    """The sentence of the tale that it contradicts, where that is what is wrong."""


class Counsel(Protocol):
    """What the table's scripted advisers say to a player that asks before it speaks. They know the tale, no hand."""

    def memory(self, told: Sequence[str]) -> StoryMemory:
        """The memory of these sentences: to be read."""
        ...

    def objection(self, told: Sequence[str], sentence: str) -> Objection | None:
        """What the referee would say of that sentence, told after the others; None: nothing."""
        ...

    def plausibility(self, told: Sequence[str], ending: str) -> float | None:
        """How plausible the judge finds the ending of that id after these sentences, 0 to 1; None: it cannot say."""
        ...


def _nobody(_: str) -> None:
    """Nobody looks on."""


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
    fault: str = ""
    """What the referee finds in what the narrator has told last: a verdict; "" for nothing, or nothing sure."""
    advice: bool | None = None
    """Of a challenge or an ending in question: what the referee or the judge suggests; None: they say nothing."""
    game: str = ""
    """Its id: by it a language model's share is counted."""
    may_tell: bool = True
    """False: the narrator has told in this go; a card may still be laid for it."""
    counsel: Counsel | None = None
    """None: nobody advises; then nothing is held against a sentence, and no tale is closed yet."""
    show: Callable[[str], None] = _nobody
    """Called several times a second while a narrator takes its time, with the sentence that it is about to tell, once
    that is checked, or "". What it raises must reach the table: somebody has stopped the narrator."""
    stand_in: Callable[[str], None] = _nobody
    """Called when the scripted narrator tells in place of a language model, with the reason: one of NoAnswer's, or
    `unfit`: what the model wrote does not fit the tale or the rules."""


class Player(Protocol):
    """An AI seat. It never acts on the game itself: the table checks and applies what it proposes."""

    def act(self, moment: Moment) -> Action | None:
        """What this seat wants to do now; None: nothing.

        As narrator it tells one sentence, lays a card for it, passes, discards or plays its ending; as a rival it
        may claim; while a question is open and it is among the voters that have not voted, it votes.
        Claims and lays come without a ruling: the table's policy rules on them.
        """
        ...


__all__ = ["Counsel", "Moment", "Objection", "Player", "Seat"]
