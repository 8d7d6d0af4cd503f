"""Databases of older programs are brought up to date with nothing lost; those of newer ones are left alone."""

from __future__ import annotations

import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event

from companion.errors import StoreUnavailable
from companion.storage import GameStore, schema
from companion.storage.database import Database
from companion.storage.schema import HEAD, REVISIONS, Schema, Standing
from companion.storage.tables import metadata
from tests.storage import old
from tests.storage.kit import record, told


def differences(database: Database) -> list[Any]:
    """Between the tables that are there and those that the store means."""
    with database.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
        if database.is_sqlite:
            # Of a key that was added with its column, SQLAlchemy reads no ON DELETE back: SQLite itself is asked.
            found = [one for one in found if one[0] not in ("add_fk", "remove_fk")]
            [key] = connection.exec_driver_sql("PRAGMA foreign_key_list(games)").mappings()
            assert (key["table"], key["from"], key["on_delete"]) == ("rooms", "room_id", "CASCADE")
    return [one for one in found if getattr(one[-1], "name", "") != "schema_version"]


def rows(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def copies(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.glob("*before*"))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_database_of_an_older_program_keeps_all_it_holds(path: Path, number: int) -> None:
    old.make(path, number)
    store = GameStore(f"sqlite:///{path}")
    stored = store.load("g1")
    assert (stored.record, stored.entries, stored.reseated) == (record(), (told("Раз."), told("Два.")), 0)
    assert [game.id for game in store.list()] == ["g1"]
    assert [case.id for case in store.cases.all()] == ["c1"] * (number >= 2)
    assert (store.notebooks.load("n1") is not None) == (number >= 3)
    store.rooms.create("r1", "sea 123", {}, 1.0)
    store.create(record("g2"), room="r1")
    store.rooms.delete("r1")
    assert store.append("g1", 2, [told("Три.")]) == 3
    assert differences(store._database) == []
    store.close()
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    assert rows(path, "PRAGMA foreign_key_check") == []
    GameStore(f"sqlite:///{path}").close()
    assert copies(path) == [f"games.before-{HEAD}.sqlite3"], "one copy, made once"
    copy = path.with_name(copies(path)[0])
    assert rows(copy, "SELECT version FROM schema_version") == [(number,)]
    assert rows(copy, "SELECT count(*) FROM entries") == [(2,)]


def test_a_copy_never_takes_the_place_of_another(path: Path) -> None:
    old.make(path, 3)
    taken = path.with_name(f"games.before-{HEAD}.sqlite3")
    taken.write_text("an earlier copy", encoding="utf-8")
    GameStore(f"sqlite:///{path}").close()
    assert copies(path) == [f"games.before-{HEAD}-2.sqlite3", taken.name]
    assert taken.read_text(encoding="utf-8") == "an earlier copy"


def test_a_new_database_is_made_by_the_migrations_without_a_copy(store: GameStore, path: Path) -> None:
    assert differences(store._database) == []
    assert rows(path, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert copies(path) == []


def test_a_database_that_an_older_program_left_half_made_is_finished(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(old.GAMES)
    store = GameStore(f"sqlite:///{path}")
    assert differences(store._database) == []
    store.close()


def test_the_store_knows_the_migrations_that_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    there = ScriptDirectory.from_config(config)
    assert [one.revision for one in reversed(list(there.walk_revisions()))] == list(REVISIONS)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE alembic_version SET version_num = '0999'",
        "DROP TABLE alembic_version; UPDATE schema_version SET version = 5",
    ],
    ids=["migrated", "numbered"],
)
def test_a_database_of_a_newer_program_is_left_alone(store: GameStore, path: Path, statement: str) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as other, other:
        other.executescript(statement)
    before = path.read_bytes()
    with pytest.raises(StoreUnavailable, match=r"games\.sqlite3: it belongs to a newer Story Companion .*: update"):
        GameStore(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert copies(path) == []


def test_programs_before_the_migrations_see_that_it_is_newer_than_they_are(store: GameStore, path: Path) -> None:
    assert rows(path, "SELECT max(version) FROM schema_version") == [(4,)], "they know 3"


def test_opening_what_is_up_to_date_needs_no_migration_library(
    store: GameStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "alembic", None)
    opened = GameStore(f"sqlite:///{path}")
    assert [game.id for game in opened.list()] == [game.id for game in store.list()]
    opened.close()


def test_an_old_database_may_be_opened_by_several_at_once(path: Path) -> None:
    old.make(path, 2)
    together = Barrier(4)

    def opened(_: int) -> int:
        together.wait()
        store = GameStore(f"sqlite:///{path}")
        version = store.load("g1").version
        store.close()
        return version

    with ThreadPoolExecutor(4) as programs:
        assert list(programs.map(opened, range(4))) == [2] * 4
    assert len(copies(path)) == 1


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(path: Path) -> None:
    old.make(path, 3)
    database = Database(f"sqlite:///{path}")
    full = "PRAGMA max_page_count=1"
    event.listen(database.engine, "connect", lambda connection, _: connection.execute(full))
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=r"games\.sqlite3: the disk is full"):
            schema.upgrade(database)
    assert schema.look(database) == Schema(Standing.OLDER, "schema 3")
    database.close()
    assert copies(path) == [], "nothing was changed, so no copy is needed"
    assert rows(path, "SELECT count(*) FROM entries") == [(2,)]
    assert rows(path, "SELECT name FROM sqlite_master WHERE name IN ('rooms', 'alembic_version')") == []
    GameStore(f"sqlite:///{path}").close()


def test_without_a_copy_nothing_is_changed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old.make(path, 3)
    real = sqlite3.connect

    def connect(name: Any, *more: Any, **options: Any) -> sqlite3.Connection:
        if "before" in str(name):
            raise sqlite3.OperationalError("unable to open database file")
        return real(name, *more, **options)

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(StoreUnavailable, match=r"no copy can be kept beside it .* Nothing was changed"):
        GameStore(f"sqlite:///{path}")
    assert rows(path, "SELECT max(version) FROM schema_version") == [(3,)]


def test_looking_makes_no_file(path: Path) -> None:
    database = Database(f"sqlite:///{path}")
    assert schema.look(database) == Schema(Standing.EMPTY)
    database.close()
    assert not path.exists()
