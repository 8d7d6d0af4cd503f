"""The scripted referee: a contradiction is what the story memory can point to; the rest is weighed from facts.

It speaks only when it is fairly sure: a table that is told of faults which are none stops listening.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.decks.deck import DEFAULT_DECK
from companion.matching import Matcher
from companion.memory import Clash, StoryMemory
from companion.referee.calibration import SHORT, RefereeModel, referee_model
from companion.referee.facts import Reading, read
from companion.referee.suggestion import Evidence, Pace, Suggestion, Verdict

_RECENT = 4
"""Sentences that the pace is taken from."""
_PLAIN_NONSENSE = 0.9
"""How sure of nonsense it must be to look for no contradiction in it: nonsense disagrees with all that was told."""
_UNMEASURED = 0.6
"""How sure a clash is of a kind that the calibration's data have too few of: shown, unless words explain it."""


class ScriptedReferee:
    """Suggestions for one language. Holds no tale: safe to share between threads."""

    def __init__(self, matcher: Matcher | None) -> None:
        """`matcher`: tells which cards a sentence mentions; without one, laid cards say little."""
        self._matcher = matcher

    def judge(self, memory: StoryMemory, narration: str, laid: Sequence[str] = ()) -> Suggestion:
        """What a fair table would say of the narration, told after what the memory holds. The memory is not changed."""
        if not narration.strip() or not memory.knows:
            return Suggestion("ok", 0.5)
        reading, model = read(memory, narration, laid, self._matcher), referee_model()
        chances = model.chances(reading.facts)
        verdict = max(chances, key=lambda one: chances[one])
        if verdict == "nonsense" and chances[verdict] >= _PLAIN_NONSENSE:
            return Suggestion(verdict, chances[verdict], (_reason(verdict, reading, narration),))
        clash = max(reading.clashes, key=lambda one: _sure(one, model), default=None)
        if clash is not None and (sure := _sure(clash, model)) >= model.clash_threshold:
            return Suggestion("contradiction", sure, (_contradiction(clash, memory),))
        thresholds = model.short_thresholds if len(reading.heard) <= SHORT else model.thresholds
        if verdict == "ok" or 1 - chances["ok"] < thresholds[verdict]:
            return Suggestion("ok", chances["ok"])
        return Suggestion(verdict, chances[verdict], (_reason(verdict, reading, narration),))


def pace(memory: StoryMemory, since: int = 0) -> Pace:
    """How fast the latest sentences, from the one of that index on, move the tale."""
    recent = memory.heard[since:][-_RECENT:]
    if not recent:
        return Pace("steady", 0.0, 1.0)
    deeds = sum(one.deeds for one in recent) / len(recent)
    fresh = sum(one.fresh_share for one in recent) / len(recent)
    moving = deeds * fresh
    return Pace("quick" if moving >= 1.0 else "slow" if moving < 0.6 and len(recent) > 1 else "steady", deeds, fresh)


@lru_cache(maxsize=16)
def referee_for(language: str, deck: str = DEFAULT_DECK) -> ScriptedReferee:
    """The referee of a language and deck, made once. Raises DamagedDeck."""
    from companion.decks.deck import languages
    from companion.matching import matcher_for

    return ScriptedReferee(matcher_for(language, deck) if language in languages(deck) else None)


def _sure(clash: Clash, model: RefereeModel) -> float:
    """How often a clash of this sort is right, as measured."""
    sure = model.clashes.get(clash.kind, _UNMEASURED)
    return sure * (0.5 if clash.doubtful else 1.0) * (0.9 if clash.by_pronoun else 1.0)


def _contradiction(clash: Clash, memory: StoryMemory) -> Evidence:
    return Evidence(
        quote=clash.quote,
        code=f"referee.clash_{clash.kind}",
        values={"word": clash.fact.quote},
        earlier=memory.lines[clash.fact.line],
    )


def _reason(verdict: Verdict, reading: Reading, narration: str) -> Evidence:
    if verdict == "tedium" and reading.repeated is not None:
        return Evidence(reading.repeated[0], "referee.tedium_repeats", {"line": reading.repeated[1]})
    if verdict == "nonsense" and reading.odd:
        return Evidence(narration, "referee.nonsense_words", {"words": ", ".join(reading.odd)})
    return Evidence(narration, f"referee.{verdict}")
