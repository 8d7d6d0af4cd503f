"""A player's own screen in a room: the own hand, the tale as it grows, the narrator's words as they are typed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.table import TableView
from companion.table.rooms import RoomView, is_running, take_free_seat, take_seat_back
from companion.ui.parts import LiveTable, SilenceClock
from companion.ui.plain import plain
from companion.ui.room.door import refused
from companion.ui.room.listening import listen
from companion.ui.room.lobby import leave_button
from companion.ui.session import rooms, tables, token, words
from companion.ui.table import board
from companion.ui.table.commands import let_react, notice
from companion.ui.table.sitting import at_own_screen


def table_of(view: RoomView, index: int, texts: Catalogue) -> None:
    """The game at that table as this person may see it."""
    room, there = view.room, view.room.tables[index]
    game = there.game
    assert game is not None
    if is_running(rooms(), there) and not room.paused:
        let_react(game)
    held = view.seat
    seat = held[1] if held is not None and held[0] == game and held[1] not in there.stand_ins else None
    shown = tables().look(game, seat)
    _news(view, shown, index, texts)
    tells = seat is not None and seat == shown.tale.narrator
    here = at_own_screen(
        shown,
        seat,
        rules=view.is_host or (view.hosts_away and seat is not None),
        sends_drafts=f"rooms/{room.id}/draft" if tells and room.plan.drafts != "off" else "",
        below_tale=partial(listen, view, index, shown.stamp, texts, _live_table(shown, seat)),
    )
    if room.paused or there.ended:
        # Nobody may act: everything is shown as to somebody who watches, and the own hand rests.
        here = replace(here, people=(), wanted=None, shown=None)
        shown = shown if shown.tale.phase is tale.Phase.OVER else tables().look(game, None)
    board.draw(shown, here, texts)
    leave_button(view, texts)


def watched(view: RoomView, shown: TableView, index: int, texts: Catalogue) -> None:
    """The live part for who has no hand."""
    listen(view, index, shown.stamp, texts, _live_table(shown, None))


def _live_table(shown: TableView, seat: Seat | None) -> LiveTable:
    game, narrator = shown.tale, shown.tale.narrator
    telling = game.phase in (tale.Phase.TELLING, tale.Phase.DISCARDING)
    clock = None
    if telling and shown.silence_limit:
        clock = SilenceClock(shown.silence_limit, None if shown.clock_stands else shown.silence_since)
    waits = telling and seat != narrator and shown.seats[narrator].kind == "human"
    return LiveTable([plain_name(one.name) for one in shown.seats], narrator, clock, waits)


def plain_name(name: str) -> str:
    """For a part that sets text as text: nothing to escape, only long names are cut."""
    return name if len(name) <= 40 else f"{name[:39]}…"


def _news(view: RoomView, shown: TableView, index: int, texts: Catalogue) -> None:
    """Above the table: a pause, a game that was ended, a hand that somebody else holds, a free hand to take over."""
    there, held = view.room.tables[index], view.seat
    if view.room.paused:
        st.info(texts.t("room.is_paused"), icon=":material/pause_circle:")
    if there.ended:
        st.info(texts.t("room.was_ended"), icon=":material/stop_circle:")
    if shown.tale.phase is tale.Phase.OVER or there.ended:
        if not view.is_host:
            st.caption(f":material/hourglass_empty: {texts.t('room.next_by_host')}")
        return
    if held is not None and held[0] == shown.game:
        if held[1] in there.stand_ins:
            with st.container(border=True, horizontal=True, vertical_alignment="center", key="room_stand_in"):
                st.markdown(texts.t("room.somebody_plays_for_you"))
                st.button(
                    texts.t("room.take_back"), key="room.take_back", type="primary", on_click=_take_back, args=(view,)
                )
        return
    free = [seat for seat, member in enumerate(there.seats) if not member]
    if free and view.me.table == index and not view.me.watches:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key="room_late"):
            st.markdown(texts.t("room.came_late"))
            for seat in free:
                name = plain(shown.seats[seat].name, 40)
                st.button(
                    texts.t("room.take_over", name=name),
                    key=f"room.take_over_{seat}",
                    on_click=_take,
                    args=(view, seat),
                )


def _take_back(view: RoomView) -> None:
    if (own := token()) and (no := take_seat_back(rooms(), view.room.id, own)):
        notice(refused(no, words()))


def _take(view: RoomView, seat: Seat) -> None:
    if (own := token()) and (no := take_free_seat(rooms(), view.room.id, own, seat)):
        notice(refused(no, words()))
