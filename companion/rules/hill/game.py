"""The verbs of Царь Горы: set the board, apply an action, look at it from a seat (rulebook 002).

`apply` decides what an action leads to and returns it as events; `evolve` carries them out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.chance import Chance
from companion.rules.hill import actions as act
from companion.rules.hill import events as ev
from companion.rules.hill.legality import may_declare, refusal, waited_for
from companion.rules.hill.moves import Course, move_chips
from companion.rules.hill.setup import HOST, HillSetup
from companion.rules.hill.state import HillState, HillView, Stage, Standing, Team
from companion.rules.kernel import IllegalAction, Seat, Step

_HIDDEN_UNTIL_REVEAL = (Stage.CHOICE, Stage.QUESTION, Stage.ANSWERS)


def new_game(setup: HillSetup, seed: int) -> HillState:
    """All teams on the start step with their tokens; the host calls the first round."""
    nothing = (None,) * setup.teams
    standing = Standing(tuple(Team(step=setup.start) for _ in setup.colours))
    return HillState(setup, Chance(seed), standing, declared=nothing, answers=nothing, verdicts=nothing)


def apply(state: HillState, action: act.Action) -> Step[HillState, ev.Event]:
    """What the action leads to. Raises IllegalAction when `refusal` has a reason against it."""
    if no := refusal(state, action):
        raise IllegalAction(no)
    course = Course(state)
    _APPLY[type(action)](course, action)
    return Step(course.state, tuple(course.events))


def view(state: HillState, seat: Seat | None) -> HillView:
    """What the seat may know; HOST: the answers as they come; None: what everybody may know."""
    hidden = state.stage in _HIDDEN_UNTIL_REVEAL and seat != HOST
    is_team = seat is not None and seat != HOST
    return HillView(
        seat=seat,
        setup=state.setup,
        standing=state.standing,
        stage=state.stage,
        round=state.round,
        paused=state.paused,
        declared=state.declared,
        question=state.question,
        asked=len(state.asked),
        answered=tuple(answer is not None for answer in state.answers),
        answers=tuple(None if hidden and team != seat else answer for team, answer in enumerate(state.answers)),
        verdicts=state.verdicts,
        contest=state.contest,
        outcome=state.outcome,
        last_word=state.last_word,
        may_declare=may_declare(state, seat) if seat is not None and is_team else (),
        waited_for=waited_for(state),
    )


def leaders(state: HillState | HillView) -> tuple[Seat, ...]:
    """Who would win if the game had to end now: the king, else the highest; of those the one with most points."""
    if state.standing.king is not None:
        return (state.standing.king,)
    best = max((team.step, team.points) for team in state.teams)
    return tuple(seat for seat, team in enumerate(state.teams) if (team.step, team.points) == best)


def _start_round(course: Course, action: act.StartRound) -> None:
    course.happens(ev.RoundStarted(course.state.round + 1))


def _declare(course: Course, action: act.Declare) -> None:
    course.happens(ev.MoveDeclared(action.seat, action.move))


def _ask(course: Course, action: act.Ask) -> None:
    course.happens(ev.QuestionAsked(action.question))


def _start_time(course: Course, action: act.StartTime) -> None:
    course.happens(ev.TimeStarted())


def _answer(course: Course, action: act.Answer) -> None:
    course.happens(ev.AnswerGiven(action.seat, action.text.strip(), action.at))


def _close_answers(course: Course, action: act.CloseAnswers) -> None:
    late = waited_for(course.state)
    course.happens(ev.AnswersClosed())
    for seat in late:
        course.happens(ev.VerdictGiven(seat, False, by="clock", why=""))


def _judge(course: Course, action: act.Judge) -> None:
    moved = course.state.before is not None
    if moved:
        course.happens(ev.MovesTakenBack(action.why))
    course.happens(ev.VerdictGiven(action.team, action.correct, action.by, action.why, action.params))
    if moved:
        move_chips(course)


def _move_chips(course: Course, action: act.MoveChips) -> None:
    move_chips(course)


def _crown(course: Course, action: act.Crown) -> None:
    course.happens(ev.MovesTakenBack(action.why))
    move_chips(course, crowned=action.team)


def _decide(course: Course, action: act.Decide) -> None:
    if action.by_lot:
        drawn = course.draws_lot(action.winners)
        course.happens(ev.Won((drawn,), "hill/won_by_lot", action.why))
    else:
        course.happens(ev.Won(action.winners, "hill/won_by_hosts_word", action.why))


def _pause(course: Course, action: act.Pause) -> None:
    course.happens(ev.Paused())


def _resume(course: Course, action: act.Resume) -> None:
    course.happens(ev.Resumed())


_APPLY: dict[type, Callable[[Course, Any], None]] = {
    act.StartRound: _start_round,
    act.Declare: _declare,
    act.Ask: _ask,
    act.StartTime: _start_time,
    act.Answer: _answer,
    act.CloseAnswers: _close_answers,
    act.Judge: _judge,
    act.MoveChips: _move_chips,
    act.Crown: _crown,
    act.Decide: _decide,
    act.Pause: _pause,
    act.Resume: _resume,
}
