"""The hourglass: how long a stage still lasts. When its time is over, or the table has something to do by itself, it
asks for its part of the page once more; nothing polls."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.ui.parts.base import part_key, register, words_of

_COUNTDOWN = register("countdown")


@dataclass(frozen=True)
class CountdownWords:
    """Texts of the hourglass."""

    name: str
    """What it counts, for screen readers: "Time to answer"."""
    seconds: str
    """`{seconds}` are left, short enough to stand beside the glass."""
    over: str
    paused: str


def countdown(
    game: str,
    *,
    left: float | None,
    limit: float | None,
    paused: bool,
    due_in: float | None,
    words: CountdownWords,
    large: bool = False,
    on_due: Callable[[], None] = lambda: None,
) -> None:
    """Draws it; without `left` only its waking remains. left: seconds, of `limit`. due_in: seconds until the table goes
    on by itself. on_due: called before the page is drawn again. Call it inside the fragment that is to be drawn anew.
    """
    _COUNTDOWN(
        key=part_key("countdown", game),
        data={
            "at": time.time(),
            "left": left,
            "limit": limit,
            "paused": paused,
            "dueIn": None if paused else due_in,
            "large": large,
            "words": words_of(words),
        },
        on_due_change=on_due,
    )
