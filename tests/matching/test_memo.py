"""Answers that many ask for at once: one does the work, all get it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.matching.memo import Memo


def test_of_many_who_ask_at_once_one_does_the_work() -> None:
    memo, asked, may_answer = Memo[str, str](8), [], threading.Event()

    def work() -> str:
        asked.append("wolf")
        may_answer.wait(10)
        return "a wolf"

    with ThreadPoolExecutor(4) as screens:
        answers = [screens.submit(memo.get, "wolf", work) for _ in range(4)]
        may_answer.set()
        assert [one.result(10) for one in answers] == ["a wolf"] * 4
    assert asked == ["wolf"]


def test_a_fault_and_an_answer_of_none_are_not_kept() -> None:
    memo = Memo[str, int | None](8)

    def fails() -> int:
        raise OSError("the encoder is gone")

    with pytest.raises(OSError, match="gone"):
        memo.get("wolf", fails)
    assert memo.get("wolf", lambda: None) is None
    assert memo.get("wolf", lambda: 1) == 1
    assert memo.get("wolf", lambda: 2) == 1


def test_what_was_asked_for_longest_ago_is_forgotten() -> None:
    memo = Memo[str, int](2)
    for number, key in enumerate(("wolf", "king", "wolf", "tree")):
        memo.get(key, lambda number=number: number)  # type: ignore[misc]
    assert memo.get("wolf", lambda: 9) == 0
    assert memo.get("king", lambda: 9) == 9
