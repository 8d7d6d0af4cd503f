"""The script behind every page: language switch, navigation, and the one place where errors become messages."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from companion.language.catalogue import SOURCE_LANGUAGE, Catalogue, catalogue
from companion.ui.session import show_errors, switch_language
from companion.ui.thrift import note_page

PAGES = {
    "home": (":material/home:", ""),
    "table": (":material/playing_cards:", "table"),
    "room": (":material/devices:", "room"),
    "hill": (":material/landscape:", "hill"),
    "packs": (":material/quiz:", "packs"),
    "book": (":material/import_contacts:", "book"),
    "referee": (":material/gavel:", "referee"),
    "tales": (":material/menu_book:", "tales"),
    "deck": (":material/style:", "deck"),
    "rules": (":material/help:", "rules"),
}
"""File in screens/ -> icon and address. A folder named pages/ beside this script would be taken for Streamlit's old way
of finding pages: the first visitor of a server would then get a page without this script around it."""


def draw() -> None:
    note_page()
    st.set_page_config(page_icon=Path(__file__).parent / "static" / "icon.png", layout="wide")
    head = st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute", key="head")
    title = head.container(width="content")
    with head:
        words = switch_language()
    page = st.navigation([_page(name, words) for name in PAGES], position="top")
    st.set_page_config(page_title=f"{page.title} · {words.t('app.title')}")
    played = {"room": "room", "hill": "hill", "book": "game"}.get(page.url_path, "")
    if page.url_path == "table" or played in st.query_params:  # there every line counts: tale, desk and hand share it
        title.space(1)
    else:
        title.title(words.t("app.title") if page.url_path == "" else page.title, anchor=False)
    with show_errors(words):
        page.run()


def _page(name: str, words: Catalogue) -> st.Page:
    icon, address = PAGES[name]
    return st.Page(
        f"screens/{name}.py",
        title=words.t(f"page.{name}"),
        help=words.t(f"page.help_{name}"),
        icon=icon,
        url_path=address or None,
        default=name == "home",
    )


with show_errors(catalogue(SOURCE_LANGUAGE)):  # a wrong setting may leave no language to say it in
    draw()
