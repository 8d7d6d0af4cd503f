"""One look at the store for one drawing of a page: what was read a few milliseconds ago is not asked for again.

    with one_moment():
        ...                         # draw the page

A page asks for its game and room a dozen times. Within one moment each answer is read once, in this thread, until
something is written by it; a deed that rests on an answer that is no longer true is refused by the store, as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

_read: ContextVar[dict[Hashable, Any] | None] = ContextVar("what was read in this moment", default=None)


@contextmanager
def one_moment() -> Iterator[None]:
    """Begins a moment, which ends with the block."""
    token = _read.set({})
    try:
        yield
    finally:
        _read.reset(token)


def once(key: Hashable, read: Callable[[], T]) -> T:
    """What `read` returns, or returned before in this moment. `key`: the store and what is read of it."""
    known = _read.get()
    if known is None:
        return read()
    if key not in known:
        known[key] = read()
    value: T = known[key]
    return value


def over() -> None:
    """Something was written, or turned out to be no longer true: all is read anew."""
    known = _read.get()
    if known is not None:
        known.clear()
