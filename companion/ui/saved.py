"""What the lists of games share: a game's title for people, and deleting it, which asks first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from companion.errors import CompanionError
from companion.language.catalogue import Catalogue
from companion.rules.tale.state import Sentence
from companion.ui.host import ask_password, may_host
from companion.ui.plain import one_line
from companion.ui.session import leave_game, tables

FIRST_WORDS = 48
"""Characters of a tale that stand in for its title, at most."""


def tale_title(texts: Catalogue, title: str, names: Sequence[str], told: Sequence[Sentence] = ()) -> str:
    """The title, or the tale's first words, or who plays. Plain text."""
    return title.strip() or (first_words(told[0].text) if told else "") or ", ".join(names) or texts.t("saved.untitled")


def first_words(sentence: str) -> str:
    """How a tale begins, cut between two words."""
    line = one_line(sentence)
    if len(line) <= FIRST_WORDS:
        return line
    cut = line[: FIRST_WORDS + 1]
    return (cut.rpartition(" ")[0] or cut[:FIRST_WORDS]).rstrip(" ,;:–—-") + "…"


def delete_button(texts: Catalogue, game: str, title: str, remove: Callable[[str], None] | None = None) -> None:
    """A quiet button that asks before the game is gone for good. `remove`: what deletes it; None: as a tale."""
    if st.button(texts.t("saved.delete"), key=f"delete_{game}", icon=":material/delete:", type="tertiary"):
        _confirm(texts, game, title, remove or tables().delete)


def _confirm(texts: Catalogue, game: str, title: str, remove: Callable[[str], None]) -> None:
    @st.dialog(texts.t("saved.delete_title"))
    def ask() -> None:
        st.text(title)
        if not may_host():
            ask_password(texts, "delete", scope="fragment")
            return
        st.markdown(texts.t("saved.delete_warning"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            st.button(texts.t("saved.keep"), key="keep_game", on_click=st.rerun)
            st.button(
                texts.t("saved.delete_now"),
                key="delete_game_now",
                type="primary",
                on_click=_delete,
                args=(texts, game, remove),
            )

    ask()


def _delete(texts: Catalogue, game: str, remove: Callable[[str], None]) -> None:
    try:
        remove(game)
    except CompanionError as error:
        st.toast(texts.t(error.code), icon=":material/error:")
        return
    leave_game(game)
    st.rerun()
