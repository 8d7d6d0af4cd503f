"""A house for games on the hill."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.hill_kit import HillHouse


@pytest.fixture
def house(tmp_path: Path) -> HillHouse:
    return HillHouse(tmp_path)
