"""A running game of Сказочник: commands, machines that answer, undo by agreement, the next game, and no secrets out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadInput, DamagedSave, UnknownGame
from companion.machine import book as machine
from companion.rules import book
from companion.rules.book import AnswerStop, Draw, EndTurn, LayChapter, MoveChip, OfferStop, Phase, PlaceChip, Skip
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables
from companion.table.book_order import BookSeat, NewBook
from tests.kit.book_table import cards_in
from tests.table.book_kit import BookHouse


@pytest.fixture
def house(tmp_path: Path) -> BookHouse:
    return BookHouse(tmp_path)


# ── Opening ───────────────────────────────────────────────────────────────────


def test_a_game_is_opened_and_shown_as_it_was_ordered(house: BookHouse) -> None:
    house.open(machine="strong", placed=False, title=" Evening ", taken="seen")
    view = house.sees()
    assert (view.title, view.language, view.book.taken_seen) == ("Evening", "en", True)
    assert view.seats == (BookSeat("Ann"), BookSeat("Robot", "machine", "strong"))
    assert [(one.id, one.game) for one in house.tables.games()] == [(house.game, "book")]
    house.tables.rename(house.game, "Morning")
    assert house.sees().title == "Morning"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seats": (BookSeat("Ann"),)}, "for 2 players, not 1"),
        ({"seats": (BookSeat("Ann"), BookSeat(" "))}, "seat 2: a name has 1 to 40 characters"),
        ({"seats": (BookSeat("Ann"), BookSeat("B", "machine", "clever"))}, "strength is one of careless, sensible"),
        ({"seats": (BookSeat("Ann"), BookSeat("B", "llm"))}, "kind is one of human, machine"),
        ({"language": "xx"}, "no language 'xx': it has en, ru"),
        ({"taken": "asked"}, "taken is one of blind, seen"),
        ({"first": 2}, "there is no seat 2"),
    ],
)
def test_what_cannot_be_played_is_named(house: BookHouse, wrong: dict[str, Any], says: str) -> None:
    order = {"language": "en", "seats": (BookSeat("Ann"), BookSeat("Ben")), **wrong}
    with pytest.raises(BadInput, match=says):
        house.tables.create(NewBook(**order))


def test_a_tale_is_no_book_and_a_book_no_tale(house: BookHouse) -> None:
    tales = Tables(house.store)
    tale = tales.create(NewTable("en", (SeatInfo("Ann"), SeatInfo("Ben"))))
    with pytest.raises(UnknownGame):
        house.tables.look(tale, 0)
    with pytest.raises(UnknownGame):
        tales.look(house.open(), 0)
    assert [one.id for one in tales.games()] == [tale]
    assert [one.id for one in house.tables.games()] == [house.game]


# ── Commands ──────────────────────────────────────────────────────────────────


def test_a_deed_is_stored_and_survives_the_server(house: BookHouse) -> None:
    house.open()
    house.does(Draw(0))
    before = house.sees()
    house.restart()
    assert house.sees() == before


def test_the_same_command_twice_is_one_deed(house: BookHouse) -> None:
    house.open()
    first, again = (house.tries(Draw(0), command_id="one click") for _ in range(2))
    assert (again.repeated, again.version) == (True, first.version)
    assert len(house.sees().book.hand) == 7


def test_a_page_that_is_behind_is_told_so(house: BookHouse) -> None:
    house.open()
    seen = house.sees().version
    house.does(Draw(0))
    assert house.tries(EndTurn(0), expected=seen).refusal.code == "table/moved_on"


def test_a_refusal_of_the_rules_comes_back(house: BookHouse) -> None:
    house.open()
    assert house.tries(EndTurn(0)).refusal.code == "book/draw_first"


def test_both_screens_of_one_server_see_each_deed(house: BookHouse) -> None:
    house.open()
    other = BookHouse.__new__(BookHouse)
    other.__dict__.update(house.__dict__)
    other.restart()
    assert other.sees(1).book.turn == 0
    house.does(Skip(0))
    assert other.sees(1).book.turn == 1
    other.does(Draw(1))
    assert house.sees(0).book.hand_counts == (9, 7)


def test_there_is_no_third_seat(house: BookHouse) -> None:
    house.open()
    with pytest.raises(BadInput, match="has no seat 2"):
        house.sees(2)


# ── What a page is shown ──────────────────────────────────────────────────────


def test_every_choice_comes_with_the_reason_against_it(house: BookHouse) -> None:
    house.open()
    can = house.sees(0).can
    assert (can.draw, can.skip, can.end.code) == (None, None, "book/draw_first")
    assert set(can.cards) == set(house.sees(0).book.hand)
    assert set(house.sees(0).legal) == {Draw(0), Skip(0), OfferStop(0)}
    assert house.sees(1).can.draw.code == "book/not_your_turn"
    assert house.sees(None).can is None


def test_cells_say_where_a_chip_may_stand(house: BookHouse) -> None:
    house.open(placed=False)
    house.does(PlaceChip(0, 7))
    cells = house.sees(0).can.cells
    assert [cell for cell, no in cells.items() if no] == [7]


def test_nobody_is_shown_what_is_hidden(house: BookHouse) -> None:
    house.open()
    hands = [set(house.sees(seat).book.hand) for seat in (0, 1)]
    for seat in (0, 1):
        view = house.sees(seat)
        assert cards_in(view.book).isdisjoint(hands[1 - seat])
        assert not view.can.take
    assert not cards_in(house.sees(None).book)
    said = repr(house.sees(None))
    assert not [card for hand in hands for card in hand if f"'{card}'" in said]


def test_the_robber_is_shown_what_it_may_take(house: BookHouse) -> None:
    house.open(taken="seen")
    for _ in range(40):
        seat = house.sees().book.turn
        house.does(Draw(seat))
        gives = [action for action in house.sees(seat).legal if isinstance(action, book.Rob)]
        if gives:
            break
        house.does(EndTurn(seat))
    house.does(gives[0])
    can = house.sees(seat).can
    assert set(can.take) == set(house.sees(1 - seat).book.hand)
    assert not house.sees(1 - seat).can.take


def test_the_log_tells_what_everybody_may_know(house: BookHouse) -> None:
    house.open()
    house.does(Skip(0), Draw(1), EndTurn(1), OfferStop(0), AnswerStop(1, False))
    assert house.lines() == ["log/book_dealt", "log/book_skipped", "log/book_stop_offered", "log/book_stop_declined"]


# ── Machines ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("strength", machine.STRENGTHS)
def test_a_machine_places_its_chips_and_plays_its_turn(house: BookHouse, strength: str) -> None:
    house.open(machine=strength, placed=False)
    assert house.sees().waits_for_machine
    assert house.machine_plays() == 4
    house.does(*(PlaceChip(0, cell) for cell in (1, 2, 3, 4)))
    assert not house.tables.react(house.game)
    house.does(Skip(0))
    assert house.sees().waits_for_machine
    while house.machine_plays() and house.sees().book.phase is Phase.MOVING:
        house.does(next(action for action in house.sees().legal if isinstance(action, MoveChip)))
    assert house.sees().book.turn == 0


def test_a_machine_moves_the_chip_in_the_persons_turn(house: BookHouse) -> None:
    house.open(machine="strong")
    lay_something(house)
    assert house.sees().book.phase is Phase.MOVING
    assert house.tables.react(house.game)
    assert len(house.sees().book.boards[0].chips) == 4


def test_two_screens_let_the_machine_act_once(house: BookHouse) -> None:
    house.open(machine="sensible")
    house.does(Skip(0))
    seen = house.sees().version
    assert house.tables.command(house.game, Draw(1), command_id=f"machine {seen + 1}", expected=seen).refusal is None
    again = house.tables.command(house.game, Draw(1), command_id=f"machine {seen + 1}", expected=seen)
    assert again.repeated


def test_a_machine_ahead_takes_the_offer_to_stop_and_one_behind_does_not(house: BookHouse) -> None:
    house.open(machine="sensible")
    house.does(OfferStop(0))
    house.machine_plays()
    assert (house.sees().book.phase, house.sees().book.stop_declined) == (Phase.DRAWING, (0,))


def test_a_machine_that_fails_does_not_stall_the_game(house: BookHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise RuntimeError("broken")

    house.open(machine="sensible")
    house.does(Skip(0))
    monkeypatch.setattr(machine, "act", fails)
    assert house.tables.react(house.game)
    assert house.sees().book.hand_counts[1] == 7


def test_two_machines_play_a_game_to_its_end(house: BookHouse) -> None:
    seats = (BookSeat("A", "machine", "strong"), BookSeat("B", "machine", "sensible"))
    house.game = house.tables.create(NewBook("ru", seats, seed=3))
    house.machine_plays()
    assert house.sees(None).book.outcome.reason == "book/finished"
    assert house.lines()[-1] == "log/book_won"
    assert house.store.list()[0].finished


# ── Undo by agreement ─────────────────────────────────────────────────────────


def test_undo_is_asked_for_and_granted(house: BookHouse) -> None:
    house.open()
    before = house.sees().book
    house.does(Draw(0))
    assert house.asks_undo(0).refusal is None
    assert house.sees(1).undo_asked == 0
    assert house.sees(1).can.answer_undo is None
    assert house.answers_undo(1, True).refusal is None
    assert house.sees().book == before
    assert house.sees().undo_asked is None


def test_undo_declined_leaves_the_game_as_it_is(house: BookHouse) -> None:
    house.open()
    house.does(Draw(0))
    after = house.sees().book
    house.asks_undo(0)
    house.answers_undo(1, False)
    assert house.sees().book == after
    assert house.sees().undo_declined
    assert house.asks_undo(0).refusal.code == "table/undo_declined"
    house.does(EndTurn(0))
    assert house.asks_undo(0).refusal is None


def test_undo_takes_back_what_followed_too(house: BookHouse) -> None:
    house.open()
    house.does(Draw(0))
    before = house.sees().book
    house.does(EndTurn(0), Skip(1))
    house.asks_undo(0)
    house.answers_undo(1, True)
    assert house.sees().book == before
    assert house.lines() == ["log/book_dealt"]


def test_a_request_lapses_when_somebody_plays_on(house: BookHouse) -> None:
    house.open()
    house.does(Draw(0))
    house.asks_undo(0)
    house.does(EndTurn(0))
    assert house.sees().undo_asked is None
    assert house.answers_undo(1, True).refusal.code == "table/undo_not_asked"


def test_only_the_other_answers_and_one_request_is_enough(house: BookHouse) -> None:
    house.open()
    assert house.tables.ask_undo(house.game, 1, command_id="x").refusal is None
    assert house.asks_undo(0).refusal.code == "table/undo_asked_already"
    assert house.answers_undo(1, True).refusal.code == "table/undo_own_request"


def test_there_must_be_something_to_take_back(house: BookHouse) -> None:
    house.open(placed=False)
    house.does(PlaceChip(0, 1))
    assert house.asks_undo(1).refusal.code == "table/undo_nothing"
    assert house.sees(1).can.ask_undo.code == "table/undo_nothing"


def test_the_same_request_twice_is_one(house: BookHouse) -> None:
    house.open()
    house.does(Draw(0))
    first, again = (house.asks_undo(0, command_id="click") for _ in range(2))
    assert (again.repeated, again.version) == (True, first.version)
    assert house.asks_undo(0, expected=1).refusal.code == "table/moved_on"


def test_a_machine_grants_what_has_shown_nothing(house: BookHouse) -> None:
    house.open(machine="sensible")
    before = lay_something(house)
    house.tables.react(house.game)  # It moves the chip.
    house.asks_undo(0)
    assert house.sees().waits_for_machine
    assert house.tables.react(house.game)
    assert house.sees().book == before
    assert not house.sees().undo_declined


def test_a_machine_does_not_give_back_what_was_seen(house: BookHouse) -> None:
    house.open(machine="sensible")
    house.does(Draw(0))
    house.asks_undo(0)
    house.tables.react(house.game)
    assert house.sees().undo_declined
    assert len(house.sees().book.hand) == 7


# ── After the game, and damage ────────────────────────────────────────────────


def test_the_other_begins_the_next_game_which_is_opened_once(house: BookHouse) -> None:
    house.open()
    house.does(OfferStop(0), AnswerStop(1, True))
    assert house.asks_undo(0).refusal.code == "book/game_over"
    fresh = house.tables.next_game(house.game)
    assert house.tables.next_game(house.game) == fresh
    assert house.tables.look(fresh, 0).book.first == 1
    assert {one.id: one.finished for one in house.store.list()} == {house.game: True, fresh: False}


def test_a_deleted_game_is_gone(house: BookHouse) -> None:
    house.tables.delete(house.open())
    with pytest.raises(UnknownGame):
        house.sees()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"strength":"strong"', '"strength":"divine"', "nobody plays as machine of strength 'divine'"),
        ('"language":"en"', '"language":"xx"', "not written in 'xx'"),
    ],
)
def test_a_stored_game_with_an_unknown_choice_is_named(house: BookHouse, old: str, new: str, says: str) -> None:
    from sqlalchemy import create_engine, text

    house.open(machine="strong", placed=False)
    with create_engine(house.url).begin() as database:
        database.execute(text("UPDATE games SET record = replace(record, :old, :new)"), {"old": old, "new": new})
    house.restart()
    with pytest.raises(DamagedSave, match=says):
        house.sees()


def test_events_that_do_not_fit_are_named(house: BookHouse) -> None:
    house.open()
    from companion.rules.book.events import Drew
    from companion.storage import Entry

    store = GameStore(house.url)
    store.append(house.game, 8, [Entry("bad", 0, Draw(0), (Drew(0, "7a"), Drew(9, "7b")), at=1.0)])
    with pytest.raises(DamagedSave, match="entry 9: it does not fit"):
        house.sees()


def lay_something(house: BookHouse) -> book.BookView:
    """Seat 0 plays until it lays a chapter; the view right before it did."""
    for _ in range(30):
        house.does(Draw(0))
        chapters = [action for action in house.sees().legal if isinstance(action, LayChapter)]
        if chapters:
            before = house.sees().book
            house.does(chapters[0])
            return before
        house.does(EndTurn(0))
        while house.machine_plays() and house.sees().book.phase is Phase.MOVING:
            house.does(next(action for action in house.sees().legal if isinstance(action, MoveChip)))
    raise AssertionError("no chapter could be laid in 30 turns")
