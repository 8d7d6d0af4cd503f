"""`companion eval narrators`: whole games of the house's narrators, and what their readers say of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eval.__main__ import app
from eval.narrators import TARGETS, Played, Target, figures
from tests.kit.narrating_model import narrates
from tests.kit.openai_server import OpenAIServer


def test_a_game_is_played_read_and_reported_with_its_tale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eval.narrator_levels.GAMES", 1)
    done = CliRunner().invoke(app, ["narrators", "--lang", "en", "--games", "1", "--reports", str(tmp_path)])
    assert done.exit_code == 0
    assert "en  laid cards that the matcher finds" in done.stdout
    figures_ = json.loads((tmp_path / "narrators-en.json").read_text(encoding="utf-8"))
    assert figures_["games"] == 1
    assert set(figures_["measured"]) == set(TARGETS)
    report = (tmp_path / "narrators-en.md").read_text(encoding="utf-8")
    assert "## Figures to reach" in report
    assert [one["level"] for one in figures_["levels"]] == ["A1", "A2", "B1", "B2", "C1"]
    assert all(one["near"] > 0.9 for one in figures_["levels"])
    assert "### Tale 1" in report


def test_a_language_models_narrators_are_measured_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["narrators", "--by", "llm", "--lang", "en", "--games", "1", "--reports", str(tmp_path)]
    with OpenAIServer(narrates) as server:
        monkeypatch.setenv("COMPANION_LLM", "openai:m")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0
        assert f"en  {len(server.asked)} requests to the model; 0 sentences told by the house" in done.stdout
    assert "narrators of a language model" in (tmp_path / "narrators-llm-en.md").read_text(encoding="utf-8")


def test_without_a_model_the_command_says_what_to_set(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["narrators", "--by", "llm", "--games", "1", "--reports", str(tmp_path)])
    assert done.exit_code != 0
    assert "COMPANION_LLM takes openai:<model>" in done.output
    assert list(tmp_path.iterdir()) == []


def test_figures_count_what_is_told_twice_and_who_wins() -> None:
    def game(winner: int, *told: str) -> Played:
        return Played(told, (0,) * len(told), winner, "The end.", laid=[(True, False), (False, False)], seconds=[0.1])

    measured = figures([game(0, "A b c d.", "A b c d."), game(0, "A b c d e."), game(1, "X y z w.")], "en")
    assert measured["sentences told twice in a game"] == 1
    assert measured["laid cards that the matcher finds"] == 0.5
    assert measured["of these not in passing"] == 0
    assert measured["games won by the luckiest seat"] == 2 / 3
    assert measured["distinct runs of four words in 50 games"] == 3 / 5


def test_a_target_may_be_a_least_or_a_most() -> None:
    assert Target(0.9).reached(0.9)
    assert not Target(0.9).reached(0.8)
    assert Target(0.1, at_most=True).reached(0.1)
    assert not Target(0.1, at_most=True).reached(0.2)
