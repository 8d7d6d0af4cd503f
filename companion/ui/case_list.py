"""The house's case law on the Deck page: read, change, delete, send to another house, take in."""

from __future__ import annotations

import streamlit as st

from companion.errors import BadInput, CompanionError
from companion.language.catalogue import Catalogue, catalogue, interface_languages
from companion.table import MAX_FILE, CaseRecord, cards_of
from companion.ui.host import ask_password, may_host
from companion.ui.plain import plain
from companion.ui.saved import tale_title
from companion.ui.session import moment, tables
from companion.ui.table.case_offer import case_fields
from companion.ui.table.commands import fault, notice, reason, show_notices

FEW = 20
"""Cases shown before "show more"."""
ALL = "case.all"


def case_law(texts: Catalogue) -> None:
    """The list with everything that can be done with it."""
    cases = tables().cases.all()
    st.markdown(texts.t("case.about") if cases else texts.t("case.none"))
    names, titles = cards_of(cases), _titles(texts, cases)
    shown = cases if st.session_state.get(ALL) else cases[:FEW]
    for case in shown:
        with st.container(border=True, key=f"case_{case.id}", gap="xsmall"):
            _row(texts, case, names[case.id], titles.get(case.game or "", ""))
    if hidden := len(cases) - len(shown):
        st.button(
            texts.n("case.show_all", hidden),
            key="case.show_all",
            type="tertiary",
            on_click=lambda: st.session_state.update({ALL: True}),
        )
    _files(texts, has_cases=bool(cases))
    show_notices()


def _titles(texts: Catalogue, cases: list[CaseRecord]) -> dict[str, str]:
    """Titles of the games that a case is for alone."""
    wanted = {case.game for case in cases if case.game}
    games = tables().games() if wanted else []
    return {game.id: tale_title(texts, game.title, game.seats) for game in games if game.id in wanted}


def _row(texts: Catalogue, case: CaseRecord, card: str, table: str) -> None:
    words, name = plain(case.words), plain(card)
    key = "case.row_stands" if case.stands else "case.row_refused"
    icon = ":material/check_circle:" if case.stands else ":material/block:"
    st.markdown(f"{icon} **{texts.t(key, words=words, card=name)}**")
    st.text(case.sentence)
    who = texts.t("case.by_host") if case.by == "host" else texts.t("case.by_vote", who=plain(case.who) or "–")
    whom = texts.t("case.of_table", table=plain(table)) if case.game else texts.t("case.of_all")
    language = catalogue(case.language).t("app.language_name") if case.language in interface_languages() else ""
    st.caption(" · ".join(part for part in (language, who, whom, moment(case.at, texts)) if part))
    with st.container(horizontal=True, horizontal_alignment="right"):
        if st.button(texts.t("case.change"), key=f"case_change_{case.id}", icon=":material/edit:", type="tertiary"):
            _change(texts, case)
        if st.button(texts.t("saved.delete"), key=f"case_delete_{case.id}", icon=":material/delete:", type="tertiary"):
            _confirm_delete(texts, case)


def _change(texts: Catalogue, case: CaseRecord) -> None:
    @st.dialog(texts.t("case.change_title"))
    def ask() -> None:
        st.text(case.sentence)
        if not may_host():
            ask_password(texts, "case.change", scope="fragment")
            return
        words, everywhere = case_fields(case.words, texts, is_for_all=case.game is None)
        if not st.button(texts.t("case.save"), key="case.save", type="primary", width="stretch"):
            return
        try:
            no = tables().cases.change(case.id, words, everywhere=everywhere)
        except CompanionError as error:
            fault(error)
            st.rerun()
        if no is not None:
            st.warning(reason(no, texts), icon=":material/edit:")
            return
        st.rerun()

    ask()


def _confirm_delete(texts: Catalogue, case: CaseRecord) -> None:
    @st.dialog(texts.t("case.delete_title"))
    def ask() -> None:
        st.text(case.sentence)
        if not may_host():
            ask_password(texts, "case.delete", scope="fragment")
            return
        st.markdown(texts.t("case.delete_warning"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            if st.button(texts.t("saved.keep"), key="case.leave"):
                st.rerun()
            if st.button(texts.t("saved.delete_now"), key="case.delete_now", type="primary"):
                try:
                    tables().cases.delete(case.id)
                except CompanionError as error:
                    fault(error)
                st.rerun()

    ask()


def _files(texts: Catalogue, *, has_cases: bool) -> None:
    if has_cases:
        st.download_button(
            texts.t("case.download"),
            lambda: tables().cases.written(),
            file_name="case-law.json",
            mime="application/json",
            key="case.download",
            icon=":material/download:",
            on_click="ignore",
        )
    with st.expander(texts.t("case.upload"), icon=":material/upload_file:", key="case.upload"):
        if not may_host():
            ask_password(texts, "case.host")
            return
        file = st.file_uploader(
            texts.t("case.about_upload"), type="json", max_upload_size=MAX_FILE // 1_000_000, key="case.file"
        )
        if st.button(texts.t("case.take_in"), key="case.take_in", disabled=file is None) and file is not None:
            _take_in(texts, file.getvalue())


def _take_in(texts: Catalogue, content: bytes) -> None:
    try:
        new, known = tables().cases.receive(content)
    except BadInput as error:
        st.warning(texts.t("case.fault"), icon=":material/edit:")
        st.text(str(error))
        return
    except CompanionError as error:
        fault(error)
        return
    notice(texts.n("case.taken", new) + (f" {texts.n('case.known', known)}" if known else ""))
    st.rerun()
