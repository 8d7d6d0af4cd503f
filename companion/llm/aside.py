"""Waiting for a model without losing one's hands: the work runs in a thread, and the waiting one may give up any time.

    for piece in aside(asker.stream(...), tick=lambda: page.still_there(), longest=60):
        ...

A page that is waited for can be closed, and a server may take its time between two bytes: whoever waits in `aside` is
asked several times a second whether there is still anybody who wants to know.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")

_TICK = 0.1
"""Seconds between two ticks."""
_worker = threading.local()


def is_given_up() -> bool:
    """Whether whoever waited for the work of this thread has left: then nothing more should be paid for."""
    given_up: threading.Event | None = getattr(_worker, "given_up", None)
    return given_up is not None and given_up.is_set()


def aside(
    work: Generator[T, None, None],
    *,
    tick: Callable[[], object],
    longest: float,
    now: Callable[[], float] = time.monotonic,
) -> Generator[T, None, None]:
    """The items of `work`, which a thread of its own makes and, at the end, closes.

    `tick` is called while it waits, in the thread of the one who waits; whatever it raises is raised here, and the work
    is given up: it ends at its next item, or when what it waits for fails, and sends no further request. Raises
    TimeoutError when the whole has taken more than `longest` seconds, and whatever the work raises.
    """
    items: queue.SimpleQueue[tuple[str, T | BaseException | None]] = queue.SimpleQueue()
    given_up = threading.Event()

    def labour() -> None:
        _worker.given_up = given_up
        try:
            for item in work:
                if given_up.is_set():
                    break
                items.put(("item", item))
        except BaseException as fault:  # it belongs to whoever waits
            items.put(("fault", fault))
        finally:
            work.close()
            items.put(("end", None))

    threading.Thread(target=labour, name="aside", daemon=True).start()
    began = now()
    try:
        while True:
            tick()
            if now() - began > longest:
                raise TimeoutError(f"no answer in {longest:g} s")
            try:
                what, item = items.get(timeout=_TICK)
            except queue.Empty:
                continue
            if what == "end":
                return
            if isinstance(item, BaseException):
                raise item
            yield item  # type: ignore[misc]  # an item is a T
    finally:
        given_up.set()
