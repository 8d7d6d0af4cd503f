"""May I, and if not, why? The one place where the legality of Сказочник lives (rulebook 001).

Codes are keys of the message catalogue; sections are the rulebook's headings, or HOUSE where the house decided
(design, section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.rules.book import actions as act
from companion.rules.book.cards import CELLS, CHAPTER_OF, GIVE_OF
from companion.rules.book.setup import CHIPS, PLAYERS
from companion.rules.book.state import Board, BookState, Phase, rival_of
from companion.rules.kernel import Refusal, Seat

PREPARING = "Подготовка к игре"
COURSE = "Ход игры"
ENDING = "Завершение игры"
PECULIARITIES = "Особенности игры"
HOUSE = "house"


def refusal(state: BookState, action: act.Action) -> Refusal | None:
    """Why the action is not allowed now; None: it is."""
    if state.phase is Phase.OVER:
        return Refusal("book/game_over", ENDING)
    if not 0 <= action.seat < PLAYERS:
        return Refusal("book/no_such_seat", HOUSE)
    if state.stop_offer is not None and not isinstance(action, act.AnswerStop):
        return Refusal("book/answer_stop_first", HOUSE)
    return _REFUSAL[type(action)](state, action)


def legal_actions(state: BookState, seat: Seat) -> tuple[act.Action, ...]:
    """All that the seat may do now."""
    return tuple(action for action in _candidates(state, seat) if refusal(state, action) is None)


def _candidates(state: BookState, seat: Seat) -> Iterator[act.Action]:
    if state.stop_offer is not None:
        yield act.AnswerStop(seat, True)
        yield act.AnswerStop(seat, False)
        return
    if state.phase is Phase.PLACING:
        yield from (act.PlaceChip(seat, cell) for cell in CELLS)
    elif state.phase is Phase.DRAWING:
        yield act.Draw(seat)
        yield act.Skip(seat)
    elif state.phase is Phase.PLAYING:
        yield from (act.Rob(seat, card) for card in state.hands[seat] if card in GIVE_OF)
        yield from (act.LayChapter(seat, card) for card in state.hands[seat] if card in CHAPTER_OF)
        yield act.EndTurn(seat)
    elif state.phase is Phase.TAKING:
        yield from (act.Take(seat, card) for card in state.hands[rival_of(seat)])
    elif state.phase is Phase.MOVING:
        yield from (act.MoveChip(seat, cell) for cell in CELLS)
    yield act.OfferStop(seat)


def _on_turn(state: BookState, seat: Seat, phase: Phase) -> Refusal | None:
    """The seat is on turn and the turn has come to that phase; else what must be done first, or is too late."""
    if state.phase is Phase.PLACING:
        return Refusal("book/place_chips_first", PREPARING)
    if state.phase is Phase.MOVING:
        return Refusal("book/move_chip_first", COURSE)
    if seat != state.turn:
        return Refusal("book/not_your_turn", COURSE)
    if state.phase is phase:
        return None
    if state.phase is Phase.TAKING:
        return Refusal("book/take_first", HOUSE, {"due": state.due})
    return Refusal("book/draw_first" if state.phase is Phase.DRAWING else "book/drawn_already", COURSE)


def _place(state: BookState, action: act.PlaceChip) -> Refusal | None:
    if state.phase is not Phase.PLACING:
        return Refusal("book/chips_placed", PREPARING)
    board = state.boards[rival_of(action.seat)]
    if len(board.chips) == CHIPS:
        return Refusal("book/chips_placed", PREPARING)
    return _cell(board, action.cell, PREPARING)


def _cell(board: Board, cell: int, section: str) -> Refusal | None:
    """Why a chip cannot stand on that cell."""
    if cell not in CELLS:
        return Refusal("book/no_such_cell", section)
    if board.laid[cell - 1]:
        return Refusal("book/chapter_lies_there", section)
    return Refusal("book/chip_stands_there", section) if cell in board.chips else None


def _draw(state: BookState, action: act.Draw) -> Refusal | None:
    return _on_turn(state, action.seat, Phase.DRAWING)


def _skip(state: BookState, action: act.Skip) -> Refusal | None:
    if no := _on_turn(state, action.seat, Phase.DRAWING):
        return no
    return Refusal("book/no_skip_after_reshuffle", PECULIARITIES) if state.reshuffled else None


def _rob(state: BookState, action: act.Rob) -> Refusal | None:
    if no := _on_turn(state, action.seat, Phase.PLAYING):
        return no
    if action.card not in state.hands[action.seat]:
        return Refusal("book/not_in_hand", COURSE)
    if action.card not in GIVE_OF:
        return Refusal("book/not_a_give_card", COURSE)
    if state.robbed:
        return Refusal("book/robbed_already", COURSE)
    wanted, there = GIVE_OF[action.card], len(state.hands[rival_of(action.seat)])
    if wanted > there:
        return Refusal("book/rival_has_fewer", PECULIARITIES, {"wanted": wanted, "there": there})
    return None


def _take(state: BookState, action: act.Take) -> Refusal | None:
    if state.phase is not Phase.TAKING:
        return Refusal("book/nothing_to_take", HOUSE)
    if action.seat != state.turn:
        return Refusal("book/not_your_turn", COURSE)
    return None if action.card in state.hands[rival_of(action.seat)] else Refusal("book/not_in_rivals_hand", HOUSE)


def _lay(state: BookState, action: act.LayChapter) -> Refusal | None:
    if no := _on_turn(state, action.seat, Phase.PLAYING):
        return no
    if action.card not in state.hands[action.seat]:
        return Refusal("book/not_in_hand", COURSE)
    if action.card not in CHAPTER_OF:
        return Refusal("book/not_a_chapter", COURSE)
    board, cell = state.boards[action.seat], CHAPTER_OF[action.card]
    if board.laid[cell - 1]:
        return Refusal("book/chapter_laid_already", COURSE, {"chapter": cell})
    return None if cell in board.chips else Refusal("book/no_chip_there", COURSE, {"chapter": cell})


def _move(state: BookState, action: act.MoveChip) -> Refusal | None:
    if state.phase is not Phase.MOVING:
        return Refusal("book/no_chip_to_move", COURSE)
    if action.seat == state.turn:
        return Refusal("book/rival_moves_chip", COURSE)
    return _cell(state.boards[state.turn], action.cell, COURSE)


def _end(state: BookState, action: act.EndTurn) -> Refusal | None:
    return _on_turn(state, action.seat, Phase.PLAYING)


def _offer_stop(state: BookState, action: act.OfferStop) -> Refusal | None:
    if state.phase is Phase.PLACING:
        return Refusal("book/place_chips_first", HOUSE)
    if state.phase is Phase.MOVING:
        return Refusal("book/move_chip_first", COURSE)
    if state.phase is Phase.TAKING:
        return Refusal("book/take_first", HOUSE, {"due": state.due})
    return Refusal("book/stop_declined", HOUSE) if action.seat in state.stop_declined else None


def _answer_stop(state: BookState, action: act.AnswerStop) -> Refusal | None:
    if state.stop_offer is None:
        return Refusal("book/no_stop_offer", HOUSE)
    return Refusal("book/own_stop_offer", HOUSE) if action.seat == state.stop_offer else None


_REFUSAL: dict[type, Callable[[BookState, Any], Refusal | None]] = {
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
