"""Whom a tale is about when a person began it: a name, "two sisters", "the twins", «кот по кличке Уголёк».

Read off the first sentence that brings somebody in; what others tell later changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.narrators.scripted.agreement import Gender


@dataclass(frozen=True)
class Named:
    """Somebody in the language's cases. `start` and `end`: character offsets, in the sentence, of the words that
    bring them in."""

    sentence: int
    forms: tuple[str, ...]
    gender: Gender
    start: int
    end: int
    has_name: bool = True
    """False for "the twins": nobody is spoken to like that."""


def hero_in(told: Sequence[str], language: str) -> Named | None:
    """Whom the sentences, told by one person in one breath, bring in first; None: nobody, or no way to tell."""
    return _hero_in(tuple(told), language)


@lru_cache(maxsize=1024)
def _hero_in(told: tuple[str, ...], language: str) -> Named | None:
    """Kept: every seat asks at every step of a game."""
    if language == "ru":
        from companion.narrators.scripted import russian_heroes

        return russian_heroes.hero_in(told)
    if language == "en":
        from companion.narrators.scripted import english_heroes

        return english_heroes.hero_in(told)
    return None
