"""What goes wrong in a classroom: a server killed at work, a full or read-only disk, a clock that jumps."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StoreUnavailable
from companion.storage import GameStore
from tests.storage.kit import record, told

ROOT = Path(__file__).parents[2]
KILLS = 100


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork and no kill -9")
def test_a_server_killed_a_hundred_times_at_work_loses_and_repeats_nothing(store: GameStore, path: Path) -> None:
    words = [f"sqlite:///{path}", str(KILLS), "7"]
    killed = [sys.executable, "-m", "tests.storage.killed_at_work", *words]
    done = subprocess.run(killed, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    heard = json.loads(done.stdout)
    entries = store.load(heard["game"]).entries
    commands = [entry.command_id for entry in entries]
    assert max(Counter(commands).values()) == 1, "nothing twice, though it was sent again"
    for command_id, version in heard["answered"]:
        assert commands[version - 1] == command_id, "nothing that was answered is lost"
    # Whatever is there was sent: all of it was answered at last, but for the very last one.
    assert set(commands) - {command_id for command_id, _ in heard["answered"]} <= {"begun", "timed", heard["lost"]}
    for entry in entries:
        assert entry.action.text.endswith(f"{entry.command_id}.")
        assert entry.events, "nothing is half applied"
    assert heard["unanswered"], "some were killed between a command and its answer"
    assert len(heard["answered"]) > KILLS / 4, "others had just answered"
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize(
    ("begins", "ends", "says"),
    [
        ("PRAGMA max_page_count=1", "PRAGMA max_page_count=1000000", "the disk is full: free some space"),
        ("PRAGMA query_only=ON", "PRAGMA query_only=OFF", "it may not be written: check the rights"),
    ],
    ids=["full disk", "read-only"],
)
def test_the_game_goes_on_when_the_trouble_is_over(store: GameStore, begins: str, ends: str, says: str) -> None:
    store.create(record())
    store.append("g1", 0, [told("Раз.")])
    long = [told("Два.", "long"), told("Огромная " * 10_000, "longer")]

    def disk(statement: str) -> None:
        # The pool of this thread's store holds one connection, which the store takes again.
        with store._database.engine.connect() as connection:
            connection.exec_driver_sql(statement)

    disk(begins)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=rf"games\.sqlite3: {says}.* Nothing was saved"):
            store.append("g1", 1, long)
        assert store.load("g1").entries == (told("Раз."),), "what was told can be read meanwhile"
    disk(ends)
    assert store.append("g1", 1, long) == 3
    assert store.load("g1").version == 3


def test_a_clock_that_jumps_changes_no_order(store: GameStore) -> None:
    store.create(record(created=5000.0))
    for version, at in enumerate((5001.0, 12.0, 9e9, 0.0, 5002.0)):
        assert store.append("g1", version, [told(f"{version}.", at=at)]) == version + 1
    stored = store.load("g1")
    assert [entry.action.text for entry in stored.entries] == ["0.", "1.", "2.", "3.", "4."]
    assert [entry.at for entry in stored.entries] == [5001.0, 12.0, 9e9, 0.0, 5002.0]
    store.rooms.create("r1", "sea 123", {}, 5000.0)
    assert [store.rooms.save("r1", 1, {}, 3.0), store.rooms.save("r1", 2, {}, 9e9)] == [2, 3]
