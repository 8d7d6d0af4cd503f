"""What the lists of games share: a game's title for people, and deleting it, which asks first."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from companion.errors import CompanionError
from companion.language.catalogue import Catalogue
from companion.ui.session import leave_game, tables


def tale_title(texts: Catalogue, title: str, names: Sequence[str]) -> str:
    """The title, or what stands in for it. Plain text."""
    return title.strip() or ", ".join(names) or texts.t("saved.untitled")


def delete_button(texts: Catalogue, game: str, title: str) -> None:
    """A quiet button that asks before the game is gone for good."""
    if st.button(texts.t("saved.delete"), key=f"delete_{game}", icon=":material/delete:", type="tertiary"):
        _confirm(texts, game, title)


def _confirm(texts: Catalogue, game: str, title: str) -> None:
    @st.dialog(texts.t("saved.delete_title"))
    def ask() -> None:
        st.text(title)
        st.markdown(texts.t("saved.delete_warning"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            st.button(texts.t("saved.keep"), key="keep_game", on_click=st.rerun)
            st.button(
                texts.t("saved.delete_now"), key="delete_game_now", type="primary", on_click=_delete, args=(texts, game)
            )

    ask()


def _delete(texts: Catalogue, game: str) -> None:
    try:
        tables().delete(game)
    except CompanionError as error:
        st.toast(texts.t(error.code), icon=":material/error:")
        return
    leave_game(game)
    st.rerun()
