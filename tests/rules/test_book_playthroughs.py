"""Golden games of Сказочник: every action, every event and what every seat sees at every step.

A hand that leaks, or a rule that changes, shows as a difference. After a change that is meant, write them anew with
`python -m tests.rules.test_book_playthroughs` and read the difference before committing it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from companion.cli.simulate_book import random_action
from companion.rules import book
from companion.rules.book import BookSetup
from tests.rules.test_playthroughs import _short

FOLDER = Path(__file__).parent.parent / "playthroughs" / "book"
OWN = ("seat", "hand", "known", "robbery")
"""What differs between the views of seats."""

GAMES: dict[str, tuple[BookSetup, int, int]] = {
    "taken-blind": (BookSetup(), 26, 300),
    "taken-seen": (BookSetup(first=1, taken="seen"), 22, 60),
}
"""Name: setup, seed, most steps."""


def playthrough(setup: BookSetup, seed: int, most: int) -> Iterator[str]:
    """The lines of a game played by lots."""
    luck = random.Random(seed)
    state = book.new_game(setup, seed)
    yield from _views(state)
    for step in range(most):
        if state.phase is book.Phase.OVER:
            break
        action = random_action(state, luck, seed, step)
        done = book.apply(state, action)
        state = done.state
        yield f"# {step + 1}"
        yield f"action {_short(action)}"
        for event in done.events:
            yield f"event {_short(event)}"
        yield from _views(state)


def _views(state: book.BookState) -> Iterator[str]:
    public = book.view(state, None)
    shared = [name for name in (field.name for field in fields(public)) if name not in OWN]
    yield "all   " + "; ".join(f"{name}={_short(getattr(public, name))}" for name in shared)
    for seat in (None, *range(book.PLAYERS)):
        seen = book.view(state, seat)
        assert [getattr(seen, name) for name in shared] == [getattr(public, name) for name in shared]
        legal = () if seat is None else sorted({action.kind for action in book.legal_actions(state, seat)})
        own = f"hand={' '.join(seen.hand)}; known={' '.join(seen.known)}; robbery={_short(seen.robbery)}"
        yield f"seat {seat} {own}; may={' '.join(legal)}"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_always_went(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(playthrough(*GAMES[name])) == recorded


def test_every_recorded_game_is_played() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(playthrough(*game)) + "\n", encoding="utf-8")
