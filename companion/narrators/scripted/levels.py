"""How hard a written sentence of the narrator's texts is, before its slots are filled."""

from __future__ import annotations

import re
from functools import lru_cache

from companion.decks.deck import load_deck
from companion.language import tokens
from companion.language.level import LEVELS, LONGEST, Level, sentence_level

_SLOT = re.compile(r"\{([^{}]+)\}")
_CHOICE = re.compile(r"\[(?:\w+:)?([^|\[\]]*)[^\[\]]*\]")
_NAMES = {"ru": "Анна"}
_NAME = "Anna"
"""Stands for whatever fills a slot: names are of no level."""


@lru_cache(maxsize=10_000)
def level_of_template(template: str, language: str, deck: str) -> int:
    """Its level as a place in LEVELS; slots count as names, the cards' names as known."""
    name = _NAMES.get(language, _NAME)
    told = _SLOT.sub(lambda slot: "" if slot[1] == "then" else name, _CHOICE.sub(r"\1", template))
    known = known_words(language, deck) | {name.lower()}  # a name that begins a sentence is not known for one
    return LEVELS.index(sentence_level(told.strip(), language, known))


@lru_cache(maxsize=20_000)
def level_of_sentence(sentence: str, language: str, deck: str, hero: tuple[str, ...] = ()) -> int:
    """A told sentence's level as a place in LEVELS; `hero`: the forms of a name, known like the cards' names."""
    return LEVELS.index(sentence_level(sentence, language, known_words(language, deck) | _lemmas(hero, language)))


@lru_cache(maxsize=256)
def _lemmas(forms: tuple[str, ...], language: str) -> frozenset[str]:
    return frozenset(lemma for form in forms for token in tokens(form, language) for lemma in token.lemmas)


def longest(level: Level) -> int | None:
    """Words in a sentence of that level at most; None: as many as there are."""
    return LONGEST.get(level)


@lru_cache(maxsize=16)
def known_words(language: str, deck: str) -> frozenset[str]:
    """Lemmas of the cards' names: whoever plays has them before the eyes."""
    cards = load_deck(language, deck).by_id.values()
    return frozenset(lemma for card in cards for token in tokens(card.name, language) for lemma in token.lemmas)
