"""Memory goes back to the system when people have left.

Streamlit keeps the pages of lost connections for two minutes, in case they come back, and throws them out only when
the next page is closed: after a lesson that may be never. What they took lies scattered among what lives on, so the C
library returns it only when asked (glibc: malloc_trim(3)); elsewhere the last step is left out.
"""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable
from functools import cache

from starlette.concurrency import run_in_threadpool
from streamlit.runtime import Runtime, get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx

LEFT = 90.0
"""Seconds after which a page without a browser is thrown out: before Streamlit's own 120 s, after which it cannot be
closed any more. Whoever comes back later gets a new page with the same seat and the same half-written sentence."""
RESTS = 150.0
"""Seconds after which what was worked out for a game is dropped; it is worked out again when the game goes on."""

_pages: dict[str, float | None] = {}
"""Drawn pages by Streamlit's session: since when each is without a browser, as the monotonic clock has it."""


def note_page() -> None:
    """A page of this session is being drawn."""
    if run := get_script_run_ctx():
        _pages.setdefault(run.session_id, None)


def close_left(now: float) -> int:
    """Throws out pages whose browser has gone; how many. Call it on the server's event loop."""
    if not Runtime.exists():
        return 0
    runtime, closed = get_instance(), 0
    for session, since in list(_pages.items()):
        if runtime.is_active_session(session):
            _pages[session] = None
        elif since is None:
            _pages[session] = now
        elif now - since > LEFT:
            runtime.close_session(session)
            del _pages[session]
            closed += 1
    return closed


class Thrift:
    """Looks after memory from time to time."""

    def __init__(self, let_go: Callable[[float], int]) -> None:
        """let_go: drops what was worked out for games that have rested for so many seconds; how many."""
        self._let_go = let_go
        self._freed = 0

    async def tidy(self) -> None:
        """Cheap when nothing has become free. Call it on the server's event loop."""
        self._freed += close_left(time.monotonic())
        if not self._freed and self._is_busy():
            return
        self._freed += await run_in_threadpool(self._let_go, RESTS)
        if self._freed:
            await run_in_threadpool(_give_back, everything=not self._is_busy())
            self._freed = 0

    def _is_busy(self) -> bool:
        """Somebody has a page open: a collection of all there is would hold them up for most of a second."""
        return any(since is None for since in _pages.values())


def _give_back(*, everything: bool) -> None:
    if everything:
        gc.collect()
    if trim := _trim():
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim  # type: ignore[no-any-return]
    except (OSError, AttributeError, TypeError):
        return None
