"""Levels of words and sentences: easy is easy, rare is hard, and what lies on the table counts as known."""

from __future__ import annotations

import pytest

from companion.language import tokens
from companion.language.level import LEVELS, level_of, sentence_level


@pytest.mark.parametrize(
    ("language", "text", "level"),
    [
        ("en", "He put the key on the table.", "A1"),
        ("en", "She was tired and went home.", "A1"),
        ("en", "The old man was very tired, so he slept under a big tree.", "A2"),
        ("en", "Nobody had ever come back from there with more than a story.", "A2"),
        ("en", "An inexorable melancholy enveloped him.", "C1"),
        ("ru", "Он положил книгу на стол.", "A1"),
        ("ru", "Грустный мальчик лёг спать и увидел сон.", "A2"),
        ("ru", "Странник обрёл вожделенный чертог.", "C1"),
    ],
)
def test_sentences_have_a_level(language: str, text: str, level: str) -> None:
    assert sentence_level(text, language) == level


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_long_sentence_is_hard_however_easy_its_words(language: str) -> None:
    word, end = {"en": ("he was and", "home."), "ru": ("он был и", "дома.")}[language]
    levels = [sentence_level(" ".join([*[word] * count, end]), language) for count in (1, 3, 5, 8, 12)]
    assert levels == sorted(levels, key=LEVELS.index)
    assert (levels[0], levels[-1]) == ("A1", "C1")


@pytest.mark.parametrize(
    ("language", "text", "known"), [("en", "The wizard sat.", {"wizard"}), ("ru", "Дракон сидел.", {"дракон"})]
)
def test_the_names_of_the_cards_are_known(language: str, text: str, known: set[str]) -> None:
    assert LEVELS.index(sentence_level(text, language, known)) < LEVELS.index(sentence_level(text, language))


def test_names_and_numbers_have_no_level() -> None:
    assert [level_of(one, "en") for one in tokens("Wilhelmina 17", "en")][1:] == [None]
    assert [level_of(one, "ru") for one in tokens("Пришла Марьяна", "ru")][1] is None


def test_a_language_without_lists_is_never_too_hard() -> None:
    assert sentence_level("Ipsa fabula narratur.", "xx") == "A1"
