"""The host's screen: calls the round, reads the question, sees answers as they come with what the checker says of each,
judges, and has the last word."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.hill import (
    Answer,
    Ask,
    CloseAnswers,
    Decide,
    HostAction,
    Move,
    MoveChips,
    Pause,
    Resume,
    Stage,
    StartRound,
    StartTime,
    leaders,
)
from companion.rules.kernel import Refusal, Seat
from companion.table.hill_answers import ON_PAPER
from companion.table.hill_players import OUT_OF_QUESTIONS
from companion.table.hill_table import HillTableView
from companion.ui.hill.commands import go_on, press
from companion.ui.hill.scene import (
    history,
    just_now,
    named,
    picture,
    question_card,
    right_answer,
    stage_head,
    winners,
)
from companion.ui.hill.team import move_choice, own_answer, said, told
from companion.ui.hill.verdicts import last_word, suggested, verdicts
from companion.ui.plain import plain
from companion.ui.session import hill_tables
from companion.ui.table.commands import why_not


def host_screen(view: HillTableView, texts: Catalogue, *, around: bool = False) -> None:
    """All that the host does. `view`: HOST's. `around`: the teams have no screens of their own: their moves and answers
    are entered here, and what they must not read yet is folded."""
    left, right = st.columns([1, 1], gap="medium")
    with left:
        stage_head(view, texts)
        winners(view, texts)
        just_now(view, texts)
        if view.hill.paused:
            st.info(texts.t("hill.is_paused"), icon=":material/pause_circle:")
        else:
            _STAGES[view.hill.stage](view, texts, around)
        pause(view, texts)
    with right:
        picture(view, texts)
        last_word(view, texts)
        history(view, texts)


def pause(view: HillTableView, texts: Catalogue) -> None:
    """A quiet button; while the game rests, a loud one."""
    assert view.can is not None
    deed: HostAction = Resume() if view.hill.paused else Pause()
    if view.hill.stage is Stage.OVER or view.can.host[deed.kind] is not None:
        return
    st.button(
        texts.t(f"hill.{deed.kind}"),
        key=f"hill.{deed.kind}",
        icon=":material/play_circle:" if view.hill.paused else ":material/pause_circle:",
        type="primary" if view.hill.paused else "tertiary",
        on_click=press,
        args=(view, deed, deed.kind),
    )


def hurry(view: HillTableView, texts: Catalogue) -> None:
    """With an automatic host: on with it."""
    stage = view.hill.stage
    if stage is Stage.OVER or view.hill.paused:
        return
    begins = stage is Stage.MOVES and not view.hill.round
    st.button(
        texts.t("hill.begin" if begins else "hill.go_on"),
        key="hill.go_on",
        icon=":material/play_arrow:" if begins else ":material/skip_next:",
        type="primary" if stage in (Stage.MOVES, Stage.REVEAL) else "secondary",
        width="stretch",
        on_click=go_on,
        args=(view,),
    )


def _moves(view: HillTableView, texts: Catalogue, around: bool) -> None:
    if view.hill.round:
        question_card(view, texts)
        told(view, texts)
    else:
        st.markdown(texts.t("hill.about_start", step=view.hill.setup.start))
    if view.next_question is None:
        _out_of_questions(view, texts)
        return
    _next(view, texts, StartRound(), "hill.next_round" if view.hill.round else "hill.first_round", ":material/flag:")


def _out_of_questions(view: HillTableView, texts: Catalogue) -> None:
    """The host may end the game as the automatic one would; another winner is a matter of the last word."""
    best = leaders(view.hill)
    is_tie = len(best) > 1
    st.warning(texts.t("hill/out_of_questions"), icon=":material/playlist_remove:")
    st.markdown(texts.n("hill.ahead", len(best), names=", ".join(named(view, seat) for seat in best)))
    deed = Decide(best, OUT_OF_QUESTIONS, by_lot=is_tie)
    _next(view, texts, deed, "hill.draw_lot" if is_tie else "hill.end_now", ":material/emoji_events:")


def _choice(view: HillTableView, texts: Catalogue, around: bool) -> None:
    st.caption(texts.t("hill.host_choice"))
    for seat in range(view.hill.setup.teams):
        _choice_of(view, seat, texts, around)
    coming = view.next_question
    assert coming is not None
    _next(view, texts, Ask(coming.id, 0.0), "hill.read", ":material/record_voice_over:", _no(view, "ask"))
    if not around:
        with st.expander(texts.t("hill.coming"), icon=":material/visibility:", key="hill.coming"):
            st.markdown(plain(coming.question, 500))
            right_answer(coming.answer or "", coming.accepted, texts)


def _choice_of(view: HillTableView, seat: Seat, texts: Catalogue, around: bool) -> None:
    """One team: here it may be chosen for people around this screen; elsewhere it is only told."""
    declared, waits = view.hill.declared[seat], seat in view.hill.waited_for
    if around and view.teams[seat].kind == "human" and (waits or declared is not None):
        own = hill_tables().look(view.game, seat)
        if own.can is not None and own.can.moves[Move.PLAIN] is None:
            st.markdown(f"**{named(view, seat)}**")
            move_choice(own, seat, texts, compact=True)
            return
    move = declared.value if declared else "plain"
    chosen = texts.t("hill.still_chooses") if waits and view.seconds_left else texts.t(f"hill.move_{move}")
    st.markdown(f"**{named(view, seat)}** · {chosen}")


def _question(view: HillTableView, texts: Catalogue, around: bool) -> None:
    question_card(view, texts, answer=not around)
    _folded_answer(view, texts, around)
    st.caption(texts.t("hill.host_question"))
    _next(view, texts, StartTime(), "hill.start_time", ":material/hourglass_top:")


def _answers(view: HillTableView, texts: Catalogue, around: bool) -> None:
    question_card(view, texts, answer=not around)
    for seat in range(view.hill.setup.teams):
        _answer_of(view, seat, texts, around)
    _folded_answer(view, texts, around)
    _next(
        view, texts, CloseAnswers(0.0), "hill.close", ":material/hourglass_bottom:",
        _no(view, "close_answers"),
    )  # fmt: skip


def _answer_of(view: HillTableView, seat: Seat, texts: Catalogue, around: bool) -> None:
    answer = view.hill.answers[seat]
    with st.container(gap="xsmall", key=f"hill_answer_{seat}"):
        if around and view.teams[seat].kind == "human":
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{named(view, seat)}**")
                _on_paper(view, seat, texts)
            own_answer(hill_tables().look(view.game, seat), seat, texts, compact=True)
        elif answer is None:
            st.markdown(f"**{named(view, seat)}** · {texts.t('hill.still_thinks')}")
        elif around:
            st.markdown(f"**{named(view, seat)}** · :green[{texts.t('hill.has_answered')}]")
        else:
            at = texts.t("hill.at", seconds=f"{answer.at:.0f}")
            st.markdown(f"**{named(view, seat)}** · {said(answer, texts)} · {at}")
            suggested(view, seat, texts)


def _on_paper(view: HillTableView, seat: Seat, texts: Catalogue) -> None:
    """The team has said or written its answer: it is ticked here, and the host judges it by ear."""
    answer = view.hill.answers[seat]
    is_ticked = answer is not None and answer.text == ON_PAPER
    st.button(
        texts.t("hill.on_paper" if is_ticked else "hill.tick"),
        key=f"hill.tick_{seat}",
        icon=":material/check_box:" if is_ticked else ":material/check_box_outline_blank:",
        type="tertiary",
        disabled=is_ticked,
        help=texts.t("hill.about_tick"),
        on_click=press,
        args=(view, Answer(seat, ON_PAPER, 0.0), "on paper"),
    )


def _reveal(view: HillTableView, texts: Catalogue, around: bool) -> None:
    question_card(view, texts)
    verdicts(view, texts)
    _next(view, texts, MoveChips(), "hill.move_chips", ":material/hiking:", _no(view, "move_chips"))


def _over(view: HillTableView, texts: Catalogue, around: bool) -> None:
    question_card(view, texts)
    told(view, texts)


_STAGES: dict[Stage, Callable[[HillTableView, Catalogue, bool], None]] = {
    Stage.MOVES: _moves,
    Stage.CHOICE: _choice,
    Stage.QUESTION: _question,
    Stage.ANSWERS: _answers,
    Stage.REVEAL: _reveal,
    Stage.OVER: _over,
}


def _folded_answer(view: HillTableView, texts: Catalogue, around: bool) -> None:
    if around and view.question is not None and view.question.answer is not None:
        with st.expander(texts.t("hill.for_host"), icon=":material/visibility_off:", key="hill.for_host"):
            right_answer(view.question.answer, view.question.accepted, texts)


def _no(view: HillTableView, kind: str) -> Refusal | None:
    return view.can.host[kind] if view.can is not None else None


def _next(
    view: HillTableView, texts: Catalogue, deed: HostAction, label: str, icon: str, no: Refusal | None = None
) -> None:
    """The one big button of a stage; grey, it says why."""
    st.button(
        texts.t(label),
        key=f"hill.next_{deed.kind}",
        type="primary",
        icon=icon,
        width="stretch",
        disabled=no is not None,
        help=why_not(no, texts) if no else None,
        on_click=press,
        args=(view, deed, deed.kind),
    )
    if no is not None:
        st.caption(why_not(no, texts))
