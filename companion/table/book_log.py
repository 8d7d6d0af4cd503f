"""What a stored game of Сказочник says in its table's log, and whether it holds together.

Only what everybody may know gets in: a drawn or robbed card is "a card".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.book import CHAPTER_OF, PLAYERS, BookState
from companion.rules.book import events as ev
from companion.table.log import LogLine

Made = tuple[str, dict[str, Any]] | None


def lines_of(version: int, at: float, events: tuple[ev.Event, ...]) -> list[LogLine]:
    """The lines that an entry's events add to the log. `params` hold `who` (a seat) and plain values."""
    lines = []
    for event in events:
        made = _LINE.get(type(event), _nothing)(event)
        if made is not None:
            code, params = made
            lines.append(LogLine(version, code, at, params))
    return lines


def checked(state: BookState, before: BookState) -> BookState:
    """The state, if what is new in it points at what there is. Raises ValueError: pages look up whatever it names."""
    seats = [state.turn, *(() if state.stop_offer is None else (state.stop_offer,))]
    seats += state.outcome.winners if state.outcome else ()
    if not all(0 <= seat < PLAYERS for seat in seats):
        raise ValueError(seats)
    if _cards(state) != _cards(before):
        raise ValueError("a card too many or too few")
    return state


def _cards(state: BookState) -> int:
    return sum(map(len, (*state.hands, state.pile, state.discard))) + sum(board.chapters for board in state.boards)


def _nothing(event: Any) -> Made:
    return None


_LINE: dict[type, Callable[[Any], Made]] = {
    ev.Dealt: lambda _: ("log/book_dealt", {}),
    ev.TurnSkipped: lambda event: ("log/book_skipped", {"who": event.seat}),
    ev.PileReshuffled: lambda _: ("log/book_reshuffled", {}),
    ev.NothingToDraw: lambda event: ("log/book_nothing_to_draw", {"who": event.seat}),
    ev.GivePlayed: lambda event: ("log/book_robbed", {"who": event.seat, "cards": event.count}),
    ev.ChapterLaid: lambda event: ("log/book_laid", {"who": event.seat, "chapter": CHAPTER_OF[event.card]}),
    ev.ChipMoved: lambda event: ("log/book_chip_moved", {"who": event.seat, "cell": event.cell}),
    ev.ChipSetAside: lambda _: ("log/book_chip_aside", {}),
    ev.StopOffered: lambda event: ("log/book_stop_offered", {"who": event.seat}),
    ev.StopDeclined: lambda event: ("log/book_stop_declined", {"who": event.seat}),
    ev.Stopped: lambda _: ("log/book_stopped", {}),
    ev.Won: lambda event: ("log/book_won", {"who": event.seat}),
}
