"""Who has a thing: given, sold, taken, carried away; and the one who uses what he has no longer."""

from __future__ import annotations

from companion.memory.cast import Cast
from companion.memory.clashing import Clashing, is_taken_off
from companion.memory.deeds import Deed
from companion.memory.facts import Fact
from companion.memory.lexicon import Lexicon, matches

_OF_VOWS = frozenset("keep lift first word break broke".split())
"""Of the words of release, those that say nothing of a thing: "to keep them warm"."""
AWAY = "away"
"""Value of a holding: whoever took the thing is gone with it, so that nobody else has it."""


def holding(deed: Deed, cast: Cast, known: Lexicon, line: int, word: str, lemmas: frozenset[str]) -> list[Fact] | None:
    """Who has a thing after a deed. None: it tells of no thing; []: somebody has got it, and nothing speaks against;
    where it does not say what, that goes for all things.

    `lemmas`: all words of the sentence.
    """
    verb, thing = deed.clause.verb, deed.object
    is_known = deed.withal is not None and cast[deed.withal].line < line
    if deed.withal is not None and is_known and matches(known.carried, verb, deed.lemmas) and deed.subject is not None:
        return [Fact("holds", deed.withal, line, word, value=AWAY, other=deed.subject)]
    if thing is None:
        is_unsaid = known.thefts and (matches(known.gives, verb, lemmas) or matches(known.gets, verb, lemmas))
        return [] if is_unsaid else None
    if cast[thing].name in known.body:
        return None
    if matches(known.gives, verb, lemmas) and deed.subject is not None:
        value = "lost" if verb in known.losses else ""
        to = next((one for one in deed.beside if cast[one].is_person and one != deed.subject), None)
        return [Fact("holds", thing, line, word, value=value, other=deed.subject, holder=to)]
    if matches(known.takes, verb, lemmas) and not is_taken_off(deed, known.depths):
        loser = next(iter(deed.beside), None)
        if loser is None:
            loser = cast[thing].owner
        is_stolen = verb in known.thefts and not cast[thing].is_person
        is_known = loser not in (None, deed.subject)
        return [Fact("holds", thing, line, word, other=loser, holder=deed.subject)] if is_known or is_stolen else []
    return [] if matches(known.gets, verb, lemmas) else None


def against_holding(deed: Deed, fact: Fact, known: Lexicon, cast: Cast, clashing: Clashing, line: int) -> None:
    """ "Gave the ring away" and has it; the thing is `fact.entity`, the one who lost it `fact.other`."""
    if fact.state != "holds" or fact.line == line or deed.clause.negated or fact.entity not in deed.used:
        return
    is_other = fact.value == AWAY
    if not _has_lost(deed, fact, known, cast):
        return
    verb = deed.clause.verb
    gets = matches(known.gets, verb, deed.all_lemmas) and not is_taken_off(deed, known.depths)
    if gets and _is_own(deed) and {*deed.beside} <= {deed.subject} and known.back_again.isdisjoint(deed.all_lemmas):
        gets = False  # "взял свою скрипку" tells of no getting it back
    if is_other and (gets or (verb not in known.use and fact.entity != deed.tool)):
        return
    if verb not in known.states["gone"].keeps and not gets:
        clashing.clash(fact, "gone" if fact.value == "lost" else "holds", deed, by_pronoun=deed.object_is_pronoun)


def _is_own(deed: Deed) -> bool:
    thing = deed.clause.object
    return thing is not None and thing.owner is not None and thing.owner.lemma.startswith("сво")


def _has_lost(deed: Deed, fact: Fact, known: Lexicon, cast: Cast) -> bool:
    """Whether the one who does something with the thing has it no more: who gave it away or lost it; anybody else, when
    it was carried off; and, where it was stolen from nobody in particular, all who were there before."""
    if deed.subject is None or (deed.subject == fact.holder) or not (known.release - _OF_VOWS).isdisjoint(deed.lemmas):
        return False
    if fact.value == AWAY:
        return deed.subject != fact.other
    if fact.other is not None or fact.holder is None:
        return deed.subject == fact.other
    one = cast[deed.subject]
    return one.is_person and one.line < fact.line
