"""What a sentence says, clause by clause: who does what to whom, in base forms.

Russian is read from slovnet's dependency trees, English by light rules over its tokens: no English parser comes with
its weights in a package (docs/decisions.md). Other languages have no clauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Gender = Literal["", "m", "f", "n"]
NounKind = Literal["noun", "name", "pronoun"]


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with what hangs on it. `start` and `end` are character offsets of its head word."""

    lemma: str
    start: int
    end: int
    kind: NounKind = "noun"
    gender: Gender = ""
    plural: bool = False
    animate: bool = False
    """Grammar or a list says that it lives; False: not known."""
    qualities: tuple[str, ...] = ()
    """Base forms of its adjectives, participles and numerals."""
    sorts: tuple[str, ...] = ()
    """Of these, what tells one of its kind from another: "mill" bridge, "north" road. English alone has them."""
    owner: Noun | None = None
    """Whose it is: "the king's daughter", "дочь короля", "his sister"."""
    names: tuple[str, ...] = ()
    """Names and titles beside it: "King Arthur", "король Пантелей"."""
    other: bool = False
    """Told as another one than was told of before: "another knight", "второй король"."""
    stem: str = ""
    """The word as it is written, in lower case, where a capital says that it may be a name. Russian alone has it."""
    fresh: bool = False
    """Told as somebody new: "a knight", "some knight"."""
    definite: bool = False
    """Told as known: "the old man", "all six sisters". English alone says so."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One verb, or a noun that something is said of, with its nouns. `start` and `end` are character offsets."""

    verb: str
    """Base form; "be" or "быть" where only a quality is said."""
    start: int
    end: int
    subject: Noun | None = None
    object: Noun | None = None
    around: tuple[tuple[str, Noun], ...] = ()
    """Other nouns, each with its preposition, or "" for a bare one (Russian: the case)."""
    said: tuple[str, ...] = ()
    """Base forms of what is said of the subject: "was blind", "became a frog"."""
    negated: bool = False
    unreal: bool = False
    """Wished, asked, supposed, planned or ordered: not told as something that happened."""
    spoken: bool = False
    """Said by somebody in the tale, inside quotation marks."""
    earlier: bool = False
    """Told as gone before the rest: "had been", "когда-то"."""
    able: str = ""
    """The verb of ability that it hangs on: "could not swim" can, "не умел плавать" уметь."""
    later: bool = False
    """Told as still to come, or left undone: "it will wear off", "забыл расколдовать"."""
    passive: bool = False
    """Told from its object on: "the sword was broken". English alone says so."""
    particle: str = ""
    """An adverb that makes another verb of it: fall "asleep", come "back"."""


def clauses(sentence: str, language: str, names: frozenset[str] = frozenset()) -> list[Clause]:
    """The clauses of one sentence, in order; [] in languages that are not read.

    `names`: words that the tale has used as names: "Finn hopped", "Rose ran". English alone asks for them.
    """
    return list(_clauses(sentence, language, frozenset(one for one in names if one in sentence)))


@lru_cache(maxsize=4096)
def _clauses(sentence: str, language: str, names: frozenset[str]) -> tuple[Clause, ...]:
    """Kept: referee and judge hear a told sentence again and again, and a Russian tree takes ten milliseconds."""
    if language == "ru":
        from companion.language import russian_clauses

        return tuple(russian_clauses.clauses(sentence))
    if language == "en":
        from companion.language import english_clauses

        return tuple(english_clauses.clauses(sentence, names))
    return ()


def names_in(sentence: str, language: str) -> frozenset[str]:
    """Words that a sentence shows to be names; none in languages that do not ask for them."""
    if language != "en":
        return frozenset()
    from companion.language import english_clauses

    return english_clauses.names_in(sentence)


__all__ = ["Clause", "Gender", "Noun", "NounKind", "clauses", "names_in"]
