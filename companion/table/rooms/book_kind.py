"""Сказочник in a room: two people on two screens, or one against the machine."""

from __future__ import annotations

from companion.rules import book
from companion.rules.book import Phase
from companion.rules.kernel import Refusal, Seat
from companion.table.book_order import BookSeat, NewBook
from companion.table.book_table import BookTables
from companion.table.rooms.document import Member, Room, RoomTable
from companion.table.rooms.kinds import Dealt, house_names


class BookKind:
    """The race to finish the book, as rooms see it (`kinds.Kind`)."""

    def __init__(self, tables: BookTables) -> None:
        self._tables = tables

    def deal(self, room: Room, people: tuple[Member, ...], before: RoomTable) -> Dealt | Refusal:
        """Whoever did not begin the table's last game begins this one."""
        if len(people) > book.PLAYERS:
            return Refusal("room/two_only")
        seats = [BookSeat(one.name) for one in people]
        if len(people) < book.PLAYERS:
            seats.append(self._machine(room, house_names(room.language, {one.name for one in people})[0]))
        taken: book.Taken = "seen" if room.plan.seen else "blind"
        order = NewBook(room.language, tuple(seats), taken=taken, first=self._first(before, people))
        game = self._tables.create(order, room=room.id)
        return Dealt(game, tuple(one.id for one in people) + ("",) * (book.PLAYERS - len(people)))

    def delete(self, game: str) -> None:
        self._tables.delete(game)

    def is_over(self, game: str) -> bool:
        return self._tables.look(game, None).book.phase is Phase.OVER

    def teller(self, game: str) -> Seat | None:
        return None

    def gives_sign(self, game: str, time_given: float = 0.0) -> None:
        """No clock runs in this game."""

    def pause(self, game: str, paused: bool) -> None:
        """While the room pauses nobody may act (`BookTables.halted`)."""

    def sit(self, game: str, seat: Seat, name: str) -> None:
        self._tables.reseat(game, seat, BookSeat(name))

    def let_house_play(self, room: Room, game: str, seat: Seat, name: str) -> bool:
        self._tables.reseat(game, seat, self._machine(room, name))
        return True

    def play_on(self, game: str) -> bool:
        return self._tables.react(game)

    def _machine(self, room: Room, name: str) -> BookSeat:
        return BookSeat(name, "machine", room.plan.opponent)

    def _first(self, before: RoomTable, people: tuple[Member, ...]) -> Seat | None:
        """None: lots are drawn."""
        if before.game is None or before.ended or before.kind != "book":
            return None
        began = self._tables.look(before.game, None).book.first
        member = before.seats[began]
        if len(people) < book.PLAYERS:
            return book.rival_of(began)
        return next((book.rival_of(seat) for seat, one in enumerate(people) if one.id == member), None)
