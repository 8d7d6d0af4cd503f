"""A game of Сказочник in a chosen position, in one line.

    table = book_position(hands={0: "7a give1a"}, chips={0: "7 8 9 10"}, drawn=True)
    table.does(LayChapter(0, "7a")); assert table.refuses(Draw(0)) == "book/move_chip_first"

Every step can also be taken through the store's codec (`saved=True`): what is then played on is the fold of events
that were written as JSON and read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from companion.rules import book
from companion.rules.kernel import TABLE
from companion.storage.codec import codec_for
from companion.storage.records import Entry

ALL_BUT = 15
"""Cells 1 to 15 laid: four are left, each with a chip."""


@dataclass
class BookTable:
    """A state that moves on, with the events of the last deed."""

    state: book.BookState
    saved: bool = False
    events: tuple[Any, ...] = ()

    def does(self, *actions: book.Action) -> BookTable:
        """Plays the actions; the test fails where one is refused."""
        for action in actions:
            assert (no := book.refusal(self.state, action)) is None, f"{action} was refused: {no}"
            step = book.apply(self.state, action)
            self.events = self._through_the_codec(action, step.events) if self.saved else step.events
            cards, state = sorted(cards_of(self.state)), self.state
            for event in self.events:
                state = book.evolve(state, event)
            assert state == step.state, "what was stored does not fold to what was played"
            assert sorted(cards_of(state)) == cards, "a card was lost or doubled"
            self.state = state
        return self

    def refuses(self, action: book.Action) -> str:
        """The code of the refusal, or "" when the action is allowed."""
        no = book.refusal(self.state, action)
        return no.code if no else ""

    def section(self, action: book.Action) -> str:
        """The rulebook's heading that the refusal names."""
        no = book.refusal(self.state, action)
        return no.section if no else ""

    def kinds(self) -> list[str]:
        """What happened in the last deed."""
        return [event.kind for event in self.events]

    def may(self, seat: int) -> set[str]:
        """The kinds of deeds that are open to the seat."""
        return {action.kind for action in book.legal_actions(self.state, seat)}

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.state.hands[seat]

    def _through_the_codec(self, action: book.Action, events: tuple[Any, ...]) -> tuple[Any, ...]:
        codec, entry = codec_for("book", "test"), Entry("command", action.seat, action, events, at=0.0)
        read = codec.read_entry(codec.dump_entry(entry, "test", 1), "test", 1)
        assert read == entry
        return read.events


def book_position(
    *,
    hands: dict[int, str] | None = None,
    chips: dict[int, str] | None = None,
    laid: dict[int, int] | None = None,
    pile: str | None = None,
    discard: str = "",
    drawn: bool = False,
    saved: bool = False,
    **choices: Any,
) -> BookTable:
    """Seat 0 is on turn, before its draw or (`drawn`) after it. `hands`, `pile` (top card first), `discard`: card ids
    by spaces. `chips`: cells by the seat whose board it is, by default the first four that are open. `laid`: how many
    chapters lie on a board, from the first on; seat 0 has laid copies a, seat 1 copies b. Cards without a place are
    put out of the game; without `pile` they are the pile."""
    start = book.new_game(book.BookSetup(first=0, **choices), 7)
    boards = tuple(_board(seat, (laid or {}).get(seat, 0), (chips or {}).get(seat)) for seat in range(book.PLAYERS))
    held = tuple(tuple((hands or {}).get(seat, "").split()) for seat in range(book.PLAYERS))
    used = {*held[0], *held[1], *discard.split(), *(card for board in boards for card in board.laid)}
    top = [card for card in book.DECK if card not in used] if pile is None else pile.split()
    state = replace(
        start,
        phase=book.Phase.PLAYING if drawn else book.Phase.DRAWING,
        turns=1,
        hands=held,
        pile=tuple(reversed(top)),
        boards=boards,
        discard=tuple(discard.split()),
    )
    return BookTable(state, saved)


def placed(saved: bool = False, **choices: Any) -> BookTable:
    """A new game in which both have put their chips on cells 1 to 4."""
    table = BookTable(book.new_game(book.BookSetup(**choices), 7), saved)
    return table.does(*(book.PlaceChip(seat, cell) for cell in range(1, book.CHIPS + 1) for seat in range(2)))


def cards_of(state: book.BookState) -> Iterator[str]:
    """Every card of the game, wherever it is."""
    for place in (*state.hands, state.pile, state.discard, *(board.laid for board in state.boards)):
        yield from (card for card in place if card)


def chips_of(state: book.BookState) -> int:
    """Chips that stand on boards, were put aside, or are in the rival's fingers."""
    standing = sum(len(board.chips) + board.aside for board in state.boards)
    return standing + (state.phase is book.Phase.MOVING)


def cards_in(seen: book.BookView) -> set[str]:
    """Every card that a view names, wherever in it."""
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, str) and value in book.DECK:
            found.add(value)
        elif isinstance(value, tuple | list):
            for one in value:
                walk(one)
        elif is_dataclass(value):
            for field in fields(value):
                walk(getattr(value, field.name))

    walk(seen)
    return found


def acting(state: book.BookState) -> list[int]:
    """Seats that may do something."""
    return [seat for seat in range(TABLE + 1, book.PLAYERS) if book.legal_actions(state, seat)]


def _board(seat: int, laid: int, chips: str | None) -> book.Board:
    cards = tuple(f"{cell}{'ab'[seat]}" if cell <= laid else "" for cell in book.CELLS)
    open_cells = [cell for cell in book.CELLS if cell > laid][: book.CHIPS]
    standing = tuple(open_cells) if chips is None else tuple(sorted(int(cell) for cell in chips.split()))
    return book.Board(cards, standing, book.CHIPS - len(standing))
