"""How hard are words and sentences for a learner? Levels of the CEFR (Council of Europe, 2001), A1 to C1.

A word's level comes from how often it is used (wordfreq, Zipf scale: 3 is once in a million words, 5 a hundred times
as often); in English the word lists behind cefrpy may call it easier. A sentence is as hard as its hardest word or its
length, whichever is harder. Approximate: a coach's rule of thumb, not a placement test.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache, lru_cache
from math import log10
from typing import Any, Literal, get_args

from companion.language import Token, sentences, tokens

Level = Literal["A1", "A2", "B1", "B2", "C1"]
LEVELS: tuple[Level, ...] = get_args(Level)

LONGEST: dict[Level, int] = {"A1": 9, "A2": 13, "B1": 18, "B2": 26}
"""Words that a sentence of this level has at most; C1 has no limit."""
_RAREST: dict[str, tuple[float, ...]] = {"en": (5.0, 4.5, 4.0, 3.4), "ru": (4.7, 4.35, 3.9, 3.3)}
"""The lowest Zipf frequency of a word of A1, A2, B1 and B2. Russian counts all forms of a word together."""
_UNKNOWN_LANGUAGE = (4.8, 4.3, 3.8, 3.2)


def word_level(word: str, lemma: str, language: str) -> Level:
    """The level of one word, by its easier form: as it stands, or its lemma."""
    return LEVELS[min(_by_frequency(word.lower(), language), _by_frequency(lemma, language), _by_list(lemma, language))]


def sentence_level(text: str, language: str, known: Set[str] = frozenset()) -> Level:
    """The level of what is told, by its hardest sentence. `known`: lemmas that everybody at the table knows, as the
    names of the cards; names of people count as known too."""
    hardest = 0
    for one in sentences(text, language) or [text]:
        words = [token for token in tokens(one, language) if any(map(str.isalpha, token.text))]
        count = sum(not token.text.startswith(("'", "’")) for token in words)  # "the king's" is two words, not three
        length = next((rank for rank, level in enumerate(LEVELS[:-1]) if count <= LONGEST[level]), 4)
        hard = (LEVELS.index(level) for token in words if (level := level_of(token, language, known)))
        hardest = max(hardest, length, *hard, 0)
    return LEVELS[hardest]


def level_of(token: Token, language: str, known: Set[str] = frozenset()) -> Level | None:
    """The level of a word in its sentence; None for names, numbers and what is known."""
    is_name = any(reading.part == "name" for reading in token.readings[:1])
    if is_name or not token.text.replace("-", "").replace("'", "").isalpha() or not known.isdisjoint(token.lemmas):
        return None
    return word_level(token.text, token.lemmas[0], language)


@lru_cache(maxsize=50_000)
def _by_frequency(word: str, language: str) -> int:
    from wordfreq import available_languages, zipf_frequency

    if language not in available_languages():
        return 0
    forms = _russian_forms(word) if language == "ru" else {word}
    frequency = log10(sum(10 ** zipf_frequency(form, language) for form in forms))
    limits = _RAREST.get(language, _UNKNOWN_LANGUAGE)
    return next((rank for rank, limit in enumerate(limits) if frequency >= limit), len(limits))


def _russian_forms(lemma: str) -> set[str]:
    """A Russian word is spread over a dozen forms: they count together."""
    from companion.language.russian import parses_of

    parse = next((one for one in parses_of(lemma) if one.normal_form == lemma), None)
    return {one.word for one in parse.lexeme} if parse else {lemma}


@lru_cache(maxsize=50_000)
def _by_list(lemma: str, language: str) -> int:
    level = _english_list().get_average_word_level_float(lemma) if language == "en" else None
    return len(LEVELS) - 1 if level is None else min(round(level) - 1, len(LEVELS) - 1)


@cache
def _english_list() -> Any:
    from cefrpy import CEFRAnalyzer

    return CEFRAnalyzer()
