"""What the lists of games share: a game's title for people, and deleting it, which asks first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Removal:
    """What is to be deleted, if it is no tale."""

    delete: Callable[[str], None]
    question: str
    warning: str


def delete_button(texts: Catalogue, id: str, title: str, removal: Removal | None = None) -> None:
    """A quiet button that asks before something is gone for good; without `removal`: a tale."""
    if st.button(texts.t("saved.delete"), key=f"delete_{id}", icon=":material/delete:", type="tertiary"):
        tale = Removal(tables().delete, texts.t("saved.delete_title"), texts.t("saved.delete_warning"))
        _confirm(texts, id, title, removal or tale)


def _confirm(texts: Catalogue, id: str, title: str, removal: Removal) -> None:
    @st.dialog(removal.question)
    def ask() -> None:
        st.text(title)
        if not may_host():
            ask_password(texts, "delete", scope="fragment")
            return
        st.markdown(removal.warning)
        with st.container(horizontal=True, horizontal_alignment="right"):
            st.button(texts.t("saved.keep"), key="keep_game", on_click=st.rerun)
            st.button(
                texts.t("saved.delete_now"),
                key="delete_game_now",
                type="primary",
                on_click=_delete,
                args=(texts, id, removal),
            )

    ask()


def _delete(texts: Catalogue, id: str, removal: Removal) -> None:
    try:
        removal.delete(id)
    except CompanionError as error:
        st.toast(texts.t(error.code), icon=":material/error:")
        return
    leave_game(id)
    st.rerun()
