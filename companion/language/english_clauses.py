"""English clauses by light rules: noun groups and verb groups in their order, which English keeps.

Tales told aloud are made of short clauses, so order and a few small words say who does what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.language.clauses import Clause, Noun
from companion.language.english import tokens
from companion.language.english_closed import (
    ARTICLES,
    BOYS,
    COMING,
    DAYS,
    GIRLS,
    GIVES,
    IFS,
    LINKS,
    PRONOUNS,
    RELATIVES,
    SPENDS,
    STANDS,
    STATES,
    TIMES,
    TITLES,
)
from companion.language.english_group import Group
from companion.language.english_groups import Grouper

_WORD = re.compile(r"[A-Za-z]+")
_BEINGS = frozenset("be become remain".split())
_WISHES = frozenset(
    "want wish hope plan try ask tell order beg decide promise swear threaten refuse mean intend dream fear think "
    "believe say offer agree need long dare pretend forbid command expect like love know ought used".split()
)
_SUPPOSES = frozenset("wish hope dream imagine pretend suppose think believe".split())
_HAS_DONE = frozenset("have order get want leave keep".split())
_DONE_BY = frozenset("begin start manage come continue cease stop go happen learn get have help run hurry".split())
_LEARN = frozenset("learn know".split())
_SPEECH = frozenset(
    "say cry ask answer reply shout whisper call tell add mutter growl croak squeak sing sigh murmur mumble laugh bark "
    "hiss grunt groan moan snap beg exclaim declare wail sob remark agree chuckle whine roar bellow warn gasp".split()
)


def clauses(sentence: str, names: frozenset[str] = frozenset()) -> list[Clause]:
    """The clauses of a sentence, or of several. `names`: words that are names wherever they have a capital."""
    words = tokens(sentence)
    groups = list(Grouper(words, sentence, names).groups())
    return list(_Reader(groups, is_question=sentence.rstrip().endswith("?")).clauses())


def names_in(sentence: str) -> frozenset[str]:
    """Words with a capital inside a sentence, but days, titles and what begins somebody's words."""
    found, before = set(), ""
    for one in _WORD.finditer(sentence):
        word, sign = one[0], sentence[: one.start()].rstrip(" ")[-1:]
        is_inside = sign.isalpha() or sign == ","
        if word[0].isupper() and word[1:].islower() and is_inside and before not in ARTICLES:
            found.add(word)
        elif word[0].isupper() and before in ARTICLES:
            continue  # "the Old Bridge"
        before = word.lower()
    return frozenset(one for one in found if one.lower() not in DAYS | BOYS | GIRLS | TITLES | PRONOUNS.keys())


class _Reader:
    """Clauses from the groups: subject, verb, objects, in this order."""

    def __init__(self, groups: Sequence[Group], *, is_question: bool) -> None:
        self._groups, self._is_question = groups, is_question

    def clauses(self) -> Iterator[Clause]:
        verbs = [index for index, group in enumerate(self._groups) if group.kind == "verb"]
        subject: Noun | None = None
        kept: Noun | None = None  # the subject outside quotation marks while inside, and the other way round
        last: Clause | None = None
        for number, index in enumerate(verbs):
            group = self._groups[index]
            if last is not None and last.spoken != group.inside:
                subject, kept = kept, subject
            until = verbs[number + 1] if number + 1 < len(verbs) else len(self._groups)
            begin = verbs[number - 1] + 1 if number else 0
            own, is_if = self._subject(begin, index, last)
            is_none = own is not None and own.negated
            if own is not None:
                subject = own.noun
            elif number and not self._goes_on(begin, index, group):
                subject = None
            turned = own is None and self._is_turned(begin, index)
            behind = verbs[number + 1 : number + 2]
            clause = self._clause(index, until, behind, None if turned else subject, is_if=is_if, last=last)
            if is_none:
                clause = replace(clause, negated=True)
            yield clause
            last = clause
            is_other = own is None or (clause.subject is not None and clause.subject is not own.noun)
            if is_other and clause.subject is not None:
                subject = clause.subject if group.form != "passive" else clause.object or subject
            if group.form == "passive":
                subject = clause.object

    def _subject(self, begin: int, index: int, last: Clause | None) -> tuple[Group | None, bool]:
        """The bare noun right before the verb, and whether an "if" opens the clause."""
        is_if = False
        found: Group | None = None
        for at in range(begin, index):
            group = self._groups[at]
            if group.kind == "join":
                is_if = is_if or group.word in IFS
                if group.word in RELATIVES and at and self._groups[at - 1].kind == "noun" and at == index - 1:
                    return self._groups[at - 1], is_if
                if not (
                    group.word in ("and", "or")
                    and found is not None
                    and at + 1 < index
                    and self._groups[at + 1].kind == "noun"
                ):
                    found = None
            elif found is not None and group.noun is not None and group.noun.lemma in TIMES:
                continue  # "the flood that week had carried it away"
            elif group.inside != self._groups[index].inside:
                continue  # "That bell again," said Tansy
            elif group.kind == "noun" and self._may_do(group, at, index):
                is_apart = at < index - 1 or self._groups[index].comma
                taken = last is not None and at == begin and not group.comma and (self._takes(last) or is_apart)
                is_next = at == index - 1 and not self._groups[index].comma
                if not taken or (is_next and self._groups[index].form == "finite"):
                    found = group
        if found is not None and self._groups[index].form in ("to", "ing"):
            # "Told the prince to go": he goes; "saw him running": he runs.
            return found, is_if
        return found, is_if

    def _before(self, index: int) -> list[tuple[str, Noun]]:
        """What stands before the verb: "the army of the king slept", "over the bridge rode a knight"."""
        found: list[tuple[str, Noun]] = []
        at = index - 1
        while at >= 0 and self._groups[at].preposition:
            if (noun := self._groups[at].noun) is not None:
                found.insert(0, (self._groups[at].preposition, noun))
            at -= 1
        is_own = at < 0 or (self._groups[at].kind == "noun" and at < index - 1)
        return found if is_own else []

    def _joined_by(self, index: int) -> str:
        """The joining word before a verb, with nothing but who does it between."""
        before = self._groups[max(0, index - 2) : index]
        return next((one.word for one in reversed(before) if one.kind == "join"), "")

    def _may_do(self, group: Group, at: int, index: int) -> bool:
        """A bare noun; of others only "with the king snoring"."""
        if not group.preposition:
            return True
        return group.preposition == "with" and at == index - 1 and self._groups[index].form == "ing"

    def _is_turned(self, begin: int, index: int) -> bool:
        """ "In came the fox", "on the bank stood a horse": the place first, who is there behind the verb."""
        group = self._groups[index]
        before = [one for one in self._groups[begin:index] if one.kind == "noun"]
        if group.verb not in STANDS or index + 1 >= len(self._groups):
            return False
        follows = self._groups[index + 1]
        is_place = bool(before) and all(one.preposition for one in before) and not group.comma
        return follows.kind == "noun" and not follows.preposition and (group.fronted or is_place)

    def _takes(self, clause: Clause) -> bool:
        return clause.verb not in LINKS

    def _goes_on(self, begin: int, index: int, group: Group) -> bool:
        """Without a subject of its own the verb goes on from the one before."""
        return group.form in ("to", "ing", "passive", "finite")

    def _clause(
        self,
        index: int,
        until: int,
        following: Sequence[int],
        subject: Noun | None,
        *,
        is_if: bool,
        last: Clause | None,
    ) -> Clause:
        group = self._groups[index]
        if self._is_passive_too(index, last) or (subject is not None and self._is_done(index, last, subject)):
            group = replace(group, form="passive")
        bare: list[Noun] = []
        around: list[tuple[str, Noun]] = self._before(index)
        negated = group.negated
        rest = self._groups[index + 1 : until]
        for number, one in enumerate(rest):
            if one.kind == "join" or one.comma:
                break
            if one.kind == "noun" and one.noun is not None:
                if one.preposition or self._is_when(one.noun, group):
                    around.append((one.preposition, one.noun))
                elif not (
                    following
                    and index + 1 + number == following[0] - 1
                    and self._groups[following[0]].form == "finite"
                    and bare
                ):
                    bare.append(one.noun)
                negated = negated or one.negated
        loose = [word for one in rest if one.kind == "quality" for word in one.said]
        said = [*group.said, *loose, *([group.particle] if group.particle in STATES else [])]
        direct: Noun | None = None
        if group.verb in _BEINGS and group.form != "passive" and bare and not group.said:
            bare[0] = self._named_behind(bare[0], rest) if subject is None or subject.lemma == "there" else bare[0]
            if subject is None or subject.lemma == "there" or group.fronted:
                subject = bare[0]
            else:
                said = [bare[0].lemma, *bare[0].qualities]
        elif bare and (subject is None or self._is_inverted(index)) and (group.verb in _SPEECH | STANDS):
            subject = bare[0]
        elif len(bare) > 1 and group.verb in GIVES:
            around.insert(0, ("to", bare[0]))
            direct = bare[1]
        elif bare:
            direct = bare[0]
        if group.form == "passive" and bare:
            said = [bare[0].lemma]  # "the bear was called Professor"
        if group.form == "passive":
            direct, subject = subject, next((noun for mark, noun in around if mark == "by"), None)
        is_learnt = group.form == "to" and last is not None and last.verb in _LEARN
        return Clause(
            verb=group.verb,
            start=group.start,
            end=group.end,
            subject=subject,
            object=direct,
            around=tuple(around),
            said=tuple(said),
            negated=negated
            or (is_learnt and last is not None and last.negated)
            or (subject is not None and subject.lemma in ("nobody", "nothing", "none")),
            unreal=is_if or group.unreal or self._is_asked(group) or self._is_wished(group, last),
            spoken=group.inside,
            earlier=group.earlier,
            able=group.able or (last.verb if last is not None and is_learnt else ""),
            particle=group.particle,
            later=group.later or (group.inside and self._joined_by(index) in COMING),
            passive=group.form == "passive",
        )

    def _is_passive_too(self, index: int, last: Clause | None) -> bool:
        """ "Was struck by lightning and killed": a participle goes on from the passive before it."""
        group = self._groups[index]
        if last is None or not last.passive or not group.participle or group.form != "finite":
            return False
        after = self._groups[index + 1] if index + 1 < len(self._groups) else None
        has_object = after is not None and after.kind == "noun" and not after.preposition and not after.comma
        return self._groups[index - 1].kind == "join" and not has_object

    def _named_behind(self, noun: Noun, rest: Sequence[Group]) -> Noun:
        """ "There was a cobbler in Tarn, Ezra Tull, …": the name comes behind the place."""
        for number, one in enumerate(rest):
            if one.noun is None or one.preposition or not one.comma:
                continue
            is_closed = number + 1 < len(rest) and rest[number + 1].comma
            if one.noun.kind == "name" and is_closed and noun.fresh:
                return replace(noun, names=(*noun.names, one.noun.lemma, *one.noun.names))
            break
        return noun

    def _is_done(self, index: int, last: Clause | None, subject: Noun) -> bool:
        """ "Had it buried", "ordered it thrown into the river": a participle behind what it is done to."""
        group = self._groups[index]
        if last is None or last.verb not in _HAS_DONE or last.passive or not group.participle or group.form != "finite":
            return False
        return self._groups[index - 1].noun is subject and not group.comma and last.object is subject

    def _is_when(self, noun: Noun, verb: Group) -> bool:
        return noun.lemma in TIMES | DAYS and verb.verb not in SPENDS

    def _is_asked(self, group: Group) -> bool:
        """A question mark asks what it stands behind: a quotation, or the narrator's own words."""
        return self._is_question and group.inside == self._groups[-1].inside

    def _is_inverted(self, index: int) -> bool:
        """ "…", said the fox."""
        before = self._groups[index - 1] if index else None
        return before is None or before.inside or self._groups[index].comma

    def _is_wished(self, group: Group, last: Clause | None) -> bool:
        if last is None:
            return False
        if group.form == "finite" and last.verb in _SUPPOSES and group.able:
            return True  # "he wished he could speak"
        if group.form != "to":
            return False
        return last.unreal or last.verb in _WISHES or last.verb not in _DONE_BY
