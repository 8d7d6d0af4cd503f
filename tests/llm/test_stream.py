"""A streamed text comes in pieces, or says why it broke off; whoever waits for it may leave at any time."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import closing
from typing import Any

import pytest

from companion.llm import Asker, NoAnswer, aside
from companion.llm.ask import LONGEST_TEXT
from companion.llm.spoken import spoken
from companion.settings import read_settings
from tests.kit.openai_server import (
    Breaks,
    Cuts,
    Fails,
    Loops,
    OpenAIServer,
    Refuses,
    Reply,
    Says,
    Script,
    Sends,
    Stalls,
    asked_in,
)

VALUES = {
    "story": '1. "A king lived alone."',
    "plan": '"He left." (-)',
    "temperament": "merry",
    "level": "C1",
    "words": 40,
    "code": "en",
    "fault": "-",
}
GOOD = Says("The king left his house.\nHe never came back.", tokens=30)


def asker(server: OpenAIServer, **more: Any) -> Asker:
    settings = read_settings({"COMPANION_LLM": "openai:some-model", "OPENAI_BASE_URL": server.base_url})
    return Asker(settings, **{"sleep": lambda _: None, **more})


def heard(who: Asker) -> tuple[str, str]:
    """The text that came, and why it broke off; "" for a whole one."""
    pieces = list(who.stream("narrator", "en", game="g", **VALUES))
    text = "".join(piece for piece in pieces if isinstance(piece, str))
    last = pieces[-1] if pieces else None
    assert not any(isinstance(piece, NoAnswer) for piece in pieces[:-1])
    return text, last.reason if isinstance(last, NoAnswer) else ""


def heard_from(*script: Script, **more: Any) -> tuple[str, str, list[dict[str, Any]]]:
    with OpenAIServer(*script) as server:
        return *heard(asker(server, **more)), server.asked


def test_a_text_comes_in_pieces_and_its_tokens_are_counted() -> None:
    with OpenAIServer(GOOD) as server:
        who = asker(server)
        pieces = list(who.stream("narrator", "en", game="g", **VALUES))
        assert "".join(map(str, pieces)) == GOOD.text
        assert len([piece for piece in pieces if piece]) > 3
        assert (who.spent("g").requests, who.spent("g").tokens) == (1, 30)
        assert server.asked[0]["stream"] is True
        assert "A king lived alone." in asked_in(server.asked[0])


def test_a_server_that_does_not_know_how_to_count_is_not_asked_to_again() -> None:
    def old(body: dict[str, Any]) -> Reply:
        return Fails(400, "unknown field") if "stream_options" in body else GOOD

    with OpenAIServer(old) as server:
        who = asker(server)
        assert heard(who) == (GOOD.text, "")
        assert heard(who) == (GOOD.text, "")
        assert ["stream_options" in body for body in server.asked] == [True, False, False]
        assert (who.spent("g").requests, who.spent("g").tokens) == (3, 0)


@pytest.mark.parametrize("hiccup", [Fails(429), Fails(500), Cuts(), Breaks()], ids=str)
def test_before_the_first_word_a_hiccup_is_waited_out_once(hiccup: Reply) -> None:
    assert heard_from(hiccup, GOOD)[:2] == (GOOD.text, "")
    text, reason, asked = heard_from(hiccup)
    assert (text, reason, len(asked)) == ("", "unreachable", 2)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Fails(401), "unreachable"),
        (Fails(403), "unreachable"),
        (Fails(404), "unreachable"),
        (Fails(429, headers={"Retry-After": "3600"}), "unreachable"),
        (Fails(400), "unreachable"),
        (Fails(400, "too long", code="context_length_exceeded"), "clipped"),
        (Stalls(), "unreachable"),
        (Breaks(stalls=True), "unreachable"),
        (Sends(b"<html>It works!</html>"), "unreachable"),
        (Sends(b"\xff\xfe"), "unreachable"),
        (Says(""), "unreadable"),
        (Says(" \n \n"), "unreadable"),
        (Refuses("I will not."), "unreadable"),
        (Says("<think>What shall I say? I do not know"), "unreadable"),
    ],
    ids=str,
)
def test_no_text_has_a_reason(reply: Reply, reason: str) -> None:
    text, why, _ = heard_from(reply, timeout=0.2 if "tall" in str(reply).lower() else 20)
    assert (text.strip(), why) == ("", reason)


@pytest.mark.parametrize("broken", [Cuts("The king left his"), Stalls("The king left his")], ids=str)
def test_what_came_before_a_break_is_kept_and_nothing_is_asked_again(broken: Reply) -> None:
    text, reason, asked = heard_from(broken, GOOD, timeout=0.2 if isinstance(broken, Stalls) else 20)
    assert (text, reason, len(asked)) == ("The king left his", "unreachable", 1)


def test_a_text_cut_at_the_limit_of_tokens_is_known_for_one() -> None:
    assert heard_from(Says("The king left his", finish="length"))[:2] == ("The king left his", "unreadable")


@pytest.mark.parametrize("text", ["And so on. ", " ", "\n"])
def test_a_text_without_end_is_not_heard_to_the_end(text: str) -> None:
    with OpenAIServer(Loops(text)) as server:
        came, reason = heard(asker(server))
        assert reason == "unreadable"
        assert len(came) <= LONGEST_TEXT
        assert server.left.wait(20), "the connection is closed"


def test_thoughts_without_end_are_not_heard_to_the_end_either() -> None:
    def thinks(body: dict[str, Any]) -> Reply:
        return Loops("<think>hm ")

    assert heard_from(thinks)[:2] == ("", "unreadable")


def test_the_budget_of_a_game_counts_texts_and_answers_alike() -> None:
    with OpenAIServer(GOOD) as server:
        who = asker(server, budget=2)
        assert [heard(who)[1] for _ in range(3)] == ["", "", "spent"]
        assert len(server.asked) == 2


def test_without_a_model_there_is_no_text() -> None:
    assert heard(Asker(read_settings({}))) == ("", "not_set")


def test_closing_the_pieces_closes_the_connection() -> None:
    with OpenAIServer(Loops("And so on. ")) as server:
        with closing(asker(server).stream("narrator", "en", game="g", **VALUES)) as pieces:
            assert "And" in str(next(pieces))
        assert server.left.wait(20)


# Thoughts


def said(*pieces: str) -> str:
    def given() -> Generator[str | NoAnswer, None, None]:
        yield from pieces

    return "".join(map(str, spoken(given())))


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["<think>Hm.</think>He left."], "He left."),
        (["<th", "ink>Hm", "m.</thi", "nk>", "He ", "left."], "He left."),
        (["He ", "<", "left."], "He <left."),
        (["He left <th"], "He left <th"),
        (["<think>Hm."], ""),
    ],
)
def test_thoughts_are_left_out_however_they_are_torn(pieces: list[str], text: str) -> None:
    assert said(*pieces) == text


# Waiting


def test_whoever_waits_is_asked_whether_to_go_on_and_may_leave() -> None:
    closed, never = threading.Event(), threading.Event()

    def work() -> Generator[str, None, None]:
        try:
            yield "first"
            never.wait(20)  # a server that says nothing more
            yield "second"
        finally:
            closed.set()

    ticks: list[int] = []

    def tick() -> None:
        ticks.append(1)
        if len(ticks) > 3:
            raise KeyboardInterrupt

    came = []
    with pytest.raises(KeyboardInterrupt):
        for item in aside(work(), tick=tick, longest=1000):
            came.append(item)
    assert came == ["first"]
    never.set()
    assert closed.wait(20), "the work is closed by the thread that does it"


def test_what_takes_too_long_is_given_up() -> None:
    never = threading.Event()

    def work() -> Generator[str, None, None]:
        never.wait(20)
        yield "too late"

    times = iter([0.0, 1.0, 61.0])
    with pytest.raises(TimeoutError):
        list(aside(work(), tick=lambda: None, longest=60, now=lambda: next(times)))
    never.set()


def test_what_the_work_raises_is_raised_where_it_is_waited_for() -> None:
    def work() -> Generator[str, None, None]:
        yield "first"
        raise ValueError("no more")

    came = []
    with pytest.raises(ValueError, match="no more"):
        for item in aside(work(), tick=lambda: None, longest=60):
            came.append(item)
    assert came == ["first"]
