"""A game on the hill is opened, kept whole, renamed and deleted; what is damaged is reported."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from companion.errors import BadInput, DamagedSave, UnknownGame
from companion.rules.hill import HOST, Colour, Declare, Move, StartRound
from companion.table import Tables, hill_order
from companion.table.hill_order import HillQuestion, TeamSeat
from tests.table.hill_kit import QUESTIONS


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"teams": (TeamSeat("Alone", Colour.RED),)}, "teams must be 2 to 8"),
        ({"teams": (TeamSeat("A", Colour.RED), TeamSeat("B", Colour.RED))}, "a colour of its own"),
        ({"teams": (TeamSeat(" ", Colour.RED), TeamSeat("B", Colour.BLUE))}, "team 1: a name has 1 to 40"),
        ({"teams": (TeamSeat("A", Colour.RED), TeamSeat("B", Colour.BLUE, "llm"))}, "team 2: a kind is one of"),
        ({"questions": ()}, "at least one question"),
        ({"questions": (QUESTIONS[0], QUESTIONS[0])}, "the same id"),
        ({"questions": (HillQuestion("q", "Why?", " "),)}, "question 1: it needs an id, a text and an answer"),
        ({"questions": (HillQuestion("q", "Why?", "So", accepted=(7,)),)}, "a question cannot be read"),
        ({"answer_seconds": None}, "there is no such game"),
        ({"host": "robot"}, "host is one of"),
        ({"start": 11}, "start step must be 1 to 10"),
        ({"showing_seconds": -1.0}, "are 0 to 600"),
    ],
)
def test_what_cannot_be_played_is_not_opened(house, choices, says):
    with pytest.raises(BadInput, match=says):
        house.open(**choices)


def test_a_game_is_complete_by_itself_and_goes_on_after_a_restart(house):
    house.open(host="person")
    house.ask()
    house.answer(0, "River 1")
    before = house.see(HOST)
    house.restart()
    assert house.see(HOST) == before
    assert before.question.answer == "River 1"


def test_tales_and_games_on_the_hill_keep_to_their_own_door(house):
    house.open()
    tales = Tables(house.store)
    assert ([one.id for one in house.tables.games()], tales.games()) == ([house.game], [])
    with pytest.raises(UnknownGame):
        tales.look(house.game, None)
    with pytest.raises(UnknownGame):
        house.tables.look("no such game", None)


def test_a_damaged_record_is_reported_and_not_shown(house, tmp_path):
    from sqlalchemy import create_engine, text

    house.open()
    engine = create_engine(house.url)
    with engine.begin() as connection:
        record = json.loads(connection.execute(text("select record from games")).scalar_one())
        del record["options"]["questions"][3]["answer"]
        connection.execute(text("update games set record = :record"), {"record": json.dumps(record)})
    engine.dispose()
    house.restart()
    with pytest.raises(DamagedSave, match="cannot be read"):
        house.see()


def test_a_game_can_be_renamed(house):
    house.open(title="A quiz")
    assert house.see().title == "A quiz"
    house.tables.rename(house.game, " The lesson of Friday ")
    assert house.see().title == "The lesson of Friday"


def test_a_deleted_game_is_gone(house):
    house.open()
    house.tables.delete(house.game)
    with pytest.raises(UnknownGame):
        house.see()


def test_an_entry_that_does_not_fit_is_reported_and_not_shown(house):
    from sqlalchemy import create_engine

    house.open(host="person")
    house.does(StartRound(), Declare(1, Move.PLAIN))
    engine = create_engine(house.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("""update entries set entry = replace(entry, '"seat":1,"mov', '"seat":7,"mov')""")
    engine.dispose()
    house.restart()
    with pytest.raises(DamagedSave, match="entry 2: it does not fit"):
        house.see()


def test_a_stored_game_reads_back_as_it_was_played(house):
    house.open(people=0, scripted=2, start=10)
    house.go_on()
    while house.see().hill.round < 4 and house.stage() != "over":
        house.wait(10)
    before = house.see(HOST)
    house.restart()
    assert house.see(HOST) == before


def test_a_pack_is_read_once_for_all_who_look(house, monkeypatch):
    read = []

    def validate(stored):
        read.append(stored)
        return QUESTIONS

    monkeypatch.setattr(hill_order, "_QUESTIONS", SimpleNamespace(validate_python=validate))
    house.open(people=8)
    opened = len(read)
    for seat in (HOST, None, *range(8)):
        house.see(seat)
    assert len(read) == opened + 1
