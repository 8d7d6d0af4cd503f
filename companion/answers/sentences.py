"""Answers that tell something rather than name it: a sentence is right that says the same in other words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.answers.fit import Asked, Fit
from companion.answers.names import are_opposites
from companion.answers.reference import Alternative
from companion.answers.words import Word, small

if TYPE_CHECKING:
    from companion.answers.meaning import Meaning


def stated(alternative: Alternative, given: Sequence[Word], asked: Asked, meaning: Meaning | None) -> Fit | None:
    """A sentence that says in other words what the right answer says, numbers and denials alike."""
    if meaning is None or not _is_sentence(alternative, asked) or len(given) < 2:
        return None
    if any(are_opposites(one, other) for one in given for other in alternative.words):
        return None
    values = [{word.value for word in words if word.value is not None} for words in (given, alternative.words)]
    denied = [any(word.text in small().negations for word in words) for words in (given, alternative.words)]
    if denied[0] != denied[1] or not values[0] <= values[1]:
        return None
    return meaning.of_statement(alternative, given)


def _is_sentence(alternative: Alternative, asked: Asked) -> bool:
    """Does the right answer tell something, rather than name it?"""
    words = alternative.words
    if alternative.title or asked.several or asked.person or asked.gap or len(words) < 4:
        return False
    if any(word.capital for word in words[1:] if word.text != "i"):
        return False
    if asked.why:
        return True
    if words[0].script == "cyrillic":
        return any("verb" in word.parts and "noun" not in word.parts for word in words)
    return words[0].text in _SUBJECTS


_SUBJECTS = frozenset("he she it they we you because so to by".split())
"""Words with which English sentences and reasons begin."""


def needed_of(alternative: Alternative) -> list[Word]:
    """The words of a right answer that are more than small words."""
    return [word for word in alternative.words if not word.is_light]
