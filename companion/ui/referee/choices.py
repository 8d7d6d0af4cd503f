"""What a table chooses for its notebook: cards in play, language, how much the referee says; and keeping the tale."""

from __future__ import annotations

from functools import partial

import streamlit as st

from companion.decks.deck import Deck, languages
from companion.exports.notes import Notes, notes_as_markdown
from companion.exports.transcript import file_name
from companion.language.catalogue import Catalogue, catalogue, interface_languages
from companion.table.noted import MODES, Notebook
from companion.table.noted_text import ruling_text
from companion.ui.plain import beside_others
from companion.ui.referee.books import do, go_to_new, notebooks
from companion.ui.saved import first_words
from companion.ui.session import day

CLOCK = (0, 5, 10, 15, 20, 30, 45, 60, 90, 120)
"""Seconds of silence; 0: no clock."""


def cards_in_play(book: Notebook, deck: Deck, texts: Catalogue) -> None:
    """Chosen from the deck by typing a few letters of a name."""
    st.toggle(
        texts.t("notebook.whole_deck"),
        book.whole_deck,
        key=f"notebook.whole_deck_{book.id}",
        help=texts.t("notebook.about_whole_deck"),
        on_change=_chosen,
        args=(book, "whole_deck"),
    )
    if book.whole_deck:
        return
    names = {card.id: card.name for card in sorted(deck.cards, key=lambda card: card.name.casefold())}
    st.multiselect(
        texts.t("notebook.cards"),
        list(names),
        [card for card in book.cards if card in names],
        format_func=lambda card: names.get(card, ""),
        # A list in another language is another list: the names of the old one would stay on the screen.
        key=f"notebook.cards_{book.id}_{book.language}",
        placeholder=texts.t("notebook.cards_hint"),
        select_all=False,  # that is what the switch above is for, and it speaks the reader's language
        help=texts.t("notebook.about_cards"),
        on_change=_chosen,
        args=(book, "cards", f"notebook.cards_{book.id}_{book.language}"),
    )


def settings(book: Notebook, texts: Catalogue) -> None:
    """Language of the tale, the referee's mode, gentleness, and the silence clock."""
    st.segmented_control(
        texts.t("home.language"),
        languages(book.deck),
        default=book.language,
        required=True,
        format_func=lambda code: catalogue(code).t("app.language_name") if code in interface_languages() else code,
        key=f"notebook.language_{book.id}",
        on_change=_chosen,
        args=(book, "language"),
    )
    st.radio(
        texts.t("notebook.mode"),
        MODES,
        MODES.index(book.mode),
        format_func=lambda mode: texts.t(f"notebook.mode_{mode}"),
        captions=[texts.t(f"notebook.about_mode_{mode}") for mode in MODES],
        key=f"notebook.mode_{book.id}",
        on_change=_chosen,
        args=(book, "mode"),
    )
    st.toggle(
        texts.t("notebook.gentle"),
        book.gentle,
        key=f"notebook.gentle_{book.id}",
        help=texts.t("notebook.about_gentle"),
        on_change=_chosen,
        args=(book, "gentle"),
    )
    if not book.gentle:
        st.select_slider(
            texts.t("home.clock"),
            sorted({*CLOCK, book.silence_seconds}),
            book.silence_seconds,
            format_func=lambda s: texts.n("home.seconds", s) if s else texts.t("home.clock_off"),
            help=texts.t("home.about_clock"),
            key=f"notebook.silence_seconds_{book.id}",
            on_change=_chosen,
            args=(book, "silence_seconds"),
        )


def _chosen(book: Notebook, choice: str, key: str = "") -> None:
    value = st.session_state.get(key or f"notebook.{choice}_{book.id}")
    if value is not None:
        do(partial(notebooks().choose, book, **{choice: value}))


def keep(book: Notebook, texts: Catalogue) -> None:
    """The document, a new tale, and throwing all away."""
    st.caption(texts.t("notebook.kept_here"))
    with st.container(horizontal=True, gap="small"):
        download(book, texts, "notebook.download")
        st.button(
            texts.t("notebook.new"),
            key="notebook.new",
            icon=":material/note_add:",
            help=texts.t("notebook.about_new"),
            on_click=go_to_new,
        )
        if st.button(
            texts.t("notebook.clear"),
            key="notebook.clear",
            icon=":material/delete:",
            type="tertiary",
            disabled=not (book.lines or book.rulings),
        ):
            _confirm_clear(book, texts)


def download(book: Notebook, texts: Catalogue, key: str) -> None:
    """The story with its log as Markdown."""
    title = first_words(book.lines[0].text) if book.lines else ""
    st.download_button(
        texts.t("notebook.download"),
        partial(_document, book, texts, title) if book.lines else "",
        file_name=file_name(title),
        mime="text/markdown",
        key=key,
        icon=":material/download:",
        on_click="ignore",
        disabled=not book.lines,
    )


def _document(book: Notebook, texts: Catalogue, title: str) -> str:
    paragraphs: list[str] = []
    for line in book.lines:
        if line.begins_paragraph or not paragraphs:
            paragraphs.append(line.text)
        else:
            paragraphs[-1] += f" {line.text}"
    rulings = tuple(beside_others(ruling_text(one, texts)) for one in book.rulings)
    return notes_as_markdown(Notes(title, day(book.lines[0].at, texts), tuple(paragraphs), book.final, rulings), texts)


def _confirm_clear(book: Notebook, texts: Catalogue) -> None:
    @st.dialog(texts.t("notebook.clear_title"))
    def ask() -> None:
        st.markdown(texts.t("notebook.clear_warning"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            st.button(texts.t("saved.keep"), key="notebook.clear_not", on_click=st.rerun)
            st.button(
                texts.t("notebook.clear_now"), key="notebook.clear_now", type="primary", on_click=_clear, args=(book,)
            )

    ask()


def _clear(book: Notebook) -> None:
    do(notebooks().clear, book)
    st.rerun()  # closes the question
