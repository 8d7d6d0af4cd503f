"""Two Books in a room: who plays, on which seat, and what a pause and somebody's going away mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.book import Draw, Phase, PlaceChip, Skip
from companion.storage import GameStore
from companion.table import Tables
from companion.table.book_order import BookSeat
from companion.table.book_table import BookTables
from companion.table.rooms import Hosting, Plan, Rooms, take_seat_back
from companion.table.rooms.book_kind import BookKind

HOST = "h" * 43


class Inn:
    """A room for the books, with Ann, Ben and whoever else comes at its only table."""

    def __init__(self, folder: Path) -> None:
        store = GameStore(f"sqlite:///{folder / 'rooms.sqlite3'}")
        tales = Tables(store)
        self.books = BookTables(store)
        self.rooms = Rooms(store, tales, store.announcer, kinds={"book": BookKind(self.books)})
        self.books.halted = tales.halted

    def open(self, *people: str, plan: Plan | None = None) -> None:
        plan = plan or Plan(game="book")
        self.room = self.rooms.open(language="en", title="", host="Ms Grey", token=HOST, plan=plan)
        self.host = Hosting(self.rooms, self.room, HOST)
        code = self.rooms.load(self.room).code
        for name in people:
            assert self.rooms.enter(code, name, token=secret(name), address="lan").refusal is None

    def start(self) -> str:
        assert self.host.start(0) is None
        self.game = self.rooms.load(self.room).tables[0].game or ""
        return self.game

    def member(self, name: str) -> str:
        return next(one.id for one in self.rooms.load(self.room).members if one.name == name)

    def place(self) -> None:
        for seat in (0, 1):
            for cell in (1, 2, 3, 4):
                self.books.command(self.game, PlaceChip(seat, cell), command_id=f"{seat} {cell}")


def secret(name: str) -> str:
    return (name * 43)[:43]


@pytest.fixture
def inn(tmp_path: Path) -> Inn:
    return Inn(tmp_path)


def test_two_play_each_on_the_own_seat(inn: Inn) -> None:
    inn.open("Ann", "Ben")
    game = inn.start()
    table = inn.rooms.load(inn.room).tables[0]
    assert (table.kind, table.seats) == ("book", (inn.member("Ann"), inn.member("Ben")))
    assert inn.books.look(game, None).seats == (BookSeat("Ann"), BookSeat("Ben"))
    assert [inn.rooms.may_act(game, seat, secret("Ann")) for seat in (0, 1)] == [True, False]
    assert inn.rooms.stamp(game) == inn.books.look(game, None).stamp


def test_one_plays_against_the_machine_which_acts_by_itself(inn: Inn) -> None:
    inn.open("Ann", plan=Plan(game="book", opponent="careless"))
    game = inn.start()
    (_, house) = inn.books.look(game, None).seats
    assert (house.kind, house.strength) == ("machine", "careless")
    kind = inn.rooms.kinds["book"]
    assert [kind.play_on(game) for _ in range(5)] == [True] * 4 + [False]
    assert len(inn.books.look(game, 0).book.boards[0].chips) == 4
    assert kind.teller(game) is None


def test_more_than_two_are_told_to_spread(inn: Inn) -> None:
    inn.open("Ann", "Ben", "Cleo")
    no = inn.host.start(0)
    assert no is not None and no.code == "room/two_only"
    assert not inn.books.games()


def test_the_other_begins_the_next_game(inn: Inn) -> None:
    inn.open("Ann", "Ben")
    began = inn.books.look(inn.start(), None).book.first
    inn.place()
    inn.books.command(inn.game, inn.books.look(inn.game, began).legal[-1], command_id="offer")
    inn.books.command(inn.game, inn.books.look(inn.game, 1 - began).legal[0], command_id="agree")
    assert inn.rooms.kinds["book"].is_over(inn.game)
    assert inn.books.look(inn.start(), None).book.first == 1 - began


def test_a_pause_holds_both_hands(inn: Inn) -> None:
    inn.open("Ann", "Ben")
    game = inn.start()
    assert inn.host.pause() is None
    assert inn.books.command(game, PlaceChip(0, 1), command_id="1").refusal.code == "room/paused"
    assert inn.host.resume() is None
    assert inn.books.command(game, PlaceChip(0, 1), command_id="2").refusal is None
    assert inn.host.end(0) is None
    assert inn.books.ask_undo(game, 0, command_id="3").refusal.code == "room/ended"


def test_the_machine_plays_for_somebody_who_is_away_and_gives_the_hand_back(inn: Inn) -> None:
    inn.open("Ann", "Ben")
    game = inn.start()
    inn.place()
    before = inn.books.look(game, None).stamp
    assert inn.host.stand_in_for(inn.member("Ben")) is None
    view = inn.books.look(game, None)
    assert view.seats[1] == BookSeat("Ben", "machine")
    assert view.stamp != before
    if view.book.turn == 0:
        inn.books.command(game, Skip(0), command_id="skip")
    assert inn.rooms.kinds["book"].play_on(game)
    assert take_seat_back(inn.rooms, inn.room, secret("Ben")) is None
    assert inn.books.look(game, None).seats[1] == BookSeat("Ben")


def test_a_room_takes_its_games_with_it(inn: Inn) -> None:
    inn.open("Ann", "Ben")
    inn.start()
    inn.place()
    turn = inn.books.look(inn.game, None).book.turn
    assert inn.books.command(inn.game, Draw(turn), command_id="draw").refusal is None
    assert inn.books.look(inn.game, None).book.phase is Phase.PLAYING
    assert inn.host.close() is None
    assert not inn.books.games()
