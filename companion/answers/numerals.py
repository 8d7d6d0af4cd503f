"""Numbers that a team writes its own way: numerals misspelt ("тристо шестьдесят шесть", "siks") and products (8 x 8).

They are read so only where a number is wanted: elsewhere "шест" is a pole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from companion.answers.numbers import merged, numeral_words
from companion.answers.reference import Alternative
from companion.answers.spelling import is_known, likeness
from companion.answers.words import Script, Word

_TIMES = frozenset({"x", "х", "на", "by", "times"})
_SHORTEST = 3
_SURE = 0.05
"""Two numerals that are nearly as near leave it open which was meant."""


def with_numbers(words: tuple[Word, ...], alternatives: Sequence[Alternative]) -> tuple[Word, ...]:
    """The given words, what is meant for a number read as one, where a right answer holds a number."""
    if not any(word.value is not None for one in alternatives for word in one.words):
        return words
    if (product := _product(words, alternatives)) is not None:
        return product
    no_number = all(word.value is None for word in words)
    alone = no_number and all(_is_number(one) for one in alternatives) and sum(map(_tells, words)) == 1
    found = [
        _as_numeral(word) or word if _tells(word) and (alone or _beside_number(words, place)) else word
        for place, word in enumerate(words)
    ]
    return tuple(merged(found)) if any(one is not other for one, other in zip(found, words, strict=True)) else words


def _tells(word: Word) -> bool:
    return word.value is None and not (word.is_light or word.is_filler or word.unit or word.key)


def _is_number(alternative: Alternative) -> bool:
    return any(word.value is not None for word in alternative.words) and not any(map(_tells, alternative.words))


def _beside_number(words: Sequence[Word], place: int) -> bool:
    """Only an unknown word: "сорок разбойников" is no number of two words."""
    beside = (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
    in_words = (word for word in beside if word.value is not None and not word.text[:1].isdigit())
    return next(in_words, None) is not None and not is_known(words[place])


def _as_numeral(word: Word) -> Word | None:
    if word.script == "" or len(word.text) < _SHORTEST or (value := nearest(word.text, word.script)) is None:
        return None
    # Its own text stays; the base form tells whether it multiplies what stands before it.
    return replace(word, lemmas=frozenset(text for text, worth in numeral_words() if worth == value), value=value)


@lru_cache(maxsize=4096)
def nearest(text: str, script: Script) -> float | None:
    """What the numeral is worth that the word misspells; None: it misspells none, or several as well."""
    given = Word(text, script=script)
    numerals = ((Word(one, script=script), value) for one, value in numeral_words())
    graded = sorted(((likeness(one, given), value) for one, value in numerals), reverse=True)
    best, worth = graded[0]
    close = {value for quality, value in graded if quality and quality >= best - _SURE}
    return worth if best and len(close) == 1 else None


def _product(words: tuple[Word, ...], alternatives: Sequence[Alternative]) -> tuple[Word, ...] | None:
    """A product that comes to the right number; the right answer itself is none."""
    values = [word.value for word in words if word.value is not None]
    if len(values) != 2 or len(words) != 3 or words[1].text not in _TIMES or words[1].value is not None:
        return None
    result = float(values[0] * values[1])
    wanted = [[word.value for word in one.words if word.value is not None] for one in alternatives]
    return (replace(words[0], text=f"{result:g}", value=result),) if [result] in wanted else None
