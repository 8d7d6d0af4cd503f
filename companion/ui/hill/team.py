"""A team's screen: its move before the question, its answer while time runs, and how it stands. It is drawn from what
`look` gives this seat, and so no other team's answer ever comes near it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.hill import Answer, Declare, GivenAnswer, Move, Stage
from companion.rules.kernel import Seat
from companion.table.hill_advice import why_of
from companion.table.hill_answers import ON_PAPER
from companion.table.hill_table import HillTableView
from companion.table.hill_text import where
from companion.ui.hill.commands import press, send
from companion.ui.hill.scene import history, just_now, named, picture, question_card, stage_head, winners
from companion.ui.parts import AnswerWords, answer_box
from companion.ui.parts.base import part_key
from companion.ui.parts.desk import Told
from companion.ui.plain import plain
from companion.ui.table.commands import why_not

_ICONS = {
    Move.PLAIN: ":material/hiking:",
    Move.JUMP: ":material/keyboard_double_arrow_up:",
    Move.REVOLUTION: ":material/flag:",
}


def team_screen(view: HillTableView, seat: Seat, texts: Catalogue) -> None:
    """Everything that a team has before it. `view`: that seat's own."""
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.markdown(f"**{named(view, seat)}** · {where(view.hill.standing, seat, texts)}")
        stage_head(view, texts)
        if view.hill.paused:
            st.info(texts.t("hill.is_paused"), icon=":material/pause_circle:")
        winners(view, texts)
        just_now(view, texts)
        question_card(view, texts)
        team_controls(view, seat, texts)
        told(view, texts)
    with right:
        picture(view, texts, me=seat)
        history(view, texts)


def team_controls(view: HillTableView, seat: Seat, texts: Catalogue, *, compact: bool = False) -> None:
    """What the team does now. compact: one of several teams on a screen."""
    stage = view.hill.stage
    if view.hill.paused or stage is Stage.OVER:
        return
    if stage is Stage.CHOICE:
        move_choice(view, seat, texts, compact=compact)
    elif stage is Stage.ANSWERS and view.can is not None:
        if view.can.answer is None:
            own_answer(view, seat, texts, compact=compact)
        else:
            st.markdown(why_not(view.can.answer, texts))
    elif stage in (Stage.REVEAL, Stage.MOVES):
        _verdict(view, seat, texts)
    if not compact and (about := _about(view, seat)):
        st.caption(texts.t(about))


def _about(view: HillTableView, seat: Seat) -> str:
    """What the team should know of the stage, as a key of the catalogue; "": nothing that it does not see."""
    stage = view.hill.stage
    if stage is Stage.REVEAL and view.hill.verdicts[seat] is not None:
        return ""
    if view.host == "automatic" and not view.hill.round:
        return "hill.alone_start"
    if view.host == "automatic" and stage is Stage.QUESTION:
        return "hill.alone_question"
    return f"hill.team_{stage.value if view.hill.round else 'start'}"


def move_choice(view: HillTableView, seat: Seat, texts: Catalogue, *, compact: bool = False) -> None:
    """Three chips; what is not allowed is grey and says why."""
    assert view.can is not None
    declared = view.hill.declared[seat]
    with st.container(horizontal=True, gap="xsmall", key=f"hill_moves_{seat}"):
        for move in Move:
            no = view.can.moves[move]
            st.button(
                texts.t(f"hill.move_{move.value}"),
                key=f"hill.move_{seat}_{move.value}",
                icon=_ICONS[move],
                type="primary" if declared is move else "secondary",
                disabled=no is not None,
                help=why_not(no, texts) if no else None if compact else texts.t(f"hill.about_move_{move.value}"),
                on_click=press,
                args=(view, Declare(seat, move), f"declare {move.value}"),
            )
    if not compact and declared is None and view.hill.may_declare:
        st.caption(texts.t("hill.not_declared"))


def own_answer(view: HillTableView, seat: Seat, texts: Catalogue, *, compact: bool = False) -> None:
    """The team's box."""
    given = view.hill.answers[seat]
    text = "" if given is None or given.text == ON_PAPER else given.text
    answer_box(
        words=AnswerWords(
            label=texts.t("hill.answer_of", name=view.teams[seat].name) if compact else texts.t("hill.your_answer"),
            placeholder=texts.t("hill.answer_placeholder"),
            send=texts.t("hill.hand_in"),
            correct=texts.t("hill.correct_it"),
            is_in=texts.t("hill.answer_is_in"),
            not_in=texts.t("hill.answer_not_in"),
            empty=texts.t("hill/empty_answer"),
            sending=texts.t("desk.sending"),
            not_sent=texts.t("hill.not_sent"),
        ),
        given=text,
        on_answer=partial(_hand_in, view.game, seat),
        key=part_key(f"answer{seat}", view.game),
        draft_key=f"{view.game}/{seat}/{view.hill.round}",
        compact=compact,
    )


def told(view: HillTableView, texts: Catalogue, *, large: bool = False) -> None:
    """After the reveal: every team's answer with its verdict."""
    game = view.hill
    if game.stage not in (Stage.REVEAL, Stage.MOVES, Stage.OVER) or not game.round:
        return
    with st.container(gap="xsmall", key="hill_told"):
        for seat, (answer, verdict) in enumerate(zip(game.answers, game.verdicts, strict=True)):
            mark = mark_of(verdict.correct if verdict else None)
            st.markdown(f"{'#### ' if large else ''}{mark} {named(view, seat)}: {said(answer, texts)}")


def said(answer: GivenAnswer | None, texts: Catalogue) -> str:
    """An answer in a line of Markdown."""
    if answer is None:
        return texts.t("hill.no_answer")
    return texts.t("hill.on_paper") if answer.text == ON_PAPER else texts.t("hill.quoted", text=plain(answer.text))


def mark_of(correct: bool | None) -> str:
    """A verdict as a coloured sign."""
    if correct is None:
        return ":gray[:material/hourglass_empty:]"
    return ":green[:material/check_circle:]" if correct else ":red[:material/cancel:]"


def _verdict(view: HillTableView, seat: Seat, texts: Catalogue) -> None:
    verdict = view.hill.verdicts[seat]
    if verdict is None:
        return
    late = verdict.by == "clock"
    code = "hill.you_right" if verdict.correct else "hill.you_late" if late else "hill.you_wrong"
    colour, icon = ("green", "check_circle") if verdict.correct else ("red", "cancel")
    st.markdown(f"### :{colour}[:material/{icon}: {texts.t(code)}]")
    if not late and (why := why_of(verdict, texts)):
        st.caption(plain(why, 300))


def _hand_in(game: str, seat: Seat, answer: Told) -> bool:
    # The browser's id: an answer that comes twice is taken once. Time and length are for the table to judge.
    return send(game, Answer(seat, answer.text, 0.0), answer.id)
