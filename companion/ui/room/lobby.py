"""Before a game, and between two: who is here, at which table, and how others come in."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.table.rooms import Member, RoomView, leave
from companion.table.rooms.hill_kind import COLOURS
from companion.ui.hill.scene import colour_name
from companion.ui.plain import plain
from companion.ui.room.door import refused
from companion.ui.room.where import address_to_type, invitation, qr_code
from companion.ui.session import rooms, token, words
from companion.ui.table.commands import notice


def lobby(view: RoomView, texts: Catalogue) -> None:
    """For somebody who waits for the host to begin."""
    room, me = view.room, view.me
    with st.container(border=True, key="room_lobby"):
        st.markdown(f"### :material/check_circle: {texts.t('room.you_are_in', name=plain(me.name, 40))}")
        st.markdown(texts.t("room.watching" if me.watches else "room.waiting"))
        if len(room.tables) > 1:
            _choose_table(view, texts)
        if room.plan.game == "hill" and not me.watches:
            _choose_team(view, texts)
        st.toggle(
            texts.t("room.only_watch"),
            value=me.watches,
            key=f"room.watch_{me.watches}",
            on_change=_sit,
            args=(view, me.table or 0, not me.watches, None),
            disabled=me.table is None,
        )
    for table in range(len(room.tables)):
        if me.table in (table, None):
            people_at(view, table, texts)
    leave_button(view, texts)


def leave_button(view: RoomView, texts: Catalogue) -> None:
    """Out of the room; the house holds the hand, and the code leads back to it."""
    st.button(
        texts.t("room.leave"),
        key="room.leave",
        icon=":material/logout:",
        type="tertiary",
        help=texts.t("room.about_leave"),
        on_click=_leave,
        args=(view,),
    )


def _choose_table(view: RoomView, texts: Catalogue) -> None:
    tables = range(len(view.room.tables))
    # A key of its own for each place: what the host changes shows at once.
    key = f"room.table_{view.me.table}"
    st.segmented_control(
        texts.t("room.your_table"),
        tables,
        default=view.me.table,
        format_func=lambda index: f"{index + 1} · {len(view.room.at_table(index))}",
        key=key,
        on_change=_choose,
        args=(view, key),
    )


def _choose(view: RoomView, key: str) -> None:
    chosen = st.session_state.get(key)
    if chosen is not None:
        _sit(view, int(chosen), view.me.watches, None)


def _choose_team(view: RoomView, texts: Catalogue) -> None:
    """In a quiz: with whom one answers."""
    here = view.room.at_table(view.me.table or 0)
    key = f"room.team_{view.me.team}"
    st.pills(
        texts.t("room.your_team"),
        range(view.room.plan.teams),
        default=min(view.me.team, view.room.plan.teams - 1),
        format_func=lambda team: f"{colour_name(COLOURS[team], texts)} · {sum(one.team == team for one in here)}",
        key=key,
        on_change=_join,
        args=(view, key),
    )


def _join(view: RoomView, key: str) -> None:
    chosen = st.session_state.get(key)
    if chosen is not None:
        _sit(view, view.me.table or 0, view.me.watches, int(chosen))


def people_at(view: RoomView, table: int, texts: Catalogue) -> None:
    """The names at one table."""
    people = view.room.at_table(table)
    title = texts.t("room.at_table", number=table + 1) if len(view.room.tables) > 1 else texts.t("room.people")
    st.markdown(f"**{title}** · {len(people)}")
    st.markdown(" ".join(badge(view, one, texts) for one in people) or texts.t("room.nobody"))


def badge(view: RoomView, one: Member, texts: Catalogue, *, connection: bool = False) -> str:
    """A member's name in a coloured box, with an eye for who only watches. `connection`: grey while it is lost; only a
    host's desk follows that."""
    icon = ":material/visibility:" if one.watches else ":material/person:"
    me = f" ({texts.t('room.me')})" if one.id == view.me.id else ""
    colour = "green" if not connection or one.id in view.here else "gray"
    return f":{colour}-badge[{icon} {plain(one.name, 40)}{me}]"


def invite(view: RoomView, texts: Catalogue) -> None:
    """The code in large letters, the QR code, and the address to type."""
    room = view.room
    if room.code_hidden:
        st.markdown(f":material/lock: {texts.t('room.code_is_hidden')}")
        return
    link = invitation(room)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="room_invite"):
        if link is not None:
            st.html(qr_code(link, texts.t("room.qr")), width=200)
        with st.container(width="content", gap="xsmall"):
            st.caption(texts.t("room.code_is"))
            st.markdown(f"## {plain(room.code)}")
            if link is None:
                st.caption(texts.t("room.only_here"))
            else:
                st.caption(texts.t("room.type_address"))
                st.markdown(f"`{address_to_type()}`")


def _sit(view: RoomView, table: int, watches: bool, team: int | None) -> None:
    own = token()
    no = rooms().choose(view.room.id, own, table, watches=watches, team=team) if own else None
    if no:
        notice(refused(no, words()))


def _leave(view: RoomView) -> None:
    if own := token():
        leave(rooms(), view.room.id, own)
