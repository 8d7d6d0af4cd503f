"""A server that sends a byte now and then holds nobody for longer than a request may take."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import Field

from companion.errors import EncoderUnavailable
from companion.llm import Asker, Marked, NoAnswer
from companion.llm.ask import LONGEST_STREAM
from companion.llm.bounded import LATE
from companion.llm.model import reach
from companion.llm.vectors import Endpoint
from companion.settings import Settings, read_settings
from tests.kit.openai_server import Drips, Embeds, OpenAIServer, Says, in_form

LONGEST = 0.15
"""Seconds, longer than the server takes between two bytes."""
Where = Literal["headers", "body", "stream"]


class Ruling(Marked):
    reason: str = Field(min_length=1)


def settings(server: OpenAIServer) -> Settings:
    return read_settings({"COMPANION_LLM": "openai:some-model", "OPENAI_BASE_URL": server.base_url})


def asked(asker: Asker) -> Ruling | NoAnswer:
    return asker.ask(Ruling, "judge", "en", game="g1", story="1.", ending='"The end."')


@pytest.mark.parametrize("where", ["headers", "body"])
def test_an_answer_that_drips_is_given_up_and_not_asked_for_again(where: Where) -> None:
    with OpenAIServer(Drips(where)) as server:
        assert asked(Asker(settings(server), timeout=LONGEST)) == NoAnswer("unreachable", LATE)
        assert len(server.asked) == 1
        assert server.left.wait(5), "the connection is closed, and the server notices"


@pytest.mark.parametrize("where", ["headers", "stream"])
def test_a_stream_that_drips_is_given_up(where: Where) -> None:
    with OpenAIServer(Drips(where)) as server:
        asker = Asker(settings(server), timeout=LONGEST / LONGEST_STREAM)
        got = list(asker.stream("ping", "en", game="g1"))
        assert got[-1] == NoAnswer("unreachable", LATE)
        assert len(server.asked) == 1


def test_the_next_request_is_as_good_as_ever() -> None:
    with OpenAIServer(Drips(), in_form(reason="All is well.")) as server:
        asker = Asker(settings(server), timeout=LONGEST)
        assert isinstance(asked(asker), NoAnswer)
        assert isinstance(asked(asker), Ruling)


def test_the_doctor_says_that_the_server_is_too_slow() -> None:
    with OpenAIServer(Drips()) as server:
        assert reach(settings(server), timeout=LONGEST).what.endswith(LATE)


def test_an_encoder_that_drips_is_given_up_also_on_a_connection_that_was_used_before() -> None:
    with OpenAIServer(Embeds([[1.0, 0.0]]), Drips()) as server:
        endpoint = Endpoint(settings(server), "some-model", timeout=LONGEST)
        assert endpoint.vectors(["a king"]).shape == (1, 2)
        with pytest.raises(EncoderUnavailable, match="no answer within"):
            endpoint.vectors(["a queen"])
        assert len(server.asked) == 2


def test_a_quick_answer_leaves_no_clock_behind() -> None:
    import threading

    with OpenAIServer(Says("ready")) as server:
        assert reach(settings(server), timeout=60).ok
    assert not [one for one in threading.enumerate() if isinstance(one, threading.Timer) and one.is_alive()]
