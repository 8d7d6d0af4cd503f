"""What one deed disagrees with, of all that holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.language.clauses import Noun
from companion.memory.cast import Cast
from companion.memory.deeds import Deed
from companion.memory.facts import Clash, Fact, Heard
from companion.memory.lexicon import Lexicon, State, matches
from companion.memory.pledges import breaks, knows_too_much
from companion.memory.whereabouts import is_out_of_place

_ROUNDABOUT = frozenset("go come pass run leap set".split())
"""Moves that are told of things that do not move: "the news went round"."""
_AT = frozenset(
    "to into in at down up through along across over on onto round around в во на по через у к вдоль".split()
)
"""Prepositions of being somewhere."""
_FROM = frozenset("с со из".split())
_EVER = frozenset(("kin", "number"))
"""What was not so before either: an only child never had a brother."""
_EVER_NOT = frozenset("never ever никогда сроду".split())
TALKS = frozenset("talk speak говорить".split())
_NO_RELATION = frozenset("brother sister mother father child uncle aunt cousin spouse nephew grandchild".split())
""" "No living relation" leaves none of these."""


class Clashing:
    """Clashes of the deeds of one sentence with the facts that hold before it."""

    def __init__(self, known: Lexicon, cast: Cast, sentence: str, line: int, *, doubtful: bool) -> None:
        self._known, self._cast, self._sentence, self._line, self._doubtful = known, cast, sentence, line, doubtful
        self.found: list[Clash] = []
        self.beside: set[int] = set()
        """All whom the sentence tells of."""
        self.tells_of_before = False
        """Whether some of the sentence goes back: "her husband had fallen from a horse"."""

    def against(self, deed: Deed, facts: Sequence[Fact], heard: Sequence[Heard]) -> None:
        """Finds the clashes of one deed. `heard`: the sentences before."""
        for fact in facts:
            if fact.line == self._line and fact.entity in (deed.subject, deed.bearer):
                continue
            state = self._known.states.get(fact.state)
            if state is None or (state.forbids_use and fact.line == self._line):
                continue
            if not deed.clause.negated:
                self._against_state(deed, fact, state)
            elif self._is_denied(deed, fact, state):
                self.clash(fact, state.kind, deed, by_pronoun=deed.subject_is_pronoun)
        self._against_absence(deed, facts, heard)
        self._against_pledges(deed, facts)
        self._against_marriage(deed, facts, heard)
        self._against_kin(deed, facts)
        self._against_skill(deed, facts)
        self._against_looks(deed, facts)

    def clash(self, fact: Fact, kind: str, deed: Deed, *, by_pronoun: bool = False) -> None:
        """Keeps a clash of this deed."""
        clause = deed.clause
        quote = self._sentence[clause.start : clause.end]
        is_past = clause.earlier or (kind == "wed" and self.tells_of_before)
        doubtful = self._doubtful or (is_past and kind not in _EVER)
        self.found.append(Clash(fact, kind, clause.start, clause.end, quote, doubtful, by_pronoun))

    def group(self, word: str) -> int | None:
        """Colours, or a row of opposites: of one group a thing has only one."""
        if word in self._known.colours:
            return -1
        return next((number for number, words in enumerate(self._known.opposites) if word in words), None)

    def _against_state(self, deed: Deed, fact: Fact, state: State) -> None:
        """A deed that the state of the one who does it, or of the one it is done to, forbids."""
        if not state.unless.isdisjoint(deed.all_lemmas if state.forbids_any else deed.lemmas):
            return
        is_out = fact.state == "bound" and fact.entity == deed.subject and self._is_abroad(deed)
        if is_out or self._cannot_do(deed, fact, state):
            self.clash(fact, state.kind, deed, by_pronoun=deed.subject_is_pronoun)
        elif self._cannot_be_done(deed, fact, state):
            self.clash(fact, state.kind, deed, by_pronoun=deed.object_is_pronoun)
        for noun, owner in deed.owned:
            if owner == fact.entity and noun.lemma in state.lacks:
                self.clash(fact, state.kind, deed, by_pronoun=noun.owner is not None and noun.owner.kind == "pronoun")

    def _cannot_do(self, deed: Deed, fact: Fact, state: State) -> bool:
        if fact.entity in (deed.subject, deed.bearer) and self._forbids(state, deed, fact):
            return True
        return fact.entity == deed.subject and not state.denied_by.isdisjoint(deed.clause.said)

    def _is_denied(self, deed: Deed, fact: Fact, state: State) -> bool:
        """ "She was still not married"."""
        is_now = fact.entity == deed.subject and not deed.clause.earlier
        return state.name == "married" and is_now and not state.said.isdisjoint(deed.clause.said)

    def _is_abroad(self, deed: Deed) -> bool:
        """At the market, in the wood, down the street: told as being there, not as seen or thought of."""
        known = self._known
        marks = _AT | _FROM if deed.clause.verb in known.moves else _AT
        return deed.clause.verb not in known.minds and any(
            noun.lemma in known.abroad and mark in marks for mark, noun in deed.clause.around
        )

    def _cannot_be_done(self, deed: Deed, fact: Fact, state: State) -> bool:
        """Using what is gone, going over it, seeing who cannot be seen."""
        verb = deed.clause.verb
        is_tool = fact.entity == deed.tool and verb not in self._known.minds
        is_entered = fact.entity != deed.object and verb in self._known.moves  # "went into his house"
        is_used = is_tool or (fact.entity in deed.used and (is_entered or verb in self._known.use))
        if state.forbids_use and is_used and verb not in state.keeps:
            return True
        if state.forbids_use and fact.entity in deed.crossed and verb in self._known.moves:
            return True
        touched = (deed.object, *deed.beside, *deed.company, *deed.mounted)
        return fact.entity in touched and matches(state.suffers, verb, deed.lemmas)

    def _forbids(self, state: State, deed: Deed, fact: Fact) -> bool:
        clause = deed.clause
        verb = clause.verb
        if clause.said and verb in ("be", "быть", "look"):
            return False
        if fact.entity == deed.bearer:  # "her eyes ran over it": the part must be named
            return any(deed.part in beside and beside <= deed.lemmas for beside in state.forbids.get(verb, ()))
        if state.forbids_use:
            rolls = state.name == "gone" and verb in self._known.moves - _ROUNDABOUT
            does = rolls or verb in self._known.use
            return deed.object is None and does and verb not in state.keeps
        if state.forbids_any:
            if verb in state.keeps or matches(state.subject, verb, deed.lemmas):
                return False
            return state.name != "asleep" or fact.deep or self._line - fact.line <= 1
        made_of, shape = fact.value.split(), fact.value.rsplit(" ", 1)[-1]
        if state.name == "shape" and shape in self._known.people - self._known.beasts and len(made_of) == 1:
            return False  # turned into a man
        if state.name == "shape" and not (self._known.lifeless | self._known.materials).isdisjoint(made_of):
            return (
                verb in self._known.moves or verb in self._known.handling or matches(state.forbids, verb, deed.lemmas)
            )
        return matches(state.forbids, verb, deed.lemmas)

    def _against_absence(self, deed: Deed, facts: Sequence[Fact], heard: Sequence[Heard]) -> None:
        for fact in facts:
            is_absence = fact.state == "departed" and fact.line < self._line
            if is_absence and is_out_of_place(deed, fact, self._known, heard, self._cast, self._line, self.beside):
                self.clash(fact, "place", deed, by_pronoun=deed.subject_is_pronoun)

    def _against_pledges(self, deed: Deed, facts: Sequence[Fact]) -> None:
        for fact in facts:
            if fact.line == self._line:
                continue
            if fact.state == "vow" and breaks(deed, fact, self._known):
                self.clash(fact, "word", deed, by_pronoun=deed.subject_is_pronoun)
            elif fact.state == "ignorant" and knows_too_much(deed, fact, self._known):
                self.clash(fact, "knows", deed, by_pronoun=deed.subject_is_pronoun)

    def _against_marriage(self, deed: Deed, facts: Sequence[Fact], heard: Sequence[Heard]) -> None:
        """Marries another than before, who was not told of then; or has been married for long, and was told single."""
        state = self._known.states["married"]
        for fact in facts:
            is_his = fact.state == "single" and fact.entity == deed.subject and fact.line < self._line
            is_since = deed.clause.earlier or "year" in deed.lemmas or "год" in deed.lemmas
            if is_his and is_since and not deed.clause.negated and not state.said.isdisjoint(deed.clause.said):
                self.clash(fact, "wed", deed, by_pronoun=deed.subject_is_pronoun)
        if deed.clause.negated or not matches(state.subject, deed.clause.verb, deed.lemmas):
            return
        spouses = {one for one in deed.around if self._cast[one].is_person and one != deed.subject}
        for fact in facts:
            is_his = fact.state == "married" and fact.entity == deed.subject and fact.line < self._line
            if is_his and spouses and spouses.isdisjoint(heard[fact.line].told_of):
                self.clash(fact, "wed", deed, by_pronoun=deed.subject_is_pronoun)

    def _against_kin(self, deed: Deed, facts: Sequence[Fact]) -> None:
        for noun, owner in (*deed.kin, *self._kin_of_nobody(deed, facts)):
            kin = next((self._known.kin[one] for one in (noun.lemma, *noun.names) if one in self._known.kin), None)
            for fact in facts:
                if fact.entity != owner or kin is None or fact.line == self._line:
                    continue
                only = fact.state == "only" and kin in ("brother", "sister")
                none = fact.state == "no_kin" and (
                    fact.value in (kin, self._known.roles.get(noun.lemma))
                    or (fact.value == "relation" and kin in _NO_RELATION)
                )
                single = fact.state == "single" and kin == "spouse"
                is_new = kin == "friend" and any(one is noun for one, _ in deed.had)  # "from then on he had a friend"
                if (only or none or single) and not is_new and not deed.clause.negated:
                    self.clash(fact, "wed" if single else "kin", deed)

    def _kin_of_nobody(self, deed: Deed, facts: Sequence[Fact]) -> list[tuple[Noun, int]]:
        """ "Папа взял Колю на руки": his, if nobody else in the tale has one."""
        noun, who = deed.clause.subject, deed.subject
        if noun is None or who is None or noun.lemma not in self._known.kin or noun.owner is not None or noun.fresh:
            return []
        if deed.is_anothers:
            return []
        lines = {self._line} | {fact.line for fact in facts if fact.state in ("no_kin", "single")}
        if self._cast[who].owner is not None or self._cast[who].line not in lines or deed.clause.negated:
            return []
        return [(noun, one) for one in dict.fromkeys(deed.everybody) if one is not None and one != who]

    def spoken(self, deed: Deed, speaker: int, facts: Sequence[Fact]) -> None:
        """ "I know who did it," says one who cannot know."""
        said = replace(deed, subject=speaker)
        for fact in facts:
            if fact.state == "ignorant" and fact.line != self._line and knows_too_much(said, fact, self._known):
                self.clash(fact, "knows", said)

    def _against_skill(self, deed: Deed, facts: Sequence[Fact]) -> None:
        clause = deed.clause
        for fact in facts:
            is_skill = fact.state == "cannot" and fact.entity == deed.subject and self._is_skill(clause.verb, fact)
            if is_skill and fact.line != self._line and not clause.negated and not clause.able:
                self.clash(fact, "cannot", deed, by_pronoun=deed.subject_is_pronoun)

    def _is_skill(self, verb: str, fact: Fact) -> bool:
        """ "Could not talk" goes for all kinds of talking, "could not swim" for swimming alone."""
        is_same = verb == fact.value or any(verb in row and fact.value in row for row in self._known.one_skill)
        return is_same or (fact.value in TALKS and verb in self._known.states["mute"].forbids)

    def _is_another_thing(self, deed: Deed, number: int) -> bool:
        """ "Подарила ей деревянную птицу": a thing that comes newly into somebody's hands is another one."""
        verb = deed.clause.verb
        is_got = matches(self._known.gives, verb, deed.all_lemmas) or matches(self._known.gets, verb, deed.all_lemmas)
        return number == deed.object and is_got

    def _against_looks(self, deed: Deed, facts: Sequence[Fact]) -> None:
        for number, look in deed.looks:
            word = self._known.shades.get(look, look)
            group = self.group(word)
            if group is None or self._is_another_thing(deed, number):
                continue
            for fact in facts:
                is_old = fact.state == "looks" and fact.entity == number and fact.line != self._line
                if is_old and fact.value != word and self.group(fact.value) == group:
                    self.clash(fact, "trait", deed)
        if deed.clause.negated and not _EVER_NOT.isdisjoint(deed.lemmas):  # "was never lazy"
            for fact in facts:
                is_his = fact.state == "looks" and fact.entity == deed.subject and fact.line != self._line
                if is_his and fact.value in deed.clause.said:
                    self.clash(fact, "trait", deed)


def is_taken_off(deed: Deed, depths: frozenset[str]) -> bool:
    """ "Took the ring off his finger" is no getting: he had it; out of the well it is."""
    return any(
        mark in ("off", "from", "с", "со", "из", "out") and not noun.animate and noun.lemma not in depths
        for mark, noun in deed.clause.around
    )
