"""A language model's seat in the terminal: it tells, what it cost is said, and without a model the house tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.settings import settings
from tests.kit.narrating_model import narrates
from tests.kit.openai_server import Fails, OpenAIServer, Script
from tests.kit.terminal import play

pytestmark = pytest.mark.usefixtures("folder")

SEATS = ("--seat", "Ann=llm", "--seat", "Ben=scripted", "--seat", "Cat=scripted")
MARK = "(told by the house's narrator; the language model had no words)"


def play_with(monkeypatch: pytest.MonkeyPatch, server: OpenAIServer, *options: str) -> str:
    monkeypatch.setenv("COMPANION_LLM", "openai:m")
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    settings.cache_clear()
    done = play(*SEATS, *options)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(("script", "is_marked"), [(narrates, False), (Fails(401), True)], ids=["good", "fails"])
def test_a_tale_with_a_model_is_told_to_its_end_and_its_cost_is_said(
    monkeypatch: pytest.MonkeyPatch, script: Script, is_marked: bool
) -> None:
    with OpenAIServer(script) as server:
        output = play_with(monkeypatch, server, "--seed", "3")
        assert ("Ann: In the year" in output) is not is_marked
        assert (MARK in output) is is_marked
        assert f"Requests to the language model: {len(server.asked)};" in output


def test_without_a_model_there_is_one_line_of_what_to_set(tmp_path: Path) -> None:
    done = play(*SEATS)
    assert done.exit_code != 0
    assert "seat 1 is for a language model, and none is set: COMPANION_LLM takes openai:<model>" in done.output


def test_a_file_with_a_models_seat_is_gone_on_with_without_a_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "game.json"
    with OpenAIServer(narrates) as server:
        monkeypatch.setenv("COMPANION_LLM", "openai:m")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        settings.cache_clear()
        play("--seat", "Ann=human", "--seat", "Ben=llm", "--save", str(save), lines=["/quit"])
    monkeypatch.setenv("COMPANION_LLM", "")
    settings.cache_clear()
    lines = ["/pass", "", *[""] * 6, "/quit"]
    done = play("--save", str(save), lines=lines)
    assert done.exit_code == 0, done.output
    assert MARK in done.output
