"""Before a game: against whom, in which language, how cards are taken; and the games to go on with."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import streamlit as st

from companion.decks import book_languages
from companion.errors import DamagedSave, UnknownGame
from companion.language.catalogue import Catalogue
from companion.table import MAX_NAME
from companion.table.book_order import BookSeat, NewBook
from companion.table.opening import GameSummary
from companion.ui.host import ask_password, may_host
from companion.ui.plain import one_line, plain
from companion.ui.saved import Removal, delete_button
from companion.ui.session import book_tables, moment, words
from companion.ui.start_page import rules_link
from companion.ui.two_books.where import go_to_book
from companion.ui.wording import tale_language

Rival: TypeAlias = Literal["careless", "sensible", "strong", "person"]
RIVALS: tuple[Rival, ...] = get_args(Rival)
TAKEN: tuple[Literal["blind", "seen"], ...] = ("blind", "seen")
FEW = 6
"""Saved games shown before "show more"."""


def start() -> None:
    """The page without a game."""
    texts = words()
    st.markdown(texts.t("book.invitation"))
    new, old = st.columns([3, 2], gap="medium")
    with new:
        _new_game(texts)
        with st.expander(texts.t("book.how"), icon=":material/school:", key="book.how"):
            st.markdown(texts.t("book.rules"))
            rules_link(texts, "book")
    with old:
        _saved_games(texts)


def _new_game(texts: Catalogue) -> None:
    with st.container(border=True, gap="small", key="new_book"):
        st.subheader(texts.t("book.new"), anchor=False)
        chosen = st.pills(
            texts.t("book.against"),
            RIVALS,
            default="sensible",
            required=True,
            format_func=lambda one: texts.t(f"book.against_{one}"),
            key="book.rival",
            persist_state="session",
        )
        rival: Rival = chosen if chosen in RIVALS else "sensible"
        st.caption(texts.t(f"book.about_{rival}"))
        with st.container(horizontal=True):
            you = _name(texts.t("home.your_name"), texts.t("home.traveller"), "book.name_1")
            seats = [BookSeat(you)]
            if rival == "person":
                seats.append(BookSeat(_name(texts.t("book.rival_name"), texts.t("book.rival"), "book.name_2")))
            else:
                seats.append(BookSeat(texts.t("book.machine"), "machine", rival))
        with st.container(horizontal=True):
            languages = book_languages()
            language = st.segmented_control(
                texts.t("book.language"),
                languages,
                default=texts.language if texts.language in languages else languages[0],
                required=True,
                format_func=tale_language,
                key="book.language",
                persist_state="session",
            )
            taken = st.segmented_control(
                texts.t("book.taken"),
                TAKEN,
                default="blind",
                required=True,
                format_func=lambda one: texts.t(f"book.taken_{one}"),
                key="book.taken",
                persist_state="session",
                help=texts.t("book.about_taken"),
            )
        alike = seats[0].name.casefold() == seats[1].name.casefold()
        if alike:
            st.warning(texts.t("book.same_name"), icon=":material/edit:")
        if not may_host():
            ask_password(texts, "book.host")
        elif st.button(
            texts.t("book.begin"),
            key="book.start",
            type="primary",
            icon=":material/import_contacts:",
            width="stretch",
            disabled=alike,
        ):
            order = NewBook(language or languages[0], tuple(seats), taken if taken in TAKEN else "blind")
            go_to_book(book_tables().create(order))


def _name(label: str, usual: str, key: str) -> str:
    typed = st.text_input(label, key=key, max_chars=MAX_NAME, placeholder=usual, persist_state="session")
    return one_line(typed or "") or usual


def _saved_games(texts: Catalogue) -> None:
    """Games that wait, the latest first, then those that are over: their books stay to be read."""
    st.subheader(texts.t("book.saved"), anchor=False)
    games = sorted(book_tables().games(), key=lambda one: one.finished)
    if not games:
        st.markdown(texts.t("book.no_games"))
    shown = games if st.session_state.get("book.all") else games[:FEW]
    for game in shown:
        with st.container(border=True, key=f"saved_{game.id}", gap="xsmall"):
            _saved_game(texts, game)
    if hidden := len(games) - len(shown):
        st.button(
            texts.n("home.show_all", hidden),
            key="book.show_all",
            type="tertiary",
            on_click=lambda: st.session_state.update({"book.all": True}),
        )


def _saved_game(texts: Catalogue, game: GameSummary) -> None:
    fault, score, title = game.damaged, "", game.title.strip() or " — ".join(game.seats)
    if fault is None:
        try:
            boards = book_tables().look(game.id, None).book.boards
            score = texts.t("book.score", one=boards[0].chapters, other=boards[1].chapters)
        except UnknownGame:  # deleted on another page since the list was made
            return
        except DamagedSave as error:
            fault = str(error)
    st.markdown(f"**{plain(title)}**")
    st.caption(" · ".join(filter(None, [moment(game.updated, texts), score])))
    if fault is not None:
        st.warning(texts.t("home.damaged"), icon=":material/heart_broken:")
        with st.expander(texts.t("home.why_damaged"), key=f"book.why_{game.id}"):
            st.text(fault)
    with st.container(horizontal=True, horizontal_alignment="right"):
        removal = Removal(book_tables().delete, texts.t("hill.delete_title"), texts.t("hill.delete_warning"))
        delete_button(texts, game.id, title, removal)
        label, icon = ("end.read", "menu_book") if game.finished else ("home.go_on", "play_arrow")
        if fault is None and st.button(texts.t(label), key=f"book.go_on_{game.id}", icon=f":material/{icon}:"):
            go_to_book(game.id)
