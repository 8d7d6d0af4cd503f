"""`companion replay` tells tales and quizzes again; a save of another game is named and not misread."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.rules.book import BookSetup
from companion.rules.hill import Colour, HillSetup
from companion.storage import GameRecord, SeatRecord, StoredGame, write_save


@pytest.mark.parametrize(
    ("game", "setup", "says"),
    [
        ("book", BookSetup(), "this is a game of 'book'"),
        ("hill", HillSetup((Colour.RED, Colour.BLUE)), "save.json: its teams, questions or host cannot be read"),
    ],
)
def test_what_cannot_be_told_again_says_so(tmp_path: Path, game: str, setup: BookSetup | HillSetup, says: str) -> None:
    seats = tuple(SeatRecord(name) for name in ("Ann", "Ben"))
    save = tmp_path / "save.json"
    write_save(save, StoredGame(GameRecord("g", game, "en", "", setup, 1, seats, {}, 0.0), ()))
    done = CliRunner().invoke(app, ["replay", str(save)])
    assert done.exit_code == 1
    assert says in done.stderr
