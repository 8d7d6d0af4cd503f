"""A clause with its nouns found among those who are in the tale."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.language.clauses import Clause, Noun
from companion.memory.cast import Cast

_TO = frozenset("to from у datv of".split())
_WITH = frozenset("with ablt на in on по over across through в во into onto upon from between".split())
_SOMEBODY = frozenset("у datv к".split())
"""Beside these a pronoun rather means somebody than something."""
_NEAR = 24
"""Characters between a noun and the one whose it is, at most."""
_BESIDE = frozenset("with с со".split())
_ALONG = frozenset("over across along down up onto upon on through по через".split())
_OBJECTS = frozenset("him her it them".split())
_PARTS = frozenset("one hold grip bite sip edge end corner hem lid rim handle side top piece string neck foot".split())
""" "Took hold of the rope", "lifted the lid of the chest": the whole is handled as well."""
_CALLED = frozenset("call name nickname christen".split())
_OF_HAVING = frozenset("have иметь быть be".split())
_LEFT = frozenset(("остаться", "оставаться"))
_OF_GETTING = frozenset("bless come bear дать случиться родиться народиться завестись водиться нажить послать".split())
""" "No children came", "детей бог не дал": of these, only what is denied says who has none."""


@dataclass
class Deed:
    """Who does what to whom, by number."""

    clause: Clause
    lemmas: frozenset[str] = frozenset()
    """The words near its verb: from the verb before to the one behind."""
    all_lemmas: frozenset[str] = frozenset()
    """All words of the sentence."""
    subject: int | None = None
    bearer: int | None = None
    """Whose the subject is, where it is a part of him: "her eyes ran over the page"."""
    part: str = ""
    """That part."""
    object: int | None = None
    around: list[int] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)
    """To whom or from whom."""
    used: set[int] = field(default_factory=set)
    """Things that are handled: the object, and what it is done with."""
    crossed: set[int] = field(default_factory=set)
    """Ways that are gone: over the bridge, down the road."""
    mounted: set[int] = field(default_factory=set)
    """What it is done on: "вскочил на коня"."""
    told_of: list[int] = field(default_factory=list)
    """What something is said of: "nothing was left of the fiddle"."""
    owned: list[tuple[Noun, int]] = field(default_factory=list)
    """Nouns that have an owner, and whose they are."""
    kin: list[tuple[Noun, int]] = field(default_factory=list)
    """Kin, and whose."""
    had: list[tuple[Noun, int]] = field(default_factory=list)
    """Of these, what somebody is said to have, or not to have."""
    looks: list[tuple[int, str]] = field(default_factory=list)
    qualities: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    titles: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """The names and titles beside them: "a bachelor named Grim"."""
    called: list[tuple[int, str]] = field(default_factory=list)
    """What its people and things are called here."""
    ranked: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """In the same order, what is said of each: "the fourth"."""
    counted: list[tuple[Noun, int]] = field(default_factory=list)
    """Plurals, and parts of the body, which may have a number."""
    company: list[int] = field(default_factory=list)
    """People with whom it is done: "danced with the miller"."""
    withal: int | None = None
    """The thing that somebody goes with: "rode off with the rubies"."""
    tool: int | None = None
    """What it is done with: "with the golden scissors he cut the leather"."""
    subject_is_pronoun: bool = False
    object_is_pronoun: bool = False

    @property
    def is_real(self) -> bool:
        """Told as something that happened."""
        return not (self.clause.unreal or self.clause.spoken)

    @property
    def is_anothers(self) -> bool:
        """The subject is told as somebody's whom the tree has not joined to it: "отец соседского мальчика"."""
        noun = self.clause.subject
        return noun is not None and any(
            mark == "" and one.animate and 0 < one.start - noun.end < _NEAR for mark, one in self.clause.around
        )

    @property
    def has(self) -> bool:
        """Tells that somebody has something: "у того была лодка"."""
        is_his = self.clause.verb == "быть" and any(mark == "у" for mark, _ in self.clause.around)
        return (is_his or self.clause.verb in ("have", "иметь")) and not self.clause.negated

    @property
    def everybody(self) -> list[int | None]:
        return [self.subject, self.object, *self.around]


def deeds_of(
    clause: Clause, cast: Cast, line: int, subject: int | None, lemmas: tuple[frozenset[str], frozenset[str]]
) -> Deed:
    """Finds the clause's nouns; brings in who is new. `lemmas`: the words near the verb, and all of the sentence."""
    deed = Deed(clause, *lemmas)
    nouns: list[tuple[Noun, int]] = []

    def found(noun: Noun | None, *, mark: str = "", acts: bool = False, thing: bool = False) -> int | None:
        if noun is None:
            return None
        about = deed.subject if deed.subject is not None else subject
        if noun is not clause.subject and noun.lemma in _OBJECTS:  # never the subject of its own clause
            number = cast.find(noun, line, subject=subject, but=deed.subject, acting=deed.subject)
        else:
            but = deed.subject if cast.knows_acts and mark != "у" else None
            number = cast.find(
                noun, line, subject=about, but=but, acts=acts or mark in _SOMEBODY, thing=thing, acting=deed.subject
            )
        if number is not None:
            nouns.append((noun, number))
        return number

    clause = deed.clause = _righted(clause, cast, subject)
    acts = cast.knows_acts and not cast.is_for_things(clause.verb)
    deed.subject, deed.subject_is_pronoun = (
        found(clause.subject, acts=acts, thing=cast.is_for_things(clause.verb)),
        _is_pronoun(clause.subject),
    )
    if clause.subject is not None and clause.subject.kind == "noun" and deed.subject is not None:
        cast.speaks(deed.subject, clause.verb)
    is_handed = cast.knows_acts and cast.is_of_things(clause.verb, deed.lemmas)
    deed.object, deed.object_is_pronoun = found(clause.object, thing=is_handed), _is_pronoun(clause.object)
    for mark, noun in clause.around:
        number = found(noun, mark=mark) if noun is not clause.subject else deed.subject
        if number is None:
            continue
        deed.around.append(number)
        if mark in _TO or (mark == "on" and cast[number].is_person):
            deed.beside.append(number)
        if mark in ("with", "ablt") and not cast[number].is_person:
            deed.tool = number
        if mark in _WITH:
            deed.used.add(number)
        if mark in _BESIDE and cast[number].is_person:
            deed.company.append(number)
        if mark == "with" and not cast[number].is_person:
            deed.withal = number
            if noun.lemma in cast.known.body and clause.object is None and clause.verb not in _OF_HAVING:
                cast.owned_by(number, deed.subject)  # "came home with a wooden leg"
            elif noun.lemma in cast.known.body:
                cast.owned_by(number, deed.object if deed.object is not None else deed.subject)
        if mark in ("на", "upon"):
            deed.mounted.add(number)
        if mark in _ALONG:
            deed.crossed.add(number)
        if mark == "of" or (mark == "от" and clause.verb in ("остаться", "оставаться")):
            deed.told_of.append(number)
            if clause.object is not None and clause.object.lemma in _PARTS:
                deed.used.add(number)
    if deed.object is not None:
        deed.used.add(deed.object)
    _said(deed, cast, nouns)
    _kin(deed, cast, nouns)
    return deed


def _righted(clause: Clause, cast: Cast, subject: int | None) -> Clause:
    """ "Гусли продал": no thing sells; who does is the one who was told of."""
    noun = clause.subject
    if noun is not None and noun.lemma == "что" and clause.verb not in ("быть", "значить"):
        return _by_the_same(clause, cast, subject)  # "так плакал, что ослеп"
    if noun is None or clause.object is not None or noun.kind != "noun" or noun.animate or clause.passive:
        return clause
    is_thing = noun.lemma not in cast.known.people and subject is not None and cast[subject].is_person
    if not is_thing or subject is None or clause.verb not in cast.known.trades:
        return clause
    return replace(_by_the_same(clause, cast, subject), object=noun)


def _by_the_same(clause: Clause, cast: Cast, subject: int | None) -> Clause:
    """The clause with a pronoun for whoever the tale told of last in place of its subject."""
    noun = clause.subject
    gender = cast[subject].gender if subject is not None else ""
    he = {"m": "он", "f": "она"}.get(gender)
    if noun is None or he is None:
        return clause
    return replace(clause, subject=Noun(he, noun.start, noun.start, "pronoun", gender))


def _said(deed: Deed, cast: Cast, nouns: list[tuple[Noun, int]]) -> None:
    whom = deed.subject if deed.subject is not None else deed.object
    for noun, number in nouns:
        deed.qualities.append((number, noun.qualities))
        deed.titles.append((number, noun.names))
        if noun.kind != "pronoun":
            deed.called.append((number, noun.lemma))
            deed.ranked.append((number, noun.qualities))
        if noun.plural or noun.lemma in cast.known.body or noun.lemma in cast.known.kin:
            deed.counted.append((noun, number))
        deed.looks += [(number, one) for one in noun.qualities]
        if cast.knows_acts:
            deed.looks += [(number, one) for one in (noun.lemma, *noun.names)]
    before = deed.object
    for mark, noun in deed.clause.around:  # "feathers of silver"
        if mark == "of" and noun.lemma in cast.known.colours and before is not None:
            deed.looks.append((before, noun.lemma))
        before = next((number for one, number in nouns if one is noun), before)
    named = deed.clause.subject is not None and deed.clause.subject.lemma == "name" and deed.clause.verb == "be"
    owner = cast[deed.subject].owner if named and deed.subject is not None else None
    if owner is not None and deed.clause.said:
        cast.known_as(owner, deed.clause.said[0], is_name=True)  # "her name was Una"
    name = deed.clause.subject
    if deed.clause.verb == "звать" and name is not None and name.kind == "name" and deed.object is not None:
        cast.known_as(deed.object, name.lemma, is_name=True)  # "соседа звали Миша"
    if deed.object is not None and deed.clause.passive and deed.clause.verb in _CALLED and deed.clause.said:
        cast.known_as(deed.object, deed.clause.said[0], is_name=True)
    elif whom is not None and deed.clause.said and not deed.clause.negated and deed.is_real:
        cast.known_as(whom, deed.clause.said[0])
        deed.looks += [(whom, one) for one in deed.clause.said]


def _kin(deed: Deed, cast: Cast, nouns: list[tuple[Noun, int]]) -> None:
    """ "Her brother", "had a brother", "у неё был брат"."""
    numbers = {id(noun): number for noun, number in nouns}
    thing, who = deed.clause.object, deed.subject
    is_bare = thing is not None and thing.lemma in cast.known.body and thing.owner is None and not thing.fresh
    if is_bare and who is not None and cast[who].is_person and not deed.beside:
        cast.owned_by(deed.object, who)  # "завязал волосы в хвостик"
    for noun, number in nouns:
        if (owner := cast[number].owner) is not None:
            deed.kin.append((noun, owner))
            deed.owned.append((noun, owner))
            if number == deed.object:
                deed.beside.append(owner)  # "cut off the robber's head"
    if deed.clause.verb in _OF_HAVING:
        if not deed.clause.negated and not deed.clause.unreal:
            cast.owned_by(deed.object, deed.subject)
        if deed.clause.object is not None and deed.subject is not None:
            deed.had.append((deed.clause.object, deed.subject))
        for mark, noun in deed.clause.around:
            if mark == "у" and deed.clause.subject is not None and id(noun) in numbers:
                deed.had.append((deed.clause.subject, numbers[id(noun)]))
    _absent_kin(deed, cast, nouns)
    deed.kin += deed.had


def _absent_kin(deed: Deed, cast: Cast, nouns: list[tuple[Noun, int]]) -> None:
    """ "Детей ей бог не дал", "they were never blessed with children": had by nobody, and told with another verb."""
    clause = deed.clause
    if not clause.negated or clause.verb not in _OF_GETTING | _LEFT:
        return
    has_left = clause.verb in _LEFT
    marks = {id(noun): mark for mark, noun in clause.around}
    child = next(
        (
            one
            for one, _ in nouns
            if cast.known.kin.get(one.lemma) == "child" or (has_left and one.lemma in cast.known.kin)
        ),
        None,
    )
    owners = [
        number
        for noun, number in nouns
        if noun is not child
        and cast[number].is_person
        and (noun.kind == "pronoun" or noun is not clause.subject)
        and (not has_left or marks.get(id(noun)) == "у")
    ]
    if child is not None and owners:
        deed.had.append((child, owners[0]))


def _is_pronoun(noun: Noun | None) -> bool:
    return noun is not None and noun.kind == "pronoun"
