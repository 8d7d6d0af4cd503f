"""Who listens with a notebook: the matcher with the house's case law, the referee, and the judge of endings.

All they say is advice. One that fails is as one that says nothing: what people told must be kept all the same.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

from companion.judge import Opinion
from companion.matching import Matcher, Mention
from companion.memory import StoryMemory
from companion.referee import Suggestion
from companion.storage import CaseStore
from companion.table.case_law import CaseLaw
from companion.table.noted import Notebook
from companion.table.policy import CONTEXT_SENTENCES

_LOG = logging.getLogger(__name__)
MEMORIES = 64
"""Tales whose memory is kept; another is heard again from its beginning, which takes a moment."""
T = TypeVar("T")


class Referee(Protocol):
    """Says of a narration what a fair table would."""

    def judge(self, memory: StoryMemory, narration: str, laid: Sequence[str] = ()) -> Suggestion:
        """The memory holds the tale before the narration, and is not changed."""
        ...


class EndingJudge(Protocol):
    """Says whether an ending closes a tale."""

    def judge(self, memory: StoryMemory, ending: str) -> Opinion:
        """The memory is not changed."""
        ...


class Ears:
    """Makes each listener once for a language and deck. Safe to share between threads."""

    def __init__(
        self,
        cases: CaseStore,
        matcher: Callable[[str, str], Matcher],
        referee: Callable[[str, str], Referee],
        judge: Callable[[str], EndingJudge],
    ) -> None:
        self._cases, self._matcher, self._referee, self._judge = cases, matcher, referee, judge
        self._memories: OrderedDict[tuple[str, str], StoryMemory] = OrderedDict()
        self._keeping = threading.Lock()
        self._warm: set[tuple[str, str]] = set()

    def warm(self, notebook: Notebook) -> None:
        """Has every listener hear something once: the first time takes seconds."""
        if (key := (notebook.language, notebook.deck)) in self._warm:
            return
        self._warm.add(key)
        self.mentions(notebook, (), "1")
        list(self.suggestions(replace(notebook, id=""), (), ("1", "2")))
        self.opinion(replace(notebook, id="", lines=()), "1")

    def mentions(self, notebook: Notebook, told: Sequence[str], text: str) -> tuple[Mention, ...]:
        """Cards of the whole deck that the text mentions, told after `told`."""

        def ask() -> tuple[Mention, ...]:
            matcher = self._matcher(notebook.language, notebook.deck)
            # No game's id is empty: what is found holds at every table.
            if cases := self._cases.holding(notebook.language, notebook.deck, ""):
                matcher = CaseLaw(matcher, cases, notebook.language, notebook.deck)
            return tuple(matcher.mentions(text, context=" ".join(told[-CONTEXT_SENTENCES:])))

        return _advice(ask) or ()

    def suggestions(self, notebook: Notebook, told: Sequence[str], added: Sequence[str]) -> Iterator[Suggestion | None]:
        """What the referee says of each added line, told after `told` and those before it."""
        referee = _advice(lambda: self._referee(notebook.language, notebook.deck))
        memory = _advice(lambda: self._memory(notebook, told).copy())
        for line in added:
            if referee is None or memory is None:
                yield None
                continue
            yield _advice(partial(referee.judge, memory, line))
            _advice(partial(memory.tell, line))

    def opinion(self, notebook: Notebook, ending: str) -> Opinion | None:
        """What the judge says of an ending for the tale so far."""
        told = [line.text for line in notebook.lines]
        return _advice(lambda: self._judge(notebook.language).judge(self._memory(notebook, told), ending))

    def _memory(self, notebook: Notebook, told: Sequence[str]) -> StoryMemory:
        """The memory of a tale. It is shared: to be read, or copied."""
        key = (notebook.id, notebook.language)
        with self._keeping:
            known = self._memories.get(key)
        if known is None or list(told[: len(known.lines)]) != known.lines:
            memory = StoryMemory(notebook.language)
        elif len(known.lines) == len(told):
            return known
        else:
            memory = known.copy()
        for line in told[len(memory.lines) :]:
            memory.tell(line)
        with self._keeping:
            self._memories[key] = memory
            self._memories.move_to_end(key)
            if len(self._memories) > MEMORIES:
                self._memories.popitem(last=False)
        return memory


def _advice(ask: Callable[[], T]) -> T | None:
    try:
        return ask()
    except Exception:  # whatever fails in there, the tale goes on without its advice
        _LOG.exception("a listener of the notebook failed")
        return None
