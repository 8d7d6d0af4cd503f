"""The end of a game: who has won, both books as tiny tales to read and to keep, and the next game."""

from __future__ import annotations

import streamlit as st

from companion.decks import load_book
from companion.exports.book_page import WrittenBook, WrittenChapter, book_page
from companion.exports.transcript import file_name
from companion.language.catalogue import Catalogue
from companion.rules.book import CHAPTERS
from companion.rules.kernel import Seat
from companion.table.book_table import BookTableView
from companion.ui.plain import beside_others, plain
from companion.ui.printing import fonts_for
from companion.ui.session import book_tables, day
from companion.ui.two_books import say
from companion.ui.two_books.where import go_to_book, go_to_books


def end_box(view: BookTableView, texts: Catalogue, *, in_room: bool = False) -> None:
    """Above the books of a game that is over. `in_room`: its host opens the next game, for both."""
    with st.container(border=True, horizontal_alignment="center", gap="xsmall", key="the_end"):
        icon = "emoji_events" if view.book.outcome and view.book.outcome.winners else "balance"
        st.markdown(f"### :material/{icon}: {say.outcome_text(view, texts)}", text_alignment="center")
        if not in_room:
            with st.container(horizontal=True, horizontal_alignment="center", key="book_end_buttons"):
                if st.button(texts.t("end.again"), key="book.again", type="primary", icon=":material/replay:"):
                    go_to_book(book_tables().next_game(view.game))
                if st.button(texts.t("book.other_game"), key="book.other", icon=":material/tune:"):
                    go_to_books()


def written_book(view: BookTableView, owner: Seat, texts: Catalogue) -> WrittenBook:
    """What one of the two has written so far."""
    book = load_book(view.language)
    chapters = [
        WrittenChapter(number, book.chapters[number].title, book.chapters[number].telling)
        for number, card in enumerate(view.book.boards[owner].laid, start=1)
        if card
    ]
    told_on = day(view.log[-1].at, texts) if view.log else ""
    return WrittenBook(book.tale, view.seats[owner].name, view.language, chapters, CHAPTERS, told_on)


def tale(view: BookTableView, seat: Seat | None, texts: Catalogue) -> None:
    """Below the books: either of them as a tale to read and to keep. At first the winner's."""
    winners = view.book.outcome.winners if view.book.outcome else ()
    usual = winners[0] if winners else (seat or 0)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        owner = st.segmented_control(
            texts.t("book.whose"),
            range(len(view.seats)),
            default=usual,
            required=True,
            format_func=lambda one: beside_others(texts.t("book.book_of", name=plain(view.seats[one].name, 40))),
            key=f"book.whose_{view.game}",
            label_visibility="collapsed",
        )
        written = written_book(view, usual if owner is None else owner, texts)
        page = book_page(written, texts)
        st.download_button(
            texts.t("book.print"),
            book_page(written, texts, fonts_for(page)),
            file_name=file_name(f"{written.title} {written.writer}", "html"),
            mime="text/html",
            key=f"book.print_{view.game}",
            icon=":material/print:",
            help=texts.t("review.about_print"),
            on_click="ignore",
        )
    with st.container(border=True, key="book_tale"):
        st.markdown(f"## {plain(written.title)}", text_alignment="center")
        if not written.chapters:
            st.caption(texts.t("book.nothing_written"), text_alignment="center")
        for chapter in written.chapters:
            st.markdown(f"**{chapter.number}. {plain(chapter.title)}**  \n{plain(chapter.telling, 600)}")
