"""Teachers' packs outlive the program, each its host's own; a damaged one says so and leaves the others alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.errors import DamagedSave, StaleVersion
from companion.questions import Pack, Question, from_document, to_document
from companion.storage import GameStore
from companion.storage.packs import FORMAT

PACK = Pack("mine", "ru", "Мои 👑 вопросы", "", ((Question("q-1", "Что?\x00", "да", ("ага",), language="ru"),),))


def save(store: GameStore, id: str = "first", expected: int = 0, at: float = 1.0, **other: Any) -> int:
    beside = {"owner": "anna", "title": PACK.title, "language": "ru", "questions": 1}
    return store.packs.save(id, expected, to_document(PACK), at, **(beside | other))


def test_a_pack_is_kept_with_every_question_of_it(store: GameStore, path: Path) -> None:
    assert store.packs.load("first") is None
    assert save(store, at=1000.0) == 1
    store.close()
    later = GameStore(f"sqlite:///{path}")
    found = later.packs.load("first")
    assert found is not None
    assert from_document(found.document) == PACK
    assert (found.summary.title, found.summary.version, found.summary.updated) == (PACK.title, 1, 1000.0)
    later.close()


def test_of_two_writers_the_second_loads_again(store: GameStore) -> None:
    save(store)
    with pytest.raises(StaleVersion):
        save(store)
    assert save(store, expected=1) == 2
    with pytest.raises(StaleVersion):
        save(store, expected=1)


def test_a_host_sees_the_own_packs_and_everybodys_and_changes_only_the_own(store: GameStore) -> None:
    save(store, "annas", at=1.0)
    save(store, "all", at=2.0, owner="", title="a\x00b\ud800")
    save(store, "boris", at=3.0, owner="boris")
    assert [(one.id, one.questions) for one in store.packs.list("anna")] == [("all", 1), ("annas", 1)]
    assert store.packs.list("anna")[0].title == "a\ufffdb?"
    with pytest.raises(StaleVersion):
        save(store, "boris", 1)
    store.packs.delete("boris", "anna")
    assert store.packs.load("boris") is not None
    store.packs.delete("boris", "boris")
    store.packs.delete("boris", "boris")
    assert store.packs.load("boris") is None


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("document", "[]", "no JSON object"),
        ("document", b"\xff\xfe", "no JSON"),
        ("format", FORMAT + 1, "newer Story Companion"),
        ("format", "x", "no format number"),
        ("version", "x", "cannot stand there"),
        ("questions", -1, "no number of questions"),
        ("title", b"\xff", "is no text"),
        ("updated", "yesterday", "no time"),
    ],
)
def test_a_damaged_pack_is_named_and_the_others_open(
    store: GameStore, path: Path, column: str, value: object, told: str
) -> None:
    save(store, "first")
    save(store, "second")
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(f"UPDATE packs SET {column} = ? WHERE id = 'first'", (value,))
    with pytest.raises(DamagedSave, match=f"pack first: .*{told}"):
        store.packs.load("first")
    assert "second" in [one.id for one in store.packs.list("anna")]
