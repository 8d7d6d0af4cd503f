"""`companion referee --by llm` and `companion judge --by llm`: line by line, over a real wire."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from companion.cli import app
from tests.kit.openai_server import Fails, OpenAIServer, Says, Script, asked_in, in_form

STORY = "There lived an old king. A dragon ate the king."
LINES: dict[str, dict[str, Any]] = {
    "referee": {"id": 1, "story": STORY, "narration": "The king laughed.", "laid": ["king"]},
    "judge": {"id": 1, "story": STORY, "ending": "And the king lived happily."},
}
COMMANDS = list(LINES)
ANSWERS: dict[str, Script] = {
    "referee": in_form(reason="He is dead.", earlier_sentence=2, verdict="contradiction"),
    "judge": in_form(reason="He is dead.", plausible=False),
}


def run(command: str, *given: object, by: str = "llm") -> Result:
    lines = "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in given)
    return CliRunner().invoke(app, [command, "--lang", "en", "--by", by], input=lines)


def answers(done: Result) -> list[dict[str, Any]]:
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the model to one at that server."""

    def set_model(server: OpenAIServer) -> None:
        monkeypatch.setenv("COMPANION_LLM", "openai:some-model")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)

    return set_model


def test_the_referees_suggestion_is_the_models(model: Any) -> None:
    with OpenAIServer(ANSWERS["referee"]) as server:
        model(server)
        done = run("referee", LINES["referee"])
    evidence = {"quote": "The king laughed.", "earlier": "A dragon ate the king.", "why": "He is dead."}
    assert answers(done) == [{"id": 1, "verdict": "contradiction", "score": 0.5, "evidence": [evidence], "by": "llm"}]
    assert done.exit_code == 0
    assert '2. "A dragon ate the king."' in asked_in(server.asked[0])


def test_the_judges_opinion_is_the_models(model: Any) -> None:
    with OpenAIServer(ANSWERS["judge"]) as server:
        model(server)
        done = run("judge", LINES["judge"])
    reasons = [{"code": "said", "why": "He is dead."}]
    assert answers(done) == [{"id": 1, "plausible": False, "score": 0.25, "reasons": reasons, "by": "llm"}]
    assert done.exit_code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_the_scripted_one_answers_the_same_lines_without_asking_the_model(command: str, model: Any) -> None:
    with OpenAIServer(ANSWERS[command]) as server:
        model(server)
        both = [answers(run(command, LINES[command], by=by))[0] for by in ("scripted", "llm")]
    assert [one["by"] for one in both] == ["scripted", "llm"]
    assert set(both[0]) == set(both[1])
    assert len(server.asked) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_model_it_is_called_wrongly(command: str) -> None:
    done = run(command, LINES[command])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "COMPANION_LLM" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_line_without_an_answer_is_an_error_in_its_place_and_the_rest_goes_on(command: str, model: Any) -> None:
    line = LINES[command]
    with OpenAIServer(Fails(401), ANSWERS[command], Says("I cannot say.")) as server:
        model(server)
        done = run(command, *({**line, "id": number} for number in (1, 2)), "{", {**line, "id": 4})
    first, second, third, fourth = answers(done)
    assert done.exit_code == 1
    assert first == {
        "id": 1,
        "error": "the language model gave no answer (unreachable): the key was not accepted; check OPENAI_API_KEY",
    }
    assert (second["id"], second["by"]) == (2, "llm")
    assert "not JSON" in third["error"]
    assert fourth["error"].startswith("the language model gave no answer (unreadable)")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_server_that_is_not_there_is_said_on_each_line(command: str, model: Any) -> None:
    with OpenAIServer() as server:
        model(server)
    done = run(command, LINES[command], {**LINES[command], "id": 2})
    assert done.exit_code == 1
    assert [one["id"] for one in answers(done)] == [1, 2]
    assert all("(unreachable): no connection" in one["error"] for one in answers(done))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_key_is_an_error_line(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LLM", "openai:some-model")
    done = run(command, LINES[command])
    assert done.exit_code == 1
    assert "OPENAI_API_KEY: is not set" in answers(done)[0]["error"]
