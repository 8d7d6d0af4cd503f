"""Many at once, and a program killed at work: each version is won once, and what was accepted is kept."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from companion.errors import StaleVersion
from companion.storage import GameStore, RepeatedCommand
from tests.storage.kit import record, told

ROOT = Path(__file__).parents[2]
PEOPLE, SENTENCES = 8, 5

OPEN = """
import sys
from companion.storage import GameStore
store = GameStore("sqlite:///" + sys.argv[1])
print("ready", flush=True)
"""

APPEND_FOR_EVER = (
    OPEN
    + """
from tests.storage.kit import told
version = store.version("g1")
while True:
    version = store.append("g1", version, [told(f"Фраза {version + n}.") for n in range(3)])
    print(version, flush=True)
"""
)


def program(text: str, path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", text, str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", cwd=ROOT)


def test_eight_people_at_once_lose_nothing_and_each_version_is_won_once(store: GameStore) -> None:
    store.create(record())
    together = Barrier(PEOPLE)

    def tell(person: int) -> list[int]:
        together.wait()
        won: list[int] = []
        while len(won) < SENTENCES:
            sentence = told(f"{person} говорит {len(won)}.", seat=person)
            try:
                won.append(store.append("g1", store.version("g1"), [sentence]))
            except StaleVersion:
                continue
        return won

    with ThreadPoolExecutor(PEOPLE) as people:
        won = list(people.map(tell, range(PEOPLE)))
    assert sorted(version for mine in won for version in mine) == list(range(1, PEOPLE * SENTENCES + 1))
    stored = store.load("g1")
    assert stored.version == PEOPLE * SENTENCES
    for person, mine in enumerate(won):
        assert [stored.entries[version - 1].seat for version in mine] == [person] * SENTENCES


def test_of_eight_who_expect_the_same_version_one_wins(store: GameStore) -> None:
    store.create(record())
    together = Barrier(PEOPLE)

    def tell(person: int) -> bool:
        together.wait()
        try:
            store.append("g1", 0, [told(seat=person, command=f"{person}")])
        except StaleVersion:
            return False
        return True

    with ThreadPoolExecutor(PEOPLE) as people:
        assert sum(people.map(tell, range(PEOPLE))) == 1
    assert store.load("g1").version == 1


def test_a_command_that_arrives_eight_times_at_once_is_one_entry(store: GameStore) -> None:
    store.create(record())
    together = Barrier(PEOPLE)

    def tell(_: int) -> int:
        together.wait()
        try:
            return store.append("g1", 0, [told()])
        except RepeatedCommand as again:
            return again.version

    with ThreadPoolExecutor(PEOPLE) as people:
        assert list(people.map(tell, range(PEOPLE))) == [1] * PEOPLE
    assert store.load("g1").entries == (told(),)


def test_several_programs_may_open_a_new_database_at_once(path: Path) -> None:
    programs = [program(OPEN, path) for _ in range(3)]
    for one in programs:
        assert one.communicate()[0] == "ready\n"
        assert one.returncode == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_a_program_killed_at_work_loses_nothing_that_was_accepted(store: GameStore, path: Path) -> None:
    store.create(record())
    for round in range(3):
        with program(APPEND_FOR_EVER, path) as working:
            assert working.stdout is not None
            assert working.stdout.readline() == "ready\n"
            heard = [int(working.stdout.readline()) for _ in range(5 + 3 * round)]
            working.kill()
            heard += [int(line) for line in working.stdout if line.endswith("\n")]
        stored = store.load("g1")
        assert stored.version >= heard[-1]
        assert stored.version % 3 == 0, "the three entries of an append come together"
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert store.append("g1", stored.version, [told("И жили они долго.")]) == stored.version + 1
