"""Ending cards: a tale's last line that many tales can reach, each asking for something of its own."""

from __future__ import annotations

import re

import pytest

from companion.decks import languages, load_deck
from companion.matching.words import WordMatcher

LANGUAGES = languages()


def test_there_are_fifty_one_in_russian_and_in_english() -> None:
    russian, english = load_deck("ru"), load_deck("en")
    assert russian.ending_ids == english.ending_ids
    assert len(english.ending_ids) == 51


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_say_the_same(language: str) -> None:
    texts = load_deck(language).endings.values()
    assert len({re.sub(r"\W", "", text).casefold() for text in texts}) == len(texts)
    openings = [" ".join(text.split()[:4]).casefold() for text in texts]
    assert max(openings.count(opening) for opening in openings) <= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_one_sentence_of_a_breath(language: str) -> None:
    for ending, text in load_deck(language).endings.items():
        assert 4 <= len(text.split()) <= 30, f"{ending}: {text}"
        assert re.fullmatch(r"[A-ZА-ЯЁ].*[.!?][\"»”]?|.*»\.", text), f"{ending}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_leave_the_story_cards_to_the_story(language: str) -> None:
    """An ending that names a card fits fewer tales: a few may name one, none may name three."""
    matcher = WordMatcher(language)
    named = {
        ending: [mention for mention in matcher.mentions(text) if mention.score >= 0.5]
        for ending, text in load_deck(language).endings.items()
    }
    assert sum(bool(mentions) for mentions in named.values()) <= 17, named
    assert max(len(mentions) for mentions in named.values()) <= 2, named


def test_english_endings_are_told_of_anyone() -> None:
    for ending, text in load_deck("en").endings.items():
        assert not re.search(r"\b(he|him|his|she|hers?|himself|herself)\b", text, re.IGNORECASE), f"{ending}: {text}"
