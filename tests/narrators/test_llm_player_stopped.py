"""A telling that is stopped."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.kit.openai_server import Loops, OpenAIServer, Reply, Says, Script, Stalls
from tests.narrators.llm_table import FOREST, LIKED, act, view, voice


class StopPressed(Exception):
    pass


@pytest.mark.parametrize(
    "script",
    [(Stalls(),), (LIKED, Stalls()), (LIKED, Stalls("She walked into")), (LIKED, Loops("and so on "))],
    ids=["before the plan", "before the prose", "in the prose", "in a long text"],
)
def test_stopping_stops_at_once_and_nothing_is_told(script: tuple[Script, ...]) -> None:
    with OpenAIServer(*script) as server:

        def show(_: str) -> None:
            if len(server.asked) == len(script):
                raise StopPressed

        with pytest.raises(StopPressed):
            act(voice(server), view("forest"), show=show)


def test_after_a_stop_nothing_more_is_asked() -> None:
    stopped = threading.Event()

    def unreadable(_: dict[str, Any]) -> Reply:
        stopped.wait(20)
        return Says("Let me see.")  # else a second try would follow

    with OpenAIServer(unreadable) as server:

        def show(_: str) -> None:
            if server.asked:
                raise StopPressed

        with pytest.raises(StopPressed):
            act(voice(server), view("forest"), show=show)
        stopped.set()
        for thread in threading.enumerate():
            if thread.name == "aside":
                thread.join(20)
        assert len(server.asked) == 1


def test_a_sentence_may_be_stopped_when_it_is_seen() -> None:
    def show(text: str) -> None:
        if text:
            raise StopPressed

    with OpenAIServer(LIKED, Says(FOREST)) as server, pytest.raises(StopPressed):
        act(voice(server), view("forest"), show=show)
