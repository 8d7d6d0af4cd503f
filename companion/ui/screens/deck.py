"""Deck: every story card and ending, in all the deck's languages side by side, with filters; the house's case law."""

from __future__ import annotations

from typing import get_args

import streamlit as st

from companion.decks.deck import Card, Deck, Level, languages, load_deck
from companion.language.catalogue import Catalogue
from companion.rules.cards import Category
from companion.ui.book import readings
from companion.ui.case_list import case_law
from companion.ui.parts.gallery import GalleryCard, gallery
from companion.ui.plain import plain
from companion.ui.search import rank
from companion.ui.session import words
from companion.ui.wording import categories, gallery_words


def page() -> None:
    texts = words()
    # The reader's own language comes first.
    order = sorted(languages(), key=lambda code: (code != texts.language, code))
    decks = {code: load_deck(code) for code in order}
    cards, endings, law = st.tabs([texts.t("deck.cards"), texts.t("deck.endings"), texts.t("deck.cases")])
    with cards:
        story_cards(texts, decks)
    with endings:
        ending_cards(texts, decks)
    with law, st.container(width=900, key="case_law"):
        case_law(texts)


@st.fragment
def story_cards(texts: Catalogue, decks: dict[str, Deck]) -> None:
    names = categories(texts)
    sought = st.text_input(
        texts.t("deck.search"),
        key="deck_search",
        type="search",
        placeholder=texts.t("deck.search_hint"),
        icon=":material/search:",
        live=True,
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kinds = st.pills(
            texts.t("deck.categories"),
            list(Category),
            selection_mode="multi",
            format_func=lambda kind: names[kind],
            key="deck_categories",
            wrap=True,
        )
        levels = st.pills(texts.t("deck.level"), get_args(Level), selection_mode="multi", key="deck_levels", wrap=True)
        interrupts = st.toggle(texts.t("deck.only_interrupts"), key="deck_interrupts")
    wanted = [faces for faces in by_card(decks) if is_wanted(faces, set(kinds or ()), set(levels or ()), interrupts)]
    found = best_first(wanted, (sought or "").strip())
    st.caption(texts.n("deck.found", len(found)))
    if not found:
        st.markdown(texts.t("deck.nothing"))
    notes = readings(texts.language)
    shown = [GalleryCard(faces, notes.get(next(iter(faces.values())).id, "")) for faces in found]
    gallery(shown, words=gallery_words(texts), key="gallery")


def by_card(decks: dict[str, Deck]) -> list[dict[str, Card]]:
    """Each card's faces by language."""
    first = next(iter(decks.values()))
    return [{code: deck.by_id[card.id] for code, deck in decks.items()} for card in first.cards]


def is_wanted(faces: dict[str, Card], kinds: set[Category], levels: set[str], interrupts: bool) -> bool:
    """Does the card pass every filter? An empty filter lets all pass."""
    card = next(iter(faces.values()))
    if (kinds and card.category not in kinds) or (interrupts and not card.interrupt):
        return False
    return not levels or any(face.face.level in levels for face in faces.values())


def best_first(cards: list[dict[str, Card]], sought: str) -> list[dict[str, Card]]:
    """The cards that a search finds; all of them, as they lie in the deck, while nothing is sought."""
    if not sought:
        return cards
    ranked = [(found, faces) for faces in cards if (found := rank(faces, sought)) is not None]
    return [faces for _, faces in sorted(ranked, key=lambda pair: pair[0])]


def ending_cards(texts: Catalogue, decks: dict[str, Deck]) -> None:
    first = next(iter(decks.values()))
    for ending in first.endings:
        with st.container(border=True, key=f"ending_{ending}"):
            for place, deck in zip(st.columns(len(decks)), decks.values(), strict=True):
                place.markdown(plain(deck.endings[ending], limit=300))


page()
