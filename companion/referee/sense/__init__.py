"""Whether a narration makes sense: what its words are about, who does what, and in which order the words stand.

`domains`: words by what they are about; the words of a tale stay with few domains, while nonsense goes through all of
them. `bonds`: what only people do and are to each other (beasts of tales are people): marry, elect, an aunt.
`timeless`: days and months, which nobody marries, eats or is. `logic`: signs of an argument, words that stand in one
sentence.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import BadInput
from companion.language import Token
from companion.language.clauses import Clause, Noun
from companion.memory.lexicon import Lexicon

ODDITIES = ("scatter", "time acts", "idea acts", "bonds of things", "things as people", "argument")
_NO_ACTORS = ("calendar", "maths")
_IDEAS = ("abstract", "colour")
_NO_BEINGS = frozenset("food kitchen house clothes calendar maths abstract colour music transport".split())
_COMES = frozenset(
    "be come pass begin end arrive fall grow rise go last start follow быть прийти пройти наступить кончиться начаться "
    "настать приходить проходить идти стать стоять слышаться раздаться услышать почувствовать".split()
)
_BECOMES = frozenset("be become turn быть стать сделаться оказаться являться".split())


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")
    domains: dict[str, list[str]]
    bonds: list[str]
    timeless: list[str]
    logic: list[str]


@dataclass(frozen=True)
class Sense:
    """What words are about, in one language."""

    domains: dict[str, str]
    """By word."""
    bonds: tuple[frozenset[str], ...]
    timeless: frozenset[str]
    logic: tuple[frozenset[str], ...]

    def is_of(self, word: str, domains: Sequence[str] | Set[str]) -> bool:
        return self.domains.get(word, "") in domains


@cache
def sense(language: str) -> Sense | None:
    """None in languages that have no such list. Raises BadInput when the file is damaged."""
    file = resources.files(__package__).joinpath(f"{language}.yaml")
    if not file.is_file():
        return None
    try:
        given = _File.model_validate(yaml.safe_load(file.read_text("utf-8")))
    except (yaml.YAMLError, ValidationError) as fault:
        raise BadInput(f"companion/referee/sense/{language}.yaml: {fault}") from fault
    return Sense(
        domains={word: name for name, words in given.domains.items() for word in words},
        bonds=tuple(frozenset(one.split()) for one in given.bonds),
        timeless=frozenset(given.timeless),
        logic=tuple(frozenset(one.split()) for one in given.logic),
    )


def oddities(
    words: Sequence[Sequence[Token]],
    parsed: Sequence[Sequence[Clause]],
    told: Set[str],
    known: Lexicon,
    about: Sense,
    people: Set[str] = frozenset(),
) -> tuple[float, ...]:
    """How odd a narration is, in the order of ODDITIES.

    `words`, `parsed`: by sentence; `told`: the tale's words; `people`: what its people are called.
    """
    alive = known.people | known.kin.keys() | known.beasts | people
    count = max(1, len(words))
    fresh = {one.lemmas[0] for row in words for one in row} - told
    scatter = len({about.domains[one] for one in fresh if one in about.domains})
    time = ideas = bonds = beings = 0
    for row, found in zip(words, parsed, strict=True):
        for clause, near in _with_words(row, found):
            acting = [one for one in (clause.subject, clause.object) if one is not None and one.kind != "pronoun"]
            if clause.verb not in _COMES:
                time += any(about.is_of(one.lemma, _NO_ACTORS) or one.lemma in about.timeless for one in acting)
                ideas += clause.subject in acting and about.is_of(clause.subject.lemma, _IDEAS)  # type: ignore[union-attr]
            bonds += _is_bond_of_things(clause, near, known, about, alive)
            beings += _is_being_of_things(clause, known, about, alive)
    lemmas = [frozenset(one.lemmas[0] for one in row) for row in words]
    argument = sum(signs <= one for signs in about.logic for one in lemmas)
    return tuple(float(one) for one in (scatter / count, time, ideas, bonds, beings, argument))


def _with_words(row: Sequence[Token], found: Sequence[Clause]) -> list[tuple[Clause, frozenset[str]]]:
    """Each clause with the base forms from its verb to the next one."""
    if not found:
        return []
    ends = [one.start for one in found[1:]] + [10**9]
    return [
        (clause, frozenset(one.lemmas[0] for one in row if clause.start <= one.start < end))
        for clause, end in zip(found, ends, strict=True)
    ]


def _is_bond_of_things(clause: Clause, near: frozenset[str], known: Lexicon, about: Sense, alive: Set[str]) -> bool:
    """ "The stairs were married", "the mother of the weather"."""
    nouns = [one for one in (clause.subject, clause.object, *(noun for _, noun in clause.around)) if one is not None]
    if any(one.owner is not None and _is_kin_of_thing(one, known, alive) for one in nouns):
        return True
    things = [one for one in nouns if _is_thing(one, alive)]
    others = [one for one in nouns if not _is_thing(one, alive)]
    is_bond = any(words <= near | {clause.verb} for words in about.bonds)
    return is_bond and bool(things) and not others


def _is_kin_of_thing(noun: Noun, known: Lexicon, alive: Set[str]) -> bool:
    return noun.lemma in known.kin and noun.owner is not None and _is_thing(noun.owner, alive)


def _is_being_of_things(clause: Clause, known: Lexicon, about: Sense, alive: Set[str]) -> bool:
    """ "The mushroom was president", "the emperor was a left shoe"."""
    if clause.verb not in _BECOMES or clause.subject is None or not clause.said or clause.subject.kind == "pronoun":
        return False
    said = clause.said[0]
    if _is_thing(clause.subject, alive):
        return said in known.people or said in known.kin or frozenset((said,)) in about.bonds
    return about.is_of(said, _NO_BEINGS)


def _is_thing(noun: Noun, alive: Set[str]) -> bool:
    if noun.kind != "noun" or noun.animate or noun.names:
        return False
    return noun.lemma not in alive
