"""What somebody has sworn not to do, and what somebody cannot know."""

from __future__ import annotations

from collections.abc import Sequence

from companion.memory.deeds import Deed
from companion.memory.facts import Fact
from companion.memory.lexicon import Lexicon

_ABOUT = frozenset("о об обо про gent of about".split())
_ANY_DEED = frozenset("be have do go come let take get make быть иметь делать сделать идти пойти брать взять".split())
"""Who swears not to do these has sworn nothing, unless it is told what or where."""
_UNTIL = frozenset("до until till before".split())
_THIS = frozenset("это этот этом этого слово ничто".split())


def pledges(deeds: Sequence[Deed], known: Lexicon, line: int, quotes: Sequence[str]) -> list[Fact]:
    """ "Поклялся, что не скажет ни слова", "заречься ходить в лес", "зарок: ни капли вина": what is sworn off, by the
    one who swears."""
    found = []
    swears: tuple[Deed, str] | None = None
    for deed, quote in zip(deeds, quotes, strict=True):
        clause = deed.clause
        if (
            clause.verb in known.vows | known.renounces
            and deed.is_real
            and not clause.negated
            and deed.subject is not None
        ):
            swears = (deed, quote)
            found += _drinks_no_more(deed, known, line, quote)
        elif clause.verb in known.helpers:
            continue  # "не станет есть"
        elif swears is not None and _is_sworn_off(swears[0], deed, known):
            found += _vow(swears[0], deed, known, line, swears[1])
            swears = None
    return found


def _is_sworn_off(swears: Deed, deed: Deed, known: Lexicon) -> bool:
    clause = deed.clause
    if clause.spoken or deed.subject not in (swears.subject, None):
        return False
    if clause.verb in known.silence or swears.clause.verb in known.renounces:
        return clause.unreal and not clause.negated
    return clause.negated and (clause.unreal or not known.for_good.isdisjoint(deed.lemmas))


def _vow(swears: Deed, deed: Deed, known: Lexicon, line: int, quote: str) -> list[Fact]:
    """The verb that is sworn off, with what it is about; none where that would be any deed at all."""
    clause, by = deed.clause, swears.subject
    if by is None:
        return []
    thing, whom = clause.object, deed.object
    nouns = [noun for mark, noun in clause.around if noun.kind == "noun" and mark not in _UNTIL]
    if thing is not None and (thing.lemma in known.nobody | known.bits or thing.lemma in known.body):
        whom = None  # "not a drop of wine", "never set foot in the wood"
    is_silence = clause.verb in known.silence
    about = [noun.lemma for noun in nouns] if whom is None and not is_silence else []
    verb = "speak" if is_silence else clause.verb
    if not about and whom is None and verb in _ANY_DEED:
        return []
    return [Fact("vow", by, line, quote, value=" ".join((verb, *about)), other=whom)]


def _drinks_no_more(deed: Deed, known: Lexicon, line: int, quote: str) -> list[Fact]:
    """ "Дал зарок: больше ни капли вина"."""
    nouns = [noun for _, noun in deed.clause.around]
    bits = {noun.lemma for noun in nouns} & known.bits
    drinks = [noun.lemma for noun in nouns if noun.lemma not in bits]
    if not bits or not drinks or deed.subject is None or known.for_good.isdisjoint(deed.all_lemmas):
        return []
    return [Fact("vow", deed.subject, line, quote, value=" ".join(("touch", *drinks)))]


def breaks(deed: Deed, fact: Fact, known: Lexicon) -> bool:
    """Whether a deed is one that its doer has sworn off."""
    clause = deed.clause
    if deed.subject != fact.entity or clause.negated or clause.able or not known.release.isdisjoint(deed.all_lemmas):
        return False
    verb, *about = fact.value.split()
    nouns = [one for one in (clause.object, *(one for _, one in clause.around)) if one is not None]
    near = {one.lemma for noun in nouns for one in (noun, noun.owner) if one is not None}
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
