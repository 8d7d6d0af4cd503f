"""How one game of Царь Горы is set up (rulebook 002, "Игровое поле", "Команды и игроки") and the house's choices.

Steps are counted from the foot: 1 to 12, then the summit. Every choice of the house (design, section 4) that a table
may make otherwise is a field here with its default.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.kernel import TABLE, Seat

HOST: Seat = TABLE
"""The host acts and looks from the table's own seat, like whoever rules in the tale: the rules do not know whether a
person or the table itself hosts. Teams sit on seats 0 to 7; None is the projector's view, as everywhere."""

MIN_TEAMS, MAX_TEAMS = 2, 8
STEPS = 12
"""Steps below the summit."""
LAST_STEP = STEPS
"""The step right below the summit: from here the summit is taken, or a revolution declared."""
SUMMIT = STEPS + 1
HIGHEST_START = STEPS - 2
"""The third step from the summit: no game starts above it."""
HOLD = 3
"""Questions for which a king must keep the summit after the one that took it ("Определение победителя")."""
MAX_ANSWER = 200
"""Characters in an answer."""
SHORTEST, LONGEST = 3.0, 600.0
"""Seconds that either timer may be set to."""


class Colour(StrEnum):
    """The eight slopes of the board."""

    VIOLET = "violet"
    LILAC = "lilac"
    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    LIGHT_BLUE = "light_blue"
    BLUE = "blue"


class Move(StrEnum):
    """How a team plays a round ("Какие бывают ходы")."""

    PLAIN = "plain"
    JUMP = "jump"
    REVOLUTION = "revolution"


@dataclass(frozen=True)
class HillSetup:
    """A board about to be played on, one colour a team. Raises ValueError when there is no such game.

    Example: `HillSetup((Colour.RED, Colour.BLUE), start=8)`.
    """

    colours: tuple[Colour, ...]
    """The teams' colours by seat."""
    start: int = 1
    """The step on which all teams begin, and below which nobody slides; 1 to 10."""
    choice_seconds: float = 15.0
    """Time to declare a move ("Выбор хода")."""
    answer_seconds: float = 60.0
    """Time to write an answer ("Прием ответов")."""
    hand_out_again: bool = True
    """A king sits and no team on the last step has its revolution token: all teams get theirs again; False: they do
    not, and the game ends as soon as nobody can dethrone the king."""

    def __post_init__(self) -> None:
        wrong = self._what_is_wrong()
        if wrong:
            raise ValueError(wrong)

    @property
    def teams(self) -> int:
        return len(self.colours)

    def _what_is_wrong(self) -> str:
        if not MIN_TEAMS <= self.teams <= MAX_TEAMS:
            return f"teams must be {MIN_TEAMS} to {MAX_TEAMS}, not {self.teams}"
        if len(set(self.colours)) != self.teams:
            return "each team needs a colour of its own"
        if not 1 <= self.start <= HIGHEST_START:
            return f"the start step must be 1 to {HIGHEST_START}, not {self.start}"
        for name, seconds in (("choice_seconds", self.choice_seconds), ("answer_seconds", self.answer_seconds)):
            if not SHORTEST <= seconds <= LONGEST:
                return f"{name} must be {SHORTEST:g} to {LONGEST:g}, not {seconds}"
        return ""
