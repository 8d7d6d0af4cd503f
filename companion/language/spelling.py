"""Slips of spelling: which known words lie one letter from a word that no dictionary has.

Learners write "miror" and "принцеса". A word that exists is never a slip, however rare it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

_LETTERS = {"en": "abcdefghijklmnopqrstuvwxyz", "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя"}
_SHORTEST = 5
_LONGEST = 20
_FIRST_LETTER_MAY_DIFFER = 8
"""In a long word the slip may be the first letter: "unvisible"."""


def is_known(word: str, language: str) -> bool:
    """Whether the language's dictionary has this form; of languages without one every word is known."""
    if language == "ru":
        from companion.language import russian

        return russian.is_known(word)
    if language == "en":
        from companion.language import english

        return english.is_known(word)
    return True


def beginnings(words: Iterable[str]) -> frozenset[str]:
    """How these words begin, in any of their forms: what `meant` goes by to lose no time."""
    return frozenset(word[: _beginning(word)] for word in words)


@lru_cache(maxsize=50_000)
def meant(word: str, language: str, begins: frozenset[str]) -> tuple[str, ...]:
    """The known words that an unknown one may stand for: one letter more, less, other or swapped.

    Only words that begin like one of `begins`.
    """
    word = word.lower().replace("ё", "е")
    letters = _LETTERS.get(language, "")
    if not _SHORTEST <= len(word) <= _LONGEST or not set(word) <= set(letters) or is_known(word, language):
        return ()
    return tuple(
        one
        for one in dict.fromkeys(_one_away(word, letters))
        if (one[:4] in begins or one[:3] in begins) and is_known(one, language)
    )


def _beginning(word: str) -> int:
    """Short words change early: царь, царя."""
    return 4 if len(word) > 5 else 3


def _one_away(word: str, letters: str) -> Iterator[str]:
    start = 0 if len(word) >= _FIRST_LETTER_MAY_DIFFER else 1
    for place in range(start, len(word)):
        yield word[:place] + word[place + 1 :]
        if place + 1 < len(word):
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        for letter in letters:
            yield word[:place] + letter + word[place + 1 :]
    for place in range(1, len(word) + 1):
        for letter in letters:
            yield word[:place] + letter + word[place:]
