"""The door of a room: come in by its code, or open a room of one's own."""

from __future__ import annotations

import math

import streamlit as st

from companion.decks.deck import languages
from companion.language.catalogue import Catalogue
from companion.rules.kernel import Refusal
from companion.table import MAX_NAME, MAX_TITLE
from companion.table.rooms import Plan
from companion.ui.host import ask_password, may_host
from companion.ui.room.where import CODE_KEY, address_of_visitor, go_to_room
from companion.ui.session import rooms, token, words
from companion.ui.wording import tale_language

MAX_CODE = 30
"""Characters that may be typed as a code."""


def door(texts: Catalogue) -> None:
    """Both ways in; whoever comes by a link with the code sees only the first."""
    if token() is None:
        st.warning(texts.t("room.no_cookies"), icon=":material/cookie_off:")
        return
    invited = st.query_params.get(CODE_KEY)
    if invited:
        _come_in(texts, invited)
        if st.button(texts.t("room.open_own"), key="room.open_own", type="tertiary"):
            del st.query_params[CODE_KEY]
            st.rerun()
        return
    left, right = st.columns(2, gap="large")
    with left:
        _come_in(texts, "")
    with right:
        _open(texts)


def _come_in(texts: Catalogue, invited: str) -> None:
    st.subheader(texts.t("room.come_in"), anchor=False)
    with st.form("room_enter", border=True):
        code = st.text_input(
            texts.t("room.code"),
            value=invited.replace("-", " ")[:MAX_CODE],
            max_chars=MAX_CODE,
            placeholder=texts.t("room.code_example"),
            key="room.code",
            autocomplete="off",
        )
        name = st.text_input(texts.t("room.your_name"), max_chars=MAX_NAME, key="room.name", autocomplete="given-name")
        if st.form_submit_button(
            texts.t("room.enter"), key="room.enter", type="primary", icon=":material/login:", width="stretch"
        ):
            _enter(texts, code or "", name or "")
    st.caption(texts.t("room.about_name"))


def _enter(texts: Catalogue, code: str, name: str) -> None:
    own = token()
    assert own is not None
    entered = rooms().enter(code, name, token=own, address=address_of_visitor())
    if entered.room is not None:
        go_to_room(entered.room)
    elif entered.refusal is not None:
        st.error(refused(entered.refusal, texts), icon=":material/door_front:")


def refused(refusal: Refusal, texts: Catalogue) -> str:
    """A refusal of the door or of a host's deed in the reader's language."""
    if refusal.code == "room/wait":
        return texts.n("room/wait", math.ceil(float(refusal.params["seconds"])))
    return texts.t(refusal.code, **refusal.params)


def _open(texts: Catalogue) -> None:
    st.subheader(texts.t("room.open"), anchor=False)
    if not may_host():
        st.markdown(texts.t("room.host_needs_password"))
        ask_password(texts, "room.host")
        return
    with st.form("room_open", border=True):
        name = st.text_input(texts.t("room.your_name"), max_chars=MAX_NAME, key="room.host_name")
        title = st.text_input(
            texts.t("room.title"), max_chars=MAX_TITLE, key="room.title", placeholder=texts.t("room.title_example")
        )
        known = languages("tale")
        language = st.selectbox(
            texts.t("home.language"),
            known,
            index=known.index(words().language) if words().language in known else 0,
            format_func=tale_language,
            key="room.language",
        )
        plays = st.toggle(texts.t("room.i_play"), key="room.i_play", help=texts.t("room.about_i_play"))
        if st.form_submit_button(
            texts.t("room.open_now"), key="room.open_now", icon=":material/add_home:", width="stretch"
        ):
            _begin(texts, name or "", title or "", language, plays)
    st.caption(texts.t("room.about_open"))


def _begin(texts: Catalogue, name: str, title: str, language: str, plays: bool) -> None:
    own = token()
    assert own is not None
    if not name.strip():
        st.error(texts.t("room/name_missing"), icon=":material/badge:")
        return
    room = rooms().open(language=language, title=title, host=name, token=own, plan=Plan())
    if plays:
        rooms().choose(room, own, 0, watches=False)
    go_to_room(room)
