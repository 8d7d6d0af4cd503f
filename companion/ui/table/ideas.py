"""Ideas on demand: three ways in which the house would bring a card of the own hand into the tale."""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import Deck
from companion.errors import CompanionError
from companion.language.catalogue import Catalogue
from companion.rules.kernel import Seat
from companion.table import TableView
from companion.ui.fragment import own_part
from companion.ui.plain import plain
from companion.ui.session import tables


@own_part
def ideas(view: TableView, seat: Seat, deck: Deck, texts: Catalogue) -> None:
    """A quiet button for the narrator; nothing at a table without help, or with no card to tell of.

    A fragment: whoever looks for an idea has a half-written sentence on the desk.
    """
    if view.help == "none" or not view.tale.hand:
        return
    with st.popover(texts.t("ideas.open"), icon=":material/emoji_objects:", type="tertiary", key="ideas.open"):
        card = st.pills(
            texts.t("ideas.card"),
            view.tale.hand,
            format_func=lambda one: plain(deck.by_id[one].name),
            key=f"ideas.card_{view.game}_{view.version}",
        )
        if card is None:
            st.caption(texts.t("ideas.about"))
            return
        try:
            ways = tables().practice.ideas(view.game, seat, card)
        except CompanionError as error:
            st.warning(texts.t(error.code if texts.has(error.code) else "error/unknown"))
            return
        for number, way in enumerate(ways, start=1):
            st.text(f"{number}. {way}")  # as it stands: somebody may copy it to the desk
        st.caption(texts.t("ideas.own_words" if ways else "ideas.none"))
