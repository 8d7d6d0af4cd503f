"""What a sentence makes so: the facts that hold from it on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.language.clauses import Noun
from companion.language.token import Token
from companion.memory.clashing import Clashing
from companion.memory.counting import counted, out_of_rank, together
from companion.memory.deeds import Deed
from companion.memory.facts import Fact
from companion.memory.holding import holding
from companion.memory.kinship import PARENTS, is_birth, kin_told
from companion.memory.lexicon import Lexicon, State, matches
from companion.memory.whereabouts import is_followed, leaves

if TYPE_CHECKING:
    from companion.memory.story import StoryMemory

_BECOMES = frozenset("be become go get fall grow turn remain stay".split())
"""What is said with these is said of the subject: "she went blind the year her son left"."""
_LASTING = frozenset("since more ever never anymore long".split())
"""Words that make a "not" last: "heard nothing since the fever"."""
_TURNS_TO = frozenset("become стать сделаться".split())
_BY_TURNS = frozenset("днём днем ночью".split())
"""Who cannot speak by day can at night."""
_ONE = frozenset(("one", "один"))
_SENSES = frozenset("blind deaf mute".split())
_SO = frozenset("so too enough".split())
_TOWARDS = frozenset("to with".split())
"""Not speaking to somebody is not being mute."""


class Keeping:
    """The facts of one sentence, kept in the memory of its tale."""

    def __init__(self, memory: StoryMemory, known: Lexicon, sentence: str, line: int, words: Sequence[Token]) -> None:
        self._memory, self._known, self._sentence, self._line, self._words = memory, known, sentence, line, words
        self._lemmas = frozenset(word.lemmas[0] for word in words)
        is_habit = not known.habits.isdisjoint(self._lemmas) and known.as_ever.isdisjoint(self._lemmas)
        self._doubtful = is_habit or known.explains(self._lemmas, memory.told)
        self._clashing = Clashing(known, memory.cast, sentence, line, doubtful=self._doubtful)
        self._facts: list[Fact] = []
        self._told_of: list[int] = []
        self._deeds = 0
        self._ordered: int | None = None
        """What the latest order is about."""
        self._starts: list[int] = []
        """Where the clauses begin."""

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
        for fact in kin_told(deed, self._memory.cast, self._known, self._line, self._behind(deed)):
            self._add(fact)
        if is_birth(self._known, self._lemmas):
            self._memory.facts[:] = [
                one for one in self._memory.facts if one.state != "no_kin" or one.line == self._line
            ]
        self._counts(deed)

    def _behind(self, deed: Deed) -> list[Token]:
        """The words from the deed's verb to the next one."""
        start = deed.clause.start
        until = min((one for one in self._starts if one > start), default=len(self._sentence))
        return [word for word in self._words if start <= word.start < until]

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
        is_no_more = (deed.clause.said == ("more",) and "than" not in deed.lemmas) or (
            word.lower() == "стало" and not deed.clause.said
        )
        if is_no_more and deed.subject is not None:
            self._put("dead", self._known.states["dead"], deed.subject, word)
        for name, state in self._known.states.items():
            if name in _SENSES and not _BY_TURNS.isdisjoint(word.text.lower() for word in self._words):
                continue
            is_seen = name in _SENSES - {"mute"} and self._is_of_something(deed)
            if is_seen or self._is_spared(state, deed, self._lemmas):
                continue
            denied, resisted = matches(state.denied, verb, self._lemmas), matches(state.resisted, verb, self._lemmas)
            whom = deed.subject if denied else deed.object if resisted else None
            if whom is None or not self._memory.cast[whom].is_person:
                continue
            known = [number for number, one in enumerate(facts) if (one.state, one.entity) == (name, whom)]
            for number in known:
                facts[number] = replace(facts[number], deep=True)
            if not known:
                self._add(Fact(name, whom, self._line, word, deep=True))

    def _is_spared(self, state: State, deed: Deed, lemmas: frozenset[str]) -> bool:
        """Blind in one eye is not blind; "one winter he lost both his eyes" is."""
        has_one = any(not _ONE.isdisjoint(qualities) for _, qualities in deed.qualities)
        return any(words <= lemmas and (has_one or _ONE.isdisjoint(words)) for words in state.spared)

    def _is_of_something(self, deed: Deed) -> bool:
        """ "За всю жизнь не видела ни одного чужого человека": who sees no strangers is not blind."""
        nouns = [one for mark, one in deed.clause.around if mark in ("ни", "gent", "accs")]
        nouns += [deed.clause.object] if deed.clause.object is not None else []
        return any(one.lemma not in self._known.anything for one in nouns)

    def _look(self, number: int, look: str) -> None:
        """A colour or one of two opposites, in place of what was told before."""
        look = self._known.shades.get(look, look)
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
        said = clause.said[:1] if clause.verb == "become" else clause.said  # "стал королевич лягушкой" says both
        become = next((one for one in said if one in self._known.beasts | self._known.lifeless), None)
        if clause.verb in _TURNS_TO and become is not None:
            self._add(Fact("shape", whom, self._line, word, value=become))
        if clause.verb not in self._known.turns:
            return
        shapes = [
            noun for mark, noun in clause.around if mark in self._known.into and noun.lemma not in self._known.kin
        ]
        if shapes:
            made_of = self._known.materials & {*shapes[0].qualities, *shapes[0].sorts}
            self._add(Fact("shape", whom, self._line, word, value=" ".join((*sorted(made_of), shapes[0].lemma))))

    def _touched(self, state: State, deed: Deed) -> list[int]:
        """Whom a deed, or a word said of them, puts into a state."""
        verb, found = deed.clause.verb, []
        if self._is_spared(state, deed, deed.lemmas):
            return []
        if state.name == "bound" and _is_done_to_self(deed):
            return []  # who locks himself in comes out when he likes
        is_said = not state.said.isdisjoint(deed.clause.said)
        # "Left him mute" says so of him.
        does_it = (
            state.things_only and deed.object is not None and not deed.clause.particle
        )  # "the smith broke the sword"
        is_done = state.forbids_any and deed.object is not None and verb in state.object  # "drowned his sorrow"
        if deed.subject is not None and (
            (not does_it and not is_done and matches(state.subject, verb, deed.lemmas))
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
        found += [number for number, names in deed.titles if not state.said.isdisjoint(names)]
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

    def _obey(self, deed: Deed) -> None:
        """ "Велел корону переплавить": what somebody orders to be done to a thing is done."""
        clause = deed.clause
        if clause.able not in self._known.orders or not clause.unreal or clause.negated or clause.spoken:
            return
        thing = deed.object if deed.object is not None else self._ordered
        state = self._known.states["gone"]
        if thing is not None and matches(state.object, clause.verb, deed.lemmas):
            self._put("gone", state, thing, self._sentence[clause.start : clause.end])

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
        if name == "dead" and self._known.kin.get(entity.name) == "parent" and entity.owner is not None:
            for kin in PARENTS:
                self._add(Fact("no_kin", entity.owner, self._line, word, value=kin))

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

    def _skill_facts(self, deed: Deed) -> None:
        """ "He could not swim", "так и не научилась читать": until it is learnt."""
        clause = deed.clause
        if deed.subject is None or clause.verb not in self._known.skills or clause.able not in self._known.know_how:
            return
        if clause.negated and not (self._known.hindered | _SO).isdisjoint(self._lemmas):
            return  # "so frightened that she could not speak"
        self._memory.facts[:] = [
            one
            for one in self._memory.facts
            if not (one.state == "cannot" and one.entity == deed.subject and one.value == clause.verb)
        ]
        if clause.negated:
            word = self._sentence[clause.start : clause.end]
            self._facts.append(Fact("cannot", deed.subject, self._line, word, value=clause.verb))
            self._memory.facts.append(self._facts[-1])

    def _counts(self, deed: Deed) -> None:
        for now, before in counted(
            deed, self._memory.cast, self._known, self._sentence, self._line, self._memory.facts
        ):
            if before is None:
                if not any((one.state, one.value) == ("count", now.value) for one in self._facts):
                    self._add(now)
            elif not deed.clause.negated:
                self._clashing.clash(before, "number", deed)
        for before in together(deed, self._memory.cast, self._known, self._line, self._memory.facts):
            self._clashing.clash(before, "number", deed)
        for before in out_of_rank(deed, self._memory.cast, self._known, self._line, self._memory.facts):
            self._clashing.clash(before, "number", deed)

    def _drop(self, state: str, entity: int) -> None:
        self._memory.facts[:] = [one for one in self._memory.facts if (one.state, one.entity) != (state, entity)]

    def _add(self, fact: Fact) -> None:
        self._drop(fact.state, fact.entity) if fact.state not in ("looks", "no_kin", "count") else None
        self._facts.append(fact)
        self._memory.facts.append(replace(fact))


def _is_done_to_self(deed: Deed) -> bool:
    """ "Locked herself in"."""
    return deed.clause.object is not None and deed.clause.object.lemma.endswith(("self", "selves"))
