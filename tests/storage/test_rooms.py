"""Rooms: one document each, found by a code that no two share; their games go with them, their seats change hands."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from companion.errors import BadInput, CompanionError, DamagedSave, StaleVersion, UnknownGame
from companion.storage import GameStore, SeatRecord, Stamp
from companion.storage.rooms import FORMAT
from tests.storage.kit import record, told

ODD = {"names": ["Марфа 👑", "a\x00b\ud800"], "seats": [{"at": 1.5}], "none": None}


def test_a_room_is_kept_with_every_character_of_it(store: GameStore) -> None:
    store.rooms.create("r1", "море 123", ODD, 1000.0)
    found = store.rooms.load("r1")
    assert found is not None
    assert (found.id, found.code, found.version, found.updated, found.document) == ("r1", "море 123", 1, 1000.0, ODD)
    assert store.rooms.version("r1") == 1
    assert store.rooms.find("море 123") == "r1"


def test_a_room_that_is_not_there_is_no_fault(store: GameStore) -> None:
    assert store.rooms.load("lost") is None
    assert store.rooms.version("lost") is None
    assert store.rooms.find("море 123") is None
    assert store.rooms.find("море\x00 \ud800") is None, "people type anything"
    store.rooms.delete("lost")
    store.rooms.touch("lost", 1.0)


@pytest.mark.parametrize(("room", "code"), [("r2", "sea 123"), ("r1", "sea 456")], ids=["code", "id"])
def test_a_code_is_given_once(store: GameStore, room: str, code: str) -> None:
    store.rooms.create("r1", "sea 123", {"by": "one"}, 1.0)
    with pytest.raises(BadInput, match="choose another"):
        store.rooms.create(room, code, {"by": "two"}, 2.0)
    found = store.rooms.load("r1")
    assert found is not None
    assert found.document == {"by": "one"}
    store.rooms.delete("r1")
    store.rooms.create("r3", "sea 123", {}, 3.0)
    assert store.rooms.find("sea 123") == "r3", "a code is free again when its room is gone"


def test_of_two_writers_the_second_loads_again(store: GameStore) -> None:
    store.rooms.create("r1", "sea 123", {}, 1.0)
    assert store.rooms.save("r1", 1, {"by": "one"}, 2.0) == 2
    for expected in (1, 5):
        with pytest.raises(StaleVersion, match="room r1 is not at version"):
            store.rooms.save("r1", expected, {"by": "two"}, 3.0)
    with pytest.raises(StaleVersion):
        store.rooms.save("lost", 1, {}, 3.0)
    found = store.rooms.load("r1")
    assert found is not None
    assert (found.document, found.version, found.updated) == ({"by": "one"}, 2, 2.0)


def test_of_eight_who_sit_down_at_once_each_finds_a_place(store: GameStore) -> None:
    store.rooms.create("r1", "sea 123", {"seats": []}, 1.0)
    together = Barrier(8)

    def sit(person: int) -> None:
        together.wait()
        while True:
            found = store.rooms.load("r1")
            assert found is not None
            try:
                store.rooms.save("r1", found.version, {"seats": [*found.document["seats"], person]}, 2.0)
            except StaleVersion:
                continue
            return

    with ThreadPoolExecutor(8) as people:
        list(people.map(sit, range(8)))
    found = store.rooms.load("r1")
    assert found is not None
    assert sorted(found.document["seats"]) == list(range(8))
    assert found.version == 9


def test_rooms_that_nobody_uses_are_found(store: GameStore) -> None:
    for room, at in (("old", 10.0), ("used", 20.0), ("new", 30.0)):
        store.rooms.create(room, f"code of {room}", {}, at)
    assert set(store.rooms.unused_since(25.0)) == {"old", "used"}
    store.rooms.touch("used", 26.0)
    assert store.rooms.unused_since(25.0) == ["old"]
    assert store.rooms.version("used") == 1, "that is no change"


def test_games_are_listed_in_their_room(store: GameStore) -> None:
    for room in ("r1", "r2"):
        store.rooms.create(room, f"code of {room}", {}, 1.0)
    store.create(record("at home", created=1.0))
    store.create(record("first", created=2.0), room="r1")
    store.create(record("second", created=3.0), room="r1")
    store.create(record("elsewhere", created=4.0), room="r2")
    assert [game.id for game in store.list()] == ["at home"]
    assert [game.id for game in store.list(room="r1")] == ["second", "first"]
    assert [game.id for game in store.list_all()] == ["elsewhere", "second", "first", "at home"]
    assert store.list(room="lost") == []
    assert [store.room_of(game) for game in ("at home", "first", "elsewhere")] == [None, "r1", "r2"]
    with pytest.raises(UnknownGame, match="no game lost"):
        store.room_of("lost")


def test_no_game_is_made_in_a_room_that_is_gone(store: GameStore) -> None:
    with pytest.raises(BadInput, match="there is no room lost"):
        store.create(record(), room="lost")
    assert store.list_all() == []


def test_a_room_takes_its_games_along(store: GameStore) -> None:
    for room in ("r1", "r2"):
        store.rooms.create(room, f"code of {room}", {}, 1.0)
        store.create(record(f"of {room}"), room=room)
        store.append(f"of {room}", 0, [told()])
    store.create(record("at home"))
    store.rooms.delete("r1")
    assert [game.id for game in store.list_all()] == ["of r2", "at home"]
    assert store.version_of("of r1", told().command_id) is None
    assert store.load("of r2").version == 1
    store.delete("of r2")
    assert store.rooms.version("r2") == 1, "a room outlives its games"


def test_seats_of_a_running_game_change_hands(store: GameStore) -> None:
    store.create(record(title="Первое имя"))
    store.append("g1", 0, [told()])
    store.rename("g1", "Второе имя")
    assert store.stamp("g1") == Stamp(1, 0)
    seats = (SeatRecord("Марфа"), SeatRecord("Дом", kind="scripted", settings={"level": "A2"}))
    store.reseat("g1", seats)
    stored = store.load("g1")
    assert stored.record == replace(record(title="Второе имя"), seats=seats)
    assert (stored.version, stored.reseated) == (1, 1)
    assert store.stamp("g1") == Stamp(1, 1), "who has read it before sees that it has changed"
    assert store.list()[0].seats == ("Марфа", "Дом")
    assert store.append("g1", 1, [told("Дальше.")]) == 2


def test_as_many_seats_as_before(store: GameStore) -> None:
    store.create(record())
    with pytest.raises(ValueError, match="1 players for 2 seats"):
        store.reseat("g1", [SeatRecord("Одна")])
    assert store.load("g1").record == record()
    for deed in (lambda: store.reseat("lost", [SeatRecord("Одна")]), lambda: store.stamp("lost")):
        with pytest.raises(UnknownGame, match="no game lost"):
            deed()


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("document", '{"seats": [', "no JSON"),
        ("document", "[]", "no JSON object"),
        ("format", FORMAT + 1, "newer Story Companion"),
        ("format", "x", "no format number"),
        ("version", "x", "cannot stand there"),
        ("updated", "yesterday", "no time"),
    ],
)
def test_a_damaged_room_is_named_and_the_others_open(
    store: GameStore, path: Path, column: str, value: object, says: str
) -> None:
    for room in ("first", "second"):
        store.rooms.create(room, f"code of {room}", {}, 1.0)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(f"UPDATE rooms SET {column} = ? WHERE id = 'first'", (value,))
    with pytest.raises(DamagedSave, match=f"room first: .*{says}"):
        store.rooms.load("first")
    assert store.rooms.load("second") is not None
    store.rooms.delete("first")
    assert store.rooms.load("first") is None


Deed = Callable[[GameStore], object]


@pytest.mark.parametrize(
    ("deed", "heard"),
    [
        (lambda store: store.append("g1", 1, [told("Два."), told("Три.")]), [("game:g1", "3")]),
        (lambda store: store.rename("g1", "Имя"), [("game:g1", "1")]),
        (lambda store: store.reseat("g1", record().seats), [("game:g1", "1")]),
        (lambda store: store.delete("g1"), [("game:g1", "")]),
        (lambda store: store.rooms.create("r2", "sky 123", {}, 1.0), [("room:r2", "1")]),
        (lambda store: store.rooms.save("r1", 1, {}, 1.0), [("room:r1", "2")]),
        (lambda store: store.rooms.delete("r1"), [("room:r1", ""), ("game:g1", "")]),
        (lambda store: store.rooms.touch("r1", 2.0), []),
        (lambda store: store.rooms.delete("lost"), []),
    ],
    ids=["append", "rename", "reseat", "delete", "room", "save", "delete room", "touch", "lost"],
)
def test_every_change_is_announced_once_when_it_can_be_read(
    store: GameStore, deed: Deed, heard: list[tuple[str, str]]
) -> None:
    store.rooms.create("r1", "sea 123", {}, 1.0)
    store.create(record(), room="r1")
    store.append("g1", 0, [told("Раз.")])
    got: list[tuple[str, str]] = []

    def listen(topic: str, version: str) -> None:
        kind, _, id = topic.partition(":")
        with ThreadPoolExecutor(1) as somebody_else:  # sees only what was committed
            if kind == "game" and version:
                assert somebody_else.submit(store.version, id).result() == int(version)
            elif kind == "room":
                assert str(somebody_else.submit(store.rooms.version, id).result() or "") == version
        got.append((topic, version))

    leave = store.announcer.subscribe(listen)
    deed(store)
    leave()
    assert [one for one in got if one[0] != "*"] == heard


@pytest.mark.parametrize(
    "deed",
    [
        lambda store: store.append("g1", 5, [told("Мимо.")]),
        lambda store: store.append("g1", 1, [told("Раз.")]),
        lambda store: store.rename("lost", "Имя"),
        lambda store: store.delete("lost"),
        lambda store: store.reseat("g1", []),
        lambda store: store.rooms.save("r1", 7, {}, 1.0),
        lambda store: store.rooms.create("r1", "sea 123", {}, 1.0),
    ],
    ids=["stale", "repeated", "rename", "delete", "reseat", "save", "room"],
)
def test_what_was_not_done_is_not_announced(store: GameStore, deed: Deed) -> None:
    store.rooms.create("r1", "sea 123", {}, 1.0)
    store.create(record())
    store.append("g1", 0, [told("Раз.")])
    got: list[str] = []
    leave = store.announcer.subscribe(lambda topic, _: got.append(topic))
    with pytest.raises((CompanionError, ValueError)):
        deed(store)
    leave()
    assert [topic for topic in got if topic != "*"] == []
