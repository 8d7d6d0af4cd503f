"""Whatever is played: 60 cards and 8 chips, no hidden card in a view, refusal and apply agree, the game goes on."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.rules import book
from companion.rules.kernel import IllegalAction, copy_with, fold, replay
from tests.kit.book_table import acting, cards_in, cards_of, chips_of

seats, cells, cards = st.integers(-1, 2), st.integers(-1, 20), st.sampled_from(book.DECK)
anything = st.one_of(
    st.builds(book.PlaceChip, seats, cells),
    st.builds(book.Draw, seats),
    st.builds(book.Skip, seats),
    st.builds(book.Rob, seats, cards),
    st.builds(book.Take, seats, cards),
    st.builds(book.LayChapter, seats, cards),
    st.builds(book.MoveChip, seats, cells),
    st.builds(book.EndTurn, seats),
    st.builds(book.OfferStop, seats),
    st.builds(book.AnswerStop, seats, st.just(False)),
)
"""Legal and illegal deeds alike; nobody agrees to stop, so that games get long."""
setups = st.builds(book.BookSetup, first=st.none() | st.integers(0, 1), taken=st.sampled_from(["blind", "seen"]))


class BookGame(RuleBasedStateMachine):
    """A table at which both try anything, most of it legal."""

    @initialize(
        setup=setups, seed=st.integers(0, 2**32), far=st.integers(0, 120), luck=st.randoms(use_true_random=False)
    )
    def deal(self, setup: book.BookSetup, seed: int, far: int, luck: Any) -> None:
        """Some way into the game, so that full hands, empty piles and the end are met too."""
        self.setup, self.seed = setup, seed
        self.state = book.new_game(setup, seed)
        self.actions: list[book.Action] = []
        self.events: list[Any] = []
        for _ in range(far):
            open_deeds = [deed for seat in acting(self.state) for deed in book.legal_actions(self.state, seat)]
            open_deeds = [deed for deed in open_deeds if "stop" not in deed.kind]
            if open_deeds:
                self.play(luck.choice(open_deeds))

    @precondition(lambda self: self.state.phase is not book.Phase.OVER)
    @rule(data=st.data())
    def somebody_does_something_legal(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(acting(self.state)))
        self.play(data.draw(st.sampled_from(book.legal_actions(self.state, seat))))

    @rule(action=anything)
    def somebody_tries_anything(self, action: book.Action) -> None:
        if book.refusal(self.state, action) is None:
            self.play(action)
        else:
            with pytest.raises(IllegalAction):
                book.apply(self.state, action)

    def play(self, action: book.Action) -> None:
        step = book.apply(self.state, action)
        assert step.events, "whatever is done, something happens"
        self.state = step.state
        self.actions.append(action)
        self.events.extend(step.events)

    @invariant()
    def sixty_cards_and_eight_chips(self) -> None:
        assert sorted(cards_of(self.state)) == sorted(book.DECK)
        assert chips_of(self.state) == 8 or self.state.phase is book.Phase.PLACING

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        assert (self.state.phase is book.Phase.OVER) or acting(self.state)

    @invariant()
    def no_view_names_a_hidden_card(self) -> None:
        state = self.state
        for seat in (None, 0, 1):
            named = cards_in(book.view(state, seat))
            assert named.isdisjoint(state.pile)
            for holder, hand in enumerate(state.hands):
                if holder != seat:
                    assert named & set(hand) == (set() if seat is None else set(state.known[seat]))

    @invariant()
    def a_pile_that_ran_out_is_made_anew(self) -> None:
        assert self.state.pile or not self.state.discard

    def teardown(self) -> None:
        if hasattr(self, "state"):
            start = book.new_game(self.setup, self.seed)
            assert fold(book, start, self.events) == self.state, "the events alone tell the whole game"
            assert replay(book, self.setup, self.seed, self.actions) == self.state, "the same deeds, the same game"


TestBookGame = BookGame.TestCase
TestBookGame.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), swaps=st.integers(0, 5))
def test_what_a_seat_cannot_know_does_not_change_its_view(seed: int, swaps: int) -> None:
    """The rival's unknown cards and the pile may be exchanged: the view stays the same, so it tells nothing of them."""
    state = book.new_game(book.BookSetup(first=0), seed)
    for cell in range(1, 5):
        for seat in (0, 1):
            state = book.apply(state, book.PlaceChip(seat, cell)).state
    pile, hand = list(state.pile), list(state.hands[1])
    for at in range(swaps):
        pile[at], hand[at] = hand[at], pile[at]
    other = copy_with(state, pile=tuple(pile), hands=(state.hands[0], tuple(hand)))
    assert book.view(other, 0) == book.view(state, 0)
