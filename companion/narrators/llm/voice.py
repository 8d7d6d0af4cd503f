"""What the language model's seats share in this process: whom to ask, when not to, and sentences written ahead.

Players remember nothing themselves, and a table may be asked for the same moment twice.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.llm import Asker

REST = 60.0
"""Seconds without a request after a server was out of reach: people must not wait for it at every sentence."""
_DRAFTS = 500
"""Seats whose drafts are kept."""


@dataclass(frozen=True)
class Line:
    """A written sentence that passed all checks, and the card that it is for ("": none)."""

    text: str
    card: str


@dataclass(frozen=True)
class Draft:
    """Sentences that follow one another, written for the tale as it then was."""

    told: tuple[str, ...]
    lines: tuple[Line, ...]

    def next(self, told: Sequence[str]) -> Line | None:
        """The sentence that goes on from here; None: the tale has taken another way, or all is told."""
        count = len(told) - len(self.told)
        expected = (*self.told, *(line.text for line in self.lines[: max(0, count)]))
        return self.lines[count] if 0 <= count < len(self.lines) and expected == tuple(told) else None


class Voice:
    """A language model that speaks for AI seats. Threads may share it."""

    def __init__(self, asker: Asker, *, rest: float = REST, now: Callable[[], float] = time.monotonic) -> None:
        """`rest`: seconds; `now`: a clock that never goes back."""
        self.asker = asker
        self._rest, self._now = rest, now
        self._awake = now()
        self._drafts: OrderedDict[tuple[str, int], Draft] = OrderedDict()
        self._keeping = threading.Lock()

    @property
    def rests(self) -> bool:
        """The server was out of reach just now."""
        return self._now() < self._awake

    def failed(self) -> None:
        """The server is out of reach: it is left alone for a while."""
        self._awake = self._now() + self._rest

    def keep(self, game: str, seat: int, draft: Draft) -> None:
        """From now on these sentences are the seat's next ones."""
        with self._keeping:
            self._drafts[game, seat] = draft
            self._drafts.move_to_end((game, seat))
            if len(self._drafts) > _DRAFTS:
                self._drafts.popitem(last=False)

    def kept(self, game: str, seat: int, told: Sequence[str]) -> Line | None:
        """The seat's next sentence, if it was written for the tale as it is now."""
        with self._keeping:
            draft = self._drafts.get((game, seat))
        return draft.next(told) if draft else None
