"""What the referee and the judge say, on the page: a suggestion with its lines side by side, never a ruling."""

from __future__ import annotations

import streamlit as st

from companion.judge import Opinion
from companion.language.catalogue import Catalogue
from companion.referee import Suggestion
from companion.rules import tale
from companion.table import TableView
from companion.ui.plain import plain
from companion.ui.session import tables

_ASKED = "referee asked at"
_REASONS = 3


def suggestion_for(view: TableView) -> Suggestion | None:
    """The referee's word on what was told last, if it is wanted at this table and finds a fault."""
    if view.referee == "off" or (view.referee == "on_request" and not _was_asked(view)):
        return None
    said = tables().advice.on_narration(view.game, view.tale, view.language, view.deck)
    return said if said is not None and said.verdict in set(view.can.challenges if view.can else ()) else None


def ask_referee(view: TableView, texts: Catalogue) -> None:
    """At a table where the referee waits: a button; once asked, a word also where all is well."""
    if view.referee != "on_request":
        return
    if not _was_asked(view):
        st.button(
            texts.t("referee.ask"),
            key=f"referee.ask_{view.version}",
            icon=":material/gavel:",
            width="stretch",
            on_click=lambda: st.session_state.update({_ASKED: (view.game, view.version)}),
        )
    elif suggestion_for(view) is None:
        st.caption(f":material/gavel: {texts.t('referee.finds_nothing')}")


def show_suggestion(said: Suggestion, texts: Catalogue) -> None:
    """The verdict, the two lines side by side, and why."""
    st.markdown(f":material/gavel: **{texts.t('referee.suggests')}** {texts.t(f'challenge.{said.verdict}')}")
    for one in said.evidence:
        if one.earlier:
            two_lines(one.earlier, one.quote, texts)
        st.caption(plain(one.why(texts.language), 400))


def two_lines(earlier: str, now: str, texts: Catalogue) -> None:
    """What was told before, and what is told now, side by side."""
    left, right = st.columns(2, gap="small")
    left.caption(texts.t("referee.told_before"))
    left.text(earlier)
    right.caption(texts.t("referee.told_now"))
    right.text(now)


def referees_word(view: TableView) -> Suggestion | None:
    """What the referee makes of what was told last, also when that is nothing; None at a table without one."""
    if view.referee == "off":
        return None
    return tables().advice.on_narration(view.game, view.tale, view.language, view.deck)


def show_opinion(view: TableView, ending: str, texts: Catalogue) -> None:
    """The judge's opinion on the ending in question, with its reasons."""
    if view.referee == "off":
        return
    opinion: Opinion = tables().advice.on_ending(view.game, view.tale, view.language, ending)
    said = "judge.thinks_plausible" if opinion.plausible else "judge.thinks_not"
    st.markdown(f":material/lightbulb: **{texts.t(said)}**")
    for reason in opinion.reasons[:_REASONS]:
        icon = "remove" if reason.is_against else "check"
        quote = f" “{plain(reason.quote, 200)}”" if reason.quote else ""
        st.caption(f":material/{icon}: {plain(reason.why(texts.language), 300)}{quote}")


def show_pace(view: TableView, texts: Catalogue) -> None:
    """For the narrator, before anybody shouts: does the tale move?"""
    if view.referee == "off" or tale.ChallengeKind.TEDIUM not in (view.can.challenges if view.can else ()):
        return
    pace = tables().advice.pace(view.game, view.tale, view.language)
    if pace is not None and pace.level == "slow":
        st.caption(f":material/hourglass_bottom: {texts.t('referee.pace_slow')}")


def show_needs(view: TableView, ending: str, texts: Catalogue) -> None:
    """For the holder alone: what the own ending still needs from the tale."""
    if view.referee == "off" or not view.tale.sentences:
        return
    for reason in tables().advice.still_needed(view.game, view.tale, view.language, ending)[:2]:
        st.caption(f":material/flag: {texts.t('judge.before_ending')} {plain(reason.why(texts.language), 300)}")


def _was_asked(view: TableView) -> bool:
    return st.session_state.get(_ASKED) == (view.game, view.version)
