"""A memory for answers that many ask for at the same moment: the first does the work, the others wait for it.

`functools.lru_cache` would let each of them do it: all screens of a table ask about a sentence as soon as it is told.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(Generic[K, V]):
    """The `most` answers that were asked for last. Safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._answers: OrderedDict[K, Future[V]] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The known answer, else what `make` returns. Raises what it raises, to all who wait. Neither a fault nor None
        is kept: the next one asks anew."""
        with self._lock:
            known = self._answers.get(key)
            if known is None:
                answer = self._answers[key] = Future[V]()
                if len(self._answers) > self._most:
                    self._answers.popitem(last=False)
            else:
                self._answers.move_to_end(key)
        if known is not None:
            return known.result()
        try:
            made = make()
        except BaseException as fault:
            self._forget(key, answer)
            answer.set_exception(fault)
            raise
        if made is None:
            self._forget(key, answer)
        answer.set_result(made)
        return made

    def _forget(self, key: K, answer: Future[V]) -> None:
        with self._lock:
            if self._answers.get(key) is answer:
                del self._answers[key]
