"""The hill: a quiz for two to eight teams on one screen, new or gone on with."""

from __future__ import annotations

import streamlit as st

from companion.errors import DamagedSave, UnknownGame
from companion.exports.hill_board import PAPERS, Paper, as_board
from companion.language.catalogue import Catalogue
from companion.rules.hill import Stage
from companion.table.hill_table import HillTableView
from companion.table.opening import GameSummary
from companion.ui.hill.new_game import new_game
from companion.ui.hill.one_screen import one_screen
from companion.ui.plain import plain
from companion.ui.saved import Removal, delete_button
from companion.ui.session import LANGUAGE_KEY, hill_tables, moment, refuse_rooms, show_errors, words
from companion.ui.start_page import rules_link
from companion.ui.table.commands import show_notices

GAME_KEY = "hill"
"""The parameter in the address that names the open game: a reload comes back to it."""
FEW = 6


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


@st.fragment
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
    st.subheader(texts.t("hill.continue"), anchor=False)
    games = hill_tables().games()
    if not games:
        st.markdown(texts.t("hill.no_games"))
    shown = games if st.session_state.get("hill.all") else games[:FEW]
    for game in shown:
        with st.container(border=True, key=f"hill_saved_{game.id}", gap="xsmall"):
            _saved_game(texts, game)
    if hidden := len(games) - len(shown):
        st.button(
            texts.n("home.show_all", hidden),
            key="hill.all_games",
            type="tertiary",
            on_click=lambda: st.session_state.update({"hill.all": True}),
        )


def _saved_game(texts: Catalogue, game: GameSummary) -> None:
    fault, stands, is_over = game.damaged, "", False
    title = game.title.strip() or ", ".join(game.seats)
    if fault is None:
        try:
            view = hill_tables().look(game.id, None)
            stands, is_over = _stands(view, texts), view.hill.stage is Stage.OVER
        except UnknownGame:  # deleted on another page since the list was made
            return
        except DamagedSave as error:
            fault = str(error)
    st.markdown(f"**{plain(title)}**")
    st.caption(" · ".join(filter(None, [moment(game.updated, texts), stands])))
    if fault is not None:
        st.warning(texts.t("home.damaged"), icon=":material/heart_broken:")
    with st.container(horizontal=True, horizontal_alignment="right"):
        removal = Removal(hill_tables().delete, texts.t("hill.delete_title"), texts.t("hill.delete_warning"))
        delete_button(texts, game.id, title, removal)
        if fault is None and st.button(
            texts.t("hill.look" if is_over else "home.go_on"),
            key=f"hill.open_{game.id}",
            icon=":material/visibility:" if is_over else ":material/play_arrow:",
        ):
            _open(game.id)


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
