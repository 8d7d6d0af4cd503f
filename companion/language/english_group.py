"""A group of English words: who or what, a deed, or a word that joins clauses."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.language.clauses import Noun


@dataclass(slots=True)
class Group:
    """A noun group ("noun"), a verb group ("verb"), a word that begins a clause ("join") or a
    loose quality ("quality")."""

    kind: str
    noun: Noun | None = None
    preposition: str = ""
    verb: str = ""
    form: str = ""
    """"finite", "ing", "passive", "to", "quality"."""
    word: str = ""
    start: int = 0
    end: int = 0
    negated: bool = False
    unreal: bool = False
    earlier: bool = False
    able: str = ""
    particle: str = ""
    inside: bool = False
    comma: bool = False
    """Punctuation stands before it."""
    later: bool = False
    participle: bool = False
    """Its form may be a participle: "was struck and killed"."""
    fronted: bool = False
    """A small word of place stands right before the verb: "in came the fox"."""
    said: list[str] = field(default_factory=list)
