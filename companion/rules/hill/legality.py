"""May I, and if not, why? The one place where the legality of Царь Горы lives (rulebook 002).

Codes are keys of the message catalogue; sections are the rulebook's headings, or HOUSE where the house decided
(design, section 4). `waited_for` and `can_be_dethroned` are the questions that the table and the moves ask too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.hill import actions as act
from companion.rules.hill.setup import HOLD, HOST, LAST_STEP, MAX_ANSWER, Move
from companion.rules.hill.state import HillState, Stage, Team
from companion.rules.kernel import Refusal, Seat

JUMP = "Ход – Прыжок"
REVOLUTION = "Ход – Революция"
CHOICE = "Выбор хода"
QUESTION = "Объявление вопроса"
ANSWERS = "Прием ответов"
VERDICTS = "Объявление верного ответа"
MOVES = "Баллы и перемещение"
CONTEST = "Спор лидеров и определение победителя"
WINNER = "Определение победителя"
HOUSE = "house"

SAMPLE_ANSWER = "…"
SAMPLE_QUESTION = "?"
SAMPLE_REASON = "…"
"""Stand for any answer, question and reason in `legal_actions`."""


def refusal(state: HillState, action: act.Action) -> Refusal | None:
    """Why the action is not allowed now; None: it is."""
    if isinstance(action, act.TeamAction):
        if not 0 <= action.seat < state.setup.teams:
            return Refusal("hill/no_such_seat", HOUSE)
    elif action.seat != HOST:
        return Refusal("hill/only_host", HOUSE)
    if state.stage is Stage.OVER and not isinstance(action, act.Judge | act.Crown | act.Decide):
        return Refusal("hill/game_over", WINNER)
    if state.paused and not isinstance(action, act.Resume | act.Decide):
        return Refusal("hill/paused", HOUSE)
    return _REFUSAL[type(action)](state, action)


def legal_actions(state: HillState, seat: Seat) -> tuple[act.Action, ...]:
    """What the seat may do now, a representative of each kind; HOST for the host's deeds.

    Answers, questions and reasons are samples; a team acts as its time begins, the host as the time has run out.
    """
    return tuple(action for action in _candidates(state, seat) if refusal(state, action) is None)


def may_declare(state: HillState, seat: Seat) -> tuple[Move, ...]:
    """The moves that the team may declare in this stage, time left aside."""
    return tuple(move for move in Move if refusal(state, act.Declare(seat, move)) is None)


def waited_for(state: HillState) -> tuple[Seat, ...]:
    """Teams that have not declared though more than the plain move is open to them, or that have not answered."""
    seats = range(state.setup.teams)
    if state.stage is Stage.CHOICE:
        open_to = (
            seat for seat in seats if any(_may_not(state, seat, m) is None for m in (Move.JUMP, Move.REVOLUTION))
        )
        return tuple(seat for seat in open_to if state.declared[seat] is None)
    if state.stage is Stage.ANSWERS:
        return tuple(seat for seat in seats if state.answers[seat] is None)
    return ()


def can_be_dethroned(state: HillState) -> bool:
    """Whether somebody could still declare a revolution before the king has held the summit long enough
    ("Определение победителя"), if every answer until then were right."""
    standing = state.standing
    left = HOLD - standing.held
    rivals = (team for seat, team in enumerate(standing.teams) if seat != standing.king)
    return any((team.token or state.setup.hand_out_again) and _rounds_to_last_step(team) < left for team in rivals)


def _rounds_to_last_step(team: Team) -> int:
    step, rounds, may_jump = team.step, 0, team.last_right is True
    while step < LAST_STEP:
        step += 2 if may_jump and step <= LAST_STEP - 2 else 1
        rounds, may_jump = rounds + 1, True
    return rounds


def _candidates(state: HillState, seat: Seat) -> list[act.Action]:
    if seat != HOST:
        found: list[act.Action] = [act.Declare(seat, move) for move in Move]
        return [*found, act.Answer(seat, SAMPLE_ANSWER, 0.0)]
    teams, setup = range(state.setup.teams), state.setup
    fresh = f"{SAMPLE_QUESTION}{len(state.asked) + 1}"
    deeds: list[act.Action] = [act.StartRound(), act.Ask(fresh, setup.choice_seconds), act.StartTime()]
    deeds += [act.CloseAnswers(setup.answer_seconds), act.MoveChips(), act.Pause(), act.Resume()]
    deeds += [act.Judge(team, correct, why=SAMPLE_REASON) for team in teams for correct in (True, False)]
    deeds += [act.Crown(team, SAMPLE_REASON) for team in teams]
    deeds += [act.Decide((team,), SAMPLE_REASON) for team in teams]
    return [*deeds, act.Decide(tuple(teams), SAMPLE_REASON, by_lot=True)]


def _start_round(state: HillState, action: act.StartRound) -> Refusal | None:
    return None if state.stage is Stage.MOVES else Refusal("hill/round_under_way", CHOICE)


def _declare(state: HillState, action: act.Declare) -> Refusal | None:
    if state.stage is not Stage.CHOICE:
        return Refusal("hill/declare_before_question", CHOICE)
    if not 0 <= action.at <= state.setup.choice_seconds:
        return Refusal("hill/choice_time_over", CHOICE, {"seconds": f"{state.setup.choice_seconds:g}"})
    return _may_not(state, action.seat, action.move)


def _may_not(state: HillState, seat: Seat, move: Move) -> Refusal | None:
    if move is Move.PLAIN:
        return None
    if seat == state.standing.king:
        return Refusal("hill/king_plays_plain", REVOLUTION)
    return _jump(state, seat) if move is Move.JUMP else _revolution(state, seat)


def _jump(state: HillState, seat: Seat) -> Refusal | None:
    if state.round == 1:
        return Refusal("hill/no_jump_in_first_round", JUMP)
    if state.teams[seat].last_right is not True:
        return Refusal("hill/no_jump_after_wrong_answer", JUMP)
    if state.teams[seat].step > LAST_STEP - 2:
        return Refusal("hill/no_jump_on_last_two_steps", JUMP)
    return None


def _revolution(state: HillState, seat: Seat) -> Refusal | None:
    if state.standing.king is None:
        return Refusal("hill/no_king_to_dethrone", REVOLUTION)
    if state.teams[seat].step != LAST_STEP:
        return Refusal("hill/revolution_from_last_step_only", REVOLUTION)
    if not state.teams[seat].token:
        return Refusal("hill/no_revolution_token", REVOLUTION)
    return None


def _ask(state: HillState, action: act.Ask) -> Refusal | None:
    if state.stage is not Stage.CHOICE:
        return Refusal("hill/start_round_first", QUESTION)
    if action.question in state.asked:
        return Refusal("hill/asked_already", QUESTION)
    if not action.at >= state.setup.choice_seconds and waited_for(state):
        return Refusal("hill/choice_time_not_over", CHOICE)
    return None


def _start_time(state: HillState, action: act.StartTime) -> Refusal | None:
    return None if state.stage is Stage.QUESTION else Refusal("hill/ask_first", QUESTION)


def _answer(state: HillState, action: act.Answer) -> Refusal | None:
    if state.stage is not Stage.ANSWERS:
        return Refusal("hill/no_answers_now", ANSWERS)
    if not 0 <= action.at <= state.setup.answer_seconds:
        return Refusal("hill/answer_too_late", ANSWERS, {"seconds": f"{state.setup.answer_seconds:g}"})
    if not action.text.strip():
        return Refusal("hill/empty_answer", HOUSE)
    if len(action.text) > MAX_ANSWER:
        return Refusal("hill/answer_too_long", HOUSE, {"most": MAX_ANSWER, "length": len(action.text)})
    return None


def _close_answers(state: HillState, action: act.CloseAnswers) -> Refusal | None:
    if state.stage is not Stage.ANSWERS:
        return Refusal("hill/no_answers_now", ANSWERS)
    if not action.at >= state.setup.answer_seconds and waited_for(state):
        return Refusal("hill/answer_time_not_over", ANSWERS)
    return None


def _judge(state: HillState, action: act.Judge) -> Refusal | None:
    if not 0 <= action.team < state.setup.teams:
        return Refusal("hill/no_such_seat", HOUSE)
    if state.stage is Stage.REVEAL:
        return None
    if state.before is None:
        return Refusal("hill/nothing_to_judge", VERDICTS)
    verdict = state.verdicts[action.team]
    if verdict is not None and verdict.correct == action.correct:
        return Refusal("hill/same_verdict", VERDICTS)
    return _needs_reason(action.why)


def _needs_reason(why: str) -> Refusal | None:
    return None if why.strip() else Refusal("hill/reason_needed", HOUSE)


def _move_chips(state: HillState, action: act.MoveChips) -> Refusal | None:
    if state.stage is not Stage.REVEAL:
        return Refusal("hill/nothing_to_move", MOVES)
    if None in state.verdicts:
        return Refusal("hill/judge_all_first", VERDICTS)
    return None


def _crown(state: HillState, action: act.Crown) -> Refusal | None:
    contest = state.contest
    if state.before is None or contest is None or len(contest.contenders) < 2:
        return Refusal("hill/no_contest", CONTEST)
    if action.team not in contest.contenders or action.team == contest.winner:
        return Refusal("hill/not_a_contender", CONTEST)
    return _needs_reason(action.why)


def _decide(state: HillState, action: act.Decide) -> Refusal | None:
    named = set(action.winners)
    if not named or len(named) != len(action.winners) or not all(0 <= seat < state.setup.teams for seat in named):
        return Refusal("hill/no_such_seat", HOUSE)
    return _needs_reason(action.why)


def _pause(state: HillState, action: act.Pause) -> Refusal | None:
    return None


def _resume(state: HillState, action: act.Resume) -> Refusal | None:
    return None if state.paused else Refusal("hill/not_paused", HOUSE)


_REFUSAL: dict[type, Callable[[HillState, Any], Refusal | None]] = {
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
