"""What a judged round does to the board (rulebook 002, "Баллы и перемещение", "Определение успешности Революции",
"Спор лидеров", "Определение победителя")."""

from __future__ import annotations

from math import inf

from companion.rules.hill import events as ev
from companion.rules.hill.evolve import evolve
from companion.rules.hill.legality import can_be_dethroned
from companion.rules.hill.setup import HOLD, LAST_STEP, SUMMIT, Move
from companion.rules.hill.state import HillState, Stage, TakenBy, Team
from companion.rules.kernel import Seat


class Course:
    """The events of one action so far, and the state after them."""

    def __init__(self, state: HillState) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def happens(self, event: ev.Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def draws_lot(self, among: tuple[Seat, ...]) -> Seat:
        drawn, _ = self.state.chance.pick(among)
        self.happens(ev.LotDrawn(among, drawn))
        return drawn


def move_chips(course: Course, crowned: Seat | None = None) -> None:
    """Points and steps for every team, then the summit. `crowned`: whom of the contenders the host gives it to."""
    contenders = _contenders(course.state)
    course.happens(ev.MovesBegun())
    for seat, team in enumerate(course.state.teams):
        _move(course, seat, team)
    king = course.state.standing.king
    if contenders:
        winner, by = _first_of(course, contenders, crowned)
        course.happens(ev.SummitTaken(winner, king, contenders, by))
        if king is not None:
            course.happens(ev.TokensHandedOut("new_king"))
    elif king is not None:
        _king_stays(course, king)
    _end_or_tokens(course)


def _contenders(state: HillState) -> tuple[Seat, ...]:
    """Who comes for a free summit: those right on the last step; for a king's: the rebels, if they alone are right."""
    king = state.standing.king
    right = tuple(seat for seat in range(state.setup.teams) if _is_right(state, seat))
    if king is None:
        return tuple(seat for seat in right if state.teams[seat].step == LAST_STEP)
    if king in right:
        return ()
    return tuple(seat for seat in right if state.move_of(seat) is Move.REVOLUTION)


def _is_right(state: HillState, seat: Seat) -> bool:
    verdict = state.verdicts[seat]
    return verdict is not None and verdict.correct


def _move(course: Course, seat: Seat, team: Team) -> None:
    move, correct = course.state.move_of(seat), _is_right(course.state, seat)
    size = 2 if move is Move.JUMP else 1
    step = team.step
    if step != SUMMIT and correct:
        step = min(step + size, LAST_STEP)
    elif move is Move.JUMP and not correct:
        step = max(step - 1, course.state.setup.start)
    course.happens(ev.Moved(seat, move, correct, step, gained=size if correct else 0))


def _first_of(course: Course, contenders: tuple[Seat, ...], crowned: Seat | None) -> tuple[Seat, TakenBy]:
    """More points, then the faster answer, then the lot; the host's word before all of these."""
    state = course.state
    if crowned is not None:
        return crowned, "host"
    if len(contenders) == 1:
        return contenders[0], "alone"
    most = max(state.teams[seat].points for seat in contenders)
    richest = tuple(seat for seat in contenders if state.teams[seat].points == most)
    if len(richest) == 1:
        return richest[0], "points"
    # An answer that the host took by word of mouth has no time: it was not the first to be written.
    times = {seat: answer.at if (answer := state.answers[seat]) else inf for seat in richest}
    fastest = tuple(seat for seat in richest if times[seat] == min(times.values()))
    if len(fastest) == 1:
        return fastest[0], "time"
    return course.draws_lot(fastest), "lot"


def _king_stays(course: Course, king: Seat) -> None:
    state = course.state
    rebels = tuple(seat for seat in range(state.setup.teams) if state.move_of(seat) is Move.REVOLUTION)
    if rebels:
        course.happens(ev.TokensBurnt(rebels))
    held = state.standing.held + 1
    course.happens(ev.KingStayed(king, held))
    if held >= HOLD:
        course.happens(ev.Won((king,), "hill/won_by_holding"))


def _end_or_tokens(course: Course) -> None:
    state = course.state
    king = state.standing.king
    if king is None or state.stage is Stage.OVER:
        return
    before_summit = [team for team in state.teams if team.step == LAST_STEP]
    if state.setup.hand_out_again and before_summit and not any(team.token for team in before_summit):
        course.happens(ev.TokensHandedOut("nobody_could_rebel"))
    if not can_be_dethroned(course.state):
        course.happens(ev.Won((king,), "hill/won_unassailable"))
