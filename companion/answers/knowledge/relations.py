"""How two words or short phrases stand to each other, as far as the sources know."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from typing import Literal

from companion.answers.knowledge.index import Index, open_index
from companion.answers.words import Word
from companion.places import cache_folder

_log = logging.getLogger(__name__)

Relation = Literal["same", "opposite", "narrower", "broader", "sisters", "apart", "unknown"]
"""Of a given term beside a wanted one. sisters: two kinds of one thing; apart: both known, and none of these."""

_PHRASE = 4
"""Words of a phrase that is looked up as a whole."""
_READINGS = 24
"""Combinations of base forms of a phrase that are looked up."""
_UP = 2
"""Steps up to a kind that two sisters share."""


@cache
def index() -> Index | None:
    """The index of this process, built at the first call (seconds) if the user has none; None: nothing is known."""
    with _opening:
        try:
            return open_index(cache_folder())
        except (OSError, sqlite3.Error) as fault:
            _log.warning("answers are judged without a dictionary: %s: %s", type(fault).__name__, fault)
            return None


_opening = threading.Lock()


def terms(words: Iterable[Word]) -> frozenset[str]:
    """Under which terms the words may be known: themselves and their base forms, with and without small words."""
    said = [word for word in words if not word.is_filler]
    found: set[str] = set()
    for kept in (said, [word for word in said if not word.is_light]):
        if 0 < len(kept) <= _PHRASE and all(word.value is None for word in kept):
            readings = product(*[(word.text, *sorted(word.lemmas - {word.text})) for word in kept])
            found |= {" ".join(one) for one in islice(readings, _READINGS)}
    return frozenset(found)


def relation(wanted: Sequence[Word], given: Sequence[Word]) -> tuple[Relation, float]:
    """How the given words stand to the wanted ones, and for the same how surely (0 to 1): the share of what either may
    mean that both mean."""
    return _relation(terms(wanted), terms(given))


@lru_cache(maxsize=20_000)
def _relation(wanted: frozenset[str], given: frozenset[str]) -> tuple[Relation, float]:
    known = index()
    if known is None or not wanted or not given:
        return "unknown", 0.0
    pairs = [(one, other) for one in wanted for other in given]
    if any(known.opposite(one, other) for one, other in pairs):
        return "opposite", 0.0
    here, there = _senses(wanted), _senses(given)
    if shared := here & there:
        return "same", len(shared) / min(len(here), len(there))
    if not here or not there:
        return "unknown", 0.0
    above_wanted, above_given = _above(here), _above(there)
    if here & above_given:
        return "narrower", 0.0
    if there & above_wanted:
        return "broader", 0.0
    return ("sisters", 0.0) if above_wanted & above_given else ("apart", 0.0)


def _senses(of: Iterable[str]) -> frozenset[int]:
    return frozenset().union(*map(_senses_of, of))


@lru_cache(maxsize=20_000)
def _senses_of(term: str) -> frozenset[int]:
    known = index()
    return known.senses(term) if known else frozenset()


def _above(senses: frozenset[int]) -> frozenset[int]:
    found: frozenset[int] = frozenset()
    layer = senses
    for _ in range(_UP):
        layer = frozenset().union(*map(_kinds_of, layer)) - found
        found |= layer
    return found


@lru_cache(maxsize=20_000)
def _kinds_of(sense: int) -> frozenset[int]:
    known = index()
    return known.kinds(sense) if known else frozenset()
