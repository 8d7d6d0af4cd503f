"""Above a game in a room, whichever it is: a pause, an end, a hand that the house holds, a free hand to take over."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.kernel import Seat
from companion.table.rooms import RoomView, take_free_seat, take_seat_back
from companion.ui.plain import plain
from companion.ui.room.door import refused
from companion.ui.session import rooms, token, words
from companion.ui.table.commands import notice


def news(view: RoomView, index: int, names: Sequence[str], texts: Catalogue, *, is_over: bool) -> None:
    """`names`: of the table's players by seat. `is_over`: the game has come to its end."""
    there, held = view.room.tables[index], view.seat
    if view.room.paused:
        st.info(texts.t("room.is_paused"), icon=":material/pause_circle:")
    if there.ended:
        st.info(texts.t("room.was_ended"), icon=":material/stop_circle:")
    if is_over or there.ended:
        if not view.is_host:
            st.caption(f":material/hourglass_empty: {texts.t('room.next_by_host')}")
    elif held is not None and held[0] == there.game:
        if held[1] in there.stand_ins:
            _stand_in(view, texts)
    elif view.me.table == index and not view.me.watches:
        _late(view, [seat for seat, member in enumerate(there.seats) if not member], names, texts)


def _stand_in(view: RoomView, texts: Catalogue) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="room_stand_in"):
        st.markdown(texts.t("room.somebody_plays_for_you"))
        st.button(texts.t("room.take_back"), key="room.take_back", type="primary", on_click=_take_back, args=(view,))


def _late(view: RoomView, free: Sequence[Seat], names: Sequence[str], texts: Catalogue) -> None:
    if not free:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="room_late"):
        st.markdown(texts.t("room.came_late"))
        for seat in free:
            label = texts.t("room.take_over", name=plain(names[seat], 40))
            st.button(label, key=f"room.take_over_{seat}", on_click=_take, args=(view, seat))


def _take_back(view: RoomView) -> None:
    if (own := token()) and (no := take_seat_back(rooms(), view.room.id, own)):
        notice(refused(no, words()))


def _take(view: RoomView, seat: Seat) -> None:
    if (own := token()) and (no := take_free_seat(rooms(), view.room.id, own, seat)):
        notice(refused(no, words()))
