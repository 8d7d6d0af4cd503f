"""The host's desk: all tables at a glance, and a host's powers over each, over people, and over the room."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from companion.decks.deck import load_deck
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.kernel import Refusal
from companion.table import TableView
from companion.table.rooms import Hosting, RoomView, is_running
from companion.ui.plain import plain
from companion.ui.printing import print_button, transcript_of
from companion.ui.room.listening import listen_to_all
from companion.ui.room.lobby import badge, invite
from companion.ui.room.person import do, person
from companion.ui.room.plan import plan_form
from companion.ui.room.where import PAGE, ROOM_KEY, TABLE_KEY, VIEW_KEY
from companion.ui.session import moment, rooms, tables

SIZES = (2, 3, 4, 5, 6)
USUAL_SIZE = 4


def desk(view: RoomView, texts: Catalogue) -> None:
    """Everything that a host sees and does."""
    tables_of = {index: there.game for index, there in enumerate(view.room.tables) if there.game is not None}
    listen_to_all(view, {index: rooms().stamp(game) for index, game in tables_of.items()}, texts)
    # Of the tale game the desk knows more: who tells, and who has not spoken for long.
    games = {
        index: tables().look(game, None) for index, game in tables_of.items() if view.room.tables[index].kind == "tale"
    }
    left, right = st.columns([3, 2], gap="large")
    with right:
        invite(view, texts)
        _room_powers(view, texts)
    with left:
        _all_tables(view, texts)
        for index in range(len(view.room.tables)):
            _table(view, index, games.get(index), texts)
        _elsewhere(view, texts)
    plan_form(view, texts, do)
    _deeds(view, texts)


def _all_tables(view: RoomView, texts: Catalogue) -> None:
    """Start all, pause all, and how people are spread over tables."""
    room = view.room
    idle = [index for index, there in enumerate(room.tables) if not is_running(rooms(), there)]
    with st.container(horizontal=True, vertical_alignment="bottom", key="room_all"):
        if len(room.tables) > 1 and idle:
            st.button(
                texts.t("host.start_all"),
                key="host.start_all",
                type="primary",
                icon=":material/play_arrow:",
                on_click=_start_all,
                args=(view, idle),
            )
        if len(idle) < len(room.tables) or room.paused is not None:
            paused = room.paused is not None
            st.button(
                texts.t("host.resume" if paused else "host.pause"),
                key=f"host.pause_{paused}",
                icon=":material/play_circle:" if paused else ":material/pause_circle:",
                type="primary" if paused else "secondary",
                on_click=do,
                args=(view, Hosting.resume if paused else Hosting.pause),
            )
        if len(idle) == len(room.tables):
            with st.popover(texts.t("host.spread"), icon=":material/table_restaurant:", key="host.spread"):
                size = st.segmented_control(
                    texts.t("host.table_size"), SIZES, default=USUAL_SIZE, required=True, key="host.table_size"
                )
                st.button(
                    texts.t("host.deal_out"),
                    key="host.deal_out",
                    on_click=do,
                    args=(view, partial(Hosting.deal_out, size=int(size or USUAL_SIZE))),
                )
        st.button(
            texts.t("host.one_more_table"),
            key=f"host.more_tables_{len(room.tables)}",
            icon=":material/add:",
            type="tertiary",
            on_click=do,
            args=(view, partial(Hosting.set_tables, count=len(room.tables) + 1)),
        )


def _table(view: RoomView, index: int, shown: TableView | None, texts: Catalogue) -> None:
    people, there = view.room.at_table(index), view.room.tables[index]
    with st.container(border=True, key=f"host_table_{index}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{texts.t('room.at_table', number=index + 1)}**")
            st.link_button(
                texts.t("host.wall"),
                f"?{ROOM_KEY}={view.room.id}&{VIEW_KEY}=wall&{TABLE_KEY}={index}&embed=true",
                icon=":material/tv:",
                type="tertiary",
            )
        if shown is not None and not there.ended:
            st.markdown(_what_happens(shown, texts))
        with st.container(horizontal=True, gap="xsmall", key=f"host_people_{index}"):
            for one in people:
                person(view, one, index, shown, texts)
            if not people:
                st.caption(texts.t("room.nobody"))
        if is_running(rooms(), there):
            if shown is None:
                st.caption(texts.t(f"host.plays_{there.kind}"))
            with st.container(horizontal=True, gap="xsmall", key=f"host_powers_{index}"):
                if shown is not None:
                    _running(view, index, shown, texts)
                _end(view, index, texts)
        else:
            again = there.game is not None
            if shown is not None and shown.tale.sentences:
                deck = load_deck(shown.language, shown.deck)
                print_button(shown.game, transcript_of(shown, deck, texts, shown.log[-1].at), texts)
            st.button(
                texts.t("host.next_game" if again else "host.start"),
                key=f"host.start_{index}_{there.game}",
                type="primary" if len(view.room.tables) == 1 else "secondary",
                icon=":material/play_arrow:",
                disabled=not any(not one.watches for one in people),
                on_click=do,
                args=(view, partial(Hosting.start, table=index)),
            )


def _what_happens(shown: TableView, texts: Catalogue) -> str:
    """Who tells, what is open, and who has not spoken for long."""
    if shown.tale.outcome is not None:
        names = ", ".join(plain(shown.seats[seat].name, 40) for seat in shown.tale.outcome.winners)
        return f":material/emoji_events: {texts.t('end.won', name=names)}"
    name = plain(shown.seats[shown.tale.narrator].name, 40)
    said = texts.t("host.decides" if shown.tale.phase is tale.Phase.RULING else "host.tells", name=name)
    told = texts.n("host.sentences", len(shown.tale.sentences))
    return f":material/campaign: {said} · {told}"


def _running(view: RoomView, index: int, shown: TableView, texts: Catalogue) -> None:
    """The powers over a tale that is being told."""
    st.button(
        texts.t("host.more_time"),
        key=f"host.time_{index}_{shown.version}",
        icon=":material/more_time:",
        on_click=do,
        args=(view, partial(Hosting.give_time, table=index)),
    )
    with st.popover(texts.t("host.undo"), icon=":material/undo:", key=f"host.undo_{index}"):
        st.caption(texts.t("host.about_undo"))
        undo = partial(Hosting.take_back, table=index, expected=shown.version)
        _with_reason(view, f"undo_{index}", texts, {"host.undo_now": undo})
    if shown.tale.phase is tale.Phase.RULING:
        with st.popover(texts.t("host.overrule"), icon=":material/gavel:", key=f"host.overrule_{index}"):
            rule = partial(Hosting.overrule, table=index, expected=shown.version)
            stands, falls = partial(rule, stands=True), partial(rule, stands=False)
            _with_reason(view, f"rule_{index}", texts, {"host.it_stands": stands, "host.it_falls": falls})


def _end(view: RoomView, index: int, texts: Catalogue) -> None:
    with st.popover(texts.t("host.end"), icon=":material/stop_circle:", key=f"host.end_{index}"):
        st.caption(texts.t("host.about_end"))
        _with_reason(view, f"end_{index}", texts, {"host.end_now": partial(Hosting.end, table=index)})


def _with_reason(view: RoomView, key: str, texts: Catalogue, deeds: dict[str, Callable[..., Refusal | None]]) -> None:
    """A deed that the room will read about, with the reason for it, if the host gives one."""
    st.text_input(texts.t("host.reason"), max_chars=200, key=f"host.reason_{key}")
    for label, deed in deeds.items():
        st.button(
            texts.t(label), key=f"{label}_{key}", on_click=_do_with_reason, args=(view, deed, f"host.reason_{key}")
        )


def _elsewhere(view: RoomView, texts: Catalogue) -> None:
    """People at no table, and those who have left."""
    nowhere = [one for one in view.room.members if one.table is None and not one.gone]
    gone = [one for one in view.room.members if one.gone]
    if nowhere:
        st.markdown(
            f"{texts.t('host.at_no_table')} {' '.join(badge(view, one, texts, connection=True) for one in nowhere)}"
        )
    if gone:
        st.caption(f"{texts.t('host.have_left')} {', '.join(plain(one.name, 40) for one in gone)}")


def _room_powers(view: RoomView, texts: Catalogue) -> None:
    room = view.room
    with st.container(horizontal=True, key="room_powers"):
        st.button(
            texts.t("host.show_code" if room.code_hidden else "host.hide_code"),
            key=f"host.code_{room.code_hidden}",
            icon=":material/lock_open:" if room.code_hidden else ":material/lock:",
            on_click=do,
            args=(view, partial(Hosting.hide_code, hidden=not room.code_hidden)),
        )
        with st.popover(texts.t("host.close"), icon=":material/delete:", key="host.close", type="tertiary"):
            st.markdown(texts.t("host.about_close"))
            st.button(texts.t("host.close_now"), key="host.close_now", type="primary", on_click=_close, args=(view,))


def _deeds(view: RoomView, texts: Catalogue) -> None:
    with st.expander(texts.t("host.log"), icon=":material/history:", key="host.log"):
        if not view.room.deeds:
            st.caption(texts.t("host.log_empty"))
        for deed in reversed(view.room.deeds[-50:]):
            said = texts.t(f"deed.{deed.what}", who=plain(deed.who, 40), about=_about(deed.about, texts))
            where = f" · {texts.t('room.at_table', number=deed.table + 1)}" if deed.table is not None else ""
            why = f" · {texts.t('host.because', reason=plain(deed.reason))}" if deed.reason else ""
            st.caption(f"{moment(deed.at, texts)} · {said}{where}{why}")


def _about(about: str, texts: Catalogue) -> str:
    return texts.t(f"host.it_{about}") if about in ("stands", "falls") else plain(about, 40)


def _do_with_reason(view: RoomView, deed: Callable[..., Refusal | None], key: str) -> None:
    do(view, partial(deed, reason=str(st.session_state.get(key) or "")))


def _start_all(view: RoomView, idle: list[int]) -> None:
    for index in idle:
        if any(not one.watches for one in view.room.at_table(index)):
            do(view, partial(Hosting.start, table=index))


def _close(view: RoomView) -> None:
    do(view, Hosting.close)
    st.switch_page(PAGE, query_params={})
