"""Who has left the scene and has not been told to come back: "уехал за море" and sits at his mother's table.

It is a clash only where he does something beside people that the tale has told of since, while it told nothing of him:
a tale that goes along with the traveller has no scene that he is missing from.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from companion.memory.cast import Cast
from companion.memory.deeds import Deed
from companion.memory.facts import Fact, Heard
from companion.memory.lexicon import Lexicon, matches

_OF_HAVING = frozenset(("have", "иметь"))
_IS = frozenset("be live serve stay быть жить служить находиться".split())
_AT = frozenset(("", *"in on at to into for from в во на за у к".split()))
"""Prepositions of a place, and none: the tree may lose it."""
_FOLLOWED = 2
"""Sentences for which a tale that tells of nobody may still go along with the traveller."""
_AFAR = frozenset("abroad overseas faraway far далеко".split())


def leaves(deed: Deed, known: Lexicon, cast: Cast, line: int, quote: str) -> Fact | None:
    """The fact that somebody goes away, is sent away, lives far off, or stays behind while the others go."""
    clause = deed.clause
    if clause.negated:
        return None
    is_far = _is_far(deed, known)
    is_sent = (is_far and clause.verb in known.sends) or matches(known.exiles, clause.verb, deed.lemmas)
    has_far = is_far and clause.verb in _OF_HAVING and clause.object is not None and clause.object.lemma in known.kin
    goes = matches(known.departs, clause.verb, deed.lemmas) or (is_far and clause.verb in known.goes)
    who = deed.object if is_sent or has_far else deed.subject if goes else None
    if who is None or not cast[who].is_person or cast[who].plural:
        return None
    if clause.verb in _IS and cast[who].line == line and cast[who].owner is None:
        return None  # "in a far country there lived a king" opens the scene there
    is_there = is_sent or has_far or clause.verb in _IS  # the tale does not go along with him
    return Fact("departed", who, line, quote, deep=is_there, value=" ".join(map(str, deed.company)))


def _is_far(deed: Deed, known: Lexicon) -> bool:
    """Whether a far place stands in the clause as the place, and not "the best cook between two seas"."""
    clause = deed.clause
    if clause.said and known.far.isdisjoint(clause.said) and clause.verb in _IS:
        return False
    places = {noun.lemma for mark, noun in clause.around if mark in _AT} | {*clause.said}
    return not known.far.isdisjoint(places) or not (known.far & _AFAR).isdisjoint(deed.lemmas)


def is_followed(deed: Deed, fact: Fact, known: Lexicon, words: frozenset[str]) -> bool:
    """Whether a later sentence ends an absence: the tale goes to him, he comes back, or somebody finds him."""
    if deed.clause.verb in known.from_afar or not deed.is_real:
        return False
    is_chased = deed.clause.verb in known.moves and not known.chases.isdisjoint(deed.lemmas)
    if fact.entity == deed.subject or is_chased:
        return True
    is_travel = deed.clause.verb in known.moves | known.follows | known.goes - _IS
    if is_travel and (fact.entity in (deed.object, *deed.around) or (fact.deep and _is_far(deed, known))):
        return True  # the tale goes to where he is
    return fact.entity in (deed.object, *deed.around) and not known.returns.isdisjoint(words | {deed.clause.verb})


def is_out_of_place(
    deed: Deed, fact: Fact, known: Lexicon, heard: Sequence[Heard], cast: Cast, line: int, beside: Set[int]
) -> bool:
    """Whether the one who is away does something in the scene that he left. `beside`: whom the sentence tells of."""
    clause = deed.clause
    is_he = fact.entity == deed.subject and not (
        deed.is_anothers and clause.subject and clause.subject.lemma in known.kin
    )
    if not is_he or clause.negated or clause.verb in known.from_afar:
        return False
    if not (known.returns | known.far).isdisjoint(deed.all_lemmas | {clause.verb}):
        return False  # "came from the war" tells how he is here
    along = {fact.entity, *map(int, fact.value.split())}
    since = {one for told in heard[fact.line + 1 : line] for one in told.told_of} - along
    people = {one for one in since if cast[one].is_person}
    follows = not people and line - fact.line <= _FOLLOWED
    if (follows and not fact.deep) or fact.entity in {
        one for told in heard[fact.line + 1 : line] for one in told.told_of
    }:
        return False
    before = {one for told in heard[: fact.line] for one in told.told_of if cast[one].is_person} - along
    met = {one for one in (deed.object, *deed.around) if one is not None}
    met |= {one for one in beside if cast[one].is_person}
    is_in = not known.indoors.isdisjoint(deed.lemmas)  # "came down to breakfast"
    return is_in or not met.isdisjoint(since | before)
