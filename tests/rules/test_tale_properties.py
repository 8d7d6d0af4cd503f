"""Whatever is played: no card is lost, no view shows a rival's cards, refusal and apply agree, the game goes on."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.rules import tale
from companion.rules.kernel import TABLE, IllegalAction, fold, replay
from companion.rules.tale import (
    Challenge,
    ChallengeKind,
    Claim,
    ClaimHow,
    Discard,
    LayCard,
    PassStory,
    PlayEnding,
    Rule,
    Ruling,
    TaleSetup,
    Tell,
    Vote,
)
from tests.kit.tale_table import CARDS, ENDINGS, HIT, MISS, assert_conserved

seats = st.integers(-1, 10)
rulings = st.sampled_from([None, HIT, MISS, Ruling(True, by="host", return_card=True)])
cards = st.sampled_from([card.id for card in CARDS])
sentences = st.integers(-2, 12)

anything = st.one_of(
    st.builds(
        Tell,
        seats,
        st.text(max_size=1200),
        st.sampled_from([(), ("Once.", "Twice."), ("Once.", "Twice.", "Thrice.")]),
        st.booleans(),
    ),
    st.builds(LayCard, seats, cards, sentences, rulings),
    st.builds(PassStory, seats),
    st.builds(Discard, seats, st.none() | cards),
    st.builds(Claim, seats, cards, st.sampled_from(ClaimHow), sentences, rulings),
    st.builds(
        Challenge, seats, st.sampled_from(ChallengeKind), st.floats(0, 99), card=st.none() | cards, ruling=rulings
    ),
    st.builds(PlayEnding, seats, st.sampled_from(ENDINGS), rulings),
    st.builds(Vote, seats, st.booleans(), st.booleans()),
    st.builds(Rule, rulings.filter(lambda one: one is not None)),
)
"""Legal and illegal deeds alike."""

setups = st.builds(
    TaleSetup,
    players=st.integers(2, 10),
    cards=st.just(CARDS),
    endings=st.just(ENDINGS),
    hand_size=st.sampled_from([None, 1, 2]),
    endings_each=st.integers(1, 2),
    reshuffle=st.booleans(),
    doubt_favours_narrator=st.booleans(),
    tied_claim_costs=st.booleans(),
    late_claim_costs=st.booleans(),
    claim_sentence_of_last_card=st.booleans(),
    interrupt_until_next_card=st.booleans(),
    tell_on_before_ending=st.integers(0, 2),
    refused_ending_not_yet=st.booleans(),
    challenge_returns_card=st.booleans(),
    claims=st.sampled_from([tuple(ClaimHow), (ClaimHow.ELEMENT,), ()]),
    challenges=st.sampled_from([tuple(ChallengeKind), ()]),
    sentences_a_turn=st.sampled_from([None, 1, 2]),
    cards_a_turn=st.sampled_from([None, 1, 2]),
    passing_costs=st.booleans(),
    cooperative=st.booleans(),
    drawn_when_interrupted=st.integers(1, 3),
)


class TaleGame(RuleBasedStateMachine):
    """A table at which anybody tries anything, most of it legal."""

    @initialize(setup=setups, seed=st.integers(0, 2**32))
    def deal(self, setup: TaleSetup, seed: int) -> None:
        self.setup, self.seed = setup, seed
        self.state = tale.new_game(setup, seed)
        self.actions: list[tale.Action] = []
        self.events: list[Any] = []

    def acting(self) -> list[int]:
        return [seat for seat in range(TABLE, self.state.players) if tale.legal_actions(self.state, seat)]

    @precondition(lambda self: self.state.phase is not tale.Phase.OVER)
    @rule(data=st.data(), ruling=rulings)
    def somebody_does_something_legal(self, data: st.DataObject, ruling: Ruling | None) -> None:
        seat = data.draw(st.sampled_from(self.acting()))
        action = data.draw(st.sampled_from(tale.legal_actions(self.state, seat)))
        if isinstance(action, LayCard):
            action = LayCard(action.seat, action.card, action.sentence, ruling)
        self.play(action)

    @rule(action=anything)
    def somebody_tries_anything(self, action: tale.Action) -> None:
        if tale.refusal(self.state, action) is None:
            self.play(action)
        else:
            with pytest.raises(IllegalAction):
                tale.apply(self.state, action)

    def play(self, action: tale.Action) -> None:
        step = tale.apply(self.state, action)
        assert step.events, "whatever is done, something happens"
        self.state = step.state
        self.actions.append(action)
        self.events.extend(step.events)

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        assert_conserved(self.state)

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        assert (self.state.phase is tale.Phase.OVER) or self.acting()

    @invariant()
    def no_view_names_a_rivals_card_or_what_lies_in_a_pile(self) -> None:
        for seat in (None, *range(self.state.players)):
            names = names_in(tale.view(self.state, seat))
            for rival, hand in enumerate(self.state.hands):
                assert rival == seat or names.isdisjoint(hand)
            for rival, hand in enumerate(self.state.endings):
                assert rival == seat or names.isdisjoint(hand)
            assert names.isdisjoint(self.state.draw_pile)
            assert names.isdisjoint(self.state.ending_pile)

    def teardown(self) -> None:
        if hasattr(self, "state"):
            start = tale.new_game(self.setup, self.seed)
            assert fold(tale, start, self.events) == self.state, "the events alone tell the whole game"
            assert replay(tale, self.setup, self.seed, self.actions) == self.state, "the same deeds, the same game"


def names_in(seen: tale.TaleView) -> set[str]:
    """Every string that stands anywhere in a view as a value of its own, told sentences left out."""
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, tale.Sentence):
            return
        if isinstance(value, str):
            found.add(str(value))
        elif isinstance(value, tuple | list | set):
            for one in value:
                walk(one)
        elif hasattr(value, "__dict__"):
            walk(list(vars(value).values()))

    walk(seen)
    return found


TestTaleGame = TaleGame.TestCase
TestTaleGame.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
