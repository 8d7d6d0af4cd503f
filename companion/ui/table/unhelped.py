"""Cards at a table where the game does not show what was mentioned: the player says which sentence a card is for."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from companion.decks.deck import Deck
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.table import TableView
from companion.ui.plain import plain
from companion.ui.table.commands import reason, send
from companion.ui.table.texts import claim_warning

SENTENCES = 4
"""The latest of those that count: older ones are seldom meant, and a long list hides the button on a phone."""


def choose_lay(view: TableView, seat: Seat, card: str, one: str, deck: Deck, texts: Catalogue) -> None:
    """The narrator's card, for a sentence of the narrator's choice. `one`: the command's id."""
    assert view.can is not None
    choice = view.can.cards[card]

    @st.dialog(texts.t("table.lay_title", card=plain(deck.by_id[card].name)))
    def ask() -> None:
        if choice.lay is not None:
            st.markdown(reason(choice.lay, texts))
            return
        sentence = _which(view, texts.t("table.lay_which"), "table.lay_which")
        st.caption(texts.t("table.lay_unhelped"))
        if st.button(texts.t("table.lay_now"), key="table.lay_now", type="primary", width="stretch"):
            send(view.game, tale.LayCard(seat, card, sentence), one)
            st.rerun()

    ask()


def choose_claim(
    view: TableView, seat: Seat, card: str, deck: Deck, texts: Catalogue, claim: Callable[[tale.Claim], bool]
) -> None:
    """A rival's card, for a sentence of the rival's choice, or as an interrupt card if it can be one now."""
    assert view.can is not None
    choice = view.can.cards[card]

    @st.dialog(texts.t("table.claim_title", card=plain(deck.by_id[card].name)))
    def ask() -> None:
        if choice.claim is not None and choice.interrupt is not None:
            st.markdown(reason(choice.claim, texts))
            return
        if choice.claim is None:
            sentence = _which(view, texts.t("table.claim_which"), "table.claim_which")
            st.caption(claim_warning(view, texts))
            if st.button(texts.t("table.claim_now"), key="table.claim_now", type="primary", width="stretch"):
                claim(tale.Claim(seat, card, tale.ClaimHow.ELEMENT, sentence))
                st.rerun()
        if choice.interrupt is None and st.button(
            texts.t("table.claim_interrupt"), key="table.claim_interrupt", icon=":material/bolt:", width="stretch"
        ):
            claim(tale.Claim(seat, card, tale.ClaimHow.INTERRUPT))
            st.rerun()

    ask()


def _which(view: TableView, label: str, key: str) -> int:
    """The index of the sentence that the player means; at first the latest."""
    assert view.can is not None
    recent = range(view.can.since, len(view.tale.sentences))[-SENTENCES:]
    return st.radio(
        label,
        recent,
        index=len(recent) - 1,
        format_func=lambda index: plain(view.tale.sentences[index].text, 160),
        key=key,
    )
