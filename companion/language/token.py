"""What a word in a sentence may be: its place, its base forms, and how likely each of them is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Part = Literal["noun", "verb", "participle", "adjective", "adverb", "name", "other"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a word: a base form, a part of speech, and its weight in this sentence."""

    lemma: str
    part: Part
    weight: float = 1.0
    """0 to 1; the readings of a word need not add up to 1 (a hyphenated word is read whole and in parts)."""
    case: str = ""
    """"nominative", "oblique" or "" where the language does not show it."""
    whole: bool = True
    """False: the base form of one part of a hyphenated word."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text. `text == source[start:end]` always holds; punctuation is in no token."""

    text: str
    start: int
    end: int
    lemmas: tuple[str, ...]
    """Base forms in lower case, likeliest first; never empty."""
    readings: tuple[Reading, ...] = ()


def token(text: str, start: int, readings: list[Reading]) -> Token:
    """A token with its readings ordered by weight and its lemmas taken from them."""
    ordered = tuple(sorted(readings, key=lambda reading: -reading.weight))
    lemmas = tuple(dict.fromkeys(reading.lemma for reading in ordered)) or (text.lower(),)
    return Token(text, start, start + len(text), lemmas, ordered)
