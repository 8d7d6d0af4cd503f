"""A fresh store on a file for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage import GameStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[GameStore]:
    store = GameStore(f"sqlite:///{path}")
    yield store
    store.close()
