"""One sentence being heard: what it ends, what it disagrees with, what holds from now on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.language.clauses import Clause, Noun, clauses
from companion.language.quotation import quoted
from companion.language.token import Token
from companion.memory.absent import absent
from companion.memory.clashing import Clashing, is_taken_off
from companion.memory.counting import counted
from companion.memory.deeds import Deed, deeds_of
from companion.memory.facts import Fact, Heard
from companion.memory.holding import against_holding, holding
from companion.memory.lexicon import Lexicon, State, matches
from companion.memory.pledges import ignorance, pledges
from companion.memory.scene import time_goes_on
from companion.memory.whereabouts import is_followed, leaves

if TYPE_CHECKING:
    from companion.memory.story import StoryMemory


_BECOMES = frozenset("be become go get fall grow turn remain stay".split())
"""What is said with these is said of the subject: "she went blind the year her son left"."""

_LASTING = frozenset("since more ever never anymore long".split())
"""Words that make a "not" last: "heard nothing since the fever"."""
_SENSES = frozenset("blind deaf mute".split())
_TOWARDS = frozenset("to with".split())
"""Not speaking to somebody is not being mute."""


class Hearing:
    """One sentence being heard."""

    def __init__(self, memory: StoryMemory, known: Lexicon, sentence: str, line: int, words: Sequence[Token]) -> None:
        self._memory, self._known, self._sentence, self._line, self._words = memory, known, sentence, line, words
        self._lemmas = frozenset(word.lemmas[0] for word in words)
        is_habit = not known.habits.isdisjoint(self._lemmas) and known.as_ever.isdisjoint(self._lemmas)
        self._doubtful = is_habit or not known.doubt.isdisjoint(self._lemmas)
        self._clashing = Clashing(known, memory.cast, sentence, line, doubtful=self._doubtful)
        self._facts: list[Fact] = []
        self._told_of: list[int] = []
        self._deeds = 0

    def heard(self) -> Heard:
        known_before = len(self._memory.cast)
        deeds = []
        told = clauses(self._sentence, self._memory.language, self._memory.names)
        for number, clause in enumerate(told):
            near = self._near(
                told[number - 1] if number else None, told[number + 1] if number + 1 < len(told) else None
            )
            deed = deeds_of(clause, self._memory.cast, self._line, self._memory.subject, (near, self._lemmas))
            self._bear(deed)
            if (about := self._about(deed)) is not None and not clause.spoken:
                self._memory.subject = about
            self._told_of += [one for one in deed.everybody if one is not None]
            self._memory.cast.bring_forward((deed.object, deed.subject))
            deeds.append(deed)
        self._undo(deeds)
        for deed in deeds:
            if not deed.clause.spoken:
                self._skill_facts(deed)
            if deed.clause.negated and not deed.clause.spoken and not deed.is_real:
                self._deny(deed, self._sentence[deed.clause.start : deed.clause.end])  # "добудиться не получилось"
            if not deed.is_real:
                continue
            self._deeds += deed.clause.verb not in ("be", "быть", "have", "иметь")
            self._clashing.against(deed, self._memory.facts, self._memory.heard)
            for fact in self._memory.facts:
                against_holding(deed, fact, self._known, self._memory.cast, self._clashing, self._line)
            self._take_back(deed)
            self._keep(deed)
        self._bind(deeds)
        self._time(deeds)
        self._memory.absences.heard(deeds, self._memory.facts, self._memory.cast, self._known, self._clashing)
        for fact in absent(deeds, self._memory.cast, self._known, self._sentence, self._line):
            self._add(fact)
        self._memory.cast.dead = {fact.entity for fact in self._memory.facts if fact.state == "dead"}
        fresh = tuple(number for number in range(known_before, len(self._memory.cast)))
        return Heard(
            self._line,
            self._sentence,
            self._lemmas,
            fresh,
            tuple(dict.fromkeys(self._told_of)),
            tuple(self._facts),
            tuple(self._clashing.found),
            self._deeds,
        )

    def _bind(self, deeds: list[Deed]) -> None:
        """What the sentence as a whole says: vows, and who does not know of what."""
        quotes = [self._sentence[one.clause.start : one.clause.end] for one in deeds]
        latest = self._memory.heard[-1].told_of if self._memory.heard else ()
        before = [self._memory.cast[one].name for one in latest]
        found = pledges(deeds, self._known, self._line, quotes)
        found += ignorance(deeds, self._known, self._line, quotes, before)
        self._facts += found
        self._memory.facts += found

    def _near(self, before: Clause | None, behind: Clause | None) -> frozenset[str]:
        """The words from the verb before to the verb behind."""
        start = before.start if before is not None else 0
        end = behind.end if behind is not None else len(self._sentence)
        return frozenset(word.lemmas[0] for word in self._words if start <= word.start and word.end <= end)

    def _about(self, deed: Deed) -> int | None:
        """Whom a clause is about; "it was silent" is about nobody."""
        clause, noun = deed.clause, deed.clause.subject
        if clause.passive:
            return deed.object
        if noun is not None and noun.lemma == "it" and clause.verb == "be":
            return None
        if noun is not None and noun.fresh and deed.object_is_pronoun and deed.object is not None:
            return deed.object  # "a fairy touched her, and she turned to ice"
        return deed.subject if deed.bearer is None else deed.bearer

    def _bear(self, deed: Deed) -> None:
        """A part of somebody does something for him."""
        noun = deed.clause.subject
        if noun is not None and deed.subject is not None and noun.lemma in self._known.body:
            deed.bearer, deed.part = self._memory.cast[deed.subject].owner, noun.lemma

    def _time(self, deeds: list[Deed]) -> None:
        outside = [one.clause for one in deeds if not one.clause.spoken]
        if outside and all(clause.earlier for clause in outside):
            return  # "in winter she had found a boy" tells of another time
        inside = quoted(self._words, self._sentence)
        told = frozenset(word.lemmas[0] for word, is_inside in zip(self._words, inside, strict=True) if not is_inside)
        for clock in (self._known.seasons, self._known.hours):
            before = self._memory.times.get(clock.name)
            now, clash = time_goes_on(clock, before, self._sentence, self._line, told, doubtful=self._doubtful)
            self._clashing.found += [clash] if clash is not None else []
            self._memory.times[clock.name] = now

    def _undo(self, deeds: list[Deed]) -> None:
        """Ends states, wherever in the sentence it is told: spoken, wished and magic deeds count as well."""
        kept = []
        near = set(self._told_of) | ({self._memory.subject} if self._memory.subject is not None else set())
        near |= {owner for deed in deeds for _, owner in deed.owned}
        verbs = self._lemmas | {deed.clause.verb for deed in deeds}
        for fact in self._memory.facts:
            state = self._known.states.get(fact.state)
            # "He unlocked the door" frees the only one who is locked in, "a fairy healed him" the only blind man.
            alone = len({one.line for one in self._memory.facts if one.state == fact.state}) == 1
            ended = state is not None and (
                self._is_restored(fact, deeds, verbs)
                if state.forbids_use
                else (fact.entity in near or alone)
                and any(matches(state.undone, verb, verbs) and not _is_denied(deeds, verb) for verb in verbs)
            )
            if not ended:
                tried = state is not None and fact.entity in near and self._is_tried(state, deeds)
                kept.append(replace(fact, deep=True, line=self._line) if tried else fact)
        self._memory.facts[:] = kept

    def _take_back(self, deed: Deed) -> None:
        """ "She broke an oar, and they glued it": what the sentence itself told is over."""
        touched = (deed.subject, deed.object)
        self._memory.facts[:] = [
            fact
            for fact in self._memory.facts
            if fact.line != self._line
            or deed.clause.negated
            or fact.state not in self._known.states
            or not matches(self._known.states[fact.state].undone, deed.clause.verb, deed.lemmas)
            or (fact.entity not in touched and not deed.object_is_pronoun)
        ]

    def _is_tried(self, state: State, deeds: list[Deed]) -> bool:
        """ "Nobody could wake him": it will last."""
        return any(deed.clause.negated and matches(state.undone, deed.clause.verb, deed.lemmas) for deed in deeds)

    def _is_restored(self, fact: Fact, deeds: list[Deed], words: frozenset[str]) -> bool:
        """A thing comes back when it is itself mended, found or bought, or comes up by itself."""
        undone = self._known.states[fact.state].undone
        is_told = not self._memory.cast[fact.entity].keys.isdisjoint(self._lemmas)
        if is_told and any(beside <= words for beside in undone.get("*", ())):
            return True
        return any(
            matches(undone, deed.clause.verb, self._lemmas)
            and not deed.clause.negated
            and fact.entity in (deed.object, deed.subject)
            and not is_taken_off(deed, self._known.depths)
            for deed in deeds
        )

    def _keep(self, deed: Deed) -> None:
        """New facts of one deed."""
        clause = deed.clause
        word = self._sentence[clause.start : clause.end]
        self._ruins(deed, word)
        self._disable(deed, word)
        self._move(deed, word)
        if clause.negated:
            self._deny(deed, word)
        else:
            for name, state in self._known.states.items():
                if clause.able != "can":  # "who could turn invisible"
                    for number in self._touched(state, deed):
                        self._put(name, state, number, word)
            self._hand_over(deed)
            self._turn(deed, word)
        for number, look in deed.looks:
            self._look(number, look)
        self._kin_facts(deed)
        self._orphans(deed)
        self._counts(deed)

    def _move(self, deed: Deed, word: str) -> None:
        """Who goes away, and who is no longer away."""
        self._memory.facts[:] = [
            one
            for one in self._memory.facts
            if one.state != "departed"
            or one.line == self._line
            or not is_followed(deed, one, self._known, self._lemmas)
        ]
        if (fact := leaves(deed, self._known, self._memory.cast, self._line, word)) is not None:
            self._add(fact)

    def _deny(self, deed: Deed, word: str) -> None:
        """ "Has never said a word since he was born", "nobody could wake her"."""
        verb, facts = deed.clause.verb, self._memory.facts
        for name, state in self._known.states.items():
            denied, resisted = matches(state.denied, verb, self._lemmas), matches(state.resisted, verb, self._lemmas)
            whom = deed.subject if denied else deed.object if resisted else None
            if whom is None or not self._memory.cast[whom].is_person:
                continue
            known = [number for number, one in enumerate(facts) if (one.state, one.entity) == (name, whom)]
            for number in known:
                facts[number] = replace(facts[number], deep=True)
            if not known:
                self._add(Fact(name, whom, self._line, word, deep=True))

    def _look(self, number: int, look: str) -> None:
        """A colour or one of two opposites, in place of what was told before."""
        group = self._clashing.group(look)
        if group is None:
            return
        self._memory.facts[:] = [
            one
            for one in self._memory.facts
            if not (one.state == "looks" and one.entity == number and self._clashing.group(one.value) == group)
        ]
        self._add(Fact("looks", number, self._line, look, value=look))

    def _turn(self, deed: Deed, word: str) -> None:
        """ "Turned the prince into a frog": the frog is the prince from now on."""
        clause = deed.clause
        whom = deed.object if deed.object is not None else deed.subject
        if whom is None:
            return
        beasts = self._known.beasts.intersection(clause.said)
        if beasts and not self._known.shapes.isdisjoint(self._lemmas) and clause.verb not in self._known.turns:
            self._add(Fact("shape", whom, self._line, word, value=min(beasts)))
        become = next((one for one in clause.said[:1] if one in self._known.beasts | self._known.lifeless), None)
        if clause.verb == "become" and become is not None:
            self._add(Fact("shape", whom, self._line, word, value=become))
        if clause.verb not in self._known.turns:
            return
        shapes = [
            noun for mark, noun in clause.around if mark in self._known.into and noun.lemma not in self._known.kin
        ]
        if shapes:
            self._add(Fact("shape", whom, self._line, word, value=shapes[0].lemma))

    def _touched(self, state: State, deed: Deed) -> list[int]:
        """Whom a deed, or a word said of them, puts into a state."""
        verb, found = deed.clause.verb, []
        if any(words <= deed.lemmas for words in state.spared):
            return []
        if state.name == "bound" and _is_done_to_self(deed):
            return []  # who locks himself in comes out when he likes
        is_said = not state.said.isdisjoint(deed.clause.said)
        # "Left him mute" says so of him.
        does_it = (
            state.things_only and deed.object is not None and not deed.clause.particle
        )  # "the smith broke the sword"
        if deed.subject is not None and (
            (not does_it and matches(state.subject, verb, deed.lemmas))
            or (is_said and (deed.object is None or verb in _BECOMES))
        ):
            found.append(deed.subject)
        if deed.object is not None and (matches(state.object, verb, deed.lemmas) or (is_said and verb not in _BECOMES)):
            found.append(deed.object)
        if matches(state.to, verb, deed.lemmas):
            found += [number for number in deed.beside if self._memory.cast[number].is_person]
        for number, qualities in deed.qualities:
            if not state.said.isdisjoint(qualities):
                found.append(number)
        if state.lacks:  # "the king's bald head"
            found += [owner for noun, owner in deed.owned if self._is_part_so(noun, state)]
        found += [number for number, lemma in deed.called if lemma in state.said]
        return found

    def _disable(self, deed: Deed, word: str) -> None:
        """ "Could not get out of the boot", "had not seen a thing since": what somebody cannot do tells his state."""
        clause = deed.clause
        lasts = clause.able or clause.earlier or clause.verb == "have" or not _LASTING.isdisjoint(deed.lemmas)
        if deed.subject is None or not clause.negated or not lasts:
            return
        if not self._known.hindered.isdisjoint(self._lemmas) or any(mark in _TOWARDS for mark, _ in clause.around):
            return
        is_some = clause.object is not None and clause.object.lemma not in self._known.anything
        for name, state in self._known.states.items():
            if is_some and name in _SENSES:
                continue  # "had not seen her since"
            if matches(state.unable, clause.verb, deed.lemmas):
                self._put(name, state, deed.subject, word)

    def _is_part_so(self, noun: Noun, state: State) -> bool:
        return noun.lemma in self._known.body and not state.said.isdisjoint(noun.qualities)

    def _ruins(self, deed: Deed, word: str) -> None:
        """ "Nothing was left of the bridge" tells of no deed, and yet the bridge is gone."""
        for name, state in self._known.states.items():
            if matches(state.of, deed.clause.verb, deed.lemmas):
                for number in deed.told_of:
                    self._put(name, state, number, word)

    def _put(self, name: str, state: State, number: int, word: str) -> None:
        """Keeps that somebody or something is in a state, if it can be."""
        entity = self._memory.cast[number]
        is_person = entity.is_person
        if state.things_only and entity.name in self._known.body:
            return  # who loses his head or his sleep can get them back without being told so
        is_known = any((one.state, one.entity) == (name, number) for one in self._memory.facts)
        if is_known and name != "asleep":
            return  # the line that told it first
        if not (state.people_only and not is_person) and not (state.things_only and is_person):
            self._add(Fact(name, number, self._line, word, not state.deep.isdisjoint(self._lemmas)))

    def _hand_over(self, deed: Deed) -> None:
        word = self._sentence[deed.clause.start : deed.clause.end]
        found = holding(deed, self._memory.cast, self._known, self._line, word, self._lemmas)
        thing = deed.withal if deed.object is None else deed.object
        if found is not None:
            self._memory.facts[:] = [
                one for one in self._memory.facts if one.state != "holds" or thing not in (None, one.entity)
            ]
        for fact in found or ():
            self._add(fact)

    def _kin_facts(self, deed: Deed) -> None:
        for noun, owner in deed.kin:
            kin = self._known.kin.get(noun.lemma)
            if kin is None:
                continue
            if deed.clause.negated:
                if (noun, owner) not in deed.had:
                    continue
                nor = [one.lemma for mark, one in deed.clause.around if mark == "ни"]
                for absent in (noun, *(one for mark, one in deed.clause.around if mark == "ни")):
                    self._memory.cast.send_back(absent, self._line)
                for one in {kin, *(self._known.kin[word] for word in nor if word in self._known.kin)}:
                    self._add(Fact("no_kin", owner, self._line, noun.lemma, value=one))
            elif kin == "child" and not self._known.none_of.isdisjoint(noun.qualities) and not noun.plural:
                child = self._memory.cast.find(noun, self._line)
                if child is not None:
                    self._add(Fact("only", child, self._line, noun.lemma))

    def _skill_facts(self, deed: Deed) -> None:
        """ "He could not swim", "так и не научилась читать": until it is learnt."""
        clause = deed.clause
        if deed.subject is None or clause.verb not in self._known.skills or clause.able not in self._known.know_how:
            return
        self._memory.facts[:] = [
            one
            for one in self._memory.facts
            if not (one.state == "cannot" and one.entity == deed.subject and one.value == clause.verb)
        ]
        if clause.negated:
            word = self._sentence[clause.start : clause.end]
            self._facts.append(Fact("cannot", deed.subject, self._line, word, value=clause.verb))
            self._memory.facts.append(self._facts[-1])

    def _orphans(self, deed: Deed) -> None:
        self._childless(deed)
        said = deed.clause.said
        is_only = any(self._known.kin.get(one) == "child" for one in said) and not self._known.none_of.isdisjoint(said)
        if deed.subject is not None and is_only and not deed.clause.negated:  # "была единственным ребёнком"
            self._add(Fact("only", deed.subject, self._line, said[0]))
        elif deed.subject is not None and not deed.clause.negated and said[:1] == ("child",) and "only" in said:
            self._add(Fact("only", deed.subject, self._line, "only child"))
        if deed.subject is not None and "alone" in said and "world" in deed.lemmas:
            self._add(Fact("no_kin", deed.subject, self._line, "alone", value="relation"))
        called = {number for number, lemma in deed.called if lemma in self._known.orphan}
        if deed.subject is not None and not self._known.orphan.isdisjoint(deed.clause.said):
            called.add(deed.subject)
        for number in called:
            self._add(Fact("no_kin", number, self._line, "", value="mother"))
            self._add(Fact("no_kin", number, self._line, "", value="father"))

    def _childless(self, deed: Deed) -> None:
        """Without children, until one is born, found or had."""
        if deed.subject is not None and not self._known.childless.isdisjoint(deed.clause.said):
            self._add(Fact("no_kin", deed.subject, self._line, "", value="child"))
        if any(matches(self._known.births, one, self._lemmas) for one in self._lemmas):
            self._memory.facts[:] = [
                one for one in self._memory.facts if one.state != "no_kin" or one.line == self._line
            ]

    def _counts(self, deed: Deed) -> None:
        for now, before in counted(
            deed, self._memory.cast, self._known, self._sentence, self._line, self._memory.facts
        ):
            if before is None:
                if not any((one.state, one.value) == ("count", now.value) for one in self._facts):
                    self._add(now)
            elif not deed.clause.negated:
                self._clashing.clash(before, "number", deed)

        self._ordinals(deed)

    def _ordinals(self, deed: Deed) -> None:
        """ "The fourth sister" where there are three."""
        for (number, lemma), (_, qualities) in zip(deed.called, deed.ranked, strict=True):
            rank = max((self._known.ordinals.get(one, 0) for one in qualities), default=0)
            if frozenset((lemma,)) in self._known.hours.passing + self._known.seasons.passing:
                continue  # the fourth day is no fourth of the three days before
            for fact in self._memory.facts if rank else ():
                is_one_of = fact.state == "count" and lemma in self._memory.cast[fact.entity].keys
                if (
                    is_one_of
                    and number != fact.entity
                    and fact.line != self._line
                    and int(fact.value.rsplit(" ", 1)[1]) < rank
                ):
                    self._clashing.clash(fact, "number", deed)

    def _drop(self, state: str, entity: int) -> None:
        self._memory.facts[:] = [one for one in self._memory.facts if (one.state, one.entity) != (state, entity)]

    def _add(self, fact: Fact) -> None:
        self._drop(fact.state, fact.entity) if fact.state not in ("looks", "no_kin", "count") else None
        self._facts.append(fact)
        self._memory.facts.append(replace(fact))


def _is_denied(deeds: list[Deed], verb: str) -> bool:
    """ "But she did not wake" ends no sleep, nor does "one day she will wake"."""
    return any(deed.clause.verb == verb and (deed.clause.negated or deed.clause.later) for deed in deeds)


def _is_done_to_self(deed: Deed) -> bool:
    """ "Locked herself in"."""
    return deed.clause.object is not None and deed.clause.object.lemma.endswith(("self", "selves"))
