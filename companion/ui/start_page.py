"""What the pages share on which a game is begun or gone on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar, get_args

import streamlit as st

from companion.errors import DamagedSave, UnknownGame
from companion.language.catalogue import Catalogue
from companion.table.opening import GameSummary
from companion.ui.plain import plain
from companion.ui.saved import Removal, delete_button
from companion.ui.session import LANGUAGE_KEY, moment

T = TypeVar("T")

Game: TypeAlias = Literal["tale", "book", "hill"]
GAMES: tuple[Game, ...] = get_args(Game)
RULES_KEY = "rules"
"""The parameter in the address of the Rules page that names the game."""
FEW = 6
"""Saved games shown before "show more"."""


def rules_link(texts: Catalogue, game: Game) -> None:
    """Leads to the rules of that game."""
    st.page_link(
        "screens/rules.py",
        label=texts.t("rules.link"),
        icon=":material/help:",
        query_params={RULES_KEY: game, LANGUAGE_KEY: texts.language},
    )


def choice(
    label: str,
    options: Sequence[T],
    key: str,
    shown: Callable[[T], str] = str,
    default: T | None = None,
    *,
    about: str | None = None,
    speaks: bool = False,
) -> T:
    """One choice of a few, never empty; kept while other pages are visited. `default`: else the first. `about`: the
    tooltip. `speaks`: the options say what they are about, and only screen readers are told the label."""
    usual = default if default is not None and default in options else options[0]
    chosen = st.segmented_control(
        label,
        options,
        default=usual,
        required=True,
        format_func=shown,
        key=key,
        help=about,
        persist_state="session",
        label_visibility="collapsed" if speaks else "visible",
    )
    return chosen if chosen is not None and chosen in options else usual


@dataclass(frozen=True)
class SavedGames:
    """The list of one kind of game that was begun here."""

    area: str
    """Begins the keys of its buttons."""
    heading: str
    none: str
    """Said where there is none yet."""
    named: Callable[[GameSummary], str]
    """A game's title, as plain text, whatever became of it."""
    standing: Callable[[GameSummary], tuple[str, str]]
    """Its title, as plain text, and how it stands now, as Markdown. Raises UnknownGame, DamagedSave."""
    open: Callable[[str], None]
    removal: Removal | None = None
    """None: a tale's."""
    over: tuple[str, str] = ("end.read", "menu_book")
    """Key of the text, and the icon, of the button that opens a game that is over."""


def saved_games(texts: Catalogue, games: Sequence[GameSummary], kind: SavedGames) -> None:
    """The games in that order; of many, the first and a button for the rest."""
    st.subheader(kind.heading, anchor=False)
    if not games:
        st.markdown(kind.none)
    everything = f"{kind.area}.all"
    shown = games if st.session_state.get(everything) else games[:FEW]
    for game in shown:
        with st.container(border=True, key=f"saved_{game.id}", gap="xsmall"):
            _saved_game(texts, game, kind)
    if hidden := len(games) - len(shown):
        st.button(
            texts.n("home.show_all", hidden),
            key=f"{kind.area}.show_all",
            type="tertiary",
            on_click=lambda: st.session_state.update({everything: True}),
        )


def _saved_game(texts: Catalogue, game: GameSummary, kind: SavedGames) -> None:
    """Its title, when it was played, how it stands; a damaged one with the reason, to be thrown away."""
    fault, stands, title = game.damaged, "", kind.named(game)
    if fault is None:
        try:
            title, stands = kind.standing(game)
        except UnknownGame:  # deleted on another page since the list was made
            return
        except DamagedSave as error:
            fault = str(error)
    st.markdown(f"**{plain(title)}**")
    st.caption(" · ".join(filter(None, [moment(game.updated, texts), stands])))
    if fault is not None:
        st.warning(texts.t("home.damaged"), icon=":material/heart_broken:")
        with st.expander(texts.t("home.why_damaged"), key=f"{kind.area}.why_{game.id}"):
            st.text(fault)
    with st.container(horizontal=True, horizontal_alignment="right"):
        delete_button(texts, game.id, title, kind.removal)
        label, icon = kind.over if game.finished else ("home.go_on", "play_arrow")
        if fault is None and st.button(texts.t(label), key=f"{kind.area}.go_on_{game.id}", icon=f":material/{icon}:"):
            kind.open(game.id)
