"""What greets somebody: five cards of the game; and a page on which there is nothing yet, with the way to begin."""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import languages, load_deck
from companion.language.catalogue import Catalogue
from companion.ui.parts.fan import fan

SHOWN = ("wolf", "forest", "transformation", "crown", "flying")
"""One card of each category."""


def cards_of_the_game(texts: Catalogue, key: str) -> None:
    """Draws them like a hand."""
    deck = load_deck(texts.language if texts.language in languages() else languages()[0])
    cards = [deck.by_id[card] for card in SHOWN if card in deck.by_id]
    fan(cards, alt=texts.t("home.fan", names=", ".join(card.name for card in cards)), key=key)


def nothing_yet(texts: Catalogue, said: str, key: str) -> None:
    """The page has nothing to show: why, in the middle, and what to do. `said`: a key of the catalogue."""
    with st.container(horizontal_alignment="center", key=f"{key}.nothing"):
        st.space("medium")
        with st.container(width=_WIDTH):
            cards_of_the_game(texts, f"{key}.cards")
        st.markdown(texts.t(said), width=_WIDTH, text_alignment="center")
        st.page_link("screens/home.py", label=texts.t("tales.to_home"), icon=":material/auto_stories:", width="content")


_WIDTH = 420
"""Pixels: a line that is read at a glance; narrower on a phone."""
