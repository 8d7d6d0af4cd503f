"""Numbers, dates and units that do not agree."""

from __future__ import annotations

from collections.abc import Sequence

from companion.answers.compare import Alignment, Pair
from companion.answers.fit import Asked
from companion.answers.reference import Alternative
from companion.answers.words import Word

PRONOUNS = frozenset({"one", "ones"})
""" "The artificial one" names no number."""


_HOURLY = {"кмч": "км", "мильч": "миля"}
"""Of a speed the hour may go unsaid."""
SHARE = "проц"
_DEGREE = "град"
_SCALES = frozenset({"цельс", "фаренг", "кельв"})
"""Scales of degrees, which go unsaid as long as they are those of the question."""


def numbers_differ(found: Alignment, given: Sequence[Word], asked: Asked) -> bool:
    return any(word.value is not None and word.text not in PRONOUNS for word in found.extra)


def only_detail(found: Alignment, extra: Sequence[Word]) -> bool:
    """A year behind a day and month that are right, a first of a king who needs no number, is no other number."""
    values = [word for word in extra if word.value is not None]
    is_year = any((pair.wanted.value or 0) >= 1000 or pair.wanted.text == "bc" for pair in found.pairs)
    if is_year and len(values) == 1:
        of_month = any(pair.wanted.key for pair in found.pairs) and not any(map(_is_day, found.pairs))
        return (of_month or any(word.key for word in extra)) and (values[0].value or 0) <= 31
    if any(pair.wanted.key for pair in found.pairs):
        has_day = any(pair.wanted.value is not None for pair in found.pairs)
        return len(values) == 1 and ((values[0].value or 0) > 31 or not has_day)
    if len(values) == 1 and _is_year(values[0]) and not any(pair.wanted.value is not None for pair in found.pairs):
        return True  # when it was: Hastings 1066
    dates = any(word.key or word.unit for word in extra)
    return all(word.value == 1 or dates for word in values) and not any(
        pair.wanted.value is not None for pair in found.pairs
    )


def _is_day(pair: Pair) -> bool:
    return pair.wanted.value is not None and pair.wanted.value <= 31


def is_date_in_part(
    alternative: Alternative, found: Alignment, missing: Sequence[Word], extra: Sequence[Word], asked: Asked
) -> bool:
    """The year of a day that is told with its year, or its month too, where nobody asks for the day: 1912 for 15 April
    1912. Hosts differ about it."""
    words = [word for word in alternative.words if not word.is_light]
    is_date = any(word.key for word in words) and all(word.key or word.value is not None for word in words)
    has_year = any(_is_year(pair.wanted) and pair.how != "typo" for pair in found.pairs)
    day_missing = all(word.key or (word.value or 0) <= 31 for word in missing)
    return is_date and has_year and day_missing and not extra and asked.when


def _is_year(word: Word) -> bool:
    return word.text.isdigit() and 1000 <= (word.value or 0) < 2100


def other_unit(wanted: Sequence[Word], given: Sequence[Word], asked: Asked) -> bool:
    """A number in a unit that neither the right answer nor the question speaks of."""
    units = {one for word in wanted if word.unit for one in (word.unit, _HOURLY.get(word.unit, word.unit))}
    said = {word.unit for word in given if word.unit}
    if not said or not any(word.value is not None for word in given):
        return False
    if scales := said & _SCALES:
        meant = units & _SCALES or asked.units & _SCALES
        return bool(meant) and not scales & meant
    if said == {SHARE} and not units and not asked.units:
        return True  # 50 % for 50
    if said & units or (_DEGREE in said | units and (said | units) & _SCALES):
        return False
    # A year, a century and a day stand in questions that count something else.
    expected = {asked.counted} - {""} or asked.units - _SCALES - {"год", "век", "сут"}
    return bool(units) or bool(expected and not said & asked.units)


def numbers_swapped(alternative: Alternative, given: Sequence[Word]) -> bool:
    """A score of 3:1 is no 1:3."""
    wanted = [word.value for word in alternative.words if word.value is not None]
    said = [word.value for word in given if word.value is not None]
    plain = len(alternative.parts) == 1 and not any(word.key for word in alternative.words)
    return plain and len(wanted) > 1 and sorted(wanted) == sorted(said) and wanted != said
