"""A database in trouble: the message names the file and the remedy, and nothing is half written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from companion.errors import StoreUnavailable, WrongSetting
from companion.storage import GameStore
from companion.storage.tables import SCHEMA_VERSION, metadata
from tests.storage.kit import record, told


def reopened(store: GameStore, path: Path, *pragmas: str) -> GameStore:
    """Another store on the file, whose connections have these limits."""
    store.close()
    limited = GameStore(f"sqlite:///{path}", patience=0)
    limited.close()

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        for pragma in pragmas:
            connection.execute(pragma)

    event.listen(limited._engine, "connect", limit)
    return limited


@pytest.fixture
def filled(store: GameStore) -> GameStore:
    store.create(record())
    store.append("g1", 0, [told()])
    return store


def test_a_locked_database_says_who_holds_it_up(filled: GameStore, path: Path) -> None:
    hasty = reopened(filled, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match=r"games\.sqlite3: another program is writing .* Nothing was saved"):
            hasty.append("g1", 1, [told("Ещё.")])
        assert hasty.load("g1").version == 1, "reading goes on while another writes"
        other.execute("ROLLBACK")
    assert hasty.append("g1", 1, [told("Ещё.")]) == 2
    hasty.close()


def test_a_database_that_may_not_be_written_can_still_be_read(filled: GameStore, path: Path) -> None:
    read_only = reopened(filled, path, "PRAGMA query_only=ON")
    with pytest.raises(StoreUnavailable, match=r"games\.sqlite3: it may not be written: check the rights"):
        read_only.append("g1", 1, [told("Ещё.")])
    assert read_only.list()[0].version == read_only.load("g1").version == 1
    read_only.close()


def test_a_full_disk_leaves_the_game_as_it_was(filled: GameStore, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        pages = other.execute("PRAGMA page_count").fetchone()[0]
    full = reopened(filled, path, f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreUnavailable, match=r"games\.sqlite3: the disk is full: free some space"):
        full.append("g1", 1, [told("Маленькая."), told("Огромная " * 10_000, "c")])
    full.close()
    later = GameStore(f"sqlite:///{path}")
    assert later.load("g1").version == later.version("g1") == 1
    later.close()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.write_text("Жили-были" * 500, encoding="utf-8"), "it is no database: move it away"),
        (lambda path: path.write_bytes(path.read_bytes()[:5000]), "it is damaged: move it away"),
    ],
    ids=["text", "cut off"],
)
def test_a_broken_database_file_is_named(
    filled: GameStore, path: Path, spoil: Callable[[Path], Any], says: str
) -> None:
    filled.close()
    spoil(path)
    with pytest.raises(StoreUnavailable, match=rf"games\.sqlite3: {says}"):
        GameStore(f"sqlite:///{path}").list()


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be opened: check that it is a file"):
        GameStore(f"sqlite:///{tmp_path}")


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "tales").write_text("", encoding="utf-8")
    with pytest.raises(StoreUnavailable, match=r"games\.sqlite3: its folder cannot be made"):
        GameStore(f"sqlite:///{tmp_path}/tales/deep/games.sqlite3")


def test_a_database_of_a_newer_program_is_left_alone(filled: GameStore, path: Path) -> None:
    filled.close()
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE schema_version SET version = ?", (SCHEMA_VERSION + 1,))
    with pytest.raises(StoreUnavailable, match=r"games\.sqlite3: it belongs to a newer Story Companion"):
        GameStore(f"sqlite:///{path}")


@pytest.mark.parametrize("url", ["", "games.sqlite3", "oracle9:///x", "sqlite://", "sqlite:///:memory:"])
def test_a_url_that_names_no_database_file_is_a_wrong_setting(url: str) -> None:
    with pytest.raises(WrongSetting, match=r"COMPANION_DATABASE_URL: .*sqlite:////path/to"):
        GameStore(url)


def test_a_missing_driver_is_named_and_the_password_is_not() -> None:
    with pytest.raises(StoreUnavailable, match=r"anna:\*\*\*@db/tales: its driver is not installed") as fault:
        GameStore("mysql+pymysql://anna:secret@db/tales")
    assert "secret" not in str(fault.value)


def test_the_tables_can_be_made_on_postgresql() -> None:
    made = [str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in metadata.sorted_tables]
    assert len(made) == 6
    assert "DOUBLE PRECISION" in "".join(made)
