"""Whatever is played on the hill: one king at most, points and steps agree, tokens are conserved, no answer is seen
too early, refusal and apply agree, the game goes on."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.rules import hill
from companion.rules.hill import (
    HOST,
    Answer,
    Ask,
    CloseAnswers,
    Crown,
    Decide,
    Declare,
    HillSetup,
    Judge,
    Move,
    MoveChips,
    Pause,
    Resume,
    Stage,
    StartRound,
    StartTime,
)
from companion.rules.kernel import IllegalAction, fold, replay
from tests.kit.hill_table import COLOURS, assert_consistent

seats = st.integers(-1, 8)
times = st.sampled_from([-1.0, 0.0, 5.0, 14.0, 16.0, 60.0, 61.0, float("nan")])
words = st.sampled_from(["", " ", "secret 1", "secret 2", "x" * 201])

anything = st.one_of(
    st.builds(StartRound, st.sampled_from([HOST, 0])),
    st.builds(Declare, seats, st.sampled_from(Move), times),
    st.builds(Ask, st.sampled_from(["q1", "q2", "q3"]), times),
    st.builds(StartTime),
    st.builds(Answer, seats, words, times),
    st.builds(CloseAnswers, times),
    st.builds(Judge, seats, st.booleans(), why=words),
    st.builds(MoveChips),
    st.builds(Crown, seats, words),
    st.builds(Decide, st.lists(seats, max_size=3).map(tuple), words, st.booleans()),
    st.builds(Pause),
    st.builds(Resume),
)
"""Legal and illegal deeds alike."""

setups = st.builds(
    HillSetup,
    colours=st.integers(2, 8).map(lambda teams: COLOURS[:teams]),
    start=st.sampled_from([1, 9, 10]),
    hand_out_again=st.booleans(),
)


class HillGame(RuleBasedStateMachine):
    """A hill on which anybody tries anything, and whole rounds are played in between."""

    @initialize(setup=setups, seed=st.integers(0, 2**32))
    def set_the_board(self, setup: HillSetup, seed: int) -> None:
        self.setup, self.seed = setup, seed
        self.state = hill.new_game(setup, seed)
        self.actions: list[hill.Action] = []
        self.events: list[Any] = []

    @precondition(lambda self: self.state.stage is not Stage.OVER)
    @rule(data=st.data())
    def a_round_is_played_on_to_its_end(self, data: st.DataObject) -> None:
        right, bold = data.draw(st.integers(0, 255)), data.draw(st.integers(0, 255))
        if self.state.paused:
            self.play(Resume())
        if self.state.stage is Stage.MOVES:
            self.play(StartRound())
        if self.state.stage is Stage.CHOICE:
            for seat in range(self.setup.teams):
                self.play(Declare(seat, hill.may_declare(self.state, seat)[-1 if bold >> seat & 1 else 0]))
            self.play(Ask(f"round {self.state.round}", 15.0))
        if self.state.stage is Stage.QUESTION:
            self.play(StartTime())
        if self.state.stage is Stage.ANSWERS:
            for seat in hill.waited_for(self.state):
                self.play(Answer(seat, "secret", float(bold % (seat + 2))))
            self.play(CloseAnswers(60.0))
        for seat in range(self.setup.teams):
            self.play(Judge(seat, bool(right >> seat & 1)))
        self.play(MoveChips())

    @rule(action=anything)
    def somebody_tries_anything(self, action: hill.Action) -> None:
        if hill.refusal(self.state, action) is None:
            self.play(action)
        else:
            with pytest.raises(IllegalAction):
                hill.apply(self.state, action)

    def play(self, action: hill.Action) -> None:
        before, step = self.state, hill.apply(self.state, action)
        assert step.events, "whatever is done, something happens"
        self.state = step.state
        self.actions.append(action)
        self.events.extend(step.events)
        assert_consistent(self.state)
        self.check_tokens(before, step.events)

    def check_tokens(self, before: hill.HillState, events: tuple[Any, ...]) -> None:
        """A token goes when its rebel failed, and comes back when all do; nothing else touches one."""
        kinds = {event.kind for event in events}
        now, then = self.state.teams, before.teams
        if "moves_taken_back" in kinds:
            assert before.before is not None
            then = before.before.teams
        for seat in range(self.setup.teams):
            if "tokens_handed_out" in kinds:
                assert now[seat].token
            elif "tokens_burnt" in kinds and self.state.move_of(seat) is Move.REVOLUTION:
                assert then[seat].token and not now[seat].token
            else:
                assert now[seat].token == then[seat].token

    @invariant()
    def points_are_those_of_the_right_answers_and_nobody_climbs_without(self) -> None:
        for team in self.state.teams:
            assert 0 <= team.step - self.setup.start <= team.points
            assert team.right <= team.points <= 2 * team.right
            assert team.right <= self.state.round

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        acting = [seat for seat in (HOST, *range(self.setup.teams)) if hill.legal_actions(self.state, seat)]
        assert (self.state.stage is Stage.OVER) or acting

    @invariant()
    def no_answer_is_seen_too_early(self) -> None:
        hidden = self.state.stage in (Stage.CHOICE, Stage.QUESTION, Stage.ANSWERS)
        assert hill.view(self.state, HOST).answers == self.state.answers
        for seat in (None, *range(self.setup.teams)):
            seen = hill.view(self.state, seat)
            for team, answer in enumerate(self.state.answers):
                assert seen.answers[team] == (None if hidden and team != seat else answer)

    def teardown(self) -> None:
        if hasattr(self, "state"):
            start = hill.new_game(self.setup, self.seed)
            assert fold(hill, start, self.events) == self.state, "the events alone tell the whole game"
            assert replay(hill, self.setup, self.seed, self.actions) == self.state, "the same deeds, the same game"


TestHillGame = HillGame.TestCase
TestHillGame.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
