"""An encoder behind an endpoint is used like any other; what the server may do wrong is told in one clear sentence."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import CompanionError, EncoderUnavailable, WrongSetting
from companion.llm.vectors import AT_ONCE, Endpoint
from companion.settings import read_settings, settings
from embeddings import load_encoder
from tests.kit.openai_server import Cuts, Embeds, Fails, OpenAIServer, Reply, Says, Sends, Stalls

KEY = "sk-very-secret"
KING = [3.0, 4.0]


def endpoint(base_url: str, *, timeout: float = 20, **more: str) -> Endpoint:
    given = {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": KEY, **more}
    return Endpoint(read_settings(given), "some-model", timeout=timeout)


def by_length(body: dict[str, Any]) -> Embeds:
    """Each text's vector says how long it is."""
    return Embeds([[len(text), 1] for text in body["input"]])


def use(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()


def test_the_setting_names_the_model_and_the_rest_is_an_encoder_like_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with OpenAIServer(by_length) as server:
        use(monkeypatch, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY=KEY)
        encoder = load_encoder("openai:some-model", offline=True)
        assert server.asked == []
        assert encoder.get_embedding_dimension() is None
        vectors = encoder.encode(["a", "four", "Жил-был король."], batch_size=64, show_progress_bar=False)
        assert encoder.get_embedding_dimension() == 2
        assert np.allclose(encoder.encode_query(["four"]), vectors[1])
        assert float(encoder.similarity(vectors[1], vectors[1])) == pytest.approx(1)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert vectors[:, 0] / vectors[:, 1] == pytest.approx([1, 4, 15])
    assert server.paths[0] == "/v1/embeddings"
    assert server.asked[0]["model"] == "some-model"
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_a_saved_encoder_holds_the_models_name_and_no_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    with OpenAIServer(by_length) as server:
        use(monkeypatch, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY=KEY)
        load_encoder("openai:some-model").save(str(tmp_path / "model"))
        again = SentenceTransformer(str(tmp_path / "model"), local_files_only=True, trust_remote_code=True)
        assert again.encode(["four"]).shape == (1, 2)
    assert server.asked[-1]["model"] == "some-model"
    assert not any(KEY in path.read_text(encoding="utf-8") for path in (tmp_path / "model").rglob("*.json"))


def test_many_texts_are_several_requests_and_keep_their_order() -> None:
    texts = ["x" * count for count in range(1, 2 * AT_ONCE + 4)]
    with OpenAIServer(by_length) as server:
        vectors = endpoint(server.base_url).vectors(texts)
    assert [len(body["input"]) for body in server.asked] == [AT_ONCE, AT_ONCE, 3]
    assert vectors[:, 0] / vectors[:, 1] == pytest.approx([len(text) for text in texts])


def test_no_texts_are_no_request_and_an_empty_text_is_never_sent() -> None:
    with OpenAIServer(by_length) as server:
        one = endpoint(server.base_url)
        assert one.vectors([]).shape == (0, 0)
        assert one.vectors(["", " \n", "king"]).shape == (3, 2)
        assert one.vectors([]).shape == (0, 2)
    assert [body["input"] for body in server.asked] == [[".", ".", "king"]]


def test_a_connection_that_was_cut_and_a_server_that_fails_are_tried_once_more() -> None:
    with OpenAIServer(Cuts(), Embeds([KING]), Fails(503), Embeds([KING])) as server:
        one = endpoint(server.base_url)
        for _ in range(2):
            assert one.vectors(["king"]) == pytest.approx(np.array([[0.6, 0.8]]))
    assert len(server.asked) == 4


@pytest.mark.parametrize(
    ("reply", "kind", "says", "requests"),
    [
        (Fails(401, f"Incorrect API key provided: {KEY}"), WrongSetting, "OPENAI_API_KEY: the key was not accepted", 1),
        (Fails(403), WrongSetting, "OPENAI_API_KEY: this key may not use openai:some-model", 1),
        (Fails(404, code="model_not_found"), WrongSetting, "there is no such model or address", 1),
        (Fails(400), EncoderUnavailable, "is the model one for embeddings?", 1),
        (Fails(429), EncoderUnavailable, "too many requests", 1),
        (Fails(500), EncoderUnavailable, "the server failed; try later", 2),
        (Stalls(), EncoderUnavailable, "no answer within 0.2 s", 1),
        (Cuts(), EncoderUnavailable, "no connection", 2),
        (Sends(b"<html>It works!</html>"), EncoderUnavailable, "not of the OpenAI protocol", 1),
        (Sends(b"[]"), EncoderUnavailable, "not of the OpenAI protocol", 1),
        (Sends(b"{}"), EncoderUnavailable, "no list of vectors", 1),
        (Sends(b'{"data": [1]}'), EncoderUnavailable, "no rows of numbers", 1),
        (Sends(b'{"data": [{"index": 5, "embedding": [1]}]}'), EncoderUnavailable, "belong to no text", 1),
        (Sends(b'{"data": [{"index": [], "embedding": [1]}]}'), EncoderUnavailable, "belong to no text", 1),
        (Says("ready"), EncoderUnavailable, "not of the OpenAI protocol", 1),
        (Embeds([]), EncoderUnavailable, "0 vectors for 1 texts", 1),
        (Embeds([KING, KING]), EncoderUnavailable, "2 vectors for 1 texts", 1),
        (Embeds([["a", "b"]]), EncoderUnavailable, "no rows of numbers", 1),
        (Embeds(["MTIz"]), EncoderUnavailable, "no rows of numbers", 1),
        (Embeds([[]]), EncoderUnavailable, "no rows of numbers", 1),
        (Embeds([[None, 1]]), EncoderUnavailable, "no rows of numbers", 1),
        (Embeds([[float("nan"), 1]]), EncoderUnavailable, "no rows of numbers", 1),
        (Embeds([[0, 0]]), EncoderUnavailable, "vectors of zeros", 1),
    ],
    ids=lambda value: str(value)[:40],
)
def test_each_way_to_fail_is_one_clear_sentence_without_the_key(
    reply: Reply, kind: type[CompanionError], says: str, requests: int
) -> None:
    with OpenAIServer(reply) as server, pytest.raises(CompanionError) as caught:
        endpoint(server.base_url, timeout=0.2 if isinstance(reply, Stalls) else 20).vectors(["king"])
    assert type(caught.value) is kind
    told = str(caught.value)
    assert says in told
    assert KEY not in told and "\n" not in told
    assert "some-model at http://127.0.0.1:" in told
    assert len(server.asked) == requests


def test_several_lengths_in_one_answer_and_another_dimension_than_before_are_told() -> None:
    with OpenAIServer(Embeds([[1], [1, 2]]), Embeds([KING]), Embeds([[1, 2, 3]])) as server:
        one = endpoint(server.base_url)
        with pytest.raises(EncoderUnavailable, match="of several lengths"):
            one.vectors(["king", "queen"])
        one.vectors(["king"])
        with pytest.raises(EncoderUnavailable, match="3 dimensions, and 2 before"):
            one.vectors(["king"])


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with OpenAIServer() as server:
        gone = server.base_url.replace("http://", "http://me:secret@")
    with pytest.raises(EncoderUnavailable, match="no connection") as caught:
        endpoint(gone).vectors(["king"])
    assert "127.0.0.1" in str(caught.value) and "secret" not in str(caught.value)


def test_an_address_and_a_key_that_cannot_be_are_told_by_their_variable() -> None:
    with pytest.raises(WrongSetting, match=r"^OPENAI_BASE_URL: http://127.0.0.1:port/v1 is no address") as caught:
        endpoint("http://me:secret@127.0.0.1:port/v1")
    assert "secret" not in str(caught.value)
    with OpenAIServer(by_length) as server, pytest.raises(WrongSetting, match=r"^OPENAI_API_KEY: holds letters"):
        endpoint(server.base_url, OPENAI_API_KEY="ключ").vectors(["king"])


def test_a_missing_key_is_named_before_anything_is_asked_unless_the_server_is_ones_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(WrongSetting, match=r"^OPENAI_API_KEY: is not set, and COMPANION_ENCODER=openai:some-model"):
        load_encoder("openai:some-model")
    with OpenAIServer(by_length) as server:
        use(monkeypatch, OPENAI_BASE_URL=server.base_url)
        assert load_encoder("openai:some-model").encode(["king"]).shape == (1, 2)


def test_no_log_holds_the_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with OpenAIServer(Embeds([KING]), Fails(401, f"Incorrect API key provided: {KEY}")) as server:
        one = endpoint(server.base_url)
        one.vectors(["king"])
        with pytest.raises(WrongSetting):
            one.vectors(["king"])
    assert KEY not in caplog.text
