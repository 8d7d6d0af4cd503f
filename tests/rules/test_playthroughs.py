"""Golden playthroughs: whole games with every action, every event and what every seat sees at every step.

A hand that leaks, or a rule that changes, shows as a difference. After a change that is meant, write them anew with
`python -m tests.rules.test_playthroughs` and read the difference before committing it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli.simulate import random_action
from companion.rules import tale
from companion.rules.kernel import copy_with
from tests.kit.tale_table import CARDS, ENDINGS

FOLDER = Path(__file__).parent.parent / "playthroughs"
SENTENCES = ("An old mill turned without wind.", "Somebody had hidden a key there.", "Nobody dared to ask why.")

GAMES: dict[str, tuple[tale.TaleSetup, int, int]] = {
    "tale-2-players": (tale.TaleSetup(2, CARDS, ENDINGS, hand_size=2), 11, 60),
    "tale-3-players": (tale.TaleSetup(3, CARDS, ENDINGS, hand_size=3), 12, 80),
    "tale-10-players": (tale.TaleSetup(10, CARDS, ENDINGS), 13, 40),
    "tale-house-choices": (
        tale.TaleSetup(
            3,
            CARDS,
            ENDINGS,
            hand_size=2,
            endings_each=2,
            doubt_favours_narrator=True,
            tied_claim_costs=True,
            late_claim_costs=True,
            claim_sentence_of_last_card=False,
            interrupt_until_next_card=False,
            refused_ending_not_yet=True,
        ),
        14,
        80,
    ),
    "tale-relay": (
        tale.TaleSetup(
            3, CARDS, ENDINGS, hand_size=2, claims=(), challenges=(), sentences_a_turn=2, passing_costs=False
        ),
        15,
        60,
    ),
    "tale-cooperative": (
        tale.TaleSetup(3, CARDS, ENDINGS, hand_size=2, cooperative=True, refused_ending_not_yet=True),
        16,
        80,
    ),
}
"""Name: setup, seed, most steps."""


def playthrough(setup: tale.TaleSetup, seed: int, most: int) -> Iterator[str]:
    """The lines of a game played by lots."""
    luck = random.Random(seed)
    state = tale.new_game(setup, seed)
    yield from _views(state)
    for step in range(most):
        if state.phase is tale.Phase.OVER:
            break
        action = random_action(state, luck, seed, step)
        if isinstance(action, tale.Tell):
            action = copy_with(action, text=SENTENCES[step % len(SENTENCES)])
        done = tale.apply(state, action)
        state = done.state
        yield f"# {step + 1}"
        yield f"action {_short(action)}"
        for event in done.events:
            yield f"event {_short(event)}"
        yield from _views(state)


_FIXED = ("seat", "hand", "endings", "played")
"""What a view shows of one seat alone, and the table's settings, which never change in a game."""


_SAID_WHEN_TRUE = ("nothing_to_lay", "together")


def _views(state: tale.TaleState) -> Iterator[str]:
    public = tale.view(state, None)
    changing = [name for name in (field.name for field in fields(public)) if name not in _FIXED]
    yield "all   " + "; ".join(f"{name}={_short(getattr(public, name))}" for name in changing if name != "sentences")
    yield f"all   sentences={len(public.sentences)}"
    for seat in range(state.players):
        seen = tale.view(state, seat)
        assert [getattr(seen, name) for name in changing] == [getattr(public, name) for name in changing]
        legal = sorted({action.kind for action in tale.legal_actions(state, seat)})
        yield f"seat {seat} hand={' '.join(seen.hand)}; endings={' '.join(seen.endings)}; may={' '.join(legal)}"


def _short(value: Any) -> str:
    if is_dataclass(value) and not isinstance(value, type):
        inner = ((f.name, getattr(value, f.name)) for f in fields(value) if f.name != "kind")
        inner = ((name, one) for name, one in inner if one is not False or name not in _SAID_WHEN_TRUE)
        return f"{type(value).__name__}({', '.join(f'{name}={_short(one)}' for name, one in inner)})"
    if isinstance(value, tuple):
        return "(" + ", ".join(_short(one) for one in value) + ")"
    return str(value)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_always_went(name):
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(playthrough(*GAMES[name])) == recorded


def test_every_recorded_game_is_played():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(playthrough(*game)) + "\n", encoding="utf-8")
