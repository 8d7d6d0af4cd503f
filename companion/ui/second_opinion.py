"""The language model's opinion on what people are to decide, if somebody at the table asks for it: advice."""

from __future__ import annotations

from collections.abc import Callable, Collection

import streamlit as st

from companion.judge import Opinion
from companion.language.catalogue import Catalogue
from companion.referee import Suggestion
from companion.table.second_opinion import CardOpinion, Matter, Said
from companion.ui.plain import plain

_ICON = ":material/psychology:"


def beside(
    own: Callable[[], None], differs: Callable[[Said], bool], matter: Matter[Said] | None, texts: Catalogue, *, key: str
) -> None:
    """The house's opinion, which `own` draws, and the model's, or a button that asks for it; where they differ, one
    beside the other. `matter` None: no model is set. `key`: of the button."""
    said = matter.known if matter is not None else None
    if said is not None and differs(said):
        left, right = st.columns(2, gap="small")
        with left:
            own()
        with right:
            show(said, texts)
        return
    own()
    second_opinion(matter, texts, key=key)


def second_opinion(
    matter: Matter[Said] | None, texts: Catalogue, *, key: str, played: Collection[str] | None = None
) -> None:
    """A button while nobody has asked; then what the model says. Nothing where no model is set. `played`: objections
    that may be suggested here; None: any."""
    if matter is None:
        return
    if (said := matter.known) is not None:
        is_played = played is None or not isinstance(said, Suggestion) or said.verdict in played
        show(said if is_played else Suggestion("ok", 0.5, by="llm"), texts)
        return
    failed = f"{key}/failed"
    place = st.empty()  # while the model thinks there is nothing to press a second time
    if place.button(texts.t("question.ask_model"), key=key, icon=_ICON):
        with place, st.spinner(texts.t("question.model_thinks")):
            answer = matter.ask()
        st.session_state[failed] = "" if isinstance(answer, CardOpinion | Suggestion | Opinion) else answer.reason
        st.rerun()  # what stands beside it is drawn before it
    if reason := st.session_state.get(failed):
        text = "question.model_spent" if reason == "spent" else "question.model_silent"
        st.caption(f":material/info: {texts.t(text)}")


def show(said: Said, texts: Catalogue) -> None:
    """What the model says, with its reason."""
    if isinstance(said, CardOpinion):
        key = "question.model_for" if said.mentioned else "question.model_against"
        st.caption(f"{_ICON} {texts.t(key, reason=plain(said.reason, 600))}")
        return
    with st.container(gap="xxsmall"):
        if isinstance(said, Suggestion):
            _show_suggestion(said, texts)
            return
        st.markdown(f"{_ICON} {texts.t('question.model_fits' if said.plausible else 'question.model_doubts')}")
        for reason in said.reasons:
            st.caption(plain(reason.why(texts.language), 600))


def _show_suggestion(said: Suggestion, texts: Catalogue) -> None:
    if said.verdict == "ok":
        st.markdown(f"{_ICON} {texts.t('question.model_finds_nothing')}")
        return
    verdict = texts.t(f"challenge.{said.verdict}")
    st.markdown(f"{_ICON} {texts.t('question.model_suggests')} **{verdict}**")
    for one in said.evidence:
        if one.earlier:
            st.caption(f"{texts.t('referee.told_before')}: {texts.t('judge.quote', line=plain(one.earlier, 300))}")
        st.caption(plain(one.why(texts.language), 600))
