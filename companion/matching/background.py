"""Meaning beside a game: an encoder that is slow or fails keeps no table waiting, and is never missed silently.

    reader = Reader(meaning, slow=True)
    reader.likely("en", sentence)               None until the encoder has been asked in the background
    reader.likely("en", sentence, wait=True)    for batches: as long as it takes
    reader.stage                                has changed: asking again may bring more
    reader.failing                              the encoder gave no answer when it was last asked

After a failure the encoder rests, and is asked again when somebody looks after that; nothing here waits by a timer.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.language import tokens
from companion.matching.calibration import Strictness
from companion.matching.memo import Memo

if TYPE_CHECKING:
    from companion.matching.meaning import Likely, Meaning

REST = 30.0
"""Seconds for which an encoder that failed is not asked."""
REMEMBERED = 4096
"""Sentences whose answers are kept; those longest unasked for are forgotten."""
WAITING = 64
"""Sentences that may wait for the encoder; the oldest are dropped, and asked for again when the others are answered."""

Asked = tuple[str, str]
"""Language and sentence."""

_log = logging.getLogger(__name__)


class Reader:
    """One encoder as all tables of the process use it. Safe to share between threads; raises nothing."""

    def __init__(self, meaning: Meaning, *, slow: bool, clock: Callable[[], float] = time.monotonic) -> None:
        """`slow`: one worker asks it in the background. `clock`: seconds."""
        self._meaning, self._slow, self._clock = meaning, slow, clock
        self._enough = min(self.thresholds.values())
        self._at_once: Memo[Asked, list[Likely] | None] = Memo(REMEMBERED)
        """What a fast encoder said: table, referee and judge ask about the same sentence."""
        self._known: OrderedDict[Asked, list[Likely]] = OrderedDict()
        self._waiting: OrderedDict[Asked, int | None] = OrderedDict()
        """With the number of answers so far when the encoder failed at that sentence; None: it has not."""
        self._dropped = False
        """Sentences have been dropped that wait again when they are asked for."""
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._rests_until: float | None = None
        self._answers = 0
        self._stage = 0
        self.failing = False
        """The encoder failed when it was last asked."""

    @property
    def thresholds(self) -> Mapping[Strictness, float]:
        """From which probability on each strictness of tables asks."""
        return self._meaning.model.thresholds

    @property
    def stage(self) -> int:
        """Grows when answers of before are worth asking for again."""
        with self._lock:
            if self._rests_until is not None and not self._resting():
                self._rests_until = None
                self._stage += 1
                self._set_to_work()
            return self._stage

    def likely(self, language: str, sentence: str, *, wait: bool = False) -> list[Likely] | None:
        """The cards that may be meant, likely enough for some table; None when that is not known, or not yet."""
        asked = (language, sentence)
        if wait or not self._slow:
            return self._at_once.get(asked, lambda: self._ask(asked))
        with self._lock:
            if asked in self._known:
                self._known.move_to_end(asked)
                return self._known[asked]
            self._waiting.setdefault(asked, None)
            if len(self._waiting) > WAITING:
                self._waiting.popitem(last=False)
                self._dropped = True
            self._set_to_work()
        return None

    def _ask(self, asked: Asked) -> list[Likely] | None:
        """None: the encoder fails, or rests because it has."""
        if self._resting():
            return None
        language, sentence = asked
        try:
            found = self._meaning.likely(sentence, tokens(sentence, language))
        except Exception as fault:
            # An encoder is other people's code on other people's machines: it may raise whatever it likes.
            self._failed(fault)
            return None
        self._answered()
        return [one for one in found if one.probability >= self._enough]

    def _failed(self, fault: Exception) -> None:
        with self._lock:
            first, self.failing = not self.failing, True
            self._rests_until = self._clock() + REST
        if first:
            _log.warning("words alone are heard: the encoder fails: %s: %s", type(fault).__name__, fault)

    def _answered(self) -> None:
        with self._lock:
            again, self.failing = self.failing, False
            if again:
                self._rests_until = None
                self._stage += 1  # other sentences were answered by words alone meanwhile
        if again:
            _log.warning("meaning is heard again: the encoder answers")

    def _resting(self) -> bool:
        until = self._rests_until
        return until is not None and self._clock() < until

    def _set_to_work(self) -> None:
        """The lock is held."""
        if self._worker is None and self._waiting and not self._resting():
            self._worker = threading.Thread(target=self._work, name="meaning", daemon=True)
            self._worker.start()

    def _work(self) -> None:
        while (asked := self._next()) is not None:
            found = self._ask(asked)
            with self._lock:
                if found is None:
                    self._put_back(asked)
                else:
                    self._keep(asked, found)
                    self._answers += 1

    def _next(self) -> Asked | None:
        """The sentence that has waited longest; None, and the worker ends, when there is nothing to do."""
        with self._lock:
            if self._waiting and not self._resting():
                return next(iter(self._waiting))
            if self._dropped and not self._waiting:
                self._dropped = False
                self._stage += 1
            self._worker = None
            return None

    def _keep(self, asked: Asked, found: list[Likely]) -> None:
        self._waiting.pop(asked, None)
        self._known[asked] = found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        if found:
            self._stage += 1

    def _put_back(self, asked: Asked) -> None:
        """To the end, so that one sentence that an encoder cannot bear does not keep the others from it."""
        failed_at = self._waiting.get(asked)
        if failed_at is not None and self._answers > failed_at:
            _log.warning("a sentence is heard by words alone: the encoder failed at it twice, and not at others")
            self._keep(asked, [])
            self.failing, self._rests_until = False, None
        elif asked in self._waiting:
            self._waiting[asked] = self._answers
            self._waiting.move_to_end(asked)
