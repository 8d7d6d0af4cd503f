"""A host's menu for one person: name, clock, place, powers; and sending out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.kernel import Refusal
from companion.table import TableView
from companion.table.rooms import Hosting, Member, RoomView, is_running
from companion.ui.plain import plain
from companion.ui.room.door import refused
from companion.ui.room.lobby import badge
from companion.ui.room.plan import CLOCKS
from companion.ui.session import rooms, tables, token, words
from companion.ui.table.commands import notice

LONG_SILENT = 180.0
"""Seconds after which a player who has told nothing is pointed out to the teacher."""


def do(view: RoomView, deed: Callable[..., Refusal | None]) -> None:
    """A host's deed; why not is shown on the next run of the page."""
    own = token()
    no = deed(Hosting(rooms(), view.room.id, own)) if own else None
    if no:
        notice(refused(no, words()))


def person(view: RoomView, one: Member, index: int, shown: TableView | None, texts: Catalogue) -> None:
    """One person: a menu under the name; a clock beside who has told nothing for long."""
    there = view.room.tables[index]
    waits = ""
    if shown is not None and one.id in there.seats and is_running(rooms(), there):
        last = tables().last_words(shown.game).get(there.seats.index(one.id))
        quiet = time.time() - (last if last is not None else one.joined)
        if quiet > LONG_SILENT:
            waits = f" · :orange[:material/hourglass_bottom: {texts.n('host.minutes', int(quiet // 60))}]"
    with st.popover(f"{badge(view, one, texts, connection=True)}{waits}", key=f"host.person_{one.id}"):
        st.text_input(texts.t("host.name"), value=one.name, max_chars=40, key=f"host.name_{one.id}_{one.name}")
        _menu(view, one, index, texts)


def _menu(view: RoomView, one: Member, index: int, texts: Catalogue) -> None:
    deeds: dict[str, Callable[..., Refusal | None]] = {}
    there = view.room.tables[index]
    plays = is_running(rooms(), there) and one.id in there.seats
    if plays and there.seats.index(one.id) not in there.stand_ins:
        deeds["host.stand_in"] = partial(Hosting.stand_in_for, member=one.id)
    if not view.room.is_host(one.id):
        deeds["host.make_host"] = partial(Hosting.name_host, member=one.id)
    st.button(texts.t("host.rename"), key=f"host.rename_{one.id}", width="stretch", on_click=_rename, args=(view, one))
    if len(view.room.tables) > 1 and not plays:
        others = [number for number in range(len(view.room.tables)) if number != index]
        st.segmented_control(
            texts.t("host.move"),
            others,
            format_func=lambda number: str(number + 1),
            key=f"host.move_{one.id}_{index}",
            on_change=_move,
            args=(view, one, index),
        )
    for label, deed in deeds.items():
        st.button(texts.t(label), key=f"{label}_{one.id}", width="stretch", on_click=do, args=(view, deed))
    _own_clock(view, one, texts)
    # Somebody who came in anew gets the place of who they were before.
    lost = [
        other for other in view.room.members if other.id not in view.here and other.id != one.id and not other.removed
    ]
    if lost and view.room.seat_of(one.id) is None:
        was = st.selectbox(
            texts.t("host.was"), lost, index=None, format_func=lambda other: other.name, key=f"host.was_{one.id}"
        )
        if was is not None:
            st.button(
                texts.t("host.hand_over", name=plain(was.name, 40)),
                key=f"host.hand_over_{one.id}",
                width="stretch",
                on_click=do,
                args=(view, partial(Hosting.hand_over, old=was.id, new=one.id)),
            )
    if one.id != view.me.id:
        st.button(
            texts.t("host.remove"),
            key=f"host.remove_{one.id}",
            icon=":material/person_remove:",
            width="stretch",
            on_click=do,
            args=(view, partial(Hosting.remove, member=one.id)),
        )


def _own_clock(view: RoomView, one: Member, texts: Catalogue) -> None:
    """A silence clock for this person alone, from the next game on."""
    now = view.room.plan.clocks.get(one.id)
    options = (None, *(seconds for seconds in CLOCKS if seconds is not None))
    st.selectbox(
        texts.t("host.own_clock"),
        options,
        index=options.index(now) if now in options else 0,
        format_func=lambda s: texts.t("host.clock_of_all") if s is None else texts.n("plan.seconds", int(s)),
        key=f"host.clock_{one.id}_{now}",
        on_change=_set_clock,
        args=(view, one, f"host.clock_{one.id}_{now}"),
    )


def _set_clock(view: RoomView, one: Member, key: str) -> None:
    chosen = st.session_state.get(key)
    others = {member: seconds for member, seconds in view.room.plan.clocks.items() if member != one.id}
    clocks = others if chosen is None else {**others, one.id: float(chosen)}
    do(view, partial(Hosting.plan, plan=replace(view.room.plan, clocks=clocks)))


def _rename(view: RoomView, one: Member) -> None:
    name = str(st.session_state.get(f"host.name_{one.id}_{one.name}") or "")
    do(view, partial(Hosting.rename, member=one.id, name=name))


def _move(view: RoomView, one: Member, index: int) -> None:
    wanted = st.session_state.get(f"host.move_{one.id}_{index}")
    if wanted is not None:
        do(view, partial(Hosting.move, member=one.id, table=int(wanted)))
