"""The referee's suggestions, what people decide about them, and the log of it."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.referee import Suggestion
from companion.table.notebook import MAX_NOTE
from companion.table.noted import About, Notebook, NotedRuling
from companion.table.noted_text import about_text, details_text, verdict_text
from companion.table.second_opinion import Matter, Said
from companion.ui.plain import beside_others, one_line, plain
from companion.ui.referee.books import OBJECTION, last_by, notebooks, press, rule
from companion.ui.second_opinion import second_opinion
from companion.ui.session import moment, second_opinions

SHOWN = 3
"""Suggestions that are shown at once: a long text that was pasted may bring many."""
RECENT = 40
"""Lines that can be objected to, the latest first."""


def suggestions(book: Notebook, texts: Catalogue) -> None:
    """What the referee says of what came last, unless people have decided; the button that asks it."""
    waiting = [
        (index, found)
        for index in book.latest
        if (found := book.suggestion(index)) is not None and found.verdict != "ok" and not book.ruled(index)
    ]
    for index, found in waiting[:SHOWN]:
        _suggestion(book, index, found, texts)
    if (more := len(waiting) - SHOWN) > 0:
        st.caption(texts.n("notebook.more_suggestions", more))
    _ask(book, texts, is_answered=bool(waiting))
    if book.mode != "off" and book.lines and not any(book.ruled(index) for index in book.latest):
        second_opinion(_latest(book), texts, key=f"notebook.ask_model_{book.version}", played=book.abouts)


def _latest(book: Notebook) -> Matter[Said] | None:
    """What the language model can be asked about; None: there is no model."""
    opinions = second_opinions()
    told = [line.text for line in book.lines]
    if not opinions.offered:
        return None
    return opinions.on_narration(book.id, book.language, book.deck, told, book.latest.start)


def _suggestion(book: Notebook, index: int, found: Suggestion, texts: Catalogue) -> None:
    about: About = found.verdict  # type: ignore[assignment]  # "ok" is never shown
    with st.container(border=True, gap="small", key=f"notebook_suggestion_{index}"):
        key = "notebook.suggests_gently" if book.gentle else "notebook.suggests"
        st.markdown(f":material/gavel: **{texts.t(key, about=about_text(about, texts))}**")
        for one in found.evidence:
            st.markdown(f"*{quoted(one.quote, texts)}*  \n{plain(one.why(texts.language), 600)}")
            if one.earlier:
                st.markdown(f"{texts.t('notebook.earlier')} *{quoted(one.earlier, texts, 1000)}*")
        decide(book, about, index, f"notebook_rule_{book.version}_{index}", texts)


def quoted(text: str, texts: Catalogue, limit: int = 300) -> str:
    """Told words in quotation marks, for a page's Markdown."""
    return texts.t("notebook.quote", quote=plain(text, limit))


def decide(book: Notebook, about: About, index: int | None, form: str, texts: Catalogue) -> None:
    """Who decides, why, and the two verdicts."""
    with st.container(horizontal=True, gap="small"):
        st.session_state.setdefault(f"{form}_by", last_by())
        st.text_input(texts.t("notebook.by"), key=f"{form}_by", max_chars=MAX_NOTE)
        st.text_input(
            texts.t("notebook.reason"), key=f"{form}_reason", max_chars=MAX_NOTE,
            placeholder=texts.t("notebook.reason_hint"),
        )  # fmt: skip
    which = "ending" if about == "ending" else "objection"
    with st.container(horizontal=True, gap="small"):
        st.button(
            texts.t(f"notebook.{which}_upheld"),
            key=f"{form}_upheld",
            width="stretch",
            icon=":material/check:",
            on_click=rule,
            args=(book, about, "upheld", index, form),
        )
        st.button(
            texts.t(f"notebook.{which}_rejected"),
            key=f"{form}_rejected",
            width="stretch",
            icon=":material/close:",
            on_click=rule,
            args=(book, about, "rejected", index, form),
        )


def _ask(book: Notebook, texts: Catalogue, *, is_answered: bool) -> None:
    """In a quiet mode the referee speaks only when somebody asks; what it has nothing against, it says only then."""
    if book.mode == "off" or not book.lines or is_answered:
        return
    last = book.lines[-1]
    if last.asked:
        ruled = any(book.ruled(index) for index in book.latest)
        if not ruled:
            silent = last.suggestion is None
            st.caption(texts.t("notebook.referee_silent" if silent else "notebook.nothing_against"))
    elif book.mode == "request" or last.suggestion is None:
        st.button(
            texts.t("notebook.ask"),
            key=f"notebook.ask_{book.version}",
            icon=":material/gavel:",
            on_click=press,
            args=(notebooks().ask, book),
        )


def objection(book: Notebook, texts: Catalogue) -> None:
    """Somebody at the table objects, whatever the referee says."""
    if not book.lines:
        st.markdown(texts.t("notebook.no_lines"))
        return
    lines = list(range(len(book.lines)))[-RECENT:][::-1]
    index = st.selectbox(
        texts.t("notebook.which_line"),
        lines,
        format_func=lambda place: _label(book, place),
        key=f"notebook.line_{book.id}_{len(book.lines)}",
    )
    about = st.pills(
        texts.t("notebook.which_about"),
        book.abouts,
        default=book.abouts[0],
        required=True,
        format_func=lambda one: about_text(one, texts),
        key=f"notebook.about_{book.id}_{book.gentle}",
    )
    if index is not None and about in book.abouts:
        st.caption(texts.t(f"challenge.about_{about}"))
        decide(book, about, index, OBJECTION, texts)


def _label(book: Notebook, place: int) -> str:
    if not 0 <= place < len(book.lines):
        return ""
    line = one_line(book.lines[place].text)
    return f"{place + 1}. {beside_others(line if len(line) <= 70 else line[:69] + '…')}"


def log(book: Notebook, texts: Catalogue) -> None:
    """What was decided, the latest first."""
    st.markdown(f"##### {texts.t('notebook.log')}")
    if not book.rulings:
        st.caption(texts.t("notebook.log_empty"))
    for ruling in reversed(book.rulings):
        _logged(ruling, texts)


def _logged(ruling: NotedRuling, texts: Catalogue) -> None:
    icon = ":material/check_circle:" if ruling.verdict == "upheld" else ":material/cancel:"
    with st.container(gap="xxsmall"):
        st.markdown(f"{icon} **{plain(verdict_text(ruling, texts))}**")
        st.markdown(f"*{quoted(ruling.line, texts)}*")
        details = filter(None, [details_text(ruling, texts), moment(ruling.at, texts)])
        st.caption(plain(" · ".join(details), 800))
