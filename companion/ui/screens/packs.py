"""Packs of quiz questions: those of the house to read and copy, own ones to make and change."""

from __future__ import annotations

import streamlit as st

from companion.errors import BadInput, CompanionError
from companion.language.catalogue import Catalogue
from companion.questions import LEVELS, Pack
from companion.table.packs import PackSummary
from companion.ui.host import ask_password, may_host
from companion.ui.packs.choice import house_packs, named_pack, option_name, vocabularies
from companion.ui.packs.own import downloads, editor, new_pack
from companion.ui.plain import plain
from companion.ui.saved import Removal, delete_button
from companion.ui.session import LANGUAGE_KEY, moment, packs, words
from companion.ui.wording import tale_language

PACK_KEY = "pack"
"""The parameter in the address that names the pack that is open."""


def page() -> None:
    texts = words()
    opened = st.query_params.get(PACK_KEY)
    if opened is not None:
        _opened(opened, texts)
        return
    st.markdown(texts.t("packs.invitation"))
    made = None
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _own_packs(texts)
        _house_packs(texts)
    with right:
        if may_host():
            made = new_pack(texts)
        else:
            with st.container(border=True, key="packs_password"):
                st.markdown(texts.t("packs.host_only"))
                ask_password(texts, "packs.host")
        st.page_link("screens/hill.py", label=texts.t("packs.to_hill"), icon=":material/landscape:")
    if made is not None:
        _open(made)


def _open(pack: str | None) -> None:
    query = {PACK_KEY: pack} if pack else {}
    st.switch_page("screens/packs.py", query_params={**query, LANGUAGE_KEY: words().language})


def _own_packs(texts: Catalogue) -> None:
    st.subheader(texts.t("packs.own"), anchor=False)
    found = packs().list()
    if not found:
        st.markdown(texts.t("packs.none"))
    for one in found:
        with st.container(border=True, key=f"pack_{one.id}", gap="xsmall"):
            _own(one, texts)


def _own(one: PackSummary, texts: Catalogue) -> None:
    st.markdown(f"**{plain(one.title)}**")
    parts = [texts.n("packs.size", one.questions), tale_language(one.language), moment(one.updated, texts)]
    st.caption(" · ".join(parts))
    with st.container(horizontal=True, horizontal_alignment="right"):
        removal = Removal(packs().delete, texts.t("packs.delete_title"), texts.t("packs.delete_warning"))
        delete_button(texts, one.id, one.title, removal)
        if st.button(texts.t("packs.open"), key=f"packs.open_{one.id}", icon=":material/edit:"):
            _open(one.id)


def _opened(id: str, texts: Catalogue) -> None:
    if st.button(texts.t("packs.back"), key="packs.back", icon=":material/arrow_back:", type="tertiary"):
        _open(None)
    if not may_host():
        ask_password(texts, "packs.host")
        return
    own = packs().load(id)
    if own is None:
        st.warning(texts.t("packs.gone"), icon=":material/search_off:")
        return
    editor(own, texts)
    st.markdown(texts.t("packs.as_file"))
    downloads(own.pack, texts, f"packs.own_{id}")


def _house_packs(texts: Catalogue) -> None:
    st.subheader(texts.t("packs.of_house"), anchor=False)
    for option in (*house_packs(texts), *vocabularies(texts)):
        with st.expander(option_name(option, texts), icon=":material/quiz:", key=f"packs.{'_'.join(option)}"):
            # A vocabulary takes a second to make: only when somebody wants to see it.
            if st.toggle(texts.t("packs.show"), key=f"packs.show_{'_'.join(option)}"):
                _of_house(option, texts)


def _of_house(option: tuple[str, str, str], texts: Catalogue) -> None:
    try:
        pack = named_pack(*option)
    except BadInput as fault:
        st.error(texts.t(fault.code), icon=":material/heart_broken:")
        return
    assert pack is not None
    counts = {level: sum(one.level == level for one in pack.questions) for level in LEVELS}
    by_level = " · ".join(f"{level}: {count}" for level, count in counts.items() if count)
    st.markdown(f"{plain(pack.about, 600)}\n\n{texts.n('packs.size', len(pack.questions))} · {by_level}")
    downloads(pack, texts, f"packs.files_{'_'.join(option)}")
    if may_host():
        st.button(
            texts.t("packs.copy"),
            key=f"packs.copy_{'_'.join(option)}",
            icon=":material/content_copy:",
            help=texts.t("packs.about_copy"),
            on_click=_copy,
            args=(pack, texts),
        )


def _copy(pack: Pack, texts: Catalogue) -> None:
    try:
        packs().add(pack)
    except CompanionError as error:
        st.toast(texts.t(error.code), icon=":material/error:")
        return
    st.toast(texts.t("packs.copied"), icon=":material/check_circle:")


page()
