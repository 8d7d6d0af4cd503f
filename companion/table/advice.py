"""The referee and the judge at a running game: suggestions from what was told, for the people who decide.

Only told sentences, laid cards and the ending in question go in: what the whole table knows. What the own ending card
still needs is told to its holder alone.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from companion.judge import Opinion, Reason
from companion.judge.scripted import judge_for
from companion.matching.memo import Memo
from companion.memory import StoryMemory
from companion.referee import Pace, Suggestion
from companion.referee.scripted import pace, referee_for
from companion.rules import tale

T = TypeVar("T")
K = TypeVar("K")
NARRATION = 4
"""So many of the turn's latest sentences are judged as one narration: of more, length alone would look tedious."""
_MEMORIES = 512
"""Memories kept, of all games: some ten of each, so that a sentence taken back is no reason to hear all anew. One takes
60 kB in a tale of 120 sentences."""
_SUGGESTIONS = 512

_log = logging.getLogger(__name__)


class _Table(NamedTuple):
    game: str
    language: str
    deck: str


class Advice:
    """Suggestions for running games. Threads may share it: a memory that is kept is told nothing any more."""

    def __init__(self) -> None:
        self._memories: OrderedDict[tuple[str, int], StoryMemory] = OrderedDict()
        """By game and number of sentences."""
        self._asked: dict[str, float] = {}
        """When each game was last asked about, as the monotonic clock has it."""
        self._said: Memo[tuple[object, ...], Suggestion] = Memo(_SUGGESTIONS)
        self._keeping = threading.Lock()

    def on_narration(self, game: str, view: tale.TaleView, language: str, deck: str) -> Suggestion | None:
        """What the referee says of the sentences told last. A contradiction quotes the whole sentence; one that the
        table has let pass is over. None: nothing was told in this turn, or the language is not read."""
        told = [one.text for one in view.sentences]
        start = narration_start(view)
        if start >= len(told) or not StoryMemory(language).knows:
            return None
        laid = tuple(one.card for one in view.laid[view.turn_laid :] if one.sentence >= start)
        return _advice(lambda: self._judged(_Table(game, language, deck), told, start, _let_pass(view), laid))

    def on_next(self, game: str, view: tale.TaleView, language: str, deck: str, sentence: str) -> Suggestion | None:
        """What the referee would say if the narrator told that sentence next."""
        told = replace(view, sentences=(*view.sentences, tale.Sentence(view.narrator, sentence)))
        return self.on_narration(game, told, language, deck)

    def on_ending(self, game: str, view: tale.TaleView, language: str, ending: str) -> Opinion | None:
        """Does that ending close the tale? None: that cannot be said."""
        told = [one.text for one in view.sentences]
        said = _advice(lambda: judge_for(language).judge(self.memory(game, language, told), ending))
        return said if said is not None and said.reasons else None

    def still_needed(self, game: str, view: tale.TaleView, language: str, ending: str) -> tuple[Reason, ...]:
        """What an ending still needs from the tale: for its holder's eyes."""
        told = [one.text for one in view.sentences]
        return _advice(lambda: judge_for(language).needs(self.memory(game, language, told), ending)) or ()

    def pace(self, game: str, view: tale.TaleView, language: str) -> Pace | None:
        """How fast the tale moves in this turn; None: too little was told, or the language is not read."""
        told = [one.text for one in view.sentences]
        if len(told) - view.turn_start < 2 or not StoryMemory(language).knows:
            return None
        return _advice(lambda: pace(self.memory(game, language, told), view.turn_start))

    def _judged(
        self, table: _Table, told: Sequence[str], start: int, let_pass: int, laid: tuple[str, ...]
    ) -> Suggestion:
        """Each sentence against all before it, the latest first; then the narration as a whole."""
        for index in range(len(told) - 1, max(start, let_pass) - 1, -1):
            said = self._suggestion(table, told[: index + 1], index)
            if said.verdict == "contradiction" and index < len(told) - 1:
                said = self._suggestion(table, told, index)  # what was told since may explain it
            if said.verdict == "contradiction":
                return replace(said, evidence=tuple(replace(one, quote=told[index]) for one in said.evidence))
        whole = self._suggestion(table, told, start, laid)
        return whole if whole.verdict != "contradiction" else Suggestion("ok", 1 - whole.score)

    def _suggestion(self, table: _Table, told: Sequence[str], start: int, laid: tuple[str, ...] = ()) -> Suggestion:
        """The referee's word on the sentences from `start` on; kept, for the pages of all its rivals are drawn again
        and again."""

        def judged() -> Suggestion:
            before = self.memory(table.game, table.language, told[:start])
            return referee_for(table.language, table.deck).judge(before, " ".join(told[start:]), laid)

        return self._said.get((table, tuple(told), start, laid), judged)

    def memory(self, game: str, language: str, told: Sequence[str]) -> StoryMemory:
        """The memory of just these sentences, to be read or copied: told on from the longest that is kept."""
        with self._keeping:
            self._asked[game] = time.monotonic()
            lengths = (count for count in range(len(told), 0, -1) if (game, count) in self._memories)
            fitting = (self._memories[game, count] for count in lengths)
            kept = next((one for one in fitting if one.lines == list(told[: len(one.lines)])), None)
        memory = StoryMemory(language) if kept is None else kept
        path = [memory]
        for sentence in told[len(memory.lines) :]:
            # Kept on the way: what a narration is judged against, also after some of it is taken back.
            if memory is kept or len(memory.lines) >= len(told) - 2 * NARRATION:
                memory = memory.copy()
                path.append(memory)
            memory.tell(sentence)
        with self._keeping:
            for one in path:
                _keep(self._memories, (game, len(one.lines)), one, _MEMORIES)
        return memory

    def let_go(self, rested: float) -> int:
        """Drops the memories of games that nobody has asked about for so many seconds; how many games."""
        before = time.monotonic() - rested
        with self._keeping:
            resting = {game for game, asked in self._asked.items() if asked <= before}
            for key in [key for key in self._memories if key[0] in resting]:
                del self._memories[key]
            for game in resting:
                del self._asked[game]
        return len(resting)


def narration_start(view: tale.TaleView) -> int:
    """The first sentence of what is judged as one narration: the latest of this turn."""
    return max(view.turn_start, len(view.sentences) - NARRATION)


def _let_pass(view: tale.TaleView) -> int:
    """How many sentences the table has heard an objection of contradiction to, and wanted told on all the same."""
    if view.question is not None:  # to be decided just now
        return 0
    return max((told for about, _, told in view.ruled if about == tale.ChallengeKind.CONTRADICTION), default=0)


def _keep(kept: OrderedDict[K, T], key: K, one: T, most: int) -> None:
    kept[key] = one
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)


def _advice(ask: Callable[[], T]) -> T | None:
    try:
        return ask()
    except Exception:  # whatever fails in there, the game goes on without its advice
        _log.exception("referee or judge failed")
        return None
