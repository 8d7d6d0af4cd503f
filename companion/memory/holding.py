"""Who has a thing: given, sold, taken, carried away; and the one who uses what he has no longer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.memory.cast import Cast
from companion.memory.clashing import Clashing, is_taken_off, matches
from companion.memory.deeds import Deed
from companion.memory.facts import Fact
from companion.memory.lexicon import Lexicon

AWAY = "away"
"""Value of a holding: whoever took the thing is gone with it, so that nobody else has it."""


def holding(deed: Deed, cast: Cast, known: Lexicon, line: int, word: str, lemmas: frozenset[str]) -> list[Fact] | None:
    """Who has a thing after a deed. None: it tells of no thing; []: somebody has got it, and nothing speaks against.

    `lemmas`: all words of the sentence.
    """
    verb, thing = deed.clause.verb, deed.object
    is_known = deed.withal is not None and cast[deed.withal].line < line
    if deed.withal is not None and is_known and matches(known.carried, verb, deed.lemmas) and deed.subject is not None:
        return [Fact("holds", deed.withal, line, word, value=AWAY, other=deed.subject)]
    if thing is None or cast[thing].name in known.body:
        return None
    if matches(known.gives, verb, lemmas) and deed.subject is not None:
        value = "lost" if verb in known.losses else ""
        return [Fact("holds", thing, line, word, value=value, other=deed.subject)]
    if matches(known.takes, verb, lemmas) and not is_taken_off(deed):
        loser = next(iter(deed.beside), None)
        if loser is None:
            loser = cast[thing].owner
        return [Fact("holds", thing, line, word, other=loser)] if loser not in (None, deed.subject) else []
    return [] if matches(known.gets, verb, lemmas) else None


def against_holding(deed: Deed, fact: Fact, known: Lexicon, clashing: Clashing, line: int) -> None:
    """ "Gave the ring away" and has it; the thing is `fact.entity`, the one who lost it `fact.other`."""
    if fact.state != "holds" or fact.line == line or deed.clause.negated or fact.entity not in deed.used:
        return
    is_other = fact.value == AWAY and deed.subject is not None and deed.subject != fact.other
    if deed.subject is None or not (is_other or (deed.subject == fact.other and fact.value != AWAY)):
        return
    verb = deed.clause.verb
    gets = matches(known.gets, verb, deed.all_lemmas) and not is_taken_off(deed)
    if is_other and (gets or verb not in known.use):
        return
    if verb not in known.states["gone"].keeps and not gets:
        clashing.clash(fact, "gone" if fact.value == "lost" else "holds", deed, by_pronoun=deed.object_is_pronoun)


def drop(facts: Sequence[Fact], thing: int) -> list[Fact]:
    """The facts without what was known of who has a thing."""
    return [one for one in facts if (one.state, one.entity) != ("holds", thing)]
