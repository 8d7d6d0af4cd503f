"""Where a game of the books is found: its page, and its parameter in the address."""

from __future__ import annotations

import streamlit as st

from companion.ui.session import GAME_KEY, LANGUAGE_KEY, words

PAGE = "screens/book.py"


def open_book() -> str | None:
    """Id of the game in the address; None: none is open, and one may be started."""
    return st.query_params.get(GAME_KEY)


def go_to_book(game: str) -> None:
    """Opens the page with that game; a reload comes back to it."""
    st.switch_page(PAGE, query_params={GAME_KEY: game, LANGUAGE_KEY: words().language})


def go_to_books() -> None:
    """Opens the page without a game: the list, and the choices for a new one."""
    st.switch_page(PAGE, query_params={LANGUAGE_KEY: words().language})
