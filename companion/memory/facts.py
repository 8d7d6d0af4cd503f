"""What is known of a tale: facts, the sentences that told them, and clauses that disagree with them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """Something that holds of an entity since a sentence was told."""

    state: str
    entity: int
    line: int
    """Index of the sentence that told so."""
    quote: str
    """Its verb or word."""
    deep: bool = False
    """Told as lasting: sleeps a hundred years."""
    value: str = ""
    """A colour, a number, a season, a kin."""
    other: int | None = None
    """Who had it, whose kin."""
    holder: int | None = None
    """Who has it now."""


@dataclass(frozen=True)
class Clash:
    """A clause that disagrees with a fact."""

    fact: Fact
    kind: str
    start: int
    end: int
    """Where in the new sentence."""
    quote: str
    doubtful: bool
    """Dreams, ghosts, memories: words that may explain it stand there."""
    by_pronoun: bool
    """Only a pronoun says whom it is about."""


@dataclass(frozen=True)
class Heard:
    """What one sentence told."""

    line: int
    sentence: str
    lemmas: frozenset[str]
    fresh: tuple[int, ...]
    """Entities that it brought in."""
    told_of: tuple[int, ...]
    facts: tuple[Fact, ...]
    clashes: tuple[Clash, ...]
    deeds: int
    """How many things really happened in it."""
    fresh_share: float = 1.0
    """Share of its words that the tale had not told before."""
