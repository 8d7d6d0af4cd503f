"""The books in a room: for each of two phones its own seat, for everybody else and the wall what all may see."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.book import Phase
from companion.rules.kernel import Seat
from companion.table.book_table import BookTableView
from companion.table.rooms import RoomView, take_free_seat, take_seat_back
from companion.ui.parts import live
from companion.ui.plain import plain
from companion.ui.room.door import refused
from companion.ui.session import book_tables, rooms, token, words
from companion.ui.table.commands import notice
from companion.ui.table.texts import live_words
from companion.ui.two_books import board, say
from companion.ui.two_books.finished import end_box, tale


def draw_in_room(view: RoomView, index: int, texts: Catalogue) -> None:
    """The game at that table as this person may see it. There must be one."""
    there, held = view.room.tables[index], view.seat
    game = there.game
    assert game is not None
    seat = held[1] if held is not None and held[0] == game and held[1] not in there.stand_ins else None
    if view.room.paused or there.ended:
        seat = None  # nobody may act, and the own hand rests
    shown = book_tables().look(game, seat)
    _news(view, shown, index, texts)
    waits = None if view.room.paused or there.ended else board.FOLLOW
    is_over = shown.book.phase is Phase.OVER
    if is_over:
        end_box(shown, texts, in_room=True)
    board.draw(shown, seat, texts, step_after=waits)
    if is_over:
        tale(shown, seat, texts)
    board.what_happened(shown, texts)
    _listen(view, shown, index, texts)


def wall_in_room(view: RoomView, index: int, texts: Catalogue) -> None:
    """The game at that table in letters that the last row reads: no hand, nothing to press. There must be one."""
    game = view.room.tables[index].game
    assert game is not None
    shown = book_tables().look(game, None)
    if view.room.paused:
        st.info(texts.t("room.is_paused"), icon=":material/pause_circle:")
    elif shown.book.outcome is not None:
        st.markdown(f"## :material/emoji_events: {say.outcome_text(shown, texts)}")
    board.draw(shown, None, texts, large=True)
    _listen(view, shown, index, texts)


def _listen(view: RoomView, shown: BookTableView, index: int, texts: Catalogue) -> None:
    """The live part: nobody tells and no clock runs in this game."""
    live(view.room.id, view.room.version, {index: shown.stamp}, shows=index, table=None, words=live_words(texts))


def _news(view: RoomView, shown: BookTableView, index: int, texts: Catalogue) -> None:
    """Above the game: a pause, a game that was ended, a hand that the machine holds, a free hand to take over."""
    there, held = view.room.tables[index], view.seat
    if view.room.paused:
        st.info(texts.t("room.is_paused"), icon=":material/pause_circle:")
    if there.ended:
        st.info(texts.t("room.was_ended"), icon=":material/stop_circle:")
    if shown.book.phase is Phase.OVER or there.ended:
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
                label = texts.t("room.take_over", name=name)
                st.button(label, key=f"room.take_over_{seat}", on_click=_take, args=(view, seat))


def _take_back(view: RoomView) -> None:
    if (own := token()) and (no := take_seat_back(rooms(), view.room.id, own)):
        notice(refused(no, words()))


def _take(view: RoomView, seat: Seat) -> None:
    if (own := token()) and (no := take_free_seat(rooms(), view.room.id, own, seat)):
        notice(refused(no, words()))
