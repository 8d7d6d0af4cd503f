"""A house and an inn for every test, and players for its AI seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.inn import Inn
from tests.table.kit import Cast, House, Player


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def inn(tmp_path: Path) -> Inn:
    return Inn(tmp_path)


@pytest.fixture
def cast(monkeypatch: pytest.MonkeyPatch) -> Cast:
    def chosen(players: dict[int, Player]) -> None:
        monkeypatch.setattr("companion.table.players.player_for", lambda kind, *, seat, **_: players[seat])

    return chosen
