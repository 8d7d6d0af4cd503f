"""Room: everybody on an own screen, one tale for each table."""

from __future__ import annotations

import streamlit as st

from companion.errors import UnknownRoom
from companion.language.catalogue import Catalogue
from companion.table.moment import one_moment
from companion.table.rooms import RoomView
from companion.ui.fragment import own_part
from companion.ui.plain import plain
from companion.ui.room.desk import desk
from companion.ui.room.door import door
from companion.ui.room.listening import listen
from companion.ui.room.lobby import invite, leave_button, lobby
from companion.ui.room.quiz import lead, quiz
from companion.ui.room.seat import table_of
from companion.ui.room.wall import wall
from companion.ui.room.where import ROOM_KEY, SCREEN_KEY, TABLE_KEY, VIEW_KEY
from companion.ui.session import rooms, show_errors, token, words
from companion.ui.table.commands import show_notices
from companion.ui.two_books.in_room import draw_in_room

TABLE, DESK, QUIZ = "table", "desk", "quiz "
SCREEN = "room.screen"


def page() -> None:
    room = st.query_params.get(ROOM_KEY)
    if room is None:
        door(words())
    else:
        inside(room)


@own_part
def inside(room: str) -> None:
    """All of the page but its frame: drawn anew by itself when something moves in the room."""
    texts = words()
    with show_errors(texts), one_moment():
        own = token()
        try:
            view = rooms().look(room, own) if own else None
        except UnknownRoom:
            st.warning(texts.t("error/unknown_room"), icon=":material/no_meeting_room:")
            view = None
        if view is None:
            door(texts)
        elif st.query_params.get(VIEW_KEY) == "wall":
            wall(view, _table_in_address(view), texts)
        else:
            _screen(view, texts)
        show_notices()


def _table_in_address(view: RoomView) -> int:
    wanted = st.query_params.get(TABLE_KEY, "")
    index = int(wanted) if wanted.isascii() and wanted.isdigit() else 0
    return min(index, len(view.room.tables) - 1)


def _screen(view: RoomView, texts: Catalogue) -> None:
    """What belongs before this person: the own table, the host's desk, or the quiz that the host leads."""
    if view.room.title:
        st.caption(f":material/meeting_room: {plain(view.room.title)}")
    shown = _chosen_screen(view, texts)
    if shown == DESK:
        desk(view, texts)
        return
    if shown.startswith(QUIZ):
        lead(view, int(shown.removeprefix(QUIZ)), texts)
        return
    index = view.me.table
    if index is None or view.room.tables[index].game is None:
        lobby(view, texts)
        with st.expander(texts.t("room.invite"), icon=":material/qr_code_2:", key="room.invite"):
            invite(view, texts)
        listen(view, index, None, texts)
    elif view.room.tables[index].kind == "hill":
        quiz(view, index, texts)
        leave_button(view, texts)
    elif view.room.tables[index].kind == "book":
        draw_in_room(view, index, texts)
        leave_button(view, texts)
    else:
        table_of(view, index, texts)


def _chosen_screen(view: RoomView, texts: Catalogue) -> str:
    """One of those that this person has; a host begins at the desk, and a reload comes back to the chosen one."""
    if not view.is_host:
        return TABLE
    led = [f"{QUIZ}{index}" for index, there in enumerate(view.room.tables) if there.kind == "hill" and there.game]
    options = [DESK, *led, *([TABLE] if view.me.table is not None else [])]
    if len(options) == 1:
        return DESK
    before = st.query_params.get(SCREEN_KEY, DESK)
    chosen = st.segmented_control(
        texts.t("room.screen"),
        options,
        default=before if before in options else DESK,
        required=True,
        format_func=lambda one: _screen_name(view, one, texts),
        key=SCREEN,
        persist_state="session",
        label_visibility="collapsed",
    )
    if chosen not in options:
        return DESK
    if chosen != before:
        st.query_params[SCREEN_KEY] = chosen
    return chosen


def _screen_name(view: RoomView, one: str, texts: Catalogue) -> str:
    if not one.startswith(QUIZ):
        return texts.t("room.screen_desk" if one == DESK else "room.screen_table")
    number = int(one.removeprefix(QUIZ)) + 1
    return texts.t("room.screen_quiz") if len(view.room.tables) == 1 else texts.t("room.screen_quiz_at", number=number)


page()
