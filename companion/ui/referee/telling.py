"""The story as it is told, the desk where it is written down, and which cards the last sentence mentioned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import streamlit as st

from companion.decks.deck import Deck
from companion.language.catalogue import Catalogue
from companion.matching import Mention
from companion.rules.cards import Category
from companion.table.notebook import MAX_PASTED
from companion.table.noted import Notebook
from companion.ui.parts import SilenceClock, StoryFlag, StorySentence, Told, desk, story
from companion.ui.parts.base import part_key
from companion.ui.plain import plain
from companion.ui.referee.books import do, notebooks, press, restored, take_back, taken_back
from companion.ui.table.texts import desk_words, story_words

STORY_HEIGHT = 380
"""Pixels; on a phone it takes a third of the screen."""
Colour = Literal["yellow", "green", "orange", "blue", "violet"]
COLOURS: dict[Category, Colour] = {
    Category.CHARACTER: "yellow",
    Category.THING: "green",
    Category.PLACE: "orange",
    Category.ASPECT: "blue",
    Category.EVENT: "violet",
}


def tale_so_far(book: Notebook, deck: Deck, texts: Catalogue) -> None:
    """The story as prose, with the words underlined that mention cards in play."""
    sentences, paragraph = [], 0
    for line in book.lines:
        paragraph += line.begins_paragraph
        sentences.append(StorySentence(line.text, "", seat=0, turn=paragraph))
    flags = {
        index: [StoryFlag(deck.by_id[one.card], one.start, one.end, one.why) for one in found]
        for index in range(len(book.lines))
        if (found := known(book, index, deck))
    }
    story(
        sentences,
        flags,
        words=replace(story_words(texts), empty=texts.t("notebook.story_empty")),
        key=part_key("notebook_story", book.id),
        height=STORY_HEIGHT,
        final=book.final,
    )


def known(book: Notebook, index: int, deck: Deck) -> list[Mention]:
    """Mentions of cards that the deck still has."""
    return [one for one in book.mentions(index) if one.card in deck.by_id]


def write(book: Notebook, texts: Catalogue) -> None:
    """The desk: Enter sends, and what is half typed stays in the browser until it is kept here."""
    ticks = book.silence_seconds and not book.gentle
    desk(
        words=replace(
            desk_words(texts), label=texts.t("notebook.label"), placeholder=texts.t("notebook.placeholder"),
            send=texts.t("notebook.send"), hint=texts.t("notebook.hint"), too_long=_too_long(texts),
            empty=texts.t("notebook.nothing_told"),
        ),
        on_tell=lambda told: do(notebooks().tell, book, told.text, narration=told.id),
        key=part_key("notebook_desk", book.id),
        draft_key=f"notebook/{book.id}",
        clock=SilenceClock(float(book.silence_seconds), book.sign) if ticks else None,
        restored=restored(book),
        limit=MAX_PASTED,
    )  # fmt: skip
    # The version in the key tells tests, and whoever looks into the page, which state is on the screen.
    with st.container(horizontal=True, gap="small", key=f"notebook_version_{book.version}"):
        st.button(
            texts.t("notebook.undo"),
            # A key of its own at each version: a second click of a double click takes back nothing more.
            key=f"notebook.undo_{book.version}",
            icon=":material/undo:",
            type="tertiary",
            disabled=not book.lines,
            on_click=take_back,
            args=(book, taken_back(book)),
        )
        if ticks:
            st.button(
                texts.t("notebook.start_clock"),
                key="notebook.start_clock",
                icon=":material/timer:",
                type="tertiary",
                help=texts.t("notebook.about_start_clock"),
                on_click=press,
                args=(notebooks().start_clock, book),
            )


def read_ending(book: Notebook, texts: Catalogue) -> None:
    """A second desk, for the ending card."""
    words = replace(
        desk_words(texts), label=texts.t("notebook.ending_label"), placeholder=texts.t("notebook.ending_placeholder"),
        send=texts.t("notebook.ending_send"), hint=texts.t("notebook.ending_hint"),
        empty=texts.t("notebook.no_ending"),
    )  # fmt: skip

    def judge(told: Told) -> bool:
        return do(notebooks().judge, book, told.text)

    desk(words=words, on_tell=judge, key=part_key("notebook_ending", book.id), draft_key=f"notebook/{book.id}/ending")


def _too_long(texts: Catalogue) -> str:
    return texts.t("notebook.too_much", limit="{limit}", count="{count}")


def heard(book: Notebook, deck: Deck, texts: Catalogue) -> None:
    """Which cards in play were mentioned by what came last."""
    if not book.lines:
        return
    if not (book.cards or book.whole_deck):
        st.caption(texts.t("notebook.no_cards"))
        return
    badges = list(_badges(book, deck, texts))
    if not badges:
        st.caption(texts.t("notebook.nothing_mentioned"))
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="notebook_mentions"):
        st.caption(texts.t("notebook.mentioned"), width="content")
        for label, colour, why in badges:
            st.badge(label, color=colour, help=why)


def _badges(book: Notebook, deck: Deck, texts: Catalogue) -> Iterator[tuple[str, Colour, str]]:
    """Each card once: its surest mention in what came last."""
    best: dict[str, Mention] = {}
    for index in book.latest:
        for one in known(book, index, deck):
            if one.card not in best or (one.answer != "ask", one.score) > _sureness(best[one.card]):
                best[one.card] = one
    for one in best.values():
        card = deck.by_id[one.card]
        key = "notebook.in_doubt" if one.answer == "ask" else ("notebook.in_passing" if one.passing else "")
        name = texts.t(key, card=card.name) if key else card.name
        yield plain(name), COLOURS[card.category], plain(one.why, 400)


def _sureness(one: Mention) -> tuple[bool, float]:
    return one.answer != "ask", one.score
