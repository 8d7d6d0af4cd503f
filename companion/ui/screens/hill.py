"""The hill: a quiz for two to eight teams on one screen, new or gone on with."""

from __future__ import annotations

import streamlit as st

from companion.errors import UnknownGame
from companion.exports.hill_board import PAPERS, Paper, as_board
from companion.language.catalogue import Catalogue
from companion.table.hill_table import HillTableView
from companion.table.opening import GameSummary
from companion.ui.fragment import own_part
from companion.ui.hill.new_game import new_game
from companion.ui.hill.one_screen import one_screen
from companion.ui.plain import plain
from companion.ui.saved import Removal
from companion.ui.session import LANGUAGE_KEY, hill_tables, refuse_rooms, show_errors, words
from companion.ui.start_page import SavedGames, rules_link, saved_games
from companion.ui.table.commands import show_notices

GAME_KEY = "hill"
"""The parameter in the address that names the open game: a reload comes back to it."""


def page() -> None:
    texts = words()
    game = st.query_params.get(GAME_KEY)
    if game is not None:
        played(game)
        return
    st.markdown(texts.t("hill.invitation"))
    new, old = st.columns([3, 2], gap="medium")
    with new:
        begun = new_game(texts)
    with old:
        _saved_games(texts)
        _board(texts)
        st.page_link("screens/packs.py", label=texts.t("hill.to_packs"), icon=":material/quiz:")
        rules_link(texts, "hill")
    if begun is not None:
        _open(begun)


def _open(game: str) -> None:
    st.switch_page("screens/hill.py", query_params={GAME_KEY: game, LANGUAGE_KEY: words().language})


@own_part
def played(game: str) -> None:
    """The game: drawn anew by itself when its time has come."""
    texts = words()
    with show_errors(texts):
        try:
            refuse_rooms(game)
            one_screen(game, texts)
        except UnknownGame:
            st.warning(texts.t("error/unknown_game"), icon=":material/search_off:")
    show_notices()
    if st.button(texts.t("hill.leave"), key="hill.leave", icon=":material/arrow_back:", type="tertiary"):
        st.switch_page("screens/hill.py", query_params={LANGUAGE_KEY: texts.language})


def _saved_games(texts: Catalogue) -> None:
    kind = SavedGames(
        area="hill",
        heading=texts.t("hill.continue"),
        none=texts.t("hill.no_games"),
        named=_named,
        standing=lambda game: (_named(game), _stands(hill_tables().look(game.id, None), texts)),
        open=_open,
        removal=Removal(hill_tables().delete, texts.t("hill.delete_title"), texts.t("hill.delete_warning")),
        over=("hill.look", "visibility"),
    )
    saved_games(texts, hill_tables().games(), kind)


def _named(game: GameSummary) -> str:
    return game.title.strip() or ", ".join(game.seats)


def _stands(view: HillTableView, texts: Catalogue) -> str:
    if view.hill.outcome is not None:
        names = ", ".join(plain(view.teams[seat].name, 40) for seat in view.hill.outcome.winners)
        return texts.n("hill.won", len(view.hill.outcome.winners), names=names)
    return texts.t("hill.round", round=view.hill.round) if view.hill.round else texts.t("hill.not_begun")


def _board(texts: Catalogue) -> None:
    """The hill to print, for playing with paper and pencils."""
    with st.expander(texts.t("hill.print"), icon=":material/print:", key="hill.print"):
        st.markdown(texts.t("hill.about_print"))
        with st.container(horizontal=True):
            for paper in PAPERS:
                _print_button(paper, texts)


def _print_button(paper: Paper, texts: Catalogue) -> None:
    st.download_button(
        texts.t("hill.print_on", paper=paper),
        lambda: as_board(texts, paper=paper).encode(),
        file_name=f"hill-{paper.lower()}.html",
        mime="text/html",
        key=f"hill.print_{paper}",
        on_click="ignore",
    )


page()
