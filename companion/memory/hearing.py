"""One sentence being heard: what it ends, what it disagrees with, what holds from now on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.language.clauses import Clause, clauses
from companion.memory.deeds import Deed, deeds_of
from companion.memory.facts import Clash, Fact, Heard
from companion.memory.lexicon import Deeds, Lexicon, State

if TYPE_CHECKING:
    from companion.memory.story import StoryMemory


class Hearing:
    """One sentence being heard."""

    def __init__(self, memory: StoryMemory, known: Lexicon, sentence: str, line: int, lemmas: frozenset[str]) -> None:
        self._memory, self._known, self._sentence, self._line, self._lemmas = memory, known, sentence, line, lemmas
        self._doubtful = not known.doubt.isdisjoint(lemmas)
        self._facts: list[Fact] = []
        self._clashes: list[Clash] = []
        self._told_of: list[int] = []
        self._deeds = 0

    def heard(self) -> Heard:
        known_before = len(self._memory.cast)
        deeds = []
        for clause in clauses(self._sentence, self._memory.language):
            deed = deeds_of(clause, self._memory.cast, self._line, self._memory.subject, self._lemmas)
            if deed.subject is not None and not clause.spoken:
                self._memory.subject = deed.subject
            self._told_of += [one for one in deed.everybody if one is not None]
            deeds.append(deed)
        self._undo(deeds)
        for deed in deeds:
            if not deed.clause.spoken:
                self._skill_facts(deed)
            if not deed.is_real:
                continue
            self._deeds += deed.clause.verb not in ("be", "быть", "have", "иметь")
            self._against(deed)
            self._keep(deed)
        self._seasons()
        self._memory.cast.dead = {fact.entity for fact in self._memory.facts if fact.state == "dead"}
        fresh = tuple(number for number in range(known_before, len(self._memory.cast)))
        return Heard(
            self._line,
            self._sentence,
            self._lemmas,
            fresh,
            tuple(dict.fromkeys(self._told_of)),
            tuple(self._facts),
            tuple(self._clashes),
            self._deeds,
        )

    def _undo(self, deeds: list[Deed]) -> None:
        """Ends states, wherever in the sentence it is told: spoken, wished and magic deeds count as well."""
        kept = []
        near = set(self._told_of) | ({self._memory.subject} if self._memory.subject is not None else set())
        for fact in self._memory.facts:
            state = self._known.states.get(fact.state)
            # "He unlocked the door" frees the only one who is locked in, "a fairy healed him" the only blind man.
            alone = state is not None and sum(one.state == fact.state for one in self._memory.facts) == 1
            ended = state is not None and (
                self._is_restored(fact, deeds)
                if state.forbids_use
                else (fact.entity in near or alone)
                and any(
                    _matches(state.undone, verb, self._lemmas) and not _is_denied(deeds, verb) for verb in self._lemmas
                )
            )
            if not ended:
                kept.append(fact)
        self._memory.facts[:] = kept

    def _is_restored(self, fact: Fact, deeds: list[Deed]) -> bool:
        """A thing comes back when it is itself mended, found or bought, or comes up by itself."""
        undone = self._known.states[fact.state].undone
        return any(
            _matches(undone, deed.clause.verb, self._lemmas)
            and not deed.clause.negated
            and fact.entity in (deed.object, deed.subject)
            and not _is_taken_off(deed)
            for deed in deeds
        )

    def _against(self, deed: Deed) -> None:
        """Clashes of one deed with what holds."""
        clause = deed.clause
        for fact in self._memory.facts:
            if fact.line == self._line and fact.entity == deed.subject:
                continue
            state = self._known.states.get(fact.state)
            if state is None:
                self._against_holding(deed, fact)
                continue
            if fact.entity == deed.subject and not clause.negated and self._forbids(state.name, clause, fact):
                self._clash(fact, fact.state, deed, deed.subject_is_pronoun)
            elif (
                state.forbids_use and fact.entity in deed.used and clause.verb in self._known.use and not clause.negated
            ):
                self._clash(fact, "gone", deed, deed.object_is_pronoun)
        self._against_kin(deed)
        self._against_skill(deed)
        self._against_looks(deed)

    def _forbids(self, name: str, clause: Clause, fact: Fact) -> bool:
        state = self._known.states[name]
        verb = clause.verb
        if clause.said and verb in ("be", "быть"):
            return False
        if state.forbids_use:
            return verb in self._known.use and verb not in state.keeps
        if state.forbids_any:
            if verb in state.keeps or _matches(state.subject, verb, self._lemmas):
                return False
            return name != "asleep" or fact.deep or self._line - fact.line <= 1
        return _matches(state.forbids, verb, self._lemmas)

    def _against_holding(self, deed: Deed, fact: Fact) -> None:
        """ "Gave the ring away" and has it; the thing is `fact.entity`, the one who lost it `fact.other`."""
        if fact.state != "holds" or fact.entity not in deed.used or deed.subject != fact.other or deed.clause.negated:
            return
        verb = deed.clause.verb
        if verb not in self._known.states["gone"].keeps and (
            not _matches(self._known.gets, verb, self._lemmas) or _is_taken_off(deed)
        ):
            self._clash(fact, "holds", deed, deed.object_is_pronoun)

    def _against_kin(self, deed: Deed) -> None:
        for noun, owner in deed.kin:
            kin = self._known.kin.get(noun.lemma)
            for fact in self._memory.facts:
                if fact.entity != owner or kin is None or fact.line == self._line:
                    continue
                only = fact.state == "only" and kin in ("brother", "sister")
                none = fact.state == "no_kin" and kin == fact.value
                single = fact.state == "single" and kin == "spouse"
                if (only or none or single) and not deed.clause.negated:
                    self._clash(fact, "wed" if single else "kin", deed, False)

    def _against_looks(self, deed: Deed) -> None:
        for number, word in deed.looks:
            group = self._group(word)
            if group is None:
                continue
            for fact in self._memory.facts:
                is_old = fact.state == "looks" and fact.entity == number and fact.line != self._line
                if is_old and fact.value != word and self._group(fact.value) == group:
                    self._clash(fact, "trait", deed, False)

    def _group(self, word: str) -> int | None:
        if word in self._known.colours:
            return -1
        return next((number for number, words in enumerate(self._known.opposites) if word in words), None)

    def _clash(self, fact: Fact, kind: str, deed: Deed, by_pronoun: bool) -> None:
        clause = deed.clause
        quote = self._sentence[clause.start : clause.end]
        doubtful = self._doubtful or clause.earlier
        self._clashes.append(Clash(fact, kind, clause.start, clause.end, quote, doubtful, by_pronoun))

    def _keep(self, deed: Deed) -> None:
        """New facts of one deed."""
        clause = deed.clause
        word = self._sentence[clause.start : clause.end]
        if not clause.negated:
            for name, state in self._known.states.items():
                for number in self._touched(state, deed):
                    entity = self._memory.cast[number]
                    if (state.people_only and not entity.is_person) or (state.things_only and entity.is_person):
                        continue
                    deep = not state.deep.isdisjoint(self._lemmas)
                    self._add(Fact(name, number, self._line, word, deep))
            self._hand_over(deed)
            self._turn(deed, word)
        for number, look in deed.looks:
            if self._group(look) is not None:
                self._memory.facts[:] = [
                    one
                    for one in self._memory.facts
                    if not (
                        one.state == "looks" and one.entity == number and self._group(one.value) == self._group(look)
                    )
                ]
                self._add(Fact("looks", number, self._line, look, value=look))
        self._kin_facts(deed)
        self._orphans(deed)
        self._counts(deed)

    def _turn(self, deed: Deed, word: str) -> None:
        """ "Turned the prince into a frog": the frog is the prince from now on."""
        clause = deed.clause
        whom = deed.object if deed.object is not None else deed.subject
        if whom is None or clause.verb not in self._known.turns:
            return
        shapes = [
            noun for mark, noun in clause.around if mark in self._known.into and noun.lemma not in self._known.kin
        ]
        if shapes:
            self._add(Fact("shape", whom, self._line, word, value=shapes[0].lemma))

    def _touched(self, state: State, deed: Deed) -> list[int]:
        clause, found = deed.clause, []
        if deed.subject is not None and (
            _matches(state.subject, clause.verb, self._lemmas) or not state.said.isdisjoint(clause.said)
        ):
            found.append(deed.subject)
        if deed.object is not None and (
            _matches(state.object, clause.verb, self._lemmas) or not state.said.isdisjoint(clause.said)
        ):
            found.append(deed.object)
        if _matches(state.to, clause.verb, self._lemmas):
            found += deed.beside
        for number, qualities in deed.qualities:
            if not state.said.isdisjoint(qualities):
                found.append(number)
        found += [number for number, lemma in deed.called if lemma in state.said]
        return found

    def _hand_over(self, deed: Deed) -> None:
        verb, word = deed.clause.verb, self._sentence[deed.clause.start : deed.clause.end]
        if deed.object is None:
            return
        if _matches(self._known.gives, verb, self._lemmas) and deed.subject is not None:
            self._drop("holds", deed.object)
            self._add(Fact("holds", deed.object, self._line, word, other=deed.subject))
        elif _matches(self._known.takes, verb, self._lemmas):
            self._drop("holds", deed.object)
            loser = next(iter(deed.beside), None)
            if loser is None:
                loser = self._memory.cast[deed.object].owner
            if loser is not None and loser != deed.subject:
                self._add(Fact("holds", deed.object, self._line, word, other=loser))
        elif _matches(self._known.gets, verb, self._lemmas):
            self._drop("holds", deed.object)

    def _kin_facts(self, deed: Deed) -> None:
        for noun, owner in deed.kin:
            kin = self._known.kin.get(noun.lemma)
            if kin is None:
                continue
            if deed.clause.negated:
                if (noun, owner) not in deed.had:
                    continue
                self._add(Fact("no_kin", owner, self._line, noun.lemma, value=kin))
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

    def _against_skill(self, deed: Deed) -> None:
        clause = deed.clause
        for fact in self._memory.facts:
            is_skill = fact.state == "cannot" and fact.entity == deed.subject and fact.value == clause.verb
            if is_skill and fact.line != self._line and not clause.negated and not clause.able:
                self._clash(fact, "cannot", deed, deed.subject_is_pronoun)

    def _orphans(self, deed: Deed) -> None:
        called = {number for number, lemma in deed.called if lemma in self._known.orphan}
        if deed.subject is not None and not self._known.orphan.isdisjoint(deed.clause.said):
            called.add(deed.subject)
        for number in called:
            self._add(Fact("no_kin", number, self._line, "", value="mother"))
            self._add(Fact("no_kin", number, self._line, "", value="father"))

    def _counts(self, deed: Deed) -> None:
        """ "Three brothers" may be fewer later, not more."""
        for noun, number in deed.counted:
            many = next((self._known.numbers[one] for one in noun.qualities if one in self._known.numbers), 0)
            if many < 2:
                continue
            before = next((one for one in self._memory.facts if (one.state, one.entity) == ("count", number)), None)
            if before is not None and int(before.value) < many and before.line != self._line:
                self._clash(before, "number", deed, False)
            if before is None:
                word = self._sentence[noun.start : noun.end]
                self._add(Fact("count", number, self._line, word, value=str(many)))

    def _seasons(self) -> None:
        """Deep snow on midsummer's day: two seasons with no time between."""
        found = {self._known.seasons[one] for one in self._lemmas if one in self._known.seasons}
        passed = not self._known.passing_time.isdisjoint(self._lemmas - self._known.seasons.keys())
        if len(found) != 1:
            self._memory.season = None if found or passed else self._memory.season
            return
        season, before = found.pop(), self._memory.season
        if before is not None and {before.value, season} == {"winter", "summer"} and not passed:
            word = next(one for one in self._lemmas if self._known.seasons.get(one) == season)
            self._clashes.append(Clash(before, "time", 0, len(self._sentence), word, self._doubtful, False))
        self._memory.season = Fact("season", -1, self._line, season, value=season)

    def _drop(self, state: str, entity: int) -> None:
        self._memory.facts[:] = [one for one in self._memory.facts if (one.state, one.entity) != (state, entity)]

    def _add(self, fact: Fact) -> None:
        self._drop(fact.state, fact.entity) if fact.state not in ("looks", "no_kin") else None
        self._facts.append(fact)
        self._memory.facts.append(replace(fact))


def _matches(deeds: Deeds, verb: str, lemmas: frozenset[str]) -> bool:
    return any(beside <= lemmas for beside in deeds.get(verb, ()))


def _is_taken_off(deed: Deed) -> bool:
    """ "Took the ring off his finger" is no getting: he had it."""
    return any(mark in ("off", "from", "с", "со", "из", "out") for mark, noun in deed.clause.around if not noun.animate)


def _is_denied(deeds: list[Deed], verb: str) -> bool:
    """ "But she did not wake" ends no sleep."""
    return any(deed.clause.verb == verb and deed.clause.negated for deed in deeds)
