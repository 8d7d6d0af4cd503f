"""`companion simulate --game hill`: random games on the hill, and what it says when an invariant is broken."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.rules import hill
from companion.rules.hill import events as ev
from companion.rules.hill import moves as rules
from companion.rules.kernel import copy_with


def simulate(*words: str) -> Any:
    return CliRunner().invoke(app, ["simulate", "--game", "hill", *words])


def test_every_game_ends_and_every_deed_was_done() -> None:
    report = json.loads(simulate("--games", "14", "--seed", "3").stdout)
    assert (report["game"], report["games"], report["finished"]) == ("hill", 14, 14)
    assert set(report["by_kind"]) == {
        "start_round", "declare", "ask", "start_time", "answer", "close_answers", "judge", "move_chips", "crown",
        "decide", "pause", "resume",
    }  # fmt: skip


def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = (json.loads(simulate("--games", "2", "--seed", s).stdout)["by_kind"] for s in "118")
    assert first == again != other


evolve = rules.evolve


def two_on_the_summit(state: Any, event: Any) -> Any:
    return evolve(state, copy_with(event, dethroned=None) if isinstance(event, ev.SummitTaken) else event)


def points_for_nothing(state: Any, event: Any) -> Any:
    return evolve(state, copy_with(event, gained=event.gained + 1) if isinstance(event, ev.Moved) else event)


def tokens_lost(state: Any, event: Any) -> Any:
    return evolve(state, ev.TokensBurnt((0, 1)) if isinstance(event, ev.TimeStarted) else event)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (two_on_the_summit, "the summit and the king do not agree"),
        (points_for_nothing, "steps or points that nobody can have"),
        (tokens_lost, "a revolution token was lost"),
    ],
)
def test_a_broken_invariant_leads_back_to_its_game(monkeypatch: pytest.MonkeyPatch, broken: Any, says: str) -> None:
    monkeypatch.setattr(rules, "evolve", broken)
    done = simulate("--games", "40")
    assert done.exit_code == 1
    assert done.stderr.startswith("companion: game ")
    assert says in done.stderr


def test_a_view_that_shows_an_answer_too_early_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = hill.view
    monkeypatch.setattr(hill, "view", lambda state, seat: copy_with(honest(state, seat), answers=state.answers))
    done = simulate("--games", "1")
    assert done.exit_code == 1
    assert "sees the answer of another team" in done.stderr
