"""What keeps a page of a room alive: told that something moved, it asks for its part of the page again; it shows the
narrator's words as they are typed, the silence clock, whose connection is lost, and the own connection when it is."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.ui.parts.base import part_key, register, seat_colour, words_of
from companion.ui.parts.desk import SilenceClock

_LIVE = register("live")


@dataclass(frozen=True)
class LiveWords:
    """Texts of the part."""

    lost: str
    """The own connection is lost, and is being sought."""
    away: str
    """`{name}`'s connection is lost, the clock waits."""
    tells: str
    """`{name}` is telling; before the first letter."""
    silent: str
    """`{seconds}` of `{limit}` seconds of silence."""
    run_out: str
    """The narrator has been silent for too long."""
    gone: str
    """The room has been closed."""


@dataclass(frozen=True)
class LiveTable:
    """The table that the page shows."""

    names: Sequence[str]
    """Players by seat."""
    narrator: int
    clock: SilenceClock | None
    shows_draft: bool
    """False on the narrator's own page, and when nobody tells."""


def live(
    room: str,
    version: int,
    drawn: Mapping[int, str],
    *,
    shows: int | None,
    table: LiveTable | None,
    words: LiveWords,
    people: str = "",
) -> None:
    """Draws the part. Call it inside the fragment that is to be drawn anew when something moves.

    version: the room's, as drawn. drawn: game and version by table, as drawn. shows: the table that the page is about;
    None: all of them. people: a sign of who is connected, as drawn; a page of all tables follows it.
    """
    shown = None
    if table is not None:
        clock = None
        if table.clock is not None:
            age = max(0.0, time.time() - table.clock.since) if table.clock.since is not None else None
            clock = {"limit": table.clock.limit, "since": table.clock.since, "age": age}
        shown = {
            "names": list(table.names),
            "colours": [seat_colour(seat) for seat in range(len(table.names))],
            "narrator": table.narrator,
            "clock": clock,
            "showsDraft": table.shows_draft,
        }
    _LIVE(
        key=part_key("live", room),
        data={
            "room": room,
            "version": version,
            "drawn": {f"game{index}": game for index, game in drawn.items()},
            "shows": shows,
            "people": people,
            "table": shown,
            "words": words_of(words),
        },
        on_moved_change=lambda: None,
    )
