"""The language model's opinion on an open question, if somebody at the table asks for it."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.table import TableView
from companion.table.second_opinion import SecondOpinion, SecondOpinions
from companion.ui.plain import plain
from companion.ui.session import second_opinions


def second_opinion(view: TableView, texts: Catalogue) -> None:
    """A button while nobody has asked; then what the model says, as advice. Nothing where no model is set."""
    opinions = second_opinions()
    if not opinions.offered:
        return
    known = opinions.known(view.game, view.tale)
    if known is None:
        known = _asked_for(opinions, view, texts)
    if known is not None:
        said = "question.model_for" if known.mentioned else "question.model_against"
        st.caption(f":material/psychology: {texts.t(said, reason=plain(known.reason, 600))}")


def _asked_for(opinions: SecondOpinions, view: TableView, texts: Catalogue) -> SecondOpinion | None:
    place = st.empty()
    if not place.button(
        texts.t("question.ask_model"), key=f"question.ask_model_{view.version}", icon=":material/psychology:"
    ):
        return None
    with place, st.spinner(texts.t("question.model_thinks")):
        answer = opinions.ask(view.game, view.tale, view.language, view.deck)
    place.empty()
    if isinstance(answer, SecondOpinion):
        return answer
    spent = answer.reason == "spent"
    st.caption(f":material/info: {texts.t('question.model_spent' if spent else 'question.model_silent')}")
    return None
