"""The quiz on the hill in a room: a team's phone, the host's screen, the wall."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.hill import HOST
from companion.table.rooms import RoomView
from companion.ui.hill.host import host_screen
from companion.ui.hill.team import team_screen
from companion.ui.hill.wall import wall_screen
from companion.ui.room.listening import listen
from companion.ui.session import hill_tables, rooms


def quiz(view: RoomView, index: int, texts: Catalogue) -> None:
    """For a member of a team; who is in none sees what the wall shows."""
    game, stamp = _due(view, index, texts)
    held = view.seat
    listen(view, index, stamp, texts)
    if held is None or held[0] != game:
        wall_screen(hill_tables().look(game, None), texts)
    else:
        team_screen(hill_tables().look(game, held[1]), held[1], texts)


def lead(view: RoomView, index: int, texts: Catalogue) -> None:
    """For a host of the room: questions, answers as they come, verdicts."""
    game, stamp = _due(view, index, texts)
    listen(view, index, stamp, texts)
    if view.is_host:
        host_screen(hill_tables().look(game, HOST), texts)


def quiz_wall(view: RoomView, index: int, texts: Catalogue) -> None:
    """For everybody in the class."""
    game, stamp = _due(view, index, texts)
    listen(view, index, stamp, texts)
    wall_screen(hill_tables().look(game, None), texts)


def _due(view: RoomView, index: int, texts: Catalogue) -> tuple[str, str]:
    """The table's game and its version, after what was due by now; what the page draws is at least that new."""
    there = view.room.tables[index]
    assert there.game is not None
    if view.room.paused:
        st.info(texts.t("room.is_paused"), icon=":material/pause_circle:")
    elif not there.ended:
        hill_tables().tick(there.game)
    return there.game, rooms().stamp(there.game)
