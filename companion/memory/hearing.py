"""One sentence being heard: what it ends, what it disagrees with, what holds from now on."""

from __future__ import annotations

from dataclasses import replace

from companion.language.clauses import Clause, clauses
from companion.language.quotation import quoted
from companion.memory.absent import absent
from companion.memory.clashing import TALKS, is_taken_off
from companion.memory.deeds import Deed, deeds_of
from companion.memory.facts import Fact, Heard
from companion.memory.holding import against_holding
from companion.memory.keeping import Keeping
from companion.memory.lexicon import State, matches
from companion.memory.pledges import ignorance, pledges
from companion.memory.scene import time_goes_on

_HELPED = frozenset("dead married blind deaf mute lame bound asleep shape unseen".split())
"""States that somebody is helped out of: where only one is in such a state, it is he who is helped."""
_ONLY = frozenset("only только лишь".split())
_SPEAKERS = frozenset("i we я мы".split())


class Hearing(Keeping):
    """One sentence being heard."""

    def heard(self) -> Heard:
        known_before = len(self._memory.cast)
        deeds: list[Deed] = []
        told = clauses(self._sentence, self._memory.language, self._memory.names)
        self._starts = sorted(one.start for one in told)
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
            self._inherit(deed, deeds)
            deeds.append(deed)
        self._liken(deeds)
        self._undo(deeds)
        owners = {owner for deed in deeds for _, owner in deed.owned}
        self._clashing.tells_of_before = any(deed.clause.earlier for deed in deeds)
        self._clashing.beside = owners.union(self._told_of)
        for deed in deeds:
            if not deed.clause.spoken:
                self._skill_facts(deed)
            if deed.clause.negated and not deed.clause.spoken and not deed.is_real:
                self._deny(deed, self._sentence[deed.clause.start : deed.clause.end])  # "добудиться не получилось"
            self._obey(deed)
            self._ordered = deed.object if deed.clause.verb in self._known.orders else None
            if not deed.is_real:
                continue
            self._deeds += deed.clause.verb not in ("be", "быть", "have", "иметь")
            self._clashing.against(deed, self._memory.facts, self._memory.heard)
            for fact in self._memory.facts:
                against_holding(deed, fact, self._known, self._memory.cast, self._clashing, self._line)
            self._take_back(deed)
            self._keep(deed)
        self._hear_speakers(deeds)
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

    def _liken(self, deeds: list[Deed]) -> None:
        """ "Had hair as black as coal", "hair black as coal"."""
        words = [word.lemmas[0] for word in self._words]
        for number, word in enumerate(self._words[:-3]):
            first = number + (2 if words[number + 1] == "as" else 1)
            if words[first + 1] != "as" or self._clashing.group(words[first]) is None:
                continue
            what = self._memory.cast.at(word.start, self._line)
            deed = next((one for one in deeds if one.is_real and what in (one.subject, one.object)), None)
            if what is not None and deed is not None:
                deed.looks.append((what, words[first]))

    def _hear_speakers(self, deeds: list[Deed]) -> None:
        """What somebody says that he knows."""
        speech = self._known.states["mute"].forbids
        speaker = next((one.subject for one in deeds if not one.clause.spoken and one.clause.verb in speech), None)
        for deed in deeds if speaker is not None else ():
            clause = deed.clause
            is_own = clause.subject is not None and clause.subject.lemma in _SPEAKERS
            if speaker is not None and clause.spoken and is_own and not (clause.unreal or clause.negated):
                self._clashing.spoken(deed, speaker, self._memory.facts)

    def _bind(self, deeds: list[Deed]) -> None:
        """What the sentence as a whole says: vows, and who does not know of what."""
        quotes = [self._sentence[one.clause.start : one.clause.end] for one in deeds]
        latest = self._memory.heard[-1].told_of if self._memory.heard else ()
        before = [self._memory.cast[one].name for one in latest]
        found = pledges(deeds, self._known, self._line, quotes)
        found += ignorance(deeds, self._known, self._line, quotes, before)
        self._facts += found
        self._memory.facts += found

    def _inherit(self, deed: Deed, before: list[Deed]) -> None:
        """ "У царя было два сына, а дочери не было": he has none."""
        noun = deed.clause.subject
        if deed.clause.verb != "быть" or not deed.clause.negated or deed.had or noun is None:
            return
        owner = next((one.had[0][1] for one in reversed(before) if one.had), None)
        if owner is not None and noun.lemma in self._known.kin:
            deed.had.append((noun, owner))

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
        told = [word for word, is_inside in zip(self._words, inside, strict=True) if not is_inside]
        for clock in (self._known.seasons, self._known.hours):
            before = self._memory.times.get(clock.name)
            now, clash = time_goes_on(
                clock, before, self._sentence, self._line, told, self._known, doubtful=self._doubtful
            )
            self._clashing.found += [clash] if clash is not None else []
            self._memory.times[clock.name] = now

    def _undo(self, deeds: list[Deed]) -> None:
        """Ends states, wherever in the sentence it is told: spoken, wished and magic deeds count as well."""
        kept = []
        near = set(self._told_of) | ({self._memory.subject} if self._memory.subject is not None else set())
        near |= {owner for deed in deeds for _, owner in deed.owned}
        verbs = self._lemmas | {deed.clause.verb for deed in deeds}
        opens = self._opens(deeds)
        for fact in self._memory.facts:
            is_talk = fact.state == "cannot" and fact.value in TALKS
            state = self._known.states.get("mute" if is_talk else fact.state)
            undone = {} if state is None else state.undone
            if fact.deep and state is not None:  # who is charmed asleep does not just get up
                undone = {verb: words for verb, words in undone.items() if verb not in state.slight}
            # "He unlocked the door" frees the only one who is locked in, "a fairy healed him" the only blind man.
            alone = (
                fact.state in _HELPED and len({one.line for one in self._memory.facts if one.state == fact.state}) == 1
            )
            ended = state is not None and (
                self._is_restored(fact, deeds, verbs)
                if state.forbids_use
                else (fact.entity in near or alone or (opens and fact.state == "bound"))
                and any(matches(undone, verb, verbs) and not _is_denied(deeds, verb) for verb in verbs)
            )
            if not ended:
                tried = state is not None and fact.entity in near and self._is_tried(state, deeds)
                kept.append(self._lasting(fact) if tried else fact)
        self._memory.facts[:] = kept

    def _opens(self, deeds: list[Deed]) -> bool:
        """ "The mouse opened the cage" frees whoever is in it."""
        undone = self._known.states["bound"].undone
        return any(
            deed.clause.object is not None
            and deed.clause.object.lemma in self._known.prisons
            and matches(undone, deed.clause.verb, self._lemmas)
            for deed in deeds
        )

    def _lasting(self, fact: Fact) -> Fact:
        """ "Nobody could wake him" is the line that says best why he cannot get up."""
        return replace(fact, deep=True, line=self._line if fact.state == "asleep" else fact.line)

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
        """ "Nobody could wake him", "only the horn would rouse him": it will last."""
        return any(
            (deed.clause.negated or (deed.clause.unreal and not _ONLY.isdisjoint(self._lemmas)))
            and matches(state.undone, deed.clause.verb, deed.lemmas)
            for deed in deeds
        )

    def _is_restored(self, fact: Fact, deeds: list[Deed], words: frozenset[str]) -> bool:
        """A thing comes back when it is itself mended, found or bought, or comes up by itself."""
        undone = self._known.states[fact.state].undone
        is_told = not self._memory.cast[fact.entity].keys.isdisjoint(self._lemmas)
        if any(deed.has and fact.entity in (deed.object, deed.subject) for deed in deeds):
            return True  # "his brother had a boat" is another one
        if is_told and any(beside <= words for beside in undone.get("*", ())):
            return True
        return any(
            matches(undone, deed.clause.verb, self._lemmas)
            and not deed.clause.negated
            and fact.entity in (deed.object, deed.subject)
            and not is_taken_off(deed, self._known.depths)
            for deed in deeds
        )


def _is_denied(deeds: list[Deed], verb: str) -> bool:
    """ "But she did not wake" ends no sleep, nor does "one day she will wake"."""
    return any(deed.clause.verb == verb and (deed.clause.negated or deed.clause.later) for deed in deeds)
