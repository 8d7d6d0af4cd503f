"""Many at once: each version is won once, and a database is made once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

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
