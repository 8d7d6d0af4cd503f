"""Searching the deck: how well a card answers what was typed, in any language of the deck and any form of a word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.decks.deck import Card
from companion.language import tokens

LONGEST = 100
"""Characters of a search that are looked at."""


def rank(faces: Mapping[str, Card], sought: str) -> tuple[bool, int] | None:
    """Where the card stands among those found, best first; None: it is not found.

    Whole words, in any form, come before parts of words; then names before other names before explanations.
    """
    found = []
    for language, card in faces.items():
        for place, texts in enumerate(((card.name,), card.face.other, (card.face.gloss,))):
            for text in texts:
                if _has_words(text, sought[:LONGEST], language):
                    found.append((False, place))
                elif _folded(sought) in _folded(text):
                    found.append((True, place))
    return min(found, default=None)


def _has_words(text: str, sought: str, language: str) -> bool:
    wanted, said = _forms(sought, language), _forms(text, language)
    return bool(wanted) and all(any(one & other for other in said) for one in wanted)


@lru_cache(maxsize=8192)
def _forms(text: str, language: str) -> tuple[frozenset[str], ...]:
    """What each word of a text may be compared by: itself and its base forms."""
    return tuple(frozenset(_folded(form) for form in (token.text, *token.lemmas)) for token in tokens(text, language))


def _folded(text: str) -> str:
    """As a search compares: capitals and the dots on ё don't matter."""
    return text.casefold().replace("ё", "е")
