"""What somebody has sworn not to do, and what somebody cannot know."""

from __future__ import annotations

from collections.abc import Sequence

from companion.memory.deeds import Deed
from companion.memory.facts import Fact
from companion.memory.lexicon import Lexicon

_ABOUT = frozenset("о об обо про gent of about".split())
_ANY_DEED = frozenset("be have do go come let take get make быть иметь делать сделать идти пойти брать взять".split())
"""Who swears not to do these has sworn nothing, unless it is told what or where."""
_THIS = frozenset("это этот этом этого слово ничто".split())


def pledges(deeds: Sequence[Deed], known: Lexicon, line: int, quotes: Sequence[str]) -> list[Fact]:
    """ "Поклялся, что не скажет ни слова": the verb that is sworn off, by the one who swears."""
    found = []
    swears: tuple[Deed, str] | None = None
    for deed, quote in zip(deeds, quotes, strict=True):
        clause = deed.clause
        if clause.verb in known.vows and deed.is_real and not clause.negated and deed.subject is not None:
            swears = (deed, quote)
        elif clause.verb in known.helpers:
            continue  # "не станет есть"
        elif swears is not None and clause.negated and clause.unreal and not clause.spoken:
            by = swears[0].subject
            assert by is not None
            if deed.subject in (by, None):
                whom = None if clause.object is not None and clause.object.lemma in known.nobody else deed.object
                about = [noun.lemma for _, noun in clause.around if noun.kind == "noun" and whom is None]
                if about or whom is not None or clause.verb not in _ANY_DEED:
                    found.append(Fact("vow", by, line, swears[1], value=" ".join((clause.verb, *about)), other=whom))
                swears = None
    return found


def breaks(deed: Deed, fact: Fact, known: Lexicon) -> bool:
    """Whether a deed is one that its doer has sworn off."""
    clause = deed.clause
    if deed.subject != fact.entity or clause.negated or clause.able or not known.release.isdisjoint(deed.all_lemmas):
        return False
    verb, *about = fact.value.split()
    near = {noun.lemma for noun in (clause.object, *(one for _, one in clause.around)) if noun is not None}
    if not _is_alike(clause.verb, verb, known) or (about and near.isdisjoint(about)):
        return False
    return fact.other is None or fact.other in deed.used or fact.other in deed.around


def _is_alike(one: str, other: str, known: Lexicon) -> bool:
    return one == other or any(one in row and other in row for row in known.alike)


def ignorance(
    deeds: Sequence[Deed], known: Lexicon, line: int, quotes: Sequence[str], before: Sequence[str]
) -> list[Fact]:
    """ "Никто не знал дороги", "никому не сказал, где ключ": who knows nothing, and of what.

    `value`: base forms of what is not known. `entity`: who does not know, or who tells nobody; `other` is the same one
    where he does know. `before`: whom and what the sentence before told of, which "this" means.
    """
    found = []
    for number, (deed, quote) in enumerate(zip(deeds, quotes, strict=True)):
        clause = deed.clause
        if not clause.negated or not deed.is_real or clause.verb not in known.knowing | known.telling:
            continue
        tells = clause.verb in known.telling
        around = {noun.lemma for _, noun in clause.around}
        if tells and known.nobody.isdisjoint(deed.lemmas | around):
            continue
        everybody = clause.subject is not None and clause.subject.lemma in known.nobody
        who = -1 if everybody else deed.subject
        if who is None:
            continue
        nouns = [noun for mark, noun in clause.around if mark in _ABOUT]
        nouns += [clause.object] if clause.object is not None else []
        for later in deeds[number + 1 :]:
            nouns += [one for one in (later.clause.subject, later.clause.object) if one is not None]
        topics = sorted({one.lemma for one in nouns if one.kind == "noun"} - known.people - _THIS - known.nobody)
        if not topics and tells:
            told = [one.clause.object for one in deeds[:number]]
            topics = sorted({one.lemma for one in told if one is not None and one.kind == "noun"} - known.people)
        if not topics and not _THIS.isdisjoint(deed.lemmas | around):
            topics = sorted({*before} - known.people)
        if topics:
            found.append(Fact("ignorant", who, line, quote, value=" ".join(topics), other=who if tells else None))
    return found


def knows_too_much(deed: Deed, fact: Fact, known: Lexicon) -> bool:
    """Whether somebody knows what he cannot, or was told what nobody was told."""
    clause = deed.clause
    if clause.negated or deed.subject is None or not known.learning.isdisjoint(deed.all_lemmas):
        return False
    if deed.all_lemmas.isdisjoint(fact.value.split()):
        return False
    if fact.other is not None:
        return (clause.verb in known.telling) == (deed.subject == fact.other) and (
            clause.verb in known.knowing | known.telling
        )
    return clause.verb in known.knowing and (fact.entity in (-1, deed.subject))
