"""Two books: the race to finish the same book, against the machine or between two people around this screen."""

from __future__ import annotations

from functools import partial

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.book import Phase
from companion.table.book_table import BookTableView
from companion.ui.fragment import own_part
from companion.ui.plain import plain
from companion.ui.session import book_tables, refuse_rooms, show_errors, words
from companion.ui.table.commands import show_notices
from companion.ui.two_books import board
from companion.ui.two_books.finished import end_box, tale
from companion.ui.two_books.sitting import Sitting, open_curtain, sitting
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
            _curtain(view, here, texts)
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


def _curtain(view: BookTableView, here: Sitting, texts: Catalogue) -> None:
    """Hides the hand until its owner says to be alone with the screen."""
    assert here.wanted is not None
    name = plain(view.seats[here.wanted].name, 40)
    with st.container(border=True, horizontal_alignment="center", key="curtain"):
        st.markdown(f"### :material/curtains_closed: {texts.t('curtain.for', name=name)}", text_alignment="center")
        st.caption(texts.t("curtain.about"), text_alignment="center")
        st.button(
            texts.t("curtain.open", name=name),
            key="curtain.open",
            type="primary",
            on_click=open_curtain,
            args=(here.wanted, here.screen),
        )


page()
