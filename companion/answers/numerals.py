"""Numbers that a team writes its own way.

Numerals misspelt ("тристо шестьдесят шесть", "siks"), products (8 x 8), amounts (both, столетие), shares (75 % for
three quarters), other units (8.8 km for 8800 m) and hours of the afternoon (five o'clock for 17:00).

They are read so only where such a number is wanted: elsewhere "шест" is a pole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from companion.answers.lists import lists
from companion.answers.numbers import merged, numeral_words
from companion.answers.reference import Alternative
from companion.answers.spelling import is_known, likeness
from companion.answers.words import Script, Word

_TIMES = frozenset({"x", "х", "на", "by", "times"})
_SHORTEST = 3
_SURE = 0.05
"""Two numerals that are nearly as near leave it open which was meant."""
_LIKELY = 0.85
"""How near a word that is known must come to a numeral: шест, but not шесток."""
_AFTERNOON = frozenset({"вечер", "день", "час", "pm", "oclock", "clock", "afternoon", "evening"})
_MORNING = frozenset({"утро", "ночь", "am", "morning", "night"})
_MILLIONS = frozenset({"m", "м"})
_HOUR = re.compile(r"\d:\d\d|\d\s*[ap]\.?m|\bчас|o.clock", re.IGNORECASE)
_SHARE = "проц"
_MEASURES = {
    **{unit: ("length", worth) for unit, worth in (("км", 1000.0), ("м", 1.0), ("см", 0.01), ("мм", 0.001))},
    **{unit: ("weight", worth) for unit, worth in (("т", 1000.0), ("кг", 1.0), ("г", 0.001))},
    **{unit: ("time", worth) for unit, worth in (("нед", 7 * 24.0), ("сут", 24.0), ("ч", 1.0), ("мин", 1 / 60))},
    **{unit: ("years", worth) for unit, worth in (("век", 100.0), ("год", 1.0), ("мес", 1 / 12))},
}
"""What units measure, and how much."""


def with_numbers(words: tuple[Word, ...], alternatives: Sequence[Alternative]) -> tuple[Word, ...]:
    """The given words, what is meant for a number read as one, where a right answer holds a number."""
    wanted = [word.value for one in alternatives for word in one.words if word.value is not None]
    if not wanted:
        return words
    no_number = all(word.value is None for word in words)
    alone = no_number and all(map(_is_number, alternatives)) and sum(map(_tells, words)) == 1
    if alone and (amount := _amount(words, wanted)) is not None:
        return amount
    found = [
        _as_numeral(word, wanted) or word if _tells(word) and (alone or _beside_number(words, place)) else word
        for place, word in enumerate(words)
    ]
    if any(one is not other for one, other in zip(found, words, strict=True)):
        words = tuple(merged(found))
    return _otherwise(words, alternatives) or words


def _tells(word: Word) -> bool:
    return word.value is None and not (word.is_light or word.is_filler or word.key)


def _is_number(alternative: Alternative) -> bool:
    others = (word for word in alternative.words if _tells(word) and not word.unit)
    return any(word.value is not None for word in alternative.words) and next(others, None) is None


def _amount(words: Sequence[Word], wanted: Sequence[float]) -> tuple[Word, ...] | None:
    for word in words:
        value = next((lists().amounts[one] for one in {word.text, *word.lemmas} if one in lists().amounts), None)
        if value in wanted:
            return (replace(word, value=value, unit=""),)
    return None


def _beside_number(words: Sequence[Word], place: int) -> bool:
    """Only an unknown word: "сорок разбойников" is no number of two words."""
    beside = [*[word for word in words[:place] if not word.is_light][-1:], *words[place + 1 : place + 2]]
    in_words = (word for word in beside if word.value is not None and not word.text[:1].isdigit())
    return next(in_words, None) is not None and not is_known(words[place])


def _as_numeral(word: Word, wanted: Sequence[float]) -> Word | None:
    if word.script == "" or word.unit or len(word.text) < _SHORTEST:
        return None
    values = nearest(word.text, word.script)
    value = next((one for one in wanted if one in values), min(values) if len(values) == 1 else None)
    if value is None:
        return None
    # Its own text stays; the base form tells whether it multiplies what stands before it.
    return replace(word, lemmas=frozenset(text for text, worth in numeral_words() if worth == value), value=value)


@lru_cache(maxsize=4096)
def nearest(text: str, script: Script) -> frozenset[float]:
    """What the numerals are worth that the word may misspell, those nearest to it."""
    given = Word(text, script=script)
    numerals = ((Word(one, script=script), value) for one, value in numeral_words())
    graded = [(quality, value) for one, value in numerals if (quality := likeness(one, given))]
    best = max((quality for quality, _ in graded), default=0.0)
    if best < _LIKELY and is_known(given):
        return frozenset()
    return frozenset(value for quality, value in graded if quality >= best - _SURE)


def _otherwise(words: tuple[Word, ...], alternatives: Sequence[Alternative]) -> tuple[Word, ...] | None:
    """A number that comes to the right one in another way of counting."""
    values = [word.value for word in words if word.value is not None]
    for alternative in alternatives:
        numbers = [word for word in alternative.words if word.value is not None]
        if len(numbers) == 1 and numbers[0].value in values:
            return None
        if len(numbers) == 1 and numbers[0].value in _comes_to(values, words, alternative):
            return numbers[0], *(word for word in alternative.words if word.unit)
    return None


def _comes_to(values: Sequence[float], words: Sequence[Word], alternative: Alternative) -> list[float]:
    """What the given numbers may be worth as the right answer counts."""
    rest = {one for word in words if word.value is None for one in (word.text, *word.lemmas)}
    if len(values) == 2:
        return [values[0] * values[1]] if len(words) == 3 and rest & _TIMES else []
    if len(values) != 1:
        return []
    value, found = values[0], []
    said, wanted = (next((word.unit for word in one if word.unit), "") for one in (words, alternative.words))
    if said == _SHARE != wanted:
        found.append(value / 100)
    if wanted == _SHARE != said and value < 1:
        found.append(value * 100)
    if said != wanted and (unit := _MEASURES.get(said)) and (other := _MEASURES.get(wanted)) and unit[0] == other[0]:
        found.append(round(value * unit[1] / other[1], 6))
    if rest & _MILLIONS:
        found.append(value * 1_000_000)
    if value <= 12 and _HOUR.search(alternative.text) and rest & _AFTERNOON and not rest & _MORNING:
        found.append(value + 12)
    return found
