"""Referee at the table: for people who play with cards of paper. It writes down, listens, advises; people decide."""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import Deck, languages, load_deck
from companion.errors import DamagedSave
from companion.judge import Opinion
from companion.language.catalogue import Catalogue
from companion.table.noted import Notebook
from companion.ui.plain import plain
from companion.ui.referee import choices, rulings, telling
from companion.ui.referee.books import ENDING, go_to_new, notebooks, open_id, press
from companion.ui.second_opinion import beside
from companion.ui.session import second_opinions, words
from companion.ui.table.commands import show_notices


def page() -> None:
    texts = words()
    language = texts.language if texts.language in languages() else languages()[0]
    try:
        book = notebooks().open(open_id(), language)
    except DamagedSave as error:
        damaged(error, texts)
        return
    deck = load_deck(book.language, book.deck)
    with st.container():  # always there: where it came and went, the desk below would be taken down in mid-sentence
        if not book.lines:
            st.markdown(texts.t("notebook.begin"))
    left, right = st.columns([5, 4], gap="medium")
    with left:
        telling.tale_so_far(book, deck, texts)
    with right:
        if book.final:
            closed(book, texts)
        else:
            telling.write(book, texts)
            telling.heard(book, deck, texts)
            rulings.suggestions(book, texts)
    with st.container(width=900, key="notebook_below"):
        below(book, deck, texts)
        choices.keep(book, texts)
    show_notices()
    notebooks().warm(book)  # last, while the first sentence is being typed


def below(book: Notebook, deck: Deck, texts: Catalogue) -> None:
    """What is not needed at every sentence."""
    cards, decisions, ending, more = st.tabs(
        [texts.t(f"notebook.tab_{name}") for name in ("cards", "decisions", "ending", "settings")]
    )
    with cards:
        choices.cards_in_play(book, deck, texts)
    with decisions:
        rulings.objection(book, texts)
        rulings.log(book, texts)
    with ending:
        the_ending(book, texts)
    with more:
        choices.settings(book, texts)


def closed(book: Notebook, texts: Catalogue) -> None:
    """The ending stands: the tale is told."""
    with st.container(border=True, horizontal_alignment="center", key="notebook_closed"):
        st.markdown(f"### :material/auto_stories: {texts.t('notebook.closed')}", text_alignment="center")
        choices.download(book, texts, "notebook.download_closed")
        with st.container(horizontal_alignment="center", key=f"notebook_version_{book.version}"):
            st.button(
                texts.t("notebook.reopen"),
                key=f"notebook.reopen_{book.version}",
                icon=":material/edit:",
                type="tertiary",
                on_click=press,
                args=(notebooks().reopen, book),
            )


def the_ending(book: Notebook, texts: Catalogue) -> None:
    """The ending card that is read out, what the judge thinks of it, and what people decide."""
    if book.final:
        st.markdown(f"**{plain(book.final, 1000)}**")
        return
    if not book.lines:
        st.markdown(texts.t("notebook.ending_too_early"))
        return
    telling.read_ending(book, texts)
    if book.ending is None:
        return
    with st.container(border=True, gap="small", key="notebook_opinion"):
        st.markdown(f"*{rulings.quoted(book.ending.text, texts, 1000)}*")
        opinion(book, texts)
        rulings.decide(book, "ending", None, ENDING, texts)


def opinion(book: Notebook, texts: Catalogue) -> None:
    """The judge's opinion with its reasons, and the language model's; nothing where the table wants no advice."""
    assert book.ending is not None
    if book.mode == "off":
        return
    said, opinions = book.ending.opinion, second_opinions()
    told = [line.text for line in book.lines]
    matter = opinions.on_ending(book.id, book.language, told, book.ending.text) if opinions.offered else None
    beside(
        lambda: scripted_opinion(said, texts),
        lambda model: said is not None and isinstance(model, Opinion) and model.plausible != said.plausible,
        matter,
        texts,
        key=f"notebook.ask_judge_{book.version}",
    )


def scripted_opinion(said: Opinion | None, texts: Catalogue) -> None:
    if said is None:
        st.caption(texts.t("notebook.judge_silent"))
        return
    st.markdown(f":material/gavel: **{texts.t('notebook.fits' if said.plausible else 'notebook.does_not_fit')}**")
    for reason in said.reasons:
        icon = ":material/remove:" if reason.is_against else ":material/add:"
        quote = f" *{rulings.quoted(reason.quote, texts)}*" if reason.quote else ""
        st.markdown(f"{icon} {plain(reason.why(texts.language), 600)}{quote}")


def damaged(error: DamagedSave, texts: Catalogue) -> None:
    """This notebook cannot be read; others can."""
    st.warning(texts.t("notebook.damaged"), icon=":material/heart_broken:")
    st.text(str(error))
    st.button(
        texts.t("notebook.new"), key="notebook.new", type="primary", icon=":material/note_add:", on_click=go_to_new
    )


page()
