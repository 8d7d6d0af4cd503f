"""`companion replay` tells tales again; a save of another game is named and not misread."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from companion.cli import app
from companion.rules.hill import Colour, HillSetup
from companion.storage import GameRecord, SeatRecord, StoredGame, write_save


def test_a_save_of_another_game_says_so(tmp_path: Path) -> None:
    seats = tuple(SeatRecord(name) for name in ("Ann", "Ben"))
    setup = HillSetup((Colour.RED, Colour.BLUE))
    write_save(tmp_path / "save.json", StoredGame(GameRecord("g", "hill", "en", "", setup, 1, seats, {}, 0.0), ()))
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "save.json")])
    assert done.exit_code == 1
    assert "this is a game of 'hill'" in done.stderr
