"""`companion replay` tells the other games again, as one seat saw them; the hill's are told in test_play_hill.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.language.catalogue import catalogue
from companion.rules import book
from companion.rules.book import BookSetup
from companion.rules.hill import Colour, HillSetup
from companion.storage import Entry, GameRecord, SeatRecord, StoredGame, write_save

EN = catalogue("en")


def saved(folder: Path, game: str, setup: Any, *entries: Entry, kind: str = "human") -> Path:
    seats = tuple(SeatRecord(name, kind) for name in ("Ann", "Ben"))
    write_save(folder / "save.json", StoredGame(GameRecord("g", game, "en", "", setup, 1, seats, {}, 0.0), entries))
    return folder / "save.json"


def told(save: Path, *words: str) -> Any:
    return CliRunner().invoke(app, ["replay", str(save), *words])


@pytest.mark.parametrize(("words", "hands"), [((), 0), (("--seat", "0"), 1)])
def test_a_race_is_told_turn_by_turn_with_the_own_hand_alone(
    tmp_path: Path, words: tuple[str, ...], hands: int
) -> None:
    setup = BookSetup(first=1)
    state, entries = book.new_game(setup, 1), []
    for seat, cell in [(seat, cell) for cell in (2, 4, 9, 19) for seat in (0, 1)]:
        done = book.apply(state, book.PlaceChip(seat, cell))
        entries.append(Entry(f"{seat} {cell}", seat, book.PlaceChip(seat, cell), done.events, at=1.0))
        state = done.state
    lines = told(saved(tmp_path, "book", setup, *entries), *words).stdout.splitlines()
    assert EN.t("cli.book_turn", name="Ben") in lines
    assert "  Ben: · (2) · (4) · · · · (9) · · · · · · · · · (19)  0 of 19" in lines
    shown = [line for line in lines if line.strip().startswith(EN.t("cli.book_hand", cards="").strip())]
    assert len(shown) == hands
    assert lines[-1] == EN.t("transcript.unfinished")


@pytest.mark.parametrize(
    ("game", "setup", "says"),
    [
        ("book", BookSetup(), "save.json: seat Ann: nobody plays as robot"),
        ("hill", HillSetup((Colour.RED, Colour.BLUE)), "save.json: its teams, questions or host cannot be read"),
    ],
)
def test_what_cannot_be_told_again_says_so(tmp_path: Path, game: str, setup: Any, says: str) -> None:
    done = told(saved(tmp_path, game, setup, kind="robot"))
    assert done.exit_code == 1
    assert says in done.stderr
