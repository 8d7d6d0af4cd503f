"""Which cards does a sentence mention? A matcher suggests; people, or the table's chosen policy, rule."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from companion.decks.deck import DEFAULT_DECK
from companion.matching.calibration import STRICTNESSES, Strictness
from companion.matching.mention import Answer, Doubt, Matcher, MatcherBefore, Mention

if TYPE_CHECKING:
    from companion.matching.semantic import TableMatcher

__all__ = [
    "STRICTNESSES",
    "Answer",
    "Doubt",
    "Matcher",
    "MatcherBefore",
    "Mention",
    "Strictness",
    "matcher_for",
    "use_encoder",
]

_made: dict[tuple[str, str, Strictness], TableMatcher] = {}
_making = threading.Lock()
_encoder: tuple[str, bool] | None = None
"""What `use_encoder` was told: a setting, and whether to stay offline."""


def use_encoder(setting: str = "auto", *, offline: bool = False) -> None:
    """From now on matchers of this process hear meaning too, as soon as that encoder has been loaded beside them.

    Without it they go by words alone: commands that are done in a second do not wait for an encoder.
    """
    global _encoder
    with _making:
        _encoder = setting, offline
        made = list(_made.values())
    for matcher in made:
        matcher.warm(setting, offline=offline)


def matcher_for(language: str, deck: str = DEFAULT_DECK, strictness: Strictness = "normal") -> TableMatcher:
    """The matcher of a language and deck, made once and shared. Raises DamagedDeck if the deck cannot be read."""
    key = (language, deck, strictness)
    if key not in _made:
        from companion.matching.semantic import TableMatcher

        with _making:
            if key not in _made:
                matcher = TableMatcher(language, deck, strictness)
                if _encoder is not None:
                    matcher.warm(_encoder[0], offline=_encoder[1])
                _made[key] = matcher
    return _made[key]
