"""Two Books in the terminal: a whole game, one that is kept and gone on with, and two hands that stay apart."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from companion.cli import app
from companion.language.catalogue import catalogue
from companion.storage import read_save

EN = catalogue("en")
CHIPS = ["2", "4", "9", "19"]


def play(*words: str, lines: list[str] | tuple[str, ...] = ()) -> Any:
    given = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, ["play", "--game", "book", "--lang", "en", "--seed", "4", *words], input=given)


def test_a_whole_game_against_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = map(str, itertools.cycle(range(1, 20)))
    monkeypatch.setattr(typer, "prompt", lambda asked, **_: next(cells) if asked == EN.t("cli.book_chip") else "1")
    done = play("--seat", "Ann=human", "--seat", "Robot=careless")
    assert done.exit_code == 0
    assert "finished the book." in done.stdout.splitlines()[-1]


def test_a_game_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    save = tmp_path / "book.jsonl"
    left = play("--save", str(save), lines=[*CHIPS, "1", "/quit"])
    assert EN.t("cli.kept", file=str(save)) in left.stdout
    before = read_save(save).version
    again = play("--save", str(save), lines=["99", "/undo", "/quit"])
    assert EN.t("cli.book_which") in again.stdout
    # A card was drawn, and so seen: the machine does not agree.
    assert EN.t("table/undo_declined") in again.stdout
    assert read_save(save).version == before + 2


def test_two_at_one_keyboard_see_one_hand_after_the_other() -> None:
    done = play("--seat", "Ann=human", "--seat", "Ben=human", lines=[*CHIPS, *CHIPS, "", "2", "", "/quit"])
    hands = [line for line in done.stdout.splitlines() if EN.t("cli.book_hand", cards="") in line]
    assert len(hands) == 2
    asked = [EN.t("cli.curtain", name=name) for name in ("Ann", "Ben")]
    assert all(one in done.stdout for one in asked)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seat", "Ann=llm"), "there is no kind 'llm'; there are: human, careless, sensible, strong"),
        (("--seat", "Ann"), "write NAME=human, NAME=careless, NAME=sensible or NAME=strong"),
        (("--seat", "Ann=human"), "for 2 players, not 1"),
    ],
)
def test_wrong_seats_are_named(words: tuple[str, ...], says: str) -> None:
    done = play(*words)
    assert done.exit_code != 0
    assert says in str(done.exception) + done.output
