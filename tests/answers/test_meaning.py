"""What the encoder adds to the words: translations are accepted, neighbours are not."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from companion.answers import Meaning, check, meaning_of

NEAR = {"красная площадь": 0.0, "red square": 0.1, "green hill": 1.4, "скрипка": 2.8, "виолончель": 3.6}
"""Texts as angles: what lies near means nearly the same."""


class Angles:
    """An encoder that knows these texts."""

    def encode(self, texts: Sequence[str], **_: Any) -> Any:
        return np.asarray([[np.cos(NEAR[text]), np.sin(NEAR[text])] for text in texts])


class Trigrams:
    """An encoder that holds for alike what is spelt alike: quick, and good enough to see what its word may decide."""

    def encode(self, texts: Sequence[str], **_: Any) -> Any:
        counts = np.zeros((len(texts), 512))
        for row, text in zip(counts, texts, strict=True):
            for place in range(len(text) - 2):
                row[crc32(text[place : place + 3].encode()) % 512] += 1
        return counts / np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1e-9)


def test_a_translation_is_another_name() -> None:
    meaning = Meaning(Angles)  # type: ignore[arg-type]
    found = check("", "Красная площадь", language="ru", reference="Red Square", meaning=meaning)
    assert (found.correct, found.verdict, found.why_code) == (True, "other-name", "translated")
    assert not check("", "Green Hill", language="ru", reference="Красная площадь", meaning=meaning).correct


@pytest.mark.parametrize(
    ("language", "question", "reference", "given", "right"),
    [
        ("ru", "Зачем верблюду горб?", "В нём он запасает жир", "чтобы на нём сидели люди", False),
        ("en", "What did the cat leave behind?", "Bread crumbs", "crumbs of bread", True),
        (
            "en",
            "Why do we put salt on ice?",
            "It lowers the freezing point",
            "so that it freezes at a lower point",
            True,
        ),
        (
            "en",
            "Why do we put salt on ice?",
            "It lowers the freezing point",
            "it does not lower the freezing point",
            False,
        ),
        ("en", "Which fear is it?", "Fear of heights", "fear of spiders", False),
    ],
)
def test_a_sentence_may_say_the_same_in_other_words(
    language: str, question: str, reference: str, given: str, right: bool
) -> None:
    meaning = Meaning(Trigrams)  # type: ignore[arg-type]
    assert check(question, given, language=language, reference=reference, meaning=meaning).correct is right


@pytest.mark.parametrize(
    ("reference", "given"),
    [
        ("«Анна Каренина»", "«Анна на шее»"),
        ("Чарльз Дарвин", "Чарльз Диккенс"),
        ("Жало", "жалко"),
        ("33 года", "33 дня"),
    ],
)
def test_names_titles_and_numbers_are_never_right_by_meaning(reference: str, given: str) -> None:
    def never() -> Any:
        raise AssertionError("meaning has no say here")

    assert not check("", given, language="ru", reference=reference, meaning=Meaning(never)).correct


def test_words_decide_without_the_encoder_when_they_can() -> None:
    def never() -> Any:
        raise AssertionError("nobody needs the encoder here")

    assert check("", "скрипки", language="ru", reference="Скрипка", meaning=Meaning(never)).correct


def test_an_encoder_that_fails_leaves_the_words_and_tells_once(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Any:
        raise OSError("no weights")

    meaning = Meaning(broken)
    for _ in range(2):
        assert not check("", "Green Hill", language="ru", reference="Красная площадь", meaning=meaning).correct
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_an_encoder_that_was_never_measured_is_not_used(caplog: pytest.LogCaptureFixture) -> None:
    assert meaning_of("openai:some-model") is None
    assert "never measured" in caplog.text
