"""What the pages share on which a game is begun or gone on with."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.ui.session import LANGUAGE_KEY

Game: TypeAlias = Literal["tale", "book", "hill"]
GAMES: tuple[Game, ...] = get_args(Game)
RULES_KEY = "rules"
"""The parameter in the address of the Rules page that names the game."""


def rules_link(texts: Catalogue, game: Game) -> None:
    """Leads to the rules of that game."""
    st.page_link(
        "screens/rules.py",
        label=texts.t("rules.link"),
        icon=":material/help:",
        query_params={RULES_KEY: game, LANGUAGE_KEY: texts.language},
    )
