"""Agreement: the form of a word that goes with one, several, or something, where the texts give "he" and "she".

The texts write a choice by gender, `[пошёл|пошла]`, `[his|her|its]`, or a single word that only several people change,
`[сможет]`, `[was]`. The other forms are made: in Russian by pymorphy3's inflection (number, gender, the case as it
is), in English by lemminflect's verb forms (Quirk et al., A Comprehensive Grammar of the English Language, 10.34 ff.).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

from companion.language.russian import parses_of

Gender = Literal["m", "f", "n", "p"]
"""Masculine, feminine, neuter, and several of whatever gender."""
GENDERS: tuple[Gender, ...] = get_args(Gender)

_WORD = re.compile(r"(?<![{.\w])[^\W\d_]+(?:-[^\W\d_]+)?(?![}\w])")
"""A word that is not the name of a slot."""
_UNCHANGED = frozenset("PREP CONJ PRCL ADVB PRED GRND INFN COMP INTJ".split())
_RUSSIAN_MANY = dict(
    zip(
        "он она его её ему ей им ею него неё нему ней ним нём я ты меня мне мной тебя тебе тобой мой твой моя твоя моё "
        "твоё мою твою мои твои моего твоего моей твоей моему твоему моим твоим".split(),
        "они они их их им им ими ими них них ним ним ними них мы вы нас нам нами вас вам вами наш ваш наша ваша наше "
        "ваше нашу вашу наши ваши нашего вашего нашей вашей нашему вашему нашим вашим".split(),
        strict=True,
    )
)
_RUSSIAN_THING = {"она": "оно", "он": "оно", "её": "его", "ей": "ему", "ею": "им", "неё": "него", "ней": "нём"}
_ENGLISH_MANY = dict(
    zip(
        "he she it him his her its himself herself itself i me my mine myself yourself was is am has does".split(),
        "they they they them their them their themselves themselves themselves we us our ours ourselves yourselves "
        "were are are have do".split(),
        strict=True,
    )
)


def agreed(options: Sequence[str], gender: str, language: str) -> str:
    """The option for somebody of that gender; what the texts do not give is made out of the first two."""
    place = GENDERS.index(gender)  # type: ignore[arg-type]
    if place < len(options):
        return options[place]
    if gender == "p":
        return _for_many(options[0], options[1] if len(options) > 1 else "", language)
    if len(options) == 2 and gender == "n":
        return _for_thing(options[0], options[1], language)
    return options[-1]


@lru_cache(maxsize=4096)
def _for_many(words: str, feminine: str, language: str) -> str:
    if language == "en":
        return _WORD.sub(lambda word: _cased(_english_many(word[0].lower()), "" if word[0] == "I" else word[0]), words)
    return _russian(words, feminine, "plur", _RUSSIAN_MANY) if language == "ru" else words


@lru_cache(maxsize=4096)
def _for_thing(words: str, feminine: str, language: str) -> str:
    return _russian(words, feminine, "neut", _RUSSIAN_THING) if language == "ru" else words


def _russian(words: str, feminine: str, grammeme: str, pronouns: dict[str, str]) -> str:
    """Word by word; the feminine form beside it says which reading of a word is meant ("другом", "подругой")."""
    others = iter(_WORD.findall(feminine) or [])

    def inflected(match: re.Match[str]) -> str:
        word, other = match[0].lower(), next(others, "").lower()
        if word in pronouns:
            return _cased(pronouns[word], match[0])
        parse = _reading(word, other)
        if parse is None or parse.tag.POS in _UNCHANGED or (parse.tag.POS == "NOUN" and word == other):
            return match[0]
        form = parse.inflect({grammeme})
        return _cased(form.word, match[0]) if form is not None else match[0]

    return _WORD.sub(inflected, words)


def _reading(word: str, other: str) -> Any:
    """How the word is read: as one with the feminine form beside it, a verb first; else as the same part of speech."""
    parses = [parse for parse in parses_of(word) if "plur" not in parse.tag]
    others = parses_of(other) if other else []
    women = {(one.tag.POS, one.normal_form) for one in others if "femn" in one.tag and "sing" in one.tag}
    paired = [parse for parse in parses if (parse.tag.POS, parse.normal_form) in women]
    parts = {one.tag.POS for one in others[:1]}
    fitting = paired or [parse for parse in parses if parse.tag.POS in parts] or parses
    return min(fitting, key=lambda parse: parse.tag.POS != "VERB", default=None)


@lru_cache(maxsize=4096)
def is_done_at_once(sentence: str) -> bool:
    """Whether the first Russian verb of the past is perfective; True where there is none."""
    for word in _WORD.findall(sentence):
        verb = next((one for one in parses_of(word.lower())[:1] if {"VERB", "past"} <= one.tag.grammemes), None)
        if verb is not None:
            return "perf" in verb.tag
    return True


def _english_many(word: str) -> str:
    if word in _ENGLISH_MANY:
        return _ENGLISH_MANY[word]
    import lemminflect  # type: ignore[import-untyped]

    lemmas = lemminflect.getLemma(word, "VERB")
    is_third_person = bool(lemmas) and word in lemminflect.getInflection(lemmas[0], "VBZ")
    return str(lemmas[0]) if is_third_person else word


def _cased(word: str, like: str) -> str:
    return word.capitalize() if like[:1].isupper() else word
