"""What a deed tells of somebody's kin: that there is none, or one child alone; and that a child has come after all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.language.token import Token
from companion.memory.cast import Cast
from companion.memory.deeds import Deed
from companion.memory.facts import Fact
from companion.memory.lexicon import Lexicon, matches

_NONE = frozenset("no without nor neither ни без".split())
_AND = frozenset("and or nor и или".split())
PARENTS = ("mother", "father")


def kin_told(deed: Deed, cast: Cast, known: Lexicon, line: int, behind: Sequence[Token]) -> Iterator[Fact]:
    """The facts `no_kin` (value: which kin) and `only` of a deed that is told as real.

    `behind`: the words from its verb to the next one.
    """
    yield from _absent(deed, cast, known, line)
    yield from _listed(deed, known, line, behind)
    yield from _joined(deed, known, line, behind)
    yield from _only(deed, cast, known, line)
    said, who = deed.clause.said, deed.subject
    is_alone = ("alone" in said and "world" in deed.lemmas) or ("один" in said and "свет" in deed.lemmas)
    if who is not None and (is_alone or "один-одинешенек" in said):
        yield Fact("no_kin", who, line, "alone", value="relation")
    if who is not None and not known.childless.isdisjoint(said):
        yield Fact("no_kin", who, line, "", value="child")
    orphans = {number for number, lemma in deed.called if lemma in known.orphan}
    if who is not None and not known.orphan.isdisjoint(said):
        orphans.add(who)
    for number in orphans:
        for kin in PARENTS:
            yield Fact("no_kin", number, line, "", value=kin)


def _which(word: str, known: Lexicon) -> str:
    """The kin, or the role where no daughter does not mean no son."""
    kin, role = known.kin[word], known.roles.get(word)
    return role if kin == "child" and role is not None else kin


def is_birth(known: Lexicon, words: frozenset[str]) -> bool:
    """Whether a sentence tells that kin has come: born, found, adopted. `words`: its base forms."""
    return any(matches(known.births, one, words) for one in words)


def _absent(deed: Deed, cast: Cast, known: Lexicon, line: int) -> Iterator[Fact]:
    """ "Had no sister", "детей у них не было, ни сына, ни дочери"."""
    if not deed.clause.negated:
        return
    nor = [one for mark, one in deed.clause.around if mark == "ни"]
    for noun, owner in deed.had:
        if noun.lemma not in known.kin:
            continue
        for absent in (noun, *nor):
            cast.send_back(absent, line)
        for one in {_which(other.lemma, known) for other in (noun, *nor) if other.lemma in known.kin}:
            yield Fact("no_kin", owner, line, noun.lemma, value=one)


def _listed(deed: Deed, known: Lexicon, line: int, behind: Sequence[Token]) -> Iterator[Fact]:
    """ "Had two sons and no daughter", "was an only son, ни братьев, ни сестёр": none, in a row with what there is."""
    if deed.clause.verb not in ("have", "be", "быть", "иметь", "live", "жить") or deed.subject is None:
        return
    whose = deed.subject
    if deed.clause.verb == "быть" and deed.had:
        whose = deed.had[0][1]
    for before, word in pairwise(behind):
        if word.lemmas[0] in known.kin and before.text.lower() in _NONE:
            yield Fact("no_kin", whose, line, word.text, value=_which(word.lemmas[0], known))


def _joined(deed: Deed, known: Lexicon, line: int, behind: Sequence[Token]) -> Iterator[Fact]:
    """ "Had no brothers and sisters": none of the second either."""
    if not deed.clause.negated or not deed.had:
        return
    words = [word.lemmas[0] for word in behind]
    for kin, joint, other in zip(words, words[1:], words[2:], strict=False):
        if kin in known.kin and joint in _AND and other in known.kin:
            yield Fact("no_kin", deed.had[0][1], line, other, value=_which(other, known))


def _only(deed: Deed, cast: Cast, known: Lexicon, line: int) -> Iterator[Fact]:
    """ "His only daughter", "was the only child"."""
    said = deed.clause.said
    for (child, lemma), (_, qualities) in zip(deed.called, deed.ranked, strict=True):
        is_one = known.kin.get(lemma) == "child" and not cast[child].plural
        if is_one and not deed.clause.negated and not known.none_of.isdisjoint(qualities):
            yield Fact("only", child, line, lemma)
    is_only = any(known.kin.get(one) == "child" for one in said) and not known.none_of.isdisjoint(said)
    if deed.subject is not None and is_only and not deed.clause.negated:  # "была единственным ребёнком"
        yield Fact("only", deed.subject, line, said[0])
