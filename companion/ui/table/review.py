"""After a game: what one person let go by and used, words that were new, and mistakes."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from companion.decks.deck import Card, Deck
from companion.language.catalogue import Catalogue
from companion.language.level import LEVELS
from companion.rules import tale
from companion.rules.cards import Category
from companion.rules.kernel import Seat
from companion.table import TableView
from companion.table.mistakes import Mistake, Mistakes
from companion.table.practice import Chance, NewWord, Review
from companion.ui.fragment import own_part
from companion.ui.plain import plain
from companion.ui.session import second_opinions, tables

SHOWN = 5
"""Chances and words that are shown at once; the others unfold."""
_COLOURS = {
    Category.CHARACTER: "yellow",
    Category.THING: "green",
    Category.PLACE: "orange",
    Category.ASPECT: "blue",
    Category.EVENT: "violet",
}
"""Colours of the theme, as the cards have them."""
_LONGEST = 1000
"""Characters of a sentence."""


def learner(view: TableView) -> Seat | None:
    """The one person of a finished game; None: it is not over, or there are several, and none is told of the others."""
    people = [seat for seat, info in enumerate(view.seats) if info.kind == "human"]
    return people[0] if view.tale.phase is tale.Phase.OVER and len(people) == 1 else None


@own_part
def show_review(view: TableView, seat: Seat, deck: Deck, texts: Catalogue) -> None:
    """The whole review. A fragment: another level draws nothing else anew."""
    key = f"review.level_{view.game}"
    review = tables().practice.review(view.game, seat, st.session_state.get(key))
    if review is None:
        return
    with st.container(key="review"):
        with st.container(gap="xxsmall"):
            st.markdown(f"### {texts.t('review.title')}")
            if summary := _summary(review, texts):
                st.caption(summary)
        left, right = st.columns([3, 2], gap="large")
        with left:
            _chances(view, review, deck, texts)
        with right:
            _words(review, key, texts)
        if second_opinions().offered and review.own:
            _mistakes(view, review, texts)


def _summary(review: Review, texts: Catalogue) -> str:
    used, missed = len(review.used), len(review.missed)
    said = [texts.n("review.used", used)] if used else []
    return " ".join([*said, texts.n("review.missed", missed)] if missed else said)


def _chances(view: TableView, review: Review, deck: Deck, texts: Catalogue) -> None:
    if tale.ClaimHow.ELEMENT not in view.tale.played.claims:
        return  # nobody could take the story over, so nobody has listened well or badly for that
    st.markdown(f"#### :material/hearing: {texts.t('review.missed_title')}")
    if not review.missed:
        st.markdown(texts.t("review.missed_none"))
    for one in review.missed[:SHOWN]:
        _chance(one, deck)
    if more := review.missed[SHOWN:]:
        with st.expander(texts.n("review.more_missed", len(more))):
            for one in more:
                _chance(one, deck)
    if review.used:
        st.markdown(f"#### :material/front_hand: {texts.t('review.used_title')}")
        for one in review.used:
            _chance(one, deck, with_reason=False)


def _chance(one: Chance, deck: Deck, *, with_reason: bool = True) -> None:
    card = deck.by_id.get(one.card)
    if card is None:
        return
    colour = _COLOURS[card.category]
    with st.container(gap="xxsmall"):
        st.markdown(_badge(card, colour))
        st.markdown(_marked(one.text, one.start, one.quote, f"{colour}-background"))
        if with_reason and one.why:
            st.caption(plain(one.why, 400))


def _badge(card: Card, colour: str) -> str:
    bolt = ":material/bolt: " if card.interrupt else ""
    return f":{colour}-badge[{bolt}{plain(card.name)}]"


def _words(review: Review, key: str, texts: Catalogue) -> None:
    st.markdown(f"#### :material/school: {texts.t('review.words_title')}")
    st.segmented_control(
        texts.t("review.level"),
        LEVELS,
        default=review.level,
        required=True,
        key=key,
        help=texts.t("review.about_level"),
    )
    if not review.words:
        st.markdown(texts.t("review.words_none"))
    _word_list(review.words[:SHOWN])
    if more := review.words[SHOWN:]:
        with st.expander(texts.n("review.more_words", len(more))):
            _word_list(more)


def _word_list(words: Sequence[NewWord]) -> None:
    for one in words:
        often = f" ×{one.count}" if one.count > 1 else ""
        with st.container(gap="xxsmall"):
            st.markdown(f"**{plain(one.lemma)}** :gray-badge[{one.level}]{often}")
            sentence = _marked(one.text, one.start, one.text[one.start : one.end], "primary", strong=True)
            st.markdown(f":small[{sentence}]")


def _mistakes(view: TableView, review: Review, texts: Catalogue) -> None:
    """The model's findings, or a button that asks for them."""
    st.markdown(f"#### :material/spellcheck: {texts.t('review.mistakes_title')}")
    matter = second_opinions().on_own_sentences(view.game, view.language, review.own)
    if (known := matter.known) is not None:
        for one in known.found:
            _mistake(one, review.own[one.sentence])
        st.caption(texts.t("review.mistakes_by_model" if known.found else "review.mistakes_none"))
        return
    failed = f"review.mistakes_failed_{view.game}"
    st.caption(texts.t("review.about_mistakes"))
    place = st.empty()  # while the model thinks there is nothing to press a second time
    if place.button(texts.t("review.ask_mistakes"), key=f"review.mistakes_{view.game}", icon=":material/psychology:"):
        with place, st.spinner(texts.t("question.model_thinks")):
            answer = matter.ask()
        st.session_state[failed] = "" if isinstance(answer, Mistakes) else answer.reason
        st.rerun()
    if reason := st.session_state.get(failed):
        text = "review.mistakes_spent" if reason == "spent" else "review.mistakes_silent"
        st.caption(f":material/info: {texts.t(text)}")


def _mistake(one: Mistake, sentence: str) -> None:
    with st.container(gap="xxsmall"):
        st.markdown(_marked(sentence, one.start, one.wrong, "red-background"))
        st.markdown(f":red[~~{plain(one.wrong, 300)}~~] → :green[**{plain(one.better, 300)}**]")
        if one.why:
            st.caption(plain(one.why, 400))


def _marked(text: str, start: int, quote: str, how: str, *, strong: bool = False) -> str:
    """The text as Markdown with the quote in that colour of Streamlit's."""
    end = start + len(quote)
    if not quote or text[start:end] != quote:
        return plain(text, _LONGEST)
    before, after = text[:start], text[end:]
    left = plain(before, _LONGEST) + (" " if before[-1:].isspace() else "")
    right = (" " if after[:1].isspace() else "") + plain(after, _LONGEST)
    middle = f"**{plain(quote, _LONGEST)}**" if strong else plain(quote, _LONGEST)
    return f"{left}:{how}[{middle}]{right}"
