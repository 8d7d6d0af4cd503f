"""What may be done on the hill: one immutable value for each deed, in the imperative.

`kind` names the action in a saved game. `at` is seconds since the stage began, by the table's clock; the rules have
none. Whether an answer is right is decided outside the rules and comes in as the host's `Judge`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rules.hill.setup import HOST, Move
from companion.rules.hill.state import JudgedBy
from companion.rules.kernel import Seat


@dataclass(frozen=True)
class StartRound:
    """The host calls the next round: the time to choose begins ("Выбор хода")."""

    seat: Seat = HOST
    kind: Literal["start_round"] = "start_round"


@dataclass(frozen=True)
class Declare:
    """A team says how it plays this round, before the question is read; the last word counts."""

    seat: Seat
    move: Move
    at: float = 0.0
    kind: Literal["declare"] = "declare"


@dataclass(frozen=True)
class Ask:
    """The host begins to read a question ("Объявление вопроса"): nobody may declare any more."""

    question: str
    """Its id."""
    at: float
    seat: Seat = HOST
    kind: Literal["ask"] = "ask"


@dataclass(frozen=True)
class StartTime:
    """The question is read; the host turns the hourglass."""

    seat: Seat = HOST
    kind: Literal["start_time"] = "start_time"


@dataclass(frozen=True)
class Answer:
    """A team hands in an answer of 1 to 200 characters ("Прием ответов"), or a better one: the last counts, with its
    own time."""

    seat: Seat
    text: str
    at: float
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True)
class CloseAnswers:
    """The sand has run through, or every team has answered. Who has not is wrong."""

    at: float
    seat: Seat = HOST
    kind: Literal["close_answers"] = "close_answers"


@dataclass(frozen=True)
class Judge:
    """The host's verdict on a team's answer ("Объявление верного ответа"). Once the chips have moved it overrules the
    verdict that they moved by: it needs a reason then, and the round is counted anew."""

    team: Seat
    correct: bool
    by: JudgedBy = "host"
    why: str = ""
    """The host's words, or the code of the checker's reason."""
    params: tuple[tuple[str, str], ...] = ()
    """What the checker's reason names."""
    seat: Seat = HOST
    kind: Literal["judge"] = "judge"


@dataclass(frozen=True)
class MoveChips:
    """All are judged: the host gives points and moves the chips ("Баллы и перемещение")."""

    seat: Seat = HOST
    kind: Literal["move_chips"] = "move_chips"


@dataclass(frozen=True)
class Crown:
    """The host's last word on who takes the summit, among those who came for it this round."""

    team: Seat
    why: str
    seat: Seat = HOST
    kind: Literal["crown"] = "crown"


@dataclass(frozen=True)
class Decide:
    """The host's last word on the game ("В исключительных случаях"): it ends, and these have won; with `by_lot` one
    of them, whom the lot names."""

    winners: tuple[Seat, ...]
    why: str
    by_lot: bool = False
    seat: Seat = HOST
    kind: Literal["decide"] = "decide"


@dataclass(frozen=True)
class Pause:
    """The clocks stand still, and nobody does anything, until `Resume`."""

    seat: Seat = HOST
    kind: Literal["pause"] = "pause"


@dataclass(frozen=True)
class Resume:
    seat: Seat = HOST
    kind: Literal["resume"] = "resume"


TeamAction: TypeAlias = Declare | Answer
HostAction: TypeAlias = (
    StartRound | Ask | StartTime | CloseAnswers | Judge | MoveChips | Crown | Decide | Pause | Resume
)
Action: TypeAlias = TeamAction | HostAction
