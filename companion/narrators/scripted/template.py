"""Puts a hand-written sentence into words: slots, pronouns and agreement with whoever a word goes with.

Forms and pronouns come from the language's file; `agreement.py` makes those that the file leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.narrators.scripted.agreement import GENDERS, agreed

ROLES = ("foe", "friend", "beloved")
PLACE_SLOTS = ("at", "to", "from")
_SLOT = re.compile(r"\{([^{}]+)\}")
_CHOICE = re.compile(r"\[(?:(foe|friend|beloved):)?([^\[\]]*)\]")
_SPACES = re.compile(r"\s+")
_OPENED = re.compile(r"(: [«\"])(\w)")
"""Where direct speech begins."""
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Person:
    """Somebody in the tale: the name in the language's cases, and the gender that words agree with (GENDERS)."""

    forms: tuple[str, ...]
    gender: str
    named: bool = True
    """False for whoever is known by a noun alone: nobody says "come, the king"."""


@dataclass(frozen=True)
class Scene:
    """Who and what a sentence may speak of."""

    hero: Person
    cases: tuple[str, ...]
    pronouns: Mapping[str, tuple[str, ...]]
    """Words that follow the hero, one for each of GENDERS."""
    roles: Mapping[str, Person] = field(default_factory=dict)
    """Foe, friend and beloved, as far as the tale has them."""
    absent: frozenset[str] = frozenset()
    """Character cards on the table that a sentence must not bring back: whoever has left, and the hero's own."""
    present: frozenset[str] = frozenset()
    """Cards whose matter is in the tale: laid, or told of with weight by whoever told."""
    euphony: Mapping[str, str] = field(default_factory=dict)
    """What is said otherwise for the sound of it: patterns, and what stands for them."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Other slots: the place, the hero's trade, the hero's wish, a card's name."""
    language: str = ""

    @property
    def has_one_form_for_object(self) -> bool:
        """Whether the hero's accusative looks like the nominative."""
        return "a" in self.cases and self.hero.forms[self.cases.index("a")] == self.hero.forms[0]


def slots_of(template: str) -> set[str]:
    """The names of the slots that a sentence has."""
    return set(_SLOT.findall(template)) | {role for role, _ in _CHOICE.findall(template) if role}


def render(template: str, scene: Scene, then: str = "") -> str | None:
    """The sentence in words, beginning with a capital; None when the scene lacks somebody whom it speaks of."""
    missing = False

    def choice(match: re.Match[str]) -> str:
        nonlocal missing
        person = scene.roles.get(match[1]) if match[1] else scene.hero
        options = match[2].split("|")
        if person is None:
            missing = True
            return ""
        return agreed(options, person.gender, scene.language)

    def slot(match: re.Match[str]) -> str:
        nonlocal missing
        word = then if match[1] == "then" else _word(match[1], scene)
        missing = missing or word is None
        return word or ""

    text = _SLOT.sub(slot, _CHOICE.sub(choice, template))
    for pattern, other in scene.euphony.items():
        text = re.sub(pattern, other, text)
    text = _OPENED.sub(lambda speech: f"{speech[1]}{speech[2].upper()}", text)
    return None if missing else capitalised(_SPACES.sub(" ", text).strip())


def capitalised(sentence: str) -> str:
    """The sentence with its first letter a capital, quotation marks or not."""
    first = _LETTER.search(sentence)
    if first is None:
        return sentence
    return sentence[: first.start()] + first[0].upper() + sentence[first.end() :]


def _word(name: str, scene: Scene) -> str | None:
    who, _, case = name.partition(".")
    if who == "h" or who in ROLES:
        person = scene.hero if who == "h" else scene.roles.get(who)
        return None if person is None else person.forms[scene.cases.index(case) if case else 0]
    if name in scene.pronouns:
        return scene.pronouns[name][GENDERS.index(scene.hero.gender)]  # type: ignore[arg-type]
    return scene.words.get(name)
