"""What a stored game on the hill says in its table's log, and whether it holds together.

Answers get into no line: the log is everybody's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.hill import SUMMIT, HillState, Move
from companion.rules.hill import events as ev
from companion.table.log import LogLine

Made = tuple[str, dict[str, Any]] | None


def lines_of(version: int, at: float, events: tuple[ev.Event, ...]) -> list[LogLine]:
    """The lines that an entry's events add to the log. `params` hold `who` (a seat) and plain values."""
    made = (_LINE.get(type(event), _nothing)(event) for event in events)
    return [LogLine(version, code, at, params) for code, params in filter(None, made)]


def checked(state: HillState, before: HillState) -> HillState:
    """The state, if what is in it points at what there is. Raises ValueError: pages look up whatever it names."""
    teams, standing = state.setup.teams, state.standing
    by_seat = (standing.teams, state.declared, state.answers, state.verdicts)
    if any(len(one) != teams for one in by_seat) or not all(1 <= team.step <= SUMMIT for team in standing.teams):
        raise ValueError(state)
    seats = [] if standing.king is None else [standing.king]
    if state.contest is not None:
        seats += [*state.contest.contenders, state.contest.winner]
    if state.outcome is not None:
        seats += state.outcome.winners
    if not all(0 <= seat < teams for seat in seats):
        raise ValueError(seats)
    return state


def _nothing(event: Any) -> Made:
    return None


def _round(event: ev.RoundStarted) -> Made:
    return "log/hill_round", {"round": event.round}


_DECLARED = {
    Move.PLAIN: "log/hill_plain",
    Move.JUMP: "log/hill_jump",
    Move.REVOLUTION: "log/hill_revolution",
}


def _declared(event: ev.MoveDeclared) -> Made:
    return _DECLARED[event.move], {"who": event.seat}


def _moved(event: ev.Moved) -> Made:
    if event.correct:
        return "log/hill_right", {"who": event.seat, "points": event.gained}
    return ("log/hill_slid" if event.move is Move.JUMP else "log/hill_wrong"), {"who": event.seat}


def _lot(event: ev.LotDrawn) -> Made:
    return "log/hill_lot", {"who": event.seat}


def _taken(event: ev.SummitTaken) -> Made:
    if event.dethroned is None:
        return "log/hill_summit_taken", {"who": event.seat}
    return "log/hill_dethroned", {"who": event.seat, "king": event.dethroned}


def _stayed(event: ev.KingStayed) -> Made:
    return "log/hill_king_stayed", {"who": event.seat, "held": event.held}


def _burnt(event: ev.TokensBurnt) -> Made:
    return "log/hill_tokens_burnt", {"count": len(event.seats)}


def _handed_out(event: ev.TokensHandedOut) -> Made:
    return "log/hill_tokens_handed_out", {}


def _taken_back(event: ev.MovesTakenBack) -> Made:
    return "log/hill_taken_back", {"why": event.why}


def _paused(event: ev.Paused) -> Made:
    return "log/hill_paused", {}


def _resumed(event: ev.Resumed) -> Made:
    return "log/hill_resumed", {}


def _won(event: ev.Won) -> Made:
    return "log/hill_won", {"who": event.winners[0], "winners": event.winners, "reason": event.reason}


_LINE: dict[type, Callable[[Any], Made]] = {
    ev.RoundStarted: _round,
    ev.MoveDeclared: _declared,
    ev.Moved: _moved,
    ev.LotDrawn: _lot,
    ev.SummitTaken: _taken,
    ev.KingStayed: _stayed,
    ev.TokensBurnt: _burnt,
    ev.TokensHandedOut: _handed_out,
    ev.MovesTakenBack: _taken_back,
    ev.Paused: _paused,
    ev.Resumed: _resumed,
    ev.Won: _won,
}
