"""What the referee and the judge say, on the page: a suggestion with its lines side by side, never a ruling.

At a table where they wait to be asked, nothing is said, and nothing listened for, before somebody does.
"""

from __future__ import annotations

import streamlit as st

from companion.judge import Opinion
from companion.language.catalogue import Catalogue
from companion.referee import Suggestion
from companion.rules import tale
from companion.table import TableView
from companion.table.second_opinion import Matter, Said
from companion.ui.plain import plain
from companion.ui.second_opinion import beside
from companion.ui.session import second_opinions, tables

_ASKED = "referee asked about"
_REASONS = 3


def suggestion_for(view: TableView) -> Suggestion | None:
    """The referee's word on what was told last, if it is wanted and names an objection that is open to this seat."""
    said = referees_word(view)
    if said is None or view.can is None:
        return None
    return said if any(kind == said.verdict and no is None for kind, no in view.can.challenges.items()) else None


def referees_word(view: TableView) -> Suggestion | None:
    """What the referee makes of what was told last, also when that is nothing; None: it says nothing at this table,
    or was not asked."""
    if view.referee == "off" or must_ask(view):
        return None
    return tables().advice.on_narration(view.game, view.tale, view.language, view.deck)


def must_ask(view: TableView) -> bool:
    """The referee waits to be asked, and nobody has asked about what was told last."""
    return view.referee == "on_request" and st.session_state.get(_ASKED) != _matter(view)


def ask_button(view: TableView, label: str, texts: Catalogue) -> None:
    """Asks referee or judge about what lies on the table."""
    st.button(
        texts.t(label),
        key=f"referee.ask_{view.version}",
        icon=":material/gavel:",
        width="stretch",
        on_click=lambda: st.session_state.update({_ASKED: _matter(view)}),
    )


def finds_nothing(texts: Catalogue) -> None:
    st.caption(f":material/gavel: {texts.t('referee.finds_nothing')}")


def show_suggestion(said: Suggestion, texts: Catalogue) -> None:
    """The verdict, the two lines one beside the other, and why."""
    st.markdown(f":material/gavel: {texts.t('referee.suggests')} **{texts.t(f'challenge.{said.verdict}')}**")
    for one in said.evidence:
        if one.earlier:
            two_lines(one.earlier, one.quote, texts)
        st.caption(plain(one.why(texts.language), 400))


def show_agreement(said: Suggestion, texts: Catalogue) -> None:
    """That the referee shares the objection, and why."""
    with st.container(gap="xxsmall", key="referee.agreement"):
        st.markdown(f":material/gavel: {texts.t('referee.agrees')}")
        for one in said.evidence:
            st.caption(plain(one.why(texts.language), 400))


def two_lines(earlier: str, now: str, texts: Catalogue) -> None:
    """What was told before, and what is told now, side by side; one above the other where there is no room."""
    for column, label, line in zip(
        st.columns(2, gap="small"), ("referee.told_before", "referee.told_now"), (earlier, now), strict=True
    ):
        with column.container(gap="xxsmall"):
            st.caption(texts.t(label))
            st.text(line)


def show_opinion(view: TableView, ending: str, texts: Catalogue) -> None:
    """The judge's opinion on the ending in question, with its reasons."""
    if view.referee == "off":
        return
    if must_ask(view):
        ask_button(view, "judge.ask", texts)
        return
    opinion = tables().advice.on_ending(view.game, view.tale, view.language, ending)
    beside(
        lambda: _scripted_opinion(opinion, texts),
        lambda model: opinion is not None and isinstance(model, Opinion) and model.plausible != opinion.plausible,
        model_matter(view),
        texts,
        key=f"question.ask_model_{view.version}",
    )


def _scripted_opinion(opinion: Opinion | None, texts: Catalogue) -> None:
    if opinion is None:
        return
    said = "judge.thinks_plausible" if opinion.plausible else "judge.thinks_not"
    with st.container(gap="xxsmall", key="judge.opinion"):
        st.markdown(f":material/gavel: {texts.t(said)}")
        for reason in opinion.reasons[:_REASONS]:
            icon = "remove" if reason.is_against else "check"
            quote = f" {texts.t('judge.quote', line=plain(reason.quote, 200))}" if reason.quote else ""
            st.caption(f":material/{icon}: {plain(reason.why(texts.language), 300)}{quote}")


def model_matter(view: TableView) -> Matter[Said] | None:
    """What the language model can be asked about: what lies on the table. None: there is no model, or this table wants
    no advice but on cards."""
    question = view.tale.question
    about_card = question is not None and question.about in ("lay", "claim")
    opinions = second_opinions()
    if not opinions.offered or (view.referee == "off" and not about_card):
        return None
    return opinions.on_table(view)


def show_pace(view: TableView, texts: Catalogue) -> None:
    """For the narrator, before anybody shouts: does the tale move?"""
    if view.referee != "suggest" or tale.ChallengeKind.TEDIUM not in (view.can.challenges if view.can else ()):
        return
    pace = tables().advice.pace(view.game, view.tale, view.language)
    if pace is not None and pace.level == "slow":
        st.caption(f":material/hourglass_bottom: {texts.t('referee.pace_slow')}", width="content")


def show_needs(view: TableView, ending: str, texts: Catalogue) -> None:
    """For the holder alone: what the own ending still needs from the tale."""
    if view.referee != "suggest" or not view.tale.sentences:
        return
    needs = tables().advice.still_needed(view.game, view.tale, view.language, ending)[:2]
    if not needs:
        return
    with st.container(gap="xxsmall", key="judge.needs"):
        st.markdown(f":material/flag: {texts.t('judge.before_ending')}")
        for reason in needs:
            quote = f" {texts.t('judge.quote', line=plain(reason.quote, 200))}" if reason.quote else ""
            st.caption(f"{plain(reason.why(texts.language), 300)}{quote}")


def _matter(view: TableView) -> tuple[object, ...]:
    """What referee or judge are asked about: votes and who sits before the screen change nothing about it."""
    told, question = view.tale.sentences, view.tale.question
    ending = question.card if question is not None and question.about == "ending" else ""
    return view.game, len(told), told[-1].text if told else "", len(view.tale.laid), ending
