"""A game in the terminal from piped lines, and what was kept of it."""

from __future__ import annotations

from typing import Any

from typer.testing import CliRunner

from companion.cli import app
from companion.rules import tale
from companion.storage import standing

TWO = ("--seat", "Ann=human", "--seat", "Ben=human")


def play(*words: str, lines: list[str] | tuple[str, ...] = (), language: str = "en") -> Any:
    given = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, ["play", "--lang", language, "--seed", "11", *words], input=given)


def state_of(stored: Any) -> tale.TaleState:
    state = tale.new_game(stored.record.setup, stored.record.seed)
    for _, entry in standing(stored.entries):
        for event in entry.events:
            state = tale.evolve(state, event)
    return state
