"""The books in a room: for each of two phones its own seat, for everybody else and the wall what all may see."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.book import Phase
from companion.table.book_table import BookTableView
from companion.table.rooms import RoomView
from companion.ui.parts import live
from companion.ui.room.news import news
from companion.ui.session import book_tables
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
    is_over = shown.book.phase is Phase.OVER
    news(view, index, [one.name for one in shown.seats], texts, is_over=is_over)
    waits = None if view.room.paused or there.ended else board.FOLLOW
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
