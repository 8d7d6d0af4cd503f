"""Parts of a page that are drawn anew by themselves, unless they stand in such a part already."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec

import streamlit as st

P = ParamSpec("P")
_in_part: ContextVar[bool] = ContextVar("a part of the page is being drawn", default=False)


def own_part(draw: Callable[P, None]) -> Callable[P, None]:
    """`st.fragment`; inside another such part just the function.

    When a run of the outer fragment is cut short by its next, Streamlit (1.67) throws away what it has not sent yet of
    the outer one and sends what it has of the inner one (`ForwardMsgQueue.clear`). The browser then looks in vain for
    the container of the inner one, fails with "Bad delta path index", and the page stays white.
    """

    @wraps(draw)
    def body(*args: P.args, **kwargs: P.kwargs) -> None:
        before = _in_part.set(True)
        try:
            draw(*args, **kwargs)
        finally:
            _in_part.reset(before)

    apart = st.fragment(body)

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> None:
        (draw if _in_part.get() else apart)(*args, **kwargs)

    return drawn
