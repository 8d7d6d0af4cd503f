"""A streamed text is parted into sentences as they are completed, and what is no part of the tale is left out."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from companion.llm import NoAnswer
from companion.narrators.llm.prose import sentences_in

BROKEN = NoAnswer("unreachable", "the text broke off")


def parted(*pieces: str | NoAnswer, language: str = "en") -> list[str | NoAnswer]:
    def given() -> Generator[str | NoAnswer, None, None]:
        yield from pieces

    return list(sentences_in(given(), language))


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("One came. Two came.", "en", ["One came.", "Two came."]),
        ("One came.\n\nTwo came.\n", "en", ["One came.", "Two came."]),
        ("1. One came.\n2) Two came.\n- Three came.", "en", ["One came.", "Two came.", "Three came."]),
        ("In 3 days he came. 40 thieves left.", "en", ["In 3 days he came.", "40 thieves left."]),
        ("**One** came.\n# Two came.", "en", ["One came.", "Two came."]),
        ('"One came."', "en", ["One came."]),
        ('"Come in!" said the king.', "en", ['"Come in!" said the king.']),
        ("He said “Go. Now.” and went. She stayed.", "en", ["He said “Go. Now.” and went.", "She stayed."]),
        ("— Кто там? — спросил царь.\nНикто не ответил.", "ru", ["— Кто там? — спросил царь.", "Никто не ответил."]),
        ("Он сказал: «Иди! Не стой.» И ушёл.", "ru", ["Он сказал: «Иди! Не стой.»", "И ушёл."]),
        ("---\n\n...\n", "en", []),
        ("", "en", []),
    ],
)
def test_a_text_is_parted_however_it_comes(text: str, language: str, found: list[str]) -> None:
    assert parted(text, language=language) == found
    assert parted(*text, language=language) == found


def test_a_sentence_is_given_as_soon_as_the_next_one_begins() -> None:
    def given() -> Generator[str | NoAnswer, None, None]:
        yield "One came. "
        yield "Two"
        raise AssertionError("the first sentence was held back")

    assert next(sentences_in(given(), "en")) == "One came."


@pytest.mark.parametrize(
    ("text", "whole"),
    [("One came. Two ca", ["One came."]), ("One came.\nTwo ca", ["One came."]), ("One ca", []), ("One came.", [])],
)
def test_of_a_text_that_breaks_off_the_last_sentence_is_not_given(text: str, whole: list[str]) -> None:
    assert parted(text, BROKEN) == [*whole, BROKEN]


def test_the_pieces_are_closed_with_the_sentences() -> None:
    closed = []

    def given() -> Generator[str | NoAnswer, None, None]:
        try:
            yield "One came. Two came. "
        finally:
            closed.append(True)

    sentences = sentences_in(given(), "en")
    next(sentences)
    sentences.close()
    assert closed == [True]
