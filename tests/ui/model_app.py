"""The app with a language model that thinks for ever: what it has so far, MODEL_SAYS, is on the page until somebody
stops it. For the browser test of that; nothing imports it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import streamlit as st

from app import lifespan
from companion.places import MAIN_PAGE
from companion.table import Tables

_NEVER = threading.Event()


def _tells_for_ever(
    tables: Tables, game: str, *, expected: int | None = None, show: Callable[[str], None] | None = None
) -> bool:
    assert show is not None
    while True:
        show(os.environ["MODEL_SAYS"])
        _NEVER.wait(0.02)


Tables.tell_on = _tells_for_ever  # type: ignore[method-assign]

app = st.App(MAIN_PAGE, lifespan=lifespan)
