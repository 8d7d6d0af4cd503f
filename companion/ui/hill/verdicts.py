"""Where the host judges: each answer with the checker's suggestion and its reason, overruling after the chips have
moved, and the last word on the game."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.hill import Crown, Decide, Judge, Stage
from companion.rules.kernel import Seat
from companion.table.hill_advice import why_of
from companion.table.hill_table import HillTableView
from companion.ui.hill.commands import accept_suggestions, press, sure
from companion.ui.hill.scene import named
from companion.ui.hill.team import mark_of, said
from companion.ui.plain import plain

_COLOURS = {"right": "green", "typo": "green", "other-name": "green", "ask": "orange", "wrong": "red"}
MAX_REASON = 200


def suggested(view: HillTableView, seat: Seat, texts: Catalogue) -> None:
    """What the checker says of the team's answer, and why."""
    found = view.suggestions[seat]
    if found is None:
        return
    code = found.verdict.replace("-", "_")
    verdict = texts.t(f"hill.verdict_{code}")
    st.markdown(f":{_COLOURS.get(found.verdict, 'gray')}-badge[{verdict}] :small[{plain(why_of(found, texts), 300)}]")


def verdicts(view: HillTableView, texts: Catalogue) -> None:
    """All answers, to be called right or wrong."""
    if found := sure(view):
        st.button(
            texts.n("hill.accept", len(found)),
            key="hill.accept",
            icon=":material/done_all:",
            help=texts.t("hill.about_accept"),
            on_click=accept_suggestions,
            args=(view,),
        )
    for seat in range(view.hill.setup.teams):
        with st.container(gap="xsmall", key=f"hill_verdict_{seat}"):
            _judge(view, seat, texts)


def _judge(view: HillTableView, seat: Seat, texts: Catalogue) -> None:
    answer, verdict = view.hill.answers[seat], view.hill.verdicts[seat]
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        with st.container(width="content", gap=None):
            mark = mark_of(verdict.correct if verdict else None)
            st.markdown(f"{mark} **{named(view, seat)}**: {said(answer, texts)}")
            suggested(view, seat, texts)
        with st.container(horizontal=True, width="content", gap="xsmall"):
            for correct in (True, False):
                st.button(
                    texts.t("hill.right" if correct else "hill.wrong"),
                    key=f"hill.judge_{seat}_{correct}",
                    icon=":material/check:" if correct else ":material/close:",
                    type="primary" if verdict is not None and verdict.correct is correct else "secondary",
                    on_click=press,
                    args=(view, Judge(seat, correct), f"judge {seat} {correct}"),
                )


def last_word(view: HillTableView, texts: Catalogue) -> None:
    """After the moves: another verdict, another winner of the summit; at any time: the end of the game. Folded."""
    game = view.hill
    if not game.round:
        return
    moved = game.stage in (Stage.MOVES, Stage.OVER)
    with st.expander(texts.t("hill.last_word"), icon=":material/gavel:", key="hill.last_word"):
        st.caption(texts.t("hill.about_last_word"))
        why = st.text_input(
            texts.t("hill.why"),
            max_chars=MAX_REASON,
            key=f"hill.why_{view.game}",
            placeholder=texts.t("hill.why_example"),
        )
        why = (why or "").strip()
        if moved and not game.paused:
            _overrule(view, why, texts)
        if moved and game.contest is not None and len(game.contest.contenders) > 1:
            _crown(view, game.contest.contenders, game.contest.winner, why, texts)
        _end(view, why, texts)


def _overrule(view: HillTableView, why: str, texts: Catalogue) -> None:
    st.markdown(f"**{texts.t('hill.overrule')}**")
    with st.container(horizontal=True, gap="xsmall", key="hill_overrule"):
        for seat, verdict in enumerate(view.hill.verdicts):
            if verdict is None:
                continue
            correct = not verdict.correct
            st.button(
                texts.t("hill.now_right" if correct else "hill.now_wrong", name=named(view, seat)),
                key=f"hill.overrule_{seat}_{correct}",
                icon=":material/check:" if correct else ":material/close:",
                disabled=not why,
                on_click=press,
                args=(view, Judge(seat, correct, why=why), f"overrule {seat} {correct}"),
            )


def _crown(view: HillTableView, among: tuple[Seat, ...], winner: Seat, why: str, texts: Catalogue) -> None:
    st.markdown(f"**{texts.t('hill.crown_another')}**")
    with st.container(horizontal=True, gap="xsmall", key="hill_crown"):
        for seat in among:
            if seat != winner:
                st.button(
                    named(view, seat),
                    key=f"hill.crown_{seat}",
                    icon=":material/crown:",
                    disabled=not why,
                    on_click=press,
                    args=(view, Crown(seat, why), f"crown {seat}"),
                )


def _end(view: HillTableView, why: str, texts: Catalogue) -> None:
    seats = list(range(view.hill.setup.teams))
    chosen = st.multiselect(
        texts.t("hill.end_with"),
        seats,
        format_func=lambda seat: view.teams[seat].name if 0 <= seat < len(view.teams) else "",
        placeholder=texts.t("hill.nobody_yet"),
        key=f"hill.end_with_{view.game}",
    )
    with st.container(horizontal=True, gap="xsmall"):
        for by_lot in (False, True):
            st.button(
                texts.t("hill.draw_lot" if by_lot else "hill.end_now"),
                key=f"hill.end_{by_lot}",
                icon=":material/casino:" if by_lot else ":material/emoji_events:",
                disabled=not why or len(chosen) < (2 if by_lot else 1),
                on_click=press,
                args=(view, Decide(tuple(chosen), why, by_lot=by_lot), f"decide {by_lot} {chosen}"),
            )
