"""`companion simulate`: random games under invariants, and what it says when one is broken."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.rules.kernel import copy_with
from companion.rules.tale import events as ev
from companion.rules.tale import game as rules


def simulate(*words: str) -> Any:
    return CliRunner().invoke(app, ["simulate", *words])


def test_the_report_is_one_line_of_json() -> None:
    done = simulate("--games", "9", "--seed", "4")
    assert done.exit_code == 0
    assert done.stdout.count("\n") == 1
    report = json.loads(done.stdout)
    assert (report["game"], report["games"], report["finished"]) == ("tale", 9, 9)
    assert report["actions"] == sum(report["by_kind"].values()) > 100
    assert set(report["by_kind"]) == {"tell", "lay", "pass", "discard", "claim", "challenge", "ending", "vote", "rule"}
    assert report["actions_per_second"] > 0


def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = (json.loads(simulate("--games", "3", "--seed", s).stdout)["by_kind"] for s in "118")
    assert first == again != other


def lost(state: Any, event: Any) -> Any:
    """A card falls from the table."""
    after = evolve(state, event)
    return copy_with(after, draw_pile=after.draw_pile[:-1]) if isinstance(event, ev.CardLaid) else after


def doubled(state: Any, event: Any) -> Any:
    """A card becomes another's twin."""
    after = evolve(state, event)
    if not isinstance(event, ev.CardLaid) or len(after.draw_pile) < 2:
        return after
    return copy_with(after, draw_pile=(after.draw_pile[-1], *after.draw_pile[1:]))


def ending_lost(state: Any, event: Any) -> Any:
    """An ending card falls from the table."""
    after = evolve(state, event)
    return copy_with(after, ending_pile=after.ending_pile[:-1]) if isinstance(event, ev.CardLaid) else after


def stuck(state: Any, event: Any) -> Any:
    """A question that nobody may answer and no host."""
    raise AssertionError("a question is missing")


evolve = rules.evolve


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (lost, "story cards instead of 114"),
        (doubled, "a story card was lost or doubled"),
        (ending_lost, "an ending card was lost or doubled"),
        (stuck, "a question is missing"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_broken_invariant_is_one_line_that_leads_back_to_it(
    monkeypatch: pytest.MonkeyPatch, broken: Any, says: str
) -> None:
    monkeypatch.setattr(rules, "evolve", broken)
    done = simulate("--games", "5", "--seed", "3")
    assert done.exit_code == 1, done.output
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("companion: game 3, action ")
    assert says in done.stderr


@pytest.mark.parametrize(
    ("too_much", "says"),
    [
        (lambda state: {"discard": (*state.discard, *state.hands[0][:1])}, "seat 1 sees a card of seat 0"),
        (lambda state: {"endings": state.endings[0]}, "seat 1 sees an ending card of seat 0"),
    ],
    ids=["story card", "ending card"],
)
def test_a_view_that_shows_too_much_is_reported(monkeypatch: pytest.MonkeyPatch, too_much: Any, says: str) -> None:
    honest = rules.view
    monkeypatch.setattr(
        "companion.rules.tale.view", lambda state, seat: copy_with(honest(state, seat), **too_much(state))
    )
    done = simulate("--games", "1", "--seed", "3")
    assert done.exit_code == 1
    assert says in done.stderr


@pytest.mark.parametrize("words", [("--games", "0"), ("--games", "many"), ("--seed", "x")])
def test_a_wrong_call_is_status_2(words: tuple[str, str]) -> None:
    assert simulate(*words).exit_code == 2


def test_an_unknown_game_is_status_1() -> None:
    done = simulate("--game", "chess")
    assert done.exit_code == 1
    assert done.stderr.startswith("companion: --game chess: no such game; there is: tale, ")
    assert done.stderr.count("\n") == 1


def test_random_games_of_the_book_are_played_and_checked() -> None:
    done = simulate("--game", "book", "--games", "6", "--seed", "4")
    report = json.loads(done.stdout)
    assert (report["game"], report["games"], report["finished"]) == ("book", 6, 6)
    assert {"place", "draw", "skip", "rob", "take", "lay", "move", "end"} <= set(report["by_kind"])


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (lambda state: {"pile": state.pile[1:]}, "a card was lost or doubled"),
        (lambda state: {"boards": (copy_with(state.boards[0], aside=9), state.boards[1])}, "chips instead of 8"),
    ],
    ids=["card", "chip"],
)
def test_a_broken_invariant_of_the_book_is_reported(monkeypatch: pytest.MonkeyPatch, broken: Any, says: str) -> None:
    from companion.rules.book import events as book_events
    from companion.rules.book import game as book_rules

    honest = book_rules.evolve

    def spoilt(state: Any, event: Any) -> Any:
        after = honest(state, event)
        return copy_with(after, **broken(after)) if isinstance(event, book_events.ChipMoved) else after

    monkeypatch.setattr(book_rules, "evolve", spoilt)
    done = simulate("--game", "book", "--games", "1", "--seed", "3")
    assert done.exit_code == 1
    assert says in done.stderr


def test_a_view_of_the_book_that_shows_too_much_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.rules.book.game import view

    monkeypatch.setattr(
        "companion.rules.book.view", lambda state, seat: copy_with(view(state, seat), discard=state.hands[0])
    )
    done = simulate("--game", "book", "--games", "1", "--seed", "3")
    assert done.exit_code == 1
    assert "seat 1 sees a card that it cannot know" in done.stderr
