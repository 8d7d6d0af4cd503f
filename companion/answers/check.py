"""Is a team's answer right? Words, spelling, numbers and names first; meaning only for what they leave open.

    check("Столица Франции?", "Париш", language="ru", reference="Париж")

The reasons are tried in the order in which a host would see them: what the author rejects, nothing given, two answers
at once, an answer denied; then the right answers one by one, and the best of them counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.answers.amounts import SHARE
from companion.answers.answer_check import AnswerCheck
from companion.answers.dates import as_days
from companion.answers.decide import fit
from companion.answers.fit import Asked, Fit, as_text, best
from companion.answers.forms import asks_for_form, best_form, is_rejected
from companion.answers.lists import lists
from companion.answers.numerals import with_numbers
from companion.answers.reference import Alternative, Reference, parse
from companion.answers.sentences import ceases, in_other_words
from companion.answers.words import Word, fold, letters, read, small

if TYPE_CHECKING:
    from companion.answers.meaning import Meaning

_TOLD = 12
"""Words at a question's end that tell what is asked: a long tale before them would drown the answer."""
_LONGEST = 500
"""Letters of an answer that are read."""


def check(
    question: str,
    given: str,
    *,
    language: str,
    reference: str,
    accept: Sequence[str] = (),
    reject: Sequence[str] = (),
    category: str = "",
    meaning: Meaning | None = None,
) -> AnswerCheck:
    """What a fair host would say of the given answer.

    `reference`: the author's answer, with brackets, alternatives and comments as quiz authors write them. `accept`:
    further right answers. `reject`: answers that are wrong whatever else speaks for them, as they are written. What is
    written like a right answer is right, even if it is rejected too. `category`: the question's; "grammar" asks for
    forms. `meaning`: the encoder; None: words alone.
    Raises DamagedDeck when the lists of the package cannot be read.
    """
    given = given[:_LONGEST]
    asked = asked_of(question[: 4 * _LONGEST], language, category)
    known = parse(reference[: 4 * _LONGEST], tuple(accept), tuple(reject), asked.several, language)
    if not letters(given) and not any(one.unit for one in read(given, language)):
        return AnswerCheck(False, 0.0, "wrong", "empty")
    return _closed(_check(given, known, asked, language, meaning), given)


def _closed(found: Fit, given: str) -> AnswerCheck:
    score, params = round(found.score, 3), dict(found.params)
    if "given" in params and found.code != "typo":  # as the team wrote it
        params["given"] = given.strip()
    return AnswerCheck(score >= 0.5, score, found.verdict, found.code, params)


def _check(given: str, known: Reference, asked: Asked, language: str, meaning: Meaning | None) -> Fit:
    if any(word.key.startswith("month") for one in known.alternatives for word in one.words):
        return best(_read(one, known, asked, language, meaning) for one in as_days(given, language))
    return _read(given, known, asked, language, meaning)


def _read(given: str, known: Reference, asked: Asked, language: str, meaning: Meaning | None) -> Fit:
    words = read(given, language)
    if (same := _same(given, words, known.alternatives)) is not None:
        return same
    found = _of_all(given, words, known.alternatives, asked, meaning)
    if any(
        letters(one.text) == letters(given) or is_rejected(one, words, 0.0 if found.partial else found.score)
        for one in known.rejected
    ):
        return Fit(0.02, "wrong", "rejected", {"answer": given.strip()})
    return found


def _same(given: str, words: Sequence[Word], alternatives: Sequence[Alternative]) -> Fit | None:
    """The right answer to the letter. What stood in brackets may be an explanation, and is not beyond doubt."""
    whole = letters(given)
    same = next((one for one in alternatives if letters(one.text) == whole and _same_signs(one, words)), None)
    return Fit(1.0, "right", "same", {"answer": same.text}) if same is not None and not same.aside else None


def _of_all(
    given: str, words: tuple[Word, ...], alternatives: Sequence[Alternative], asked: Asked, meaning: Meaning | None
) -> Fit:
    if not alternatives:
        return Fit(0.0, "wrong", "different", {"given": given, "answer": "…"})
    whole = letters(given)
    same = next((one for one in alternatives if letters(one.text) == whole and _same_signs(one, words)), None)
    if same is not None:
        return Fit(0.95 if same.aside else 1.0, "right", "same", {"answer": same.text})
    if (pieces := _choices_in(given, alternatives)) is not None:
        return _of_choices(pieces, alternatives, asked)
    if asked.form:
        return best_form(alternatives, words, asked)
    words, taken_back = _without_denied(with_numbers(words, alternatives), alternatives, asked)
    if taken_back and not words:
        denied = Fit(0.03, "wrong", "negated", {"given": given.strip()})
        all_words, ceasing = read(given, asked.language), [one for one in alternatives if ceases(one.words)]
        return best((denied, *(in_other_words(one, all_words, asked, meaning, denied) for one in ceasing)))
    reasons = _single_reasons(alternatives) if asked.why else ()
    return best(fit(one, words, asked, meaning) for one in (*alternatives, *reasons))


def _single_reasons(alternatives: Sequence[Alternative]) -> list[Alternative]:
    """Of two reasons either is one: to find warmth and food."""
    return [
        replace(one, text=as_text(part), words=part, parts=(part,))
        for one in alternatives
        if len(one.parts) > 1 and not one.title
        for part in one.parts
    ]


def _same_signs(alternative: Alternative, words: Sequence[Word]) -> bool:
    """Letters and digits are the same; are numbers too? 1.5 is not 15."""
    wanted = [word.value for word in alternative.words if word.value is not None]
    values = [word.value for word in words if word.value is not None]
    units = {word.unit for word in alternative.words if word.unit}, {word.unit for word in words if word.unit}
    same_units = units[0] == units[1] or (not all(units) and SHARE not in units[1])
    return (wanted == values or not (wanted and values)) and same_units


def _choices_in(given: str, alternatives: Sequence[Alternative]) -> list[str] | None:
    """The answers of somebody who gives two at once; None when it is one."""
    pattern = _hedge()
    if not pattern.search(given) or any(pattern.search(one.text) for one in alternatives):
        return None
    if any(len(one.parts) > 1 for one in alternatives) and not any(
        match[0].strip() != "/" for match in pattern.finditer(given)
    ):
        return None  # both sides of a pair: "USA / Canada"
    pieces = [one for one in pattern.split(given) if letters(one)]
    return pieces if len(pieces) > 1 else None


@lru_cache(maxsize=1)
def _hedge() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{'|'.join(sorted(small().hedges))})\b|(?<=[^\W\d_]{{2}})\s*/\s*(?=[^\W\d_]{{2}})", re.IGNORECASE
    )


def _of_choices(pieces: Sequence[str], alternatives: Sequence[Alternative], asked: Asked) -> Fit:
    found = [_of_all(one, read(one, asked.language), alternatives, asked, None) for one in pieces]
    worst = min(found, key=lambda one: one.score)
    if worst.score >= 0.8:
        return Fit(0.8, worst.verdict, worst.code, worst.params)
    return Fit(0.1, "wrong", "two_answers", {"answers": " / ".join(one.strip() for one in pieces)})


def _without_denied(
    words: tuple[Word, ...], alternatives: Sequence[Alternative], asked: Asked
) -> tuple[tuple[Word, ...], bool]:
    """ "Not France, but Spain" answers Spain, "not France" nothing. Where the answer itself denies, nothing is cut.

    Nor where the answer repeats what the question denies.
    """
    if any(word.text in small().negations for one in alternatives for word in one.words):
        return words, False
    places = [number for number, word in enumerate(words) if word.text in small().negations]
    repeated = {number for number in places if number + 1 < len(words) and asked.names(words[number + 1])}
    place = next((number for number in places if number not in repeated), None)
    if place is None:
        return words, False
    but = {fold(one) for one in lists().but}
    after = next((number for number in range(place + 2, len(words)) if words[number].text in but), None)
    before = tuple(word for word in words[:place] if not word.is_filler and not word.is_light and word.text not in but)
    # "Spain, not France" answers Spain; "they did not eat him" denies what the rest says.
    if after is not None:
        return words[after + 1 :], True
    return (before, True) if before and len(words) - place <= 3 and before[-1].capital else ((), True)


@lru_cache(maxsize=1024)
def asked_of(question: str, language: str, category: str = "") -> Asked:
    """What the question asks for, as far as its words tell."""
    words = read(question, language)
    texts = {word.text for word in words} | {lemma for word in words for lemma in word.lemmas}
    return Asked(
        language=language,
        words=frozenset(texts),
        person=not texts.isdisjoint(lists().person),
        several=not texts.isdisjoint(lists().several),
        units=frozenset(word.unit for word in words if word.unit),
        counted=_counted(words),
        text=" ".join(question.lower().split()[-_TOLD:]),
        why=not texts.isdisjoint(lists().why_marks),
        street=not texts.isdisjoint(lists().street_marks),
        country=not texts.isdisjoint(lists().country_marks),
        when=not texts.isdisjoint(lists().when_marks) and texts.isdisjoint(lists().day_marks),
        word=not texts.isdisjoint(lists().word_marks),
        gap=not texts.isdisjoint(lists().gap_marks) or _stands_for().search(fold(question)) is not None,
        form=asks_for_form(question, category),
    )


@lru_cache(maxsize=1)
def _stands_for() -> re.Pattern[str]:
    return re.compile("|".join(lists().abbreviation_marks), re.IGNORECASE)


def _counted(words: Sequence[Word]) -> str:
    marks = lists().count_marks
    behind = (words[place + 1 : place + 3] for place, word in enumerate(words) if word.text in marks)
    return next((word.unit for few in behind for word in few if word.unit), "")
