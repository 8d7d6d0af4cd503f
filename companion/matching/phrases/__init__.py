"""What the word matcher knows of a language besides the deck: one data file a language.

A language without a file works: its cards are matched by their names, and the reason is the quote and the card.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import DamagedDeck
from companion.matching.patterns import Gaps

_FOLDER = Path(__file__).parent


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Idiom(_Strict):
    """A set phrase whose words do not say what is on these cards."""

    phrase: str
    cards: tuple[str, ...]
    gaps: Gaps = "small words"


class Relation(_Strict):
    """Cards that follow from a phrase; `{king}` stands for each word of that list."""

    cards: tuple[str, ...]
    phrases: tuple[str, ...]
    beside: tuple[str, ...] = ()
    """Lists of which a word must stand elsewhere in the sentence."""
    gaps: Gaps = "adjectives"
    why: str


class Why(_Strict):
    """How a mention is explained; `{quote}`, `{entry}` (the deck's word) and `{name}` are filled in."""

    own: str = "{quote} = {name}"
    thing: str = "{quote} = {name}"
    deed: str = "{quote} = {name}"
    negated: str = "{quote} = {name}?"
    compared: str = "{quote} = {name}?"
    conditional: str = "{quote} = {name}?"
    named: str = "{quote} = {name}?"
    near: str = "{quote} = {name}?"
    slip: str = "{quote} = {name}"
    meaning: str = "{quote} = {name}?"
    talking: str = "{quote}"


class Phrases(_Strict):
    """The data file of one language."""

    skips: frozenset[str] = frozenset()
    """Small words that may stand inside a name of several words."""
    breaks: frozenset[str] = frozenset()
    """Words that never stand inside a name."""
    stops: frozenset[str] = frozenset()
    """Words that are no part of an object between the words of a name (of languages without cases)."""
    articles: frozenset[str] = frozenset()
    """Words that open such an object."""
    pronouns: frozenset[str] = frozenset()
    """Words that are such an object by themselves."""
    negation: frozenset[str] = frozenset()
    not_negation: tuple[str, ...] = ()
    negation_behind: tuple[str, ...] = ()
    """Said behind what is not there, in base forms: "меча не быть"."""
    comparison: frozenset[str] = frozenset()
    comparison_with_article: frozenset[str] = frozenset()
    """Words that compare only before "a" or "an", or as a pair: "as a wolf", "as grey as the wolf"."""
    condition: frozenset[str] = frozenset()
    inverted: frozenset[str] = frozenset()
    """Verbs that open a clause instead of an "if": "had he been a king"."""
    idioms: tuple[Idiom, ...] = ()
    words: dict[str, tuple[str, ...]] = {}
    relations: tuple[Relation, ...] = ()
    why: Why = Why()


@lru_cache(maxsize=32)
def phrases(language: str) -> Phrases:
    """The phrases of a language; empty ones when nobody has written them yet."""
    path = _FOLDER / f"{language}.yaml"
    if not language.isalnum() or not path.is_file():
        return Phrases()
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Phrases.model_validate(raw)
    except (OSError, yaml.YAMLError, ValidationError) as fault:
        raise DamagedDeck(str(path), " ".join(str(fault).split())) from fault
