"""How each event of Сказочник changes the state: the only place where a state changes.

Pure bookkeeping, no decisions: a stored game is loaded by folding its events through `evolve`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.rules.book import events as ev
from companion.rules.book.cards import CHAPTER_OF
from companion.rules.book.state import Board, BookState, Phase, Robbery, rival_of
from companion.rules.kernel import Outcome, Seat, copy_with

T = TypeVar("T")
Hands = tuple[tuple[str, ...], ...]


def evolve(state: BookState, event: ev.Event) -> BookState:
    """The state after the event. Events come from `apply` or a store; they are not checked again."""
    return _EVOLVE[type(event)](state, event)


def _chip_placed(state: BookState, event: ev.ChipPlaced) -> BookState:
    return copy_with(state, boards=_with_chip(state, event))


def _dealt(state: BookState, event: ev.Dealt) -> BookState:
    left = len(state.pile) - sum(len(hand) for hand in event.hands)
    return copy_with(state, hands=event.hands, pile=state.pile[:left])


def _turn_began(state: BookState, event: ev.TurnBegan) -> BookState:
    return copy_with(
        state, phase=Phase.DRAWING, turn=event.seat, turns=state.turns + 1, robbed=False, due=0, stop_declined=()
    )


def _drew(state: BookState, event: ev.Drew) -> BookState:
    hands = _put(state.hands, event.seat, (*state.hands[event.seat], event.card))
    return copy_with(state, phase=Phase.PLAYING, hands=hands, pile=state.pile[:-1])


def _nothing_to_draw(state: BookState, event: ev.NothingToDraw) -> BookState:
    return copy_with(state, phase=Phase.PLAYING)


def _pile_reshuffled(state: BookState, event: ev.PileReshuffled) -> BookState:
    return copy_with(state, pile=event.order, discard=(), chance=state.chance.spent(), reshuffled=True)


def _turn_skipped(state: BookState, event: ev.TurnSkipped) -> BookState:
    return state


def _give_played(state: BookState, event: ev.GivePlayed) -> BookState:
    rival, seen = rival_of(event.seat), state.setup.taken == "seen"
    known = _forget(state.known, rival, event.card)
    return copy_with(
        state,
        phase=Phase.TAKING if seen else state.phase,
        hands=_without(state.hands, event.seat, event.card),
        discard=(*state.discard, event.card),
        known=_put(known, event.seat, state.hands[rival]) if seen else known,
        robbed=True,
        due=event.count,
        robbery=None,
    )


def _robbed(state: BookState, event: ev.Robbed) -> BookState:
    robber, rival = event.seat, rival_of(event.seat)
    kept = tuple(card for card in state.hands[rival] if card not in event.cards)
    hands = _put(_put(state.hands, rival, kept), robber, (*state.hands[robber], *event.cards))
    known = _put(state.known, rival, (*state.known[rival], *event.cards))
    known = _put(known, robber, tuple(card for card in known[robber] if card not in event.cards))
    cards = (*(state.robbery.cards if state.robbery else ()), *event.cards)
    due = state.due - len(event.cards)
    return copy_with(
        state,
        phase=Phase.TAKING if due else Phase.PLAYING,
        hands=hands,
        known=known,
        due=due,
        robbery=Robbery(robber, len(cards), cards),
        chance=state.chance if state.setup.taken == "seen" else state.chance.spent(),
    )


def _chapter_laid(state: BookState, event: ev.ChapterLaid) -> BookState:
    board, cell = state.boards[event.seat], CHAPTER_OF[event.card]
    laid = (*board.laid[: cell - 1], event.card, *board.laid[cell:])
    chips = tuple(chip for chip in board.chips if chip != cell)
    return copy_with(
        state,
        phase=Phase.MOVING,
        hands=_without(state.hands, event.seat, event.card),
        known=_forget(state.known, rival_of(event.seat), event.card),
        boards=_put(state.boards, event.seat, Board(laid, chips, board.aside)),
    )


def _chip_moved(state: BookState, event: ev.ChipMoved) -> BookState:
    return copy_with(state, boards=_with_chip(state, event))


def _chip_set_aside(state: BookState, event: ev.ChipSetAside) -> BookState:
    board = state.boards[event.seat]
    return copy_with(state, boards=_put(state.boards, event.seat, copy_with(board, aside=board.aside + 1)))


def _stop_offered(state: BookState, event: ev.StopOffered) -> BookState:
    return copy_with(state, stop_offer=event.seat)


def _stop_declined(state: BookState, event: ev.StopDeclined) -> BookState:
    return copy_with(state, stop_offer=None, stop_declined=(*state.stop_declined, rival_of(event.seat)))


def _stopped(state: BookState, event: ev.Stopped) -> BookState:
    reason = "book/stopped" if event.winners else "book/drawn"
    return copy_with(state, phase=Phase.OVER, stop_offer=None, outcome=Outcome(event.winners, reason))


def _won(state: BookState, event: ev.Won) -> BookState:
    return copy_with(state, phase=Phase.OVER, outcome=Outcome((event.seat,), "book/finished"))


def _with_chip(state: BookState, event: ev.ChipPlaced | ev.ChipMoved) -> tuple[Board, ...]:
    owner = rival_of(event.seat)
    board = state.boards[owner]
    return _put(state.boards, owner, copy_with(board, chips=tuple(sorted((*board.chips, event.cell)))))


def _without(hands: Hands, seat: Seat, card: str) -> Hands:
    return _put(hands, seat, tuple(one for one in hands[seat] if one != card))


def _forget(known: Hands, seat: Seat, card: str) -> Hands:
    """The card has left the hand in which the seat knew it."""
    return _without(known, seat, card) if card in known[seat] else known


def _put(pair: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


_EVOLVE: dict[type, Callable[[BookState, Any], BookState]] = {
    ev.ChipPlaced: _chip_placed,
    ev.Dealt: _dealt,
    ev.TurnBegan: _turn_began,
    ev.Drew: _drew,
    ev.NothingToDraw: _nothing_to_draw,
    ev.PileReshuffled: _pile_reshuffled,
    ev.TurnSkipped: _turn_skipped,
    ev.GivePlayed: _give_played,
    ev.Robbed: _robbed,
    ev.ChapterLaid: _chapter_laid,
    ev.ChipMoved: _chip_moved,
    ev.ChipSetAside: _chip_set_aside,
    ev.StopOffered: _stop_offered,
    ev.StopDeclined: _stop_declined,
    ev.Stopped: _stopped,
    ev.Won: _won,
}
