"""How well an answer fits a right one, and what a question asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.answers.answer_check import Verdict
from companion.answers.reference import Alternative
from companion.answers.words import Word


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for."""

    language: str
    words: frozenset[str]
    """Its words and their base forms."""
    person: bool
    several: bool
    units: frozenset[str]
    counted: str = ""
    """The unit that it asks to count: of "how many days" the day."""
    text: str = ""
    """Its last words in lower case, which tell what is asked."""
    why: bool = False
    """It asks for a reason or for what happened, so that answers are sentences."""
    word: bool = False
    """It asks what a word means, so that half of its meaning is half an answer."""
    gap: bool = False
    """It asks to complete a saying: every word of the rest counts."""
    street: bool = False
    """It asks for a street, so that the number of a house changes nothing."""
    country: bool = False
    """It asks for a country, so that its people name it."""
    when: bool = False
    """It asks when something happened, and not for the day or the month."""
    form: bool = False
    """It asks for a form of a word: another form is wrong."""

    def names(self, word: Word) -> bool:
        """Does the question say this word itself?"""
        return not self.words.isdisjoint(word.lemmas | {word.text})


@dataclass(frozen=True, slots=True)
class Fit:
    """How well an answer fits a right one."""

    score: float
    verdict: Verdict
    code: str
    params: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False
    """It fits by less than the whole of the right answer."""


def best(fits: Iterable[Fit]) -> Fit:
    """The best of several right answers."""
    return max(fits, key=lambda one: one.score)


def half(alternative: Alternative) -> Fit:
    return Fit(0.15, "wrong", "half", {"answer": alternative.text}, partial=True)


def other_number(alternative: Alternative, given: Sequence[Word]) -> Fit:
    return Fit(0.03, "wrong", "other_number", both(alternative, given))


def different(alternative: Alternative, given: Sequence[Word]) -> Fit:
    return Fit(0.03, "wrong", "different", both(alternative, given))


def both(alternative: Alternative, given: Sequence[Word]) -> dict[str, str]:
    return {"given": as_text(given), "answer": alternative.text}


def as_text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
