"""When the table has decided otherwise than the game: may this reading be remembered?"""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import Deck
from companion.errors import CompanionError
from companion.language.catalogue import Catalogue
from companion.table import MAX_WORDS, Overruled, TableView
from companion.ui.host import may_host
from companion.ui.plain import plain
from companion.ui.session import tables
from companion.ui.table.commands import fault, notice, reason


def offer(view: TableView, deck: Deck, texts: Catalogue) -> None:
    """A quiet line with a button, as long as there is something to remember."""
    found = view.overruled
    if found is None or found.card not in deck.by_id:
        return
    card = plain(deck.by_id[found.card].name)
    with st.container(gap="xsmall", key="case_offer"):
        said = texts.t("case.offer_stands", card=card) if found.stands else texts.t("case.offer_refused", card=card)
        st.caption(f":material/gavel: {said}")
        # A key of its own at each version: the second click of a double click must not be for something else.
        key = f"case.remember_{view.version}"
        if st.button(texts.t("case.remember"), key=key, icon=":material/bookmark_add:", type="tertiary"):
            _ask(view, found, card, texts)


def _ask(view: TableView, found: Overruled, card: str, texts: Catalogue) -> None:
    @st.dialog(texts.t("case.title"))
    def ask() -> None:
        st.text(view.tale.sentences[found.sentence].text)
        st.markdown(texts.t("case.stands", card=card) if found.stands else texts.t("case.refused", card=card))
        words, everywhere = case_fields(found.quote, texts, is_for_all=False)
        if not st.button(texts.t("case.keep"), key="case.keep", type="primary", width="stretch"):
            return
        try:
            no = tables().remember(view.game, found.card, found.sentence, words, everywhere=everywhere)
        except CompanionError as error:
            fault(error)
            st.rerun()
        if no is not None:
            st.warning(reason(no, texts), icon=":material/edit:")
            return
        notice(texts.t("case.kept"))
        st.rerun()

    ask()


def case_fields(quote: str, texts: Catalogue, *, is_for_all: bool) -> tuple[str, bool]:
    """Which words, and for whom: (words, for every table of the deck). What is for all cannot be narrowed again, and
    only a host decides for all."""
    words = st.text_input(
        texts.t("case.words"), quote, max_chars=MAX_WORDS, key="case.words", help=texts.t("case.about_words")
    )
    if is_for_all or not may_host():
        return words or "", is_for_all
    scope = st.radio(
        texts.t("case.scope"),
        ("table", "deck"),
        format_func=lambda whom: texts.t(f"case.for_{whom}"),
        key="case.scope",
    )
    return words or "", scope == "deck"
