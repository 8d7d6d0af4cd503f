"""Games survive: what was accepted is kept, and nothing else is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import BadInput, CompanionError, DamagedSave, StaleVersion, UnknownGame
from companion.storage import Entry, GameStore, RepeatedCommand, StoredGame, standing
from tests.storage.kit import record, told, undo


def change(path: Path, statement: str, *values: object) -> None:
    """Damage done behind the store's back."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()


def test_a_new_game_is_found_again_as_it_was(store: GameStore) -> None:
    store.create(record())
    assert store.load("g1") == StoredGame(record(), ())


def test_what_was_appended_is_loaded_in_its_order(store: GameStore) -> None:
    store.create(record())
    assert store.append("g1", 0, [told("Раз."), told("Два.")]) == 2
    assert store.append("g1", 2, [told("Три.")]) == 3
    stored = store.load("g1")
    assert stored.version == store.version("g1") == 3
    assert stored.entries == (told("Раз."), told("Два."), told("Три."))


def test_a_game_outlives_the_program(store: GameStore, path: Path) -> None:
    store.create(record())
    store.append("g1", 0, [told()])
    store.close()
    later = GameStore(f"sqlite:///{path}")
    assert later.load("g1").entries == (told(),)
    later.close()


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    path = tmp_path / "Мои сказки" / "2" / "games.sqlite3"
    GameStore(f"sqlite:///{path}").close()
    assert path.is_file()


def test_games_do_not_mix(store: GameStore) -> None:
    for id in ("a", "b"):
        store.create(record(id))
        store.append(id, 0, [told(f"Это {id}.", command="the same id")])
    assert store.load("a").entries == (told("Это a.", command="the same id"),)


def test_who_comes_second_is_told_so_and_nothing_is_written(store: GameStore) -> None:
    store.create(record())
    store.append("g1", 0, [told("Первый.")])
    with pytest.raises(StaleVersion, match="game g1 is at version 1, not 0"):
        store.append("g1", 0, [told("Второй.")])
    with pytest.raises(StaleVersion):
        store.append("g1", 5, [told("Пятый.")])
    assert store.load("g1").entries == (told("Первый."),)


@pytest.mark.parametrize("expected", [0, 1, 2, 7])
def test_a_command_sent_twice_is_one_entry_whatever_version_it_expects(store: GameStore, expected: int) -> None:
    store.create(record())
    store.append("g1", 0, [told("Раз."), told("Два.")])
    with pytest.raises(RepeatedCommand) as again:
        store.append("g1", expected, [told("Раз.")])
    assert again.value.version == 1
    assert store.version_of("g1", told("Раз.").command_id) == 1
    assert store.load("g1").version == 2


def test_a_command_never_sent_has_no_version(store: GameStore) -> None:
    store.create(record())
    assert store.version_of("g1", "never") is None
    assert store.version_of("nowhere", "never") is None


def test_of_several_entries_all_or_none_are_written(store: GameStore) -> None:
    store.create(record())
    store.append("g1", 0, [told("Раз.")])
    with pytest.raises(RepeatedCommand):
        store.append("g1", 1, [told("Два."), told("Раз.")])
    with pytest.raises(ValueError, match="the same command id"):
        store.append("g1", 1, [told("Два.", "c"), told("Три.", "c")])
    with pytest.raises(BadInput):
        store.append("g1", 1, [told("Два."), told("\ud800", "c")])
    with pytest.raises(ValueError, match="nothing to append"):
        store.append("g1", 1, [])
    assert store.load("g1").entries == (told("Раз."),)


@pytest.mark.parametrize(
    "deed",
    [
        lambda store: store.load("lost"),
        lambda store: store.append("lost", 0, [told()]),
        lambda store: store.version("lost"),
        lambda store: store.rename("lost", "Найденный"),
        lambda store: store.delete("lost"),
    ],
    ids=["load", "append", "version", "rename", "delete"],
)
def test_a_game_that_is_not_there_is_named(store: GameStore, deed: Callable[[GameStore], object]) -> None:
    with pytest.raises(UnknownGame, match="no game lost"):
        deed(store)


def test_an_id_is_given_once(store: GameStore) -> None:
    store.create(record(title="Первая"))
    with pytest.raises(BadInput, match="game g1: there is a game of that id already"):
        store.create(record(title="Вторая"))
    assert store.load("g1").record.title == "Первая"


def test_the_list_shows_the_last_played_first(store: GameStore) -> None:
    store.create(record("old", created=1.0))
    store.create(record("new", created=2.0, language="en", title="The Stove"))
    store.append("old", 0, [told(at=3.0)], finished=True)
    old, new = store.list()
    assert (old.id, old.version, old.created, old.updated, old.finished) == ("old", 1, 1.0, 3.0, True)
    assert (new.id, new.title, new.language, new.seats) == ("new", "The Stove", "en", ("Марфа", "Boris"))
    assert (new.version, new.finished, new.damaged, new.game) == (0, False, None, "tale")


def test_a_game_that_goes_on_after_its_end_was_undone_is_unfinished(store: GameStore) -> None:
    store.create(record())
    store.append("g1", 0, [told()], finished=True)
    store.append("g1", 1, [undo(0)])
    assert not store.list()[0].finished


def test_a_game_gets_another_title(store: GameStore) -> None:
    store.create(record(title="Без названия"))
    store.rename("g1", "Лиса\x00 и \ud800журавль")
    assert store.load("g1").record.title == store.list()[0].title == "Лиса\ufffd и ?журавль"


def test_a_deleted_game_is_gone_with_all_it_held(store: GameStore, path: Path) -> None:
    store.create(record())
    store.append("g1", 0, [told()])
    store.delete("g1")
    assert store.list() == []
    left = sqlite3.connect(path)
    assert left.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    left.close()


@pytest.mark.parametrize(
    ("history", "stands"),
    [
        ([], ""),
        (["a", "b"], "ab"),
        (["a", "b", 1], "a"),
        (["a", "b", 1, "c"], "ac"),
        (["a", "b", 0, "c"], "c"),
        (["a", "b", 1, "c", 4, "d"], "acd"),
        (["a", "b", 1, "c", 2, "d"], "abd"),
        (["a", 0, 1], "a"),
        (["a", "b", 1, 0], ""),
    ],
)
def test_what_was_undone_does_not_stand(history: list[str | int], stands: str) -> None:
    entries = [undo(one) if isinstance(one, int) else told(one) for one in history]
    assert "".join(entry.action.text for _, entry in standing(entries)) == stands


def test_an_undo_is_kept_with_the_rest(store: GameStore) -> None:
    store.create(record())
    store.append("g1", 0, [told("Раз."), told("Два."), undo(1)])
    stored = store.load("g1")
    assert stored.version == 3
    assert standing(stored.entries) == ((1, told("Раз.")),)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("UPDATE entries SET entry = '{' WHERE version = 2", "game bad, entry 2: Invalid JSON"),
        ("UPDATE entries SET entry = x'ff00' WHERE version = 2", "game bad, entry 2: Invalid JSON"),
        ("UPDATE entries SET format = 99 WHERE version = 2", "game bad, entry 2: it was saved by a newer"),
        ("DELETE FROM entries WHERE version = 2", "game bad, entry 2: it is missing"),
        ("DELETE FROM entries WHERE version = 3", "game bad, entry 3: it is missing"),
        ("UPDATE games SET record = '{}' WHERE id = 'bad'", "game bad: id: Field required"),
        ("UPDATE games SET record = x'ff' WHERE id = 'bad'", "game bad: Invalid JSON"),
        ("UPDATE games SET game = 'chess' WHERE id = 'bad'", "game bad: unknown game 'chess'"),
        ("UPDATE games SET format = 'x' WHERE id = 'bad'", "game bad: format: 'x' is no format number"),
        ("UPDATE games SET created = 'long ago' WHERE id = 'bad'", "game bad: created: 'long ago' cannot stand there"),
        ("UPDATE games SET version = 'x' WHERE id = 'bad'", "game bad: version: 'x' cannot stand there"),
        ("UPDATE games SET language = x'ff' WHERE id = 'bad'", "game bad: language: b'\\xff' cannot stand there"),
    ],
)
def test_damage_is_named_with_game_and_entry_and_the_other_games_open(
    store: GameStore, path: Path, damage: str, says: str
) -> None:
    store.create(record("good"))
    store.create(record("bad", created=5.0))
    store.append("bad", 0, [told("Раз."), told("Два."), told("Три.")])
    change(path, damage)
    with pytest.raises(DamagedSave) as fault:
        store.load("bad")
    assert str(fault.value).startswith(says)
    summaries = {one.id: one for one in store.list()}
    assert summaries["good"].damaged is None
    assert summaries["bad"].title == "Вечер у печки"
    assert isinstance(summaries["bad"].created, float)
    if "entries SET" not in damage:  # the list counts entries, but does not read them
        assert summaries["bad"].damaged
    assert store.load("good").record == record("good")
    store.delete("bad")
    assert [one.id for one in store.list()] == ["good"]


def test_an_error_of_the_store_is_one_that_the_edge_can_show() -> None:
    assert issubclass(RepeatedCommand, CompanionError)
    assert RepeatedCommand.code == "error/repeated_command"


def test_an_entry_needs_a_command_id_that_the_database_takes(store: GameStore) -> None:
    store.create(record())
    for id in ("", "x" * 101):
        with pytest.raises(BadInput, match="command_id"):
            store.append("g1", 0, [Entry(id, 0, told().action, (), 1.0)])
