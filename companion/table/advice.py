"""The referee and the judge at a running game: suggestions from what was told, for the people who decide.

Only told sentences, laid cards and the ending in question go in: what the whole table knows. What the own ending card
still needs is told to its holder alone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from companion.judge import Opinion, Reason
from companion.judge.scripted import judge_for
from companion.memory import StoryMemory
from companion.referee import Pace, Suggestion
from companion.referee.scripted import pace, referee_for
from companion.rules import tale

NARRATION = 6
"""So many of the turn's latest sentences are judged as one narration."""
_REMEMBERED = 64
"""Tales whose memory is kept."""


class Advice:
    """Suggestions for running games. Threads may share it."""

    def __init__(self) -> None:
        self._memories: OrderedDict[str, StoryMemory] = OrderedDict()
        self._said: OrderedDict[tuple[object, ...], Suggestion] = OrderedDict()
        self._keeping = threading.Lock()

    def on_narration(self, game: str, view: tale.TaleView, language: str, deck: str) -> Suggestion | None:
        """What the referee says of the sentences told last; None: nothing was told in this turn."""
        told = [one.text for one in view.sentences]
        start = max(view.turn_start, len(told) - NARRATION)
        if start >= len(told):
            return None
        laid = tuple(one.card for one in view.laid[view.turn_laid :] if one.sentence >= start)
        key = (game, len(told), told[-1], laid)
        with self._keeping:
            if (known := self._said.get(key)) is not None:
                return known
        said = self._judged(game, told, start, laid, language, deck)
        with self._keeping:
            self._said[key] = said
            if len(self._said) > _REMEMBERED * 4:
                self._said.popitem(last=False)
        return said

    def on_ending(self, game: str, view: tale.TaleView, language: str, ending: str) -> Opinion:
        """Does that ending close the tale?"""
        return judge_for(language).judge(self._memory(game, language, [one.text for one in view.sentences]), ending)

    def still_needed(self, game: str, view: tale.TaleView, language: str, ending: str) -> tuple[Reason, ...]:
        """What an ending still needs from the tale: for its holder's eyes."""
        return judge_for(language).needs(self._memory(game, language, [one.text for one in view.sentences]), ending)

    def pace(self, game: str, view: tale.TaleView, language: str) -> Pace | None:
        """How fast the tale moves in this turn; None: too little was told, or the language is not read."""
        told = [one.text for one in view.sentences]
        memory = self._memory(game, language, told)
        return pace(memory) if memory.knows and len(told) - view.turn_start >= 2 else None

    def _judged(
        self, game: str, told: Sequence[str], start: int, laid: Sequence[str], language: str, deck: str
    ) -> Suggestion:
        """The last sentence against all before it; then the narration as a whole."""
        referee = referee_for(language, deck)
        before_last = self._memory(game, language, told[:-1])
        latest = referee.judge(before_last, told[-1])
        if latest.verdict == "contradiction" or (start == len(told) - 1 and not laid):
            return latest
        before = self._memory(f"{game}/turn", language, told[:start])
        whole = referee.judge(before, " ".join(told[start:]), laid)
        return whole if whole.verdict != "contradiction" else latest

    def _memory(self, game: str, language: str, told: Sequence[str]) -> StoryMemory:
        """The memory kept for the game, told on; made anew when something was taken back."""
        with self._keeping:
            kept = self._memories.get(game)
        if kept is None or list(told[: len(kept.lines)]) != kept.lines:
            kept = StoryMemory(language)
        memory = kept.copy()
        for sentence in told[len(memory.lines) :]:
            memory.tell(sentence)
        with self._keeping:
            self._memories[game] = memory
            self._memories.move_to_end(game)
            if len(self._memories) > _REMEMBERED:
                self._memories.popitem(last=False)
        return memory
