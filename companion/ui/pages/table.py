"""Table: the game that is being played."""

from __future__ import annotations

import streamlit as st

from companion.ui.plain import plain
from companion.ui.saved import tale_title
from companion.ui.session import open_game, tables, words


def page() -> None:
    texts = words()
    game = open_game()
    if game is None:
        st.markdown(texts.t("table.none"))
        st.page_link("pages/home.py", label=texts.t("tales.to_home"), icon=":material/auto_stories:")
        return
    view = tables().look(game, None)
    st.header(plain(tale_title(texts, view.title, [seat.name for seat in view.seats])), anchor=False)


page()
