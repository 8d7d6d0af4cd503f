"""Many at once: each version is won once, and a database is made once."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from companion.errors import StaleVersion
from companion.storage import GameStore, RepeatedCommand
from tests.storage import old
from tests.storage.kit import record, told

ROOT = Path(__file__).parents[2]
PEOPLE, SENTENCES = 8, 5

OPEN_AT_ONCE = """
import os, sys
import alembic.command
from companion.storage import GameStore

for path in sys.argv[1:]:
    wait, start = os.pipe()
    programs = []
    for _ in range(4):
        programs.append(os.fork())
        if not programs[-1]:
            os.close(start)
            os.read(wait, 1)
            try:
                GameStore("sqlite:///" + path).close()
            except BaseException as fault:
                print(fault, flush=True)
                os._exit(1)
            os._exit(0)
    os.close(start)
    os.close(wait)
    assert not any(os.waitpid(program, 0)[1] for program in programs)
"""


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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_several_programs_may_open_a_new_or_an_old_database_at_once(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.sqlite3" for number in range(4)]
    for path in paths[::2]:
        old.make(path, 3)
    # One program that has imported everything becomes four at each database: that they meet is then likely.
    command = [sys.executable, "-c", OPEN_AT_ONCE, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert len(list(tmp_path.glob("*before*"))) == len(paths[::2]), "each was copied once"
    store = GameStore(f"sqlite:///{paths[0]}")
    assert store.load("g1").version == 2
    store.close()
