"""Before a game: against whom, in which language, how cards are taken; and the games to go on with."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import streamlit as st

from companion.decks import book_languages
from companion.language.catalogue import Catalogue
from companion.table import MAX_NAME
from companion.table.book_order import BookSeat, NewBook
from companion.table.opening import GameSummary
from companion.ui.host import ask_password, may_host
from companion.ui.plain import one_line
from companion.ui.saved import Removal
from companion.ui.session import book_tables, words
from companion.ui.start_page import SavedGames, choice, rules_link, saved_games
from companion.ui.two_books.where import go_to_book
from companion.ui.wording import tale_language

Rival: TypeAlias = Literal["careless", "sensible", "strong", "person"]
RIVALS: tuple[Rival, ...] = get_args(Rival)
TAKEN: tuple[Literal["blind", "seen"], ...] = ("blind", "seen")


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
            language = choice(texts.t("book.language"), languages, "book.language", tale_language, texts.language)
            taken = choice(
                texts.t("book.taken"),
                TAKEN,
                "book.taken",
                lambda one: texts.t(f"book.taken_{one}"),
                about=texts.t("book.about_taken"),
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
            order = NewBook(language, tuple(seats), taken)
            go_to_book(book_tables().create(order))


def _name(label: str, usual: str, key: str) -> str:
    typed = st.text_input(label, key=key, max_chars=MAX_NAME, placeholder=usual, persist_state="session")
    return one_line(typed or "") or usual


def _saved_games(texts: Catalogue) -> None:
    """Games that wait, the latest first, then those that are over: their books stay to be read."""

    def standing(game: GameSummary) -> tuple[str, str]:
        boards = book_tables().look(game.id, None).book.boards
        return _named(game), texts.t("book.score", one=boards[0].chapters, other=boards[1].chapters)

    kind = SavedGames(
        area="book",
        heading=texts.t("book.saved"),
        none=texts.t("book.no_games"),
        named=_named,
        standing=standing,
        open=go_to_book,
        removal=Removal(book_tables().delete, texts.t("hill.delete_title"), texts.t("hill.delete_warning")),
    )
    saved_games(texts, sorted(book_tables().games(), key=lambda one: one.finished), kind)


def _named(game: GameSummary) -> str:
    return game.title.strip() or " — ".join(game.seats)
