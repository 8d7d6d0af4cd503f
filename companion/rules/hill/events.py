"""What happened on the hill: immutable values in the past tense; a stored game is the list of them.

`AnswerGiven` holds what only its team and the host may read before the reveal: events stay on the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rules.hill.setup import Move
from companion.rules.hill.state import JudgedBy, TakenBy
from companion.rules.kernel import Seat


@dataclass(frozen=True)
class RoundStarted:
    round: int
    kind: Literal["round_started"] = "round_started"


@dataclass(frozen=True)
class MoveDeclared:
    seat: Seat
    move: Move
    kind: Literal["move_declared"] = "move_declared"


@dataclass(frozen=True)
class QuestionAsked:
    question: str
    kind: Literal["question_asked"] = "question_asked"


@dataclass(frozen=True)
class TimeStarted:
    kind: Literal["time_started"] = "time_started"


@dataclass(frozen=True)
class AnswerGiven:
    seat: Seat
    text: str
    at: float
    kind: Literal["answer_given"] = "answer_given"


@dataclass(frozen=True)
class AnswersClosed:
    kind: Literal["answers_closed"] = "answers_closed"


@dataclass(frozen=True)
class VerdictGiven:
    seat: Seat
    correct: bool
    by: JudgedBy
    why: str
    params: tuple[tuple[str, str], ...] = ()
    kind: Literal["verdict_given"] = "verdict_given"


@dataclass(frozen=True)
class MovesBegun:
    """All are judged; what follows are this round's moves."""

    kind: Literal["moves_begun"] = "moves_begun"


@dataclass(frozen=True)
class Moved:
    """A team's answer chip, its points, and the step that it now stands on."""

    seat: Seat
    move: Move
    correct: bool
    step: int
    gained: int
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True)
class LotDrawn:
    """Points and time were equal, or the host asked for it."""

    among: tuple[Seat, ...]
    seat: Seat
    kind: Literal["lot_drawn"] = "lot_drawn"


@dataclass(frozen=True)
class SummitTaken:
    """A team is king. A dethroned one stands on the last step."""

    seat: Seat
    dethroned: Seat | None
    contenders: tuple[Seat, ...]
    by: TakenBy
    kind: Literal["summit_taken"] = "summit_taken"


@dataclass(frozen=True)
class KingStayed:
    seat: Seat
    held: int
    """Questions held so far, this one included."""
    kind: Literal["king_stayed"] = "king_stayed"


@dataclass(frozen=True)
class TokensBurnt:
    """The king stayed: the rebels' tokens go to the host."""

    seats: tuple[Seat, ...]
    kind: Literal["tokens_burnt"] = "tokens_burnt"


@dataclass(frozen=True)
class TokensHandedOut:
    """Every team has its token again: there is a new king after a revolution, or nobody could rebel any more."""

    why: Literal["new_king", "nobody_could_rebel"]
    kind: Literal["tokens_handed_out"] = "tokens_handed_out"


@dataclass(frozen=True)
class MovesTakenBack:
    """The host overruled a verdict or the contest: the chips stand as before this round's moves."""

    why: str
    kind: Literal["moves_taken_back"] = "moves_taken_back"


@dataclass(frozen=True)
class Paused:
    kind: Literal["paused"] = "paused"


@dataclass(frozen=True)
class Resumed:
    kind: Literal["resumed"] = "resumed"


@dataclass(frozen=True)
class Won:
    """The game is over. `reason` is a key of the message catalogue, `why` the host's own words."""

    winners: tuple[Seat, ...]
    reason: str
    why: str = ""
    kind: Literal["won"] = "won"


Event: TypeAlias = (
    RoundStarted | MoveDeclared | QuestionAsked | TimeStarted | AnswerGiven | AnswersClosed | VerdictGiven
    | MovesBegun | Moved | LotDrawn | SummitTaken | KingStayed | TokensBurnt | TokensHandedOut | MovesTakenBack
    | Paused | Resumed | Won
)  # fmt: skip
