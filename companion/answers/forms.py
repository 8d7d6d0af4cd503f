"""Answers that must be written so: the forms that a question of grammar asks for, and what an author rejects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from companion.answers.fit import Asked, Fit, both
from companion.answers.lists import lists
from companion.answers.reference import Alternative
from companion.answers.spelling import slip
from companion.answers.words import Word, fold

GRAMMAR = frozenset({"grammar", "грамматика"})
"""Categories of questions, in lower case, that ask for forms unless their words say otherwise."""
_ENDING = 4
"""Letters at the end of a word in which a slip may be the wrong form: стоит, стоят."""
_ARTICLES = frozenset({"a", "an", "the", "to"})


@cache
def _marks() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What is said where a form is asked for, and where a term or a number is."""
    return (
        re.compile("|".join(lists().form_marks), re.IGNORECASE),
        re.compile("|".join(lists().term_marks), re.IGNORECASE),
    )


def asks_for_form(question: str, category: str) -> bool:
    """Is the form of a word what the question is about, so that another form of it is wrong?"""
    forms, terms = _marks()
    text = fold(question)
    return forms.search(text) is not None or (category.casefold() in GRAMMAR and terms.search(text) is None)


def best_form(alternatives: Iterable[Alternative], given: Sequence[Word], asked: Asked) -> Fit:
    """What speaks for the given words where only the form of a right answer will do."""
    found = None
    for alternative in alternatives:
        quality = _same_forms(alternative.words, given, asked)
        if quality:
            verdict, code = ("right", "same") if quality == 1.0 else ("typo", "typo")
            fit = Fit(0.75 + 0.25 * quality, verdict, code, both(alternative, given))  # type: ignore[arg-type]
        else:
            fit = Fit(0.05, "wrong", "other_form", both(alternative, given))
        found = fit if found is None or fit.score > found.score else found
    return found or Fit(0.0, "wrong", "different", {"given": "", "answer": "…"})


def _same_forms(wanted: Sequence[Word], given: Sequence[Word], asked: Asked) -> float:
    """1: every word of the right answer stands there as it is written; less: with a slip that leaves the ending."""
    need = [word for word in wanted if word.text not in _ARTICLES] or list(wanted)
    rest, quality, begin = list(given), 1.0, 0
    for word in need:
        graded = [(_written(word, other), -place) for place, other in enumerate(rest) if place >= begin]
        one, place = max(graded, default=(0.0, 0))
        if not one:
            return 0.0
        quality, begin = min(quality, one), -place
        del rest[begin]
    for extra in rest:
        again = any(not extra.lemmas.isdisjoint(word.lemmas) for word in need)
        if again or not (extra.is_light or extra.is_filler or extra.text in asked.words):
            return 0.0
    return quality


def _written(wanted: Word, given: Word) -> float:
    if wanted.text == given.text or (wanted.text[0].isdigit() and wanted.value == given.value):
        return 1.0
    if wanted.value is not None or wanted.text[-_ENDING:] != given.text[-_ENDING:]:
        return 0.0
    return 0.95 * slip(wanted, given)


def is_rejected(rejected: Alternative, given: Sequence[Word], right: float) -> bool:
    """Is it what the author rejects, as it is written? `right`: how well it fits a right answer, 0 to 1.

    A slip is the rejected answer's where it is no better as a right one's. Other forms of a rejected word are not
    rejected: they may be the right ones.
    """
    wanted, said = _telling(rejected.words), _telling(given)
    if len(wanted) != len(said):
        return False
    found, left = 1.0, list(said)
    for word in wanted:
        graded = [(_like(word, other), place) for place, other in enumerate(left)]
        one, place = max(graded, key=lambda pair: (pair[0], -pair[1]))
        found = min(found, one)
        del left[place]
    return found == 1.0 or (found > 0.0 and 0.75 + 0.25 * found > right)


def _telling(words: Sequence[Word]) -> list[Word]:
    return [word for word in words if not word.is_light and not word.is_filler] or list(words)


def _like(wanted: Word, given: Word) -> float:
    if wanted.text == given.text:
        return 1.0
    if wanted.value is not None and wanted.value == given.value:
        return 0.98
    return 0.95 * slip(wanted, given)
