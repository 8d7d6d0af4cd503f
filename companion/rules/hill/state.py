"""The whole state of a game on the hill, and the part of it that one seat may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from companion.rules.chance import Chance
from companion.rules.hill.setup import SUMMIT, HillSetup, Move
from companion.rules.kernel import Outcome, Seat

JudgedBy: TypeAlias = Literal["host", "checker", "clock"]
"""Who said that an answer is right or wrong: a person, the table on the checker's suggestion, or the clock (late)."""

TakenBy: TypeAlias = Literal["alone", "points", "time", "lot", "host"]
"""What decided who takes the summit ("Спор лидеров")."""


class Stage(StrEnum):
    """Where a round stands ("Этапы хода"). A clock runs in CHOICE and ANSWERS."""

    CHOICE = "choice"
    """teams may declare how they play"""
    QUESTION = "question"
    """the host reads the question"""
    ANSWERS = "answers"
    """teams write"""
    REVEAL = "reveal"
    """the answer is told, the host judges"""
    MOVES = "moves"
    """the chips stand where the round has brought them; before the first round, on the start step"""
    OVER = "over"


@dataclass(frozen=True)
class Team:
    """What lies on the board and before a team."""

    step: int
    """1 to 12, or SUMMIT."""
    points: int = 0
    right: int = 0
    """Right answers so far."""
    token: bool = True
    """The team holds its revolution token."""
    last_right: bool | None = None
    """The answer chip: green True, red False; None before the first answer."""


@dataclass(frozen=True)
class Standing:
    """How the race stands. A round's moves are taken back by returning to the standing before them."""

    teams: tuple[Team, ...]
    king: Seat | None = None
    held: int = 0
    """Questions that the king has kept the summit for since the one that took it."""


@dataclass(frozen=True)
class GivenAnswer:
    text: str
    at: float
    """Seconds since the time for answers began."""


@dataclass(frozen=True)
class Verdict:
    correct: bool
    by: JudgedBy
    why: str = ""
    """The host's words, or the code of the checker's reason."""
    params: tuple[tuple[str, str], ...] = ()
    """What the checker's reason names."""


@dataclass(frozen=True)
class Contest:
    """Who came for the summit with a right answer this round, who took it, and what decided it."""

    contenders: tuple[Seat, ...]
    winner: Seat
    by: TakenBy


@dataclass(frozen=True)
class HillState:
    """Everything, answers included: never leaves the server. Use `view` for what a seat may know."""

    setup: HillSetup
    chance: Chance
    standing: Standing
    stage: Stage = Stage.MOVES
    round: int = 0
    """0 before the first round."""
    paused: bool = False
    declared: tuple[Move | None, ...] = ()
    """By seat; None: has not said, and plays the plain move."""
    question: str | None = None
    """Id of the round's question, once the host has begun to read it."""
    asked: tuple[str, ...] = ()
    """Ids of all questions so far."""
    answers: tuple[GivenAnswer | None, ...] = ()
    verdicts: tuple[Verdict | None, ...] = ()
    before: Standing | None = None
    """The standing before this round's moves, once they are made."""
    contest: Contest | None = None
    outcome: Outcome | None = None
    last_word: str = ""
    """Why the host ended the game, where the host did."""

    @property
    def teams(self) -> tuple[Team, ...]:
        return self.standing.teams

    def move_of(self, seat: Seat) -> Move:
        """How the seat plays this round."""
        return self.declared[seat] or Move.PLAIN


@dataclass(frozen=True)
class HillView:
    """What one seat may know; `seat` None is the projector. It has no place for another team's answer before the
    reveal, unless it is the host's."""

    seat: Seat | None
    setup: HillSetup
    standing: Standing
    stage: Stage
    round: int
    paused: bool
    declared: tuple[Move | None, ...]
    """Public: these chips lie on the board."""
    question: str | None
    asked: int
    """How many questions there have been."""
    answered: tuple[bool, ...]
    answers: tuple[GivenAnswer | None, ...]
    """By seat: all from the reveal on and for the host; before that the seat's own."""
    verdicts: tuple[Verdict | None, ...]
    contest: Contest | None
    outcome: Outcome | None
    last_word: str
    may_declare: tuple[Move, ...] = field(default=())
    """What this team may play this round; empty for others, and outside the time to choose."""
    waited_for: tuple[Seat, ...] = field(default=())
    """Teams that may still declare or answer and have not."""

    @property
    def teams(self) -> tuple[Team, ...]:
        return self.standing.teams

    @property
    def is_king(self) -> bool:
        return self.seat is not None and self.seat == self.standing.king


__all__ = [
    "SUMMIT", "Contest", "GivenAnswer", "HillState", "HillView", "JudgedBy", "Move", "Stage", "Standing", "TakenBy",
    "Team", "Verdict",
]  # fmt: skip
