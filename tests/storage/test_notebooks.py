"""Notebooks outlive the program, one change after the other; a damaged one says so and leaves the others alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import DamagedSave, StaleVersion
from companion.storage import GameStore
from companion.storage.notebooks import FORMAT

ODD = {"text": "Жила-была лиса 👑 a\x00b\ud800", "lines": [{"at": 1.5}], "none": None}


def damage(path: Path, column: str, value: object, notebook: str = "first") -> None:
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(f"UPDATE notebooks SET {column} = ? WHERE id = ?", (value, notebook))


def test_a_notebook_is_kept_with_every_character_of_it(store: GameStore, path: Path) -> None:
    assert store.notebooks.load("first") is None
    assert store.notebooks.save("first", 0, ODD, 1000.0) == 1
    store.close()
    later = GameStore(f"sqlite:///{path}")
    found = later.notebooks.load("first")
    assert found is not None
    assert (found.document, found.version, found.updated) == (ODD, 1, 1000.0)
    later.close()


def test_of_two_writers_the_second_loads_again(store: GameStore) -> None:
    store.notebooks.save("first", 0, {"by": "one"}, 1.0)
    with pytest.raises(StaleVersion):
        store.notebooks.save("first", 0, {"by": "another beginner"}, 1.0)
    assert store.notebooks.save("first", 1, {"by": "two"}, 2.0) == 2
    with pytest.raises(StaleVersion):
        store.notebooks.save("first", 1, {"by": "three"}, 3.0)
    found = store.notebooks.load("first")
    assert found is not None
    assert found.document == {"by": "two"}


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("document", '{"lines": [', "no JSON"),
        ("document", "[]", "no JSON object"),
        ("document", b"\xff\xfe", "no JSON"),
        ("document", "[" * 100_000, "no JSON"),
        ("format", FORMAT + 1, "newer Story Companion"),
        ("format", "x", "no format number"),
        ("version", "x", "cannot stand there"),
        ("updated", "yesterday", "no time"),
    ],
)
def test_a_damaged_notebook_is_named_and_the_others_open(
    store: GameStore, path: Path, column: str, value: object, told: str
) -> None:
    for notebook in ("first", "second"):
        store.notebooks.save(notebook, 0, {"lines": []}, 1.0)
    damage(path, column, value)
    with pytest.raises(DamagedSave, match=f"notebook first: .*{told}"):
        store.notebooks.load("first")
    assert store.notebooks.load("second") is not None
    store.notebooks.delete("first")
    assert store.notebooks.load("first") is None
