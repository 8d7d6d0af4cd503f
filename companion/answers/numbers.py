"""Numbers in digits, words and Roman numerals, Russian and English: what they are worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from companion.answers.lists import lists

if TYPE_CHECKING:
    from companion.answers.words import Word

_ROMAN = re.compile(r"(?=[MDCLXVI])M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_WORTH = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_SMALL_ROMAN = re.compile(r"[ivx]{2,}")


def roman(raw: str, *, inside: bool) -> float | None:
    """The worth of a Roman numeral; None for any other word.

    `inside`: another word stands before it. Only then a single I is a number and not a pronoun. C, D, L and M alone are
    letters.
    """
    shown = raw.upper() if _SMALL_ROMAN.fullmatch(raw) else raw
    if not _ROMAN.fullmatch(shown) or shown in "CDLM" or (shown == "I" and not inside):
        return None
    values = [_WORTH[letter] for letter in shown]
    return float(sum(-one if one < max(values[place:]) else one for place, one in enumerate(values)))


def worth(text: str, lemmas: Iterable[str]) -> float | None:
    """The worth of a numeral in words, cardinal or ordinal, multipliers included."""
    known = _known()
    return next((known[one] for one in (text, *sorted(lemmas)) if one in known), None) or _glued(text)


_SHORTEST_GLUED = 7


def _glued(text: str) -> float | None:
    """The worth of numerals written as one word: "сорокпять", "fortyfive"."""
    known, small = _known(), (20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0)
    for place in range(3, len(text) - 2) if len(text) >= _SHORTEST_GLUED else ():
        high = known.get(text[:place])
        if high is None or high < 20 or high >= 1000 or not (high in small or high % 100 == 0):
            continue
        low = known.get(text[place:]) or _glued(text[place:])
        if low is not None and 1 <= low < (10 if high in small else 100):
            return high + low
    return None


@cache
def numeral_words() -> tuple[tuple[str, float], ...]:
    """Every numeral in words, and what it is worth."""
    return tuple(_known().items())


@cache
def _known() -> dict[str, float]:
    return {**lists().multipliers, **lists().numerals}


def merged(words: Sequence[Word]) -> list[Word]:
    """Numerals that belong together as one number: "one hundred and twenty", "тысяча двенадцатый", "1,5 млн"."""
    found: list[Word] = []
    run: list[Word] = []
    for place, word in enumerate(words):
        if run and word.text in ("and", "и", "с", "a") and _leads_on(run, words, place):
            continue
        if word.value is not None and (not run or _goes_on(run, word)):
            run.append(word)
            continue
        found += _signed(_closed(run), found)
        run = [word] if word.value is not None else []
        if word.value is None:
            found.append(word)
    return found + _signed(_closed(run), found)


def _signed(numbers: list[Word], before: list[Word]) -> list[Word]:
    """ "Минус двести": the word goes into the number."""
    if numbers and before and before[-1].text in ("минус", "minus") and numbers[0].value:
        before.pop()
        return [replace(numbers[0], value=-abs(numbers[0].value), text=f"-{numbers[0].text}"), *numbers[1:]]
    return numbers


@cache
def _multipliers() -> frozenset[str]:
    return frozenset(lists().multipliers) | {"thousands", "hundreds", "тысячи", "тысяч"}


def _is_multiplier(word: Word) -> bool:
    return bool(({word.text} | word.lemmas) & _multipliers())


def _leads_on(run: Sequence[Word], words: Sequence[Word], place: int) -> bool:
    """Small words inside a number: "one hundred and twenty", "two and a half", "два с половиной"."""
    after = [word for word in words[place + 1 : place + 3] if word.text != "a"][:1]
    value = after[0].value if after else None
    return value is not None and (
        value == 0.5 or (words[place].text in ("and", "и") and _is_multiplier(run[-1]) and value < 100)
    )


def _in_words(word: Word) -> bool:
    return not word.text[0].isdigit() and not _ROMAN.fullmatch(word.text.upper())


def _goes_on(run: Sequence[Word], word: Word) -> bool:
    """Does a numeral belong to the number begun? "Twenty" takes a "two", "hundred" and "nineteen" a "twelve"."""
    last = run[-1]
    if _is_multiplier(word) or word.value == 0.5:
        return True
    if not (_in_words(last) and _in_words(word)) or last.value is None or word.value is None:
        return False
    if _is_multiplier(last) or (last.value >= 100 and last.value % 100 == 0):
        return word.value < last.value
    if last.value in (20, 30, 40, 50, 60, 70, 80, 90) and word.value < 10:
        return word.value > 0
    # A year in pairs: nineteen twelve.
    return len(run) == 1 and 10 <= last.value <= 20 and 10 <= word.value < 100


def _closed(run: Sequence[Word]) -> list[Word]:
    if len(run) < 2:
        return list(run)
    total, current = 0.0, 0.0
    for place, word in enumerate(run):
        value = word.value or 0.0
        if _is_multiplier(word):
            current = (current or 1.0) * value
            if value >= 1000:
                total, current = total + current, 0.0
        elif place and 10 <= current <= 20 and value >= 10:
            current = current * 100 + value
        else:
            current += value
    text = " ".join(word.text for word in run)
    return [replace(run[-1], text=text, lemmas=frozenset(), value=total + current, decade=run[-1].decade)]
