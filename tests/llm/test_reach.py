"""Doctor asks the model one tiny question and says in one sentence how that went; the wire is real."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import WrongSetting
from companion.llm import build_model, reach
from companion.settings import Settings, read_settings
from tests.kit.openai_server import Cuts, Fails, OpenAIServer, Reply, Says, Sends, Stalls

KEY = "sk-very-secret"


def settings(base_url: str, **more: str) -> Settings:
    return read_settings(
        {"COMPANION_LLM": "openai:some-model", "OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": KEY, **more}
    )


def test_a_model_that_answers_is_within_reach() -> None:
    with OpenAIServer(Says("ready")) as server:
        found = reach(settings(server.base_url))
    assert found.ok
    assert "openai:some-model" in found.what
    assert server.asked[0]["model"] == "some-model"
    assert server.asked[0]["messages"][-1]["content"] == "Answer with one word: ready."
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_the_question_is_asked_in_the_language_of_the_companion() -> None:
    with OpenAIServer(Says("готов")) as server:
        assert reach(settings(server.base_url, COMPANION_LANG="ru")).ok
    assert server.asked[0]["messages"][-1]["content"] == "Ответь одним словом: готов."


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (Fails(401, f"Incorrect API key provided: {KEY}"), "the key was not accepted; check OPENAI_API_KEY"),
        (Fails(403), "this key may not use this model"),
        (Fails(404, code="model_not_found"), "there is no such model or address"),
        (Fails(400), "the server did not accept the request"),
        (Fails(429), "too many requests"),
        (Fails(500), "the server failed; try later"),
        (Fails(503), "the server failed; try later"),
        (Stalls(), "no answer in time"),
        (Cuts(), "no connection"),
        (Sends(b"<html>It works!</html>"), "not of the OpenAI protocol"),
        (Sends(b"{}"), "not of the OpenAI protocol"),
        (Sends(b'{"choices": []}'), "not of the OpenAI protocol"),
        (Says("  "), "an empty text"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_each_way_to_fail_is_one_clear_sentence_without_the_key(reply: Reply, says: str) -> None:
    with OpenAIServer(reply) as server:
        found = reach(settings(server.base_url), timeout=0.2 if isinstance(reply, Stalls) else 20)
    assert not found.ok
    assert says in found.what
    assert KEY not in found.what
    assert "\n" not in found.what


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with OpenAIServer() as server:
        gone = server.base_url.replace("http://", "http://me:secret@")
    found = reach(settings(gone))
    assert not found.ok
    assert "no connection" in found.what and "127.0.0.1" in found.what
    assert "secret" not in found.what


def test_without_a_model_everything_is_well() -> None:
    assert reach(read_settings({})).ok


def test_a_missing_key_is_named_unless_the_server_is_ones_own() -> None:
    found = reach(read_settings({"COMPANION_LLM": "openai:some-model"}))
    assert not found.ok
    assert found.what.startswith("OPENAI_API_KEY: is not set")
    with OpenAIServer(Says("ready")) as server:
        assert reach(settings(server.base_url, OPENAI_API_KEY="")).ok


def test_a_model_is_built_without_asking_anything() -> None:
    with OpenAIServer(Fails(500)) as server:
        build_model(settings(server.base_url))
    assert server.asked == []
    with pytest.raises(WrongSetting, match="COMPANION_LLM: is not set"):
        build_model(read_settings({}))


def test_an_empty_address_means_the_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "")
    model: Any = build_model(read_settings({"COMPANION_LLM": "openai:some-model", "OPENAI_API_KEY": KEY}))
    assert str(model.root_client.base_url) == "https://api.openai.com/v1/"


def test_a_stream_shows_what_came_before_the_line_was_cut() -> None:
    """The test server itself: later features stream from it."""
    with OpenAIServer(Says("Once upon a time"), Cuts("Once upon")) as server:
        model = build_model(settings(server.base_url), retries=0)
        assert "".join(chunk.text for chunk in model.stream("go")) == "Once upon a time"
        assert "".join(chunk.text for chunk in model.stream("go")).startswith("Once")
