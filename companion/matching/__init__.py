"""Which cards does a sentence mention? A matcher suggests; people, or the table's chosen policy, rule."""

from __future__ import annotations

import threading

from companion.decks.deck import DEFAULT_DECK
from companion.matching.mention import Answer, Doubt, Matcher, Mention

__all__ = ["Answer", "Doubt", "Matcher", "Mention", "matcher_for"]

_made: dict[tuple[str, str], Matcher] = {}
_making = threading.Lock()


def matcher_for(language: str, deck: str = DEFAULT_DECK) -> Matcher:
    """The matcher of a language and deck, made once and shared. Raises DamagedDeck if the deck cannot be read."""
    key = (language, deck)
    if key not in _made:
        from companion.matching.words import WordMatcher

        with _making:
            if key not in _made:
                _made[key] = WordMatcher(language, deck)
    return _made[key]
