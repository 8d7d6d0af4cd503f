"""Golden games on the hill: every action, every event and what every seat sees at every step.

An answer that leaks, or a rule that changes, shows as a difference. After a change that is meant, write them anew
with `python -m tests.rules.test_hill_playthroughs` and read the difference before committing it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from companion.cli.simulate_hill import random_action
from companion.rules import hill
from companion.rules.hill import HOST, HillSetup
from companion.rules.kernel import copy_with
from tests.kit.hill_table import COLOURS
from tests.rules.test_playthroughs import _short

FOLDER = Path(__file__).parent.parent / "playthroughs" / "hill"
OWN = ("seat", "answers", "may_declare")
"""What differs between the views of seats."""
UNCHANGING = ("setup", "contest", "paused", "waited_for", "last_word")

GAMES: dict[str, tuple[HillSetup, int, int]] = {
    "2-teams": (HillSetup(COLOURS[:2], start=10), 33, 140),
    "3-teams-no-handing-out": (HillSetup(COLOURS[:3], start=9, hand_out_again=False), 26, 140),
    "8-teams": (HillSetup(COLOURS, start=10, choice_seconds=5.0, answer_seconds=8.0), 37, 60),
}
"""Name: setup, seed, most steps."""


def playthrough(setup: HillSetup, seed: int, most: int) -> Iterator[str]:
    """The lines of a game played by lots."""
    luck = random.Random(seed)
    state = hill.new_game(setup, seed)
    yield from _views(state)
    for step in range(most):
        if state.stage is hill.Stage.OVER:
            break
        action = random_action(state, luck, seed, step)
        if isinstance(action, hill.Answer):
            action = copy_with(action, text=f"answer {step}")
        done = hill.apply(state, action)
        state = done.state
        yield f"# {step + 1}"
        yield f"action {_short(action)}"
        for event in done.events:
            yield f"event {_short(event)}"
        yield from _views(state)


def _views(state: hill.HillState) -> Iterator[str]:
    public = hill.view(state, None)
    names = [field.name for field in fields(public) if field.name not in (*OWN, "setup", "standing")]
    shown = [name for name in names if name not in UNCHANGING or getattr(public, name)]
    yield "all    " + "; ".join(f"{name}={_short(getattr(public, name))}" for name in shown)
    teams = (f"{team.step}/{team.points}{'' if team.token else '-'}" for team in public.teams)
    yield f"board  {' '.join(teams)}; king={public.standing.king}; held={public.standing.held}"
    for seat in (None, HOST, *range(state.setup.teams)):
        seen = hill.view(state, seat)
        assert [getattr(seen, name) for name in names] == [getattr(public, name) for name in names]
        answers = " ".join("-" if answer is None else f"{answer.text}@{answer.at:g}" for answer in seen.answers)
        legal = () if seat is None else sorted({action.kind for action in hill.legal_actions(state, seat)})
        yield f"seat {seat}: answers={answers}; moves={' '.join(seen.may_declare)}; may={' '.join(legal)}"


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
