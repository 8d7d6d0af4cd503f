"""Whether a noun may mean somebody or something that the tale has told of under the same name."""

from __future__ import annotations

from collections.abc import Iterable

from companion.language.clauses import Noun
from companion.memory.entity import Entity
from companion.memory.lexicon import Lexicon

_WHOSE = ("ин", "ов", "ев")
"""How Russian base forms end that say whose it is: Катин, Петров."""


def may_be(entity: Entity, noun: Noun, names: set[str], owner: Entity | None, known: Lexicon) -> bool:
    """Whether nothing that is told of the noun speaks against its being that entity, which has its name.

    `names`: what it is called, where it is a proper name. `owner`: whose it is told to be.
    """
    if owner is not None and not _may_be_owned(entity, noun, owner, known):
        return False
    whose = _whose(noun)
    if whose and whose.isdisjoint(entity.sorts):
        return False  # "Катина кукла" is not the doll that was told of
    sorts = sorts_of(noun, known)
    if entity.sorts and sorts and entity.sorts.isdisjoint(sorts):
        return False
    mine, others = _proper(names, known), _proper(entity.keys, known)
    if mine and others and mine.isdisjoint(others):
        return False  # "Prince Karl" is not "Prince Ott"
    if noun.kind != "name" and not noun.names and _is_opposite(entity, noun, known):
        return False
    if entity.is_person and noun.kind == "noun" and not noun.animate:
        return True  # a giant who is called Plum
    return {noun.gender, entity.gender} != {"m", "f"}


def _may_be_owned(entity: Entity, noun: Noun, owner: Entity, known: Lexicon) -> bool:
    if entity.owner is not None:
        return owner.number == entity.owner
    if noun.lemma in known.body:
        return False  # "the head of the table" is not the king's
    # Not the father of somebody who has only now come in.
    return noun.lemma not in known.kin or entity.line >= owner.line


def traits_of(noun: Noun, known: Lexicon) -> frozenset[str]:
    """Of its qualities, those that tell one person from another."""
    return frozenset(one for one in noun.qualities if any(one in row for row in known.apart))


def sorts_of(noun: Noun, known: Lexicon) -> frozenset[str]:
    """What tells one of its kind from another; a gold ring that was silver is the same ring, told otherwise."""
    return (frozenset(noun.sorts) - known.colours) | _whose(noun)


def _whose(noun: Noun) -> frozenset[str]:
    return frozenset(one for one in noun.qualities if one.endswith(_WHOSE))


def _proper(keys: Iterable[str], known: Lexicon) -> set[str]:
    """The names among them: neither roles nor trades."""
    return {one for one in keys if one not in known.people and one not in known.ranks and one not in known.roles}


def _is_opposite(entity: Entity, noun: Noun, known: Lexicon) -> bool:
    """ "Добрая фея" is not "злая фея"."""
    return any(
        not row.isdisjoint(entity.traits)
        and not row.isdisjoint(noun.qualities)
        and row.isdisjoint(entity.traits & {*noun.qualities})
        for row in known.apart
    )
