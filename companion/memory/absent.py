"""Where somebody is not: who set off alone, and is told of beside those who stayed, without having come back."""

from __future__ import annotations

from collections.abc import Sequence

from companion.memory.cast import Cast
from companion.memory.clashing import Clashing, matches
from companion.memory.deeds import Deed
from companion.memory.facts import Fact
from companion.memory.lexicon import Lexicon

ELSEWHERE = "elsewhere"
"""Value of an absence that was told as lasting: "was away at sea", so that all the others are here."""
_IS = frozenset("be быть жить гостить".split())


class Absences:
    """Who is away, and who acted in the scene since then. `copy` is cheap."""

    def __init__(self, here: dict[int, frozenset[int]] | None = None) -> None:
        self._here = dict(here or {})
        """By the one who is away: those who stayed and were told of since."""

    def copy(self) -> Absences:
        return Absences(self._here)

    def heard(self, deeds: Sequence[Deed], facts: list[Fact], cast: Cast, known: Lexicon, clashing: Clashing) -> None:
        """Finds who acts beside somebody who stayed, and ends the absence of everybody who acts at all."""
        acting = {one.subject: one for one in reversed(deeds) if one.is_real and not one.clause.negated}
        people = {one for one in acting if one is not None and cast[one].is_person and not cast[one].plural}
        gone = {fact.entity for fact in facts if fact.state == "away"}
        for fact in [one for one in facts if one.state == "away" and one.entity in people]:
            deed = acting[fact.entity]
            beside = {number for one in deeds for number in (one.subject, one.object, *one.beside)} - {fact.entity}
            is_back = deed.clause.earlier or not known.back.isdisjoint(deed.all_lemmas)
            here = self._here.get(fact.entity, frozenset())
            if fact.value == ELSEWHERE:
                here |= {one for one in people - gone if one is not None and cast[one].line < fact.line}
            is_in = bool(here) and any(noun.lemma in known.indoors for _, noun in deed.clause.around)
            if not is_back and (beside & here or is_in):
                clashing.clash(fact, "place", deed, by_pronoun=deed.subject_is_pronoun)
            facts.remove(fact)
            self._here.pop(fact.entity, None)
        travelling = {one.subject for one in deeds if one.clause.verb in known.moves | known.follows}
        for number in gone - people:
            self._here[number] = (self._here.get(number, frozenset()) | (people - gone)) - travelling


def absent(deeds: Sequence[Deed], cast: Cast, known: Lexicon, sentence: str, line: int) -> list[Fact]:
    """Who goes away alone in one sentence, or is left behind."""
    found = []
    for deed in deeds:
        if not deed.is_real or deed.clause.negated:
            continue
        is_left = matches(known.stays, deed.clause.verb, deed.lemmas)
        who = deed.object if is_left else deed.subject
        if not is_left and (deed.object is not None or not matches(known.leaves, deed.clause.verb, deed.lemmas)):
            continue
        if who is None or not cast[who].is_person or cast[who].plural:
            continue
        where = ELSEWHERE if deed.clause.verb in _IS else ""
        found.append(Fact("away", who, line, sentence[deed.clause.start : deed.clause.end], value=where))
    return found
