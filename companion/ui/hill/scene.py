"""What every screen of the hill is made of: the stage with its hourglass, the question, the picture, what happened."""

from __future__ import annotations

from html import escape
from typing import Literal

import streamlit as st

from companion.exports.hill_shape import PAINTS
from companion.language.catalogue import Catalogue
from companion.questions import category_name
from companion.rules.hill import SUMMIT, Colour, Move, Stage
from companion.rules.kernel import Seat
from companion.table.hill_table import HillTableView
from companion.table.hill_text import log_text, place_of, where
from companion.ui.parts import CountdownWords, HillMark, HillTeam, countdown, hill
from companion.ui.parts.base import part_key
from companion.ui.plain import plain

RECENT = 60
"""Lines of the log that a page carries."""
MOST_ALSO = 3
"""Other right answers on a wall: the teams' answers must stay in sight."""
_LIMIT = {Stage.CHOICE: "choice_seconds", Stage.ANSWERS: "answer_seconds"}


def sign(colour: Colour) -> str:
    """The colour's symbol for a line of text; never a coloured picture in its place."""
    return f"{PAINTS[colour].sign}\ufe0e"


def named(view: HillTableView, seat: Seat) -> str:
    """A team in a line of Markdown: symbol and name."""
    team = view.teams[seat]
    return f"{sign(team.colour)} {plain(team.name, 40)}"


def stage_head(view: HillTableView, texts: Catalogue, *, large: bool = False) -> None:
    """Which round and stage it is, and the hourglass, which also wakes the page when something is due."""
    game = view.hill
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key="hill_head"):
        with st.container(width="content", gap=None):
            if game.round:
                left = texts.n("hill.left", view.questions_left)
                about = f"{texts.t('hill.round', round=game.round)} · {left}"
                st.markdown(f"#### {about}") if large else st.caption(about)
            st.markdown(f"{'#' if large else '####'} {texts.t(f'hill.stage_{_stage(view)}')}")
        with st.container(width="content"):
            limit = _LIMIT.get(game.stage)
            countdown(
                view.game,
                left=view.seconds_left,
                limit=getattr(game.setup, limit) if limit else None,
                paused=game.paused,
                due_in=view.due_in,
                words=CountdownWords(
                    name=texts.t("hill.glass"),
                    seconds=texts.t("hill.seconds", seconds="{seconds}"),
                    over=texts.t("hill.time_over"),
                    paused=texts.t("hill.paused_now"),
                ),
                large=large,
            )


def _stage(view: HillTableView) -> str:
    return "start" if view.hill.stage is Stage.MOVES and not view.hill.round else view.hill.stage.value


def question_card(view: HillTableView, texts: Catalogue, *, large: bool = False, answer: bool = True) -> None:
    """The round's question with its picture and sound; `answer`: with the right answer, where this seat may know it."""
    shown = view.question
    if shown is None or (view.hill.stage is Stage.MOVES and not view.hill.round):
        return
    with st.container(border=True, gap="xsmall", key="hill_question"):
        about = [category_name(shown.category, texts.language), shown.level]
        if any(about):
            st.caption(plain(" · ".join(filter(None, about))))
        size = "clamp(1.9rem, 2.5vw, 3.4rem)" if large else "clamp(1.3rem, 2vw, 1.7rem)"
        # The face's own figures are old-style: its 0 reads as an o.
        face = "font-family:Alegreya,Georgia,serif;font-variant-numeric:lining-nums;font-weight:700"
        style = f"{face};line-height:1.25;font-size:{size}"
        st.html(f'<p dir="auto" style="margin:0;overflow-wrap:anywhere;{style}">{escape(shown.question)}</p>')
        if shown.picture:
            st.image(shown.picture, width=640 if large else 320)
        if shown.sound:
            st.audio(shown.sound)
        if answer and shown.answer is not None:
            right_answer(shown.answer, shown.accepted, texts, large=large)


def right_answer(answer: str, accepted: tuple[str, ...], texts: Catalogue, *, large: bool = False) -> None:
    """The card's answer, and what else is right."""
    also = texts.t("hill.also", answers=plain(", ".join(accepted[:MOST_ALSO] if large else accepted), 300))
    shown = f"{'## ' if large else ''}:green[:material/check_circle:] **{plain(answer)}**"
    if accepted:
        shown += f"\n\n{also}" if large else f" ({also})"
    st.markdown(shown)


def picture(
    view: HillTableView, texts: Catalogue, *, me: Seat | None = None, large: bool = False, beside: bool = False
) -> None:
    """The hill with its teams. `me`: whose screen it is. `beside`: it has the whole width of the page."""
    game = view.hill
    hill(
        [_team(view, seat, texts, me) for seat in range(game.setup.teams)],
        alt=texts.t("hill.picture", teams="; ".join(_in_words(view, seat, texts) for seat in range(game.setup.teams))),
        start=game.setup.start,
        held=game.standing.held,
        summit=texts.t("hill.summit"),
        start_word=texts.t("hill.start_word"),
        key=part_key("hill", view.game),
        large=large,
        beside=beside,
    )


def _in_words(view: HillTableView, seat: Seat, texts: Catalogue) -> str:
    return f"{view.teams[seat].name}: {where(view.hill.standing, seat, texts)}"


def _team(view: HillTableView, seat: Seat, texts: Catalogue, me: Seat | None) -> HillTeam:
    game, info = view.hill, view.teams[seat]
    team, declared = game.teams[seat], game.declared[seat]
    is_played = game.stage in (Stage.CHOICE, Stage.QUESTION, Stage.ANSWERS, Stage.REVEAL)
    marks: list[HillMark] = []
    badge = _badge(declared) if is_played else ""
    if badge:
        marks.append(HillMark(texts.t(f"hill.move_{badge}"), badge, "strong"))
    if game.stage is Stage.ANSWERS and game.answered[seat]:
        marks.append(HillMark(texts.t("hill.has_answered"), "answered"))
    verdict = game.verdicts[seat]
    right = verdict.correct if verdict else team.last_right if game.stage is Stage.CHOICE else None
    if right is not None:  # while moves are chosen, the last answer's: it says who may jump
        good, bad = HillMark(texts.t("hill.right"), "right", "good"), HillMark(texts.t("hill.wrong"), "wrong", "bad")
        marks.append(good if right else bad)
    if team.step == SUMMIT:
        marks.append(HillMark(texts.t("hill.king"), "king", "strong"))
    token = texts.t("hill.token" if team.token else "hill.token_burnt")
    marks.append(HillMark(token, "token", "" if team.token else "faint"))
    return HillTeam(
        name=info.name,
        colour=info.colour,
        step=team.step,
        points=str(team.points),
        marks=marks,
        badge=badge,
        note=place_of(game.standing, seat, texts),
        is_me=seat == me,
    )


def _badge(move: Move | None) -> Literal["", "jump", "revolution"]:
    if move is Move.JUMP:
        return "jump"
    return "revolution" if move is Move.REVOLUTION else ""


def winners(view: HillTableView, texts: Catalogue) -> None:
    """Who has won, and why it is over."""
    outcome = view.hill.outcome
    if outcome is None:
        return
    names = ", ".join(named(view, seat) for seat in outcome.winners)
    why = texts.t(outcome.reason) if texts.has(outcome.reason) else ""
    word = view.hill.last_word
    said = texts.t(word) if texts.has(word) else plain(word, 300)
    with st.container(border=True, gap="xsmall", key="hill_won"):
        st.markdown(f"### :material/emoji_events: {texts.n('hill.won', len(outcome.winners), names=names)}")
        st.markdown(" ".join(filter(None, [why, said])))


def just_now(view: HillTableView, texts: Catalogue, *, large: bool = False) -> None:
    """What the last deed led to that everybody should hear: who took the summit, tokens, the lot."""
    loud = ("summit_taken", "dethroned", "king_stayed", "tokens_burnt", "tokens_handed_out", "lot", "taken_back")
    last = max((line.version for line in view.log), default=0)
    told = [line for line in view.log if line.version == last and line.code.removeprefix("log/hill_") in loud]
    for line in told if view.hill.stage in (Stage.MOVES, Stage.OVER) else []:
        st.markdown(
            f"{'### ' if large else ''}:material/campaign: **{plain(log_text(line, names_of(view), texts), 300)}**"
        )


def history(view: HillTableView, texts: Catalogue) -> None:
    """The log, folded."""
    if not view.log:
        return
    with st.expander(texts.t("hill.log"), icon=":material/history:", key="hill.log"):
        for line in reversed(view.log[-RECENT:]):
            st.caption(plain(log_text(line, names_of(view), texts), 300))


def names_of(view: HillTableView) -> list[str]:
    """The teams by seat."""
    return [team.name for team in view.teams]


def colour_name(colour: Colour, texts: Catalogue) -> str:
    """With its symbol."""
    return f"{sign(colour)} {texts.t(f'hill.colour_{colour.value}')}"
