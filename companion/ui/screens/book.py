"""Two books: the race to finish the same book, against the machine or between two people around this screen."""

from __future__ import annotations

from functools import partial

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.book import Phase
from companion.table.book_table import BookTableView
from companion.ui.curtain import curtain
from companion.ui.fragment import own_part
from companion.ui.session import book_tables, refuse_rooms, show_errors, words
from companion.ui.table.commands import show_notices
from companion.ui.two_books import board
from companion.ui.two_books.finished import end_box, tale
from companion.ui.two_books.sitting import open_curtain, sitting
from companion.ui.two_books.start import start
from companion.ui.two_books.where import open_book

FAST_KEY = "book.fast"


def page() -> None:
    game = open_book()
    if game is None:
        start()
    else:
        at_the_books(game)


@own_part
def at_the_books(game: str) -> None:
    """The game; drawn anew by itself after every deed."""
    texts = words()
    with show_errors(texts):
        refuse_rooms(game)
        public = book_tables().look(game, None)
        here = sitting(public)
        seat = here.shown
        view = public if seat is None else book_tables().look(game, seat)
        is_over = view.book.phase is Phase.OVER
        if is_over:
            end_box(view, texts)
        if here.curtain:
            assert here.wanted is not None
            curtain(view.seats[here.wanted].name, texts, open_curtain, (here.wanted, here.screen))
        else:
            shared = all(one.kind == "human" for one in view.seats)
            board.draw(view, seat, texts, step_after=_pace(), named=shared, beside=partial(_faster, view, texts))
        if is_over:
            tale(view, seat, texts)
        board.what_happened(view, texts)
        show_notices()


def _pace() -> float:
    """Seconds between two deeds of the machine, as the person likes it."""
    return board.FAST if st.session_state.get(FAST_KEY) else board.FOLLOW


def _faster(view: BookTableView, texts: Catalogue) -> None:
    if any(seat.kind == "machine" for seat in view.seats):
        st.toggle(texts.t("book.faster"), key=FAST_KEY, persist_state="session")


page()
