"""The verbs of Сказочник: lay it out, apply an action, look at it from a seat (rulebook 001).

`apply` decides what an action leads to and returns it as events; `evolve` carries them out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.book import actions as act
from companion.rules.book import events as ev
from companion.rules.book.cards import CHAPTERS, DECK, GIVE_OF
from companion.rules.book.evolve import evolve
from companion.rules.book.legality import refusal
from companion.rules.book.setup import CHIPS, DEALT, PLAYERS, SKIP_DRAWS, BookSetup
from companion.rules.book.state import BookState, BookView, Phase, Robbery, rival_of
from companion.rules.chance import Chance
from companion.rules.kernel import IllegalAction, Seat, Step, copy_with


def new_game(setup: BookSetup, seed: int) -> BookState:
    """A game laid out: two empty boards, a shuffled pile, chips to be placed ("Подготовка к игре").

    Hands are dealt when the last chip stands: the rulebook names the chips first, and who has seen cards would place
    otherwise.
    """
    pile, chance = Chance(seed).shuffled(DECK)
    first, chance = chance.pick(range(PLAYERS))
    if setup.first is not None:
        first = setup.first
    return BookState(setup, chance, Phase.PLACING, first, turn=first, hands=((), ()), pile=pile)


def next_setup(state: BookState) -> BookSetup:
    """The setup of the next game at this table: the other player begins."""
    return copy_with(state.setup, first=rival_of(state.first))


def apply(state: BookState, action: act.Action) -> Step[BookState, ev.Event]:
    """What the action leads to. Raises IllegalAction when `refusal` has a reason against it."""
    if no := refusal(state, action):
        raise IllegalAction(no)
    course = _Course(state)
    _APPLY[type(action)](course, action)
    return Step(course.state, tuple(course.events))


def view(state: BookState, seat: Seat | None) -> BookView:
    """What the seat may know; None: what everybody may know."""
    robbery = state.robbery
    if seat is None and robbery is not None:
        robbery = Robbery(robbery.seat, robbery.count, ())
    return BookView(
        seat=seat,
        phase=state.phase,
        first=state.first,
        turn=state.turn,
        hand=() if seat is None else state.hands[seat],
        hand_counts=(len(state.hands[0]), len(state.hands[1])),
        known=() if seat is None else state.known[seat],
        boards=state.boards,
        pile_count=len(state.pile),
        discard=state.discard,
        turns=state.turns,
        robbed=state.robbed,
        due=state.due,
        robbery=robbery,
        reshuffled=state.reshuffled,
        stop_offer=state.stop_offer,
        stop_declined=state.stop_declined,
        outcome=state.outcome,
        taken_seen=state.setup.taken == "seen",
    )


class _Course:
    """The events of one action so far, and the state after them."""

    def __init__(self, state: BookState) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def happens(self, event: ev.Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def draw(self, seat: Seat, most: int) -> None:
        """Up to that many cards from the pile as it lies now: it is made anew only when it has run out."""
        for card in reversed(self.state.pile[-most:]):
            self.happens(ev.Drew(seat, card))
        self.refill()

    def refill(self) -> None:
        """A pile that has run out is made anew from the discard at once, if there is one."""
        if not self.state.pile and self.state.discard:
            order, _ = self.state.chance.shuffled(self.state.discard)
            self.happens(ev.PileReshuffled(order))

    def pass_on(self) -> None:
        self.happens(ev.TurnBegan(rival_of(self.state.turn)))


def _place(course: _Course, action: act.PlaceChip) -> None:
    course.happens(ev.ChipPlaced(action.seat, action.cell))
    if all(len(board.chips) == CHIPS for board in course.state.boards):
        first, top = course.state.first, course.state.pile[: -PLAYERS * DEALT - 1 : -1]
        hands = top[::2], top[1::2]
        course.happens(ev.Dealt(hands if first == 0 else hands[::-1]))
        course.happens(ev.TurnBegan(first))


def _draw(course: _Course, action: act.Draw) -> None:
    if course.state.pile:
        course.draw(action.seat, 1)
    else:
        course.happens(ev.NothingToDraw(action.seat))


def _skip(course: _Course, action: act.Skip) -> None:
    course.happens(ev.TurnSkipped(action.seat))
    course.draw(action.seat, SKIP_DRAWS)
    course.pass_on()


def _rob(course: _Course, action: act.Rob) -> None:
    count, rival = GIVE_OF[action.card], rival_of(action.seat)
    course.happens(ev.GivePlayed(action.seat, action.card, count))
    if course.state.setup.taken == "blind":
        mixed, _ = course.state.chance.shuffled(course.state.hands[rival])
        course.happens(ev.Robbed(action.seat, mixed[:count]))
    course.refill()


def _take(course: _Course, action: act.Take) -> None:
    course.happens(ev.Robbed(action.seat, (action.card,)))


def _lay(course: _Course, action: act.LayChapter) -> None:
    course.happens(ev.ChapterLaid(action.seat, action.card))
    board = course.state.boards[action.seat]
    if board.free:
        return
    course.happens(ev.ChipSetAside(action.seat))
    if board.chapters == CHAPTERS:
        course.happens(ev.Won(action.seat))
    else:
        course.pass_on()


def _move(course: _Course, action: act.MoveChip) -> None:
    course.happens(ev.ChipMoved(action.seat, action.cell))
    course.pass_on()


def _end(course: _Course, action: act.EndTurn) -> None:
    course.pass_on()


def _offer_stop(course: _Course, action: act.OfferStop) -> None:
    course.happens(ev.StopOffered(action.seat))


def _answer_stop(course: _Course, action: act.AnswerStop) -> None:
    if not action.agrees:
        course.happens(ev.StopDeclined(action.seat))
        return
    mine, other = (board.chapters for board in course.state.boards)
    course.happens(ev.Stopped(() if mine == other else (0 if mine > other else 1,)))


_APPLY: dict[type, Callable[[_Course, Any], None]] = {
    act.PlaceChip: _place,
    act.Draw: _draw,
    act.Skip: _skip,
    act.Rob: _rob,
    act.Take: _take,
    act.LayChapter: _lay,
    act.MoveChip: _move,
    act.EndTurn: _end,
    act.OfferStop: _offer_stop,
    act.AnswerStop: _answer_stop,
}
