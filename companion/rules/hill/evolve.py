"""How each event on the hill changes the state: the only place where a state changes.

Pure bookkeeping, no decisions: a stored game is loaded by folding its events through `evolve`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.rules.hill import events as ev
from companion.rules.hill.setup import LAST_STEP, SUMMIT
from companion.rules.hill.state import Contest, GivenAnswer, HillState, Stage, Standing, Team, Verdict
from companion.rules.kernel import Outcome, Seat, copy_with

T = TypeVar("T")


def evolve(state: HillState, event: ev.Event) -> HillState:
    """The state after the event. Events come from `apply` or a store; they are not checked again."""
    return _EVOLVE[type(event)](state, event)


def _round_started(state: HillState, event: ev.RoundStarted) -> HillState:
    nothing = (None,) * state.setup.teams
    return copy_with(
        state,
        round=event.round,
        stage=Stage.CHOICE,
        declared=nothing,
        answers=nothing,
        verdicts=nothing,
        question=None,
        before=None,
        contest=None,
    )


def _move_declared(state: HillState, event: ev.MoveDeclared) -> HillState:
    return copy_with(state, declared=_put(state.declared, event.seat, event.move))


def _question_asked(state: HillState, event: ev.QuestionAsked) -> HillState:
    return copy_with(state, stage=Stage.QUESTION, question=event.question, asked=(*state.asked, event.question))


def _time_started(state: HillState, event: ev.TimeStarted) -> HillState:
    return copy_with(state, stage=Stage.ANSWERS)


def _answer_given(state: HillState, event: ev.AnswerGiven) -> HillState:
    return copy_with(state, answers=_put(state.answers, event.seat, GivenAnswer(event.text, event.at)))


def _answers_closed(state: HillState, event: ev.AnswersClosed) -> HillState:
    return copy_with(state, stage=Stage.REVEAL)


def _verdict_given(state: HillState, event: ev.VerdictGiven) -> HillState:
    verdict = Verdict(event.correct, event.by, event.why, event.params)
    return copy_with(state, verdicts=_put(state.verdicts, event.seat, verdict))


def _moves_begun(state: HillState, event: ev.MovesBegun) -> HillState:
    return copy_with(state, stage=Stage.MOVES, before=state.standing)


def _moved(state: HillState, event: ev.Moved) -> HillState:
    team = state.teams[event.seat]
    team = copy_with(
        team,
        step=event.step,
        points=team.points + event.gained,
        right=team.right + event.correct,
        last_right=event.correct,
    )
    return _with_teams(state, _put(state.teams, event.seat, team))


def _lot_drawn(state: HillState, event: ev.LotDrawn) -> HillState:
    return copy_with(state, chance=state.chance.spent())


def _summit_taken(state: HillState, event: ev.SummitTaken) -> HillState:
    teams = state.teams
    if event.dethroned is not None:
        teams = _put(teams, event.dethroned, copy_with(teams[event.dethroned], step=LAST_STEP))
    teams = _put(teams, event.seat, copy_with(teams[event.seat], step=SUMMIT))
    contest = Contest(event.contenders, event.seat, event.by)
    return copy_with(state, standing=Standing(teams, king=event.seat), contest=contest)


def _king_stayed(state: HillState, event: ev.KingStayed) -> HillState:
    return copy_with(state, standing=copy_with(state.standing, held=event.held))


def _tokens_burnt(state: HillState, event: ev.TokensBurnt) -> HillState:
    return _with_tokens(state, event.seats, False)


def _tokens_handed_out(state: HillState, event: ev.TokensHandedOut) -> HillState:
    return _with_tokens(state, tuple(range(state.setup.teams)), True)


def _moves_taken_back(state: HillState, event: ev.MovesTakenBack) -> HillState:
    assert state.before is not None
    return copy_with(
        state,
        stage=Stage.REVEAL,
        standing=state.before,
        before=None,
        contest=None,
        outcome=None,
        last_word="",
    )


def _paused(state: HillState, event: ev.Paused) -> HillState:
    return copy_with(state, paused=True)


def _resumed(state: HillState, event: ev.Resumed) -> HillState:
    return copy_with(state, paused=False)


def _won(state: HillState, event: ev.Won) -> HillState:
    outcome = Outcome(event.winners, event.reason)
    return copy_with(state, stage=Stage.OVER, paused=False, outcome=outcome, last_word=event.why)


def _put(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def _with_teams(state: HillState, teams: tuple[Team, ...]) -> HillState:
    return copy_with(state, standing=copy_with(state.standing, teams=teams))


def _with_tokens(state: HillState, seats: tuple[Seat, ...], token: bool) -> HillState:
    teams = (copy_with(team, token=token) if seat in seats else team for seat, team in enumerate(state.teams))
    return _with_teams(state, tuple(teams))


_EVOLVE: dict[type, Callable[[HillState, Any], HillState]] = {
    ev.RoundStarted: _round_started,
    ev.MoveDeclared: _move_declared,
    ev.QuestionAsked: _question_asked,
    ev.TimeStarted: _time_started,
    ev.AnswerGiven: _answer_given,
    ev.AnswersClosed: _answers_closed,
    ev.VerdictGiven: _verdict_given,
    ev.MovesBegun: _moves_begun,
    ev.Moved: _moved,
    ev.LotDrawn: _lot_drawn,
    ev.SummitTaken: _summit_taken,
    ev.KingStayed: _king_stayed,
    ev.TokensBurnt: _tokens_burnt,
    ev.TokensHandedOut: _tokens_handed_out,
    ev.MovesTakenBack: _moves_taken_back,
    ev.Paused: _paused,
    ev.Resumed: _resumed,
    ev.Won: _won,
}
