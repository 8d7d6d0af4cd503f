"""What is played in a room: the preset and the few choices beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar, get_args

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.table import HELPS, LENGTHS, LEVELS, POLICIES
from companion.table.presets import PRESETS
from companion.table.rooms import DraftMode, Hosting, Plan, RoomView

T = TypeVar("T")

CLOCKS = (None, 5.0, 10.0, 20.0, 30.0, 60.0)
DRAFTS: tuple[DraftMode, ...] = get_args(DraftMode)


def plan_form(view: RoomView, texts: Catalogue, do: Callable[..., None]) -> None:
    """The settings of the next games. `do(view, deed)` carries a host's deed out."""
    plan = view.room.plan
    with st.expander(texts.t("plan.title"), icon=":material/tune:", key="plan.title"):
        preset = st.radio(
            texts.t("plan.preset"),
            tuple(PRESETS),
            index=tuple(PRESETS).index(plan.preset),
            format_func=lambda name: texts.t(f"home.preset_{name}"),
            captions=[texts.t(f"home.about_preset_{name}") for name in PRESETS],
            key="plan.preset",
        )
        left, right = st.columns(2, gap="large")
        with left:
            length = _choice(texts, "plan.length", LENGTHS, plan.length, lambda one: texts.t(f"home.length_{one}"))
            company = st.number_input(texts.t("plan.company"), 0, 5, plan.company, key="plan.company")
            level = st.segmented_control(
                texts.t("plan.level"), LEVELS, default=plan.level, required=True, key="plan.level"
            )
            clock = st.selectbox(
                texts.t("plan.clock"),
                CLOCKS,
                index=CLOCKS.index(plan.clock) if plan.clock in CLOCKS else 2,
                format_func=lambda s: texts.t("plan.no_clock") if s is None else texts.n("plan.seconds", int(s)),
                key="plan.clock",
            )
            calm = st.multiselect(
                texts.t("plan.calm"),
                [one.id for one in view.room.members if not one.gone],
                default=[one for one in plan.calm if view.room.member(one)],
                format_func=lambda id: member.name if (member := view.room.member(id)) else "",
                key="plan.calm",
            )
        with right:
            help = _choice(texts, "plan.help", HELPS, plan.help, lambda one: texts.t(f"home.help_{one}"))
            policy = _choice(texts, "plan.policy", POLICIES, plan.policy, lambda one: texts.t(f"home.policy_{one}"))
            drafts = _choice(texts, "plan.drafts", DRAFTS, plan.drafts, lambda one: texts.t(f"plan.drafts_{one}"))
            endings = st.toggle(texts.t("plan.two_endings"), value=plan.endings_each == 2, key="plan.two_endings")
            drawn = st.toggle(
                texts.t("plan.three_drawn"), value=plan.drawn_when_interrupted == 3, key="plan.three_drawn"
            )
            not_yet = st.toggle(texts.t("plan.not_yet"), value=plan.not_yet, key="plan.not_yet")
        chosen = Plan(
            preset=preset or plan.preset,
            length=length,
            help=help,
            policy=policy,
            company=int(company),
            level=level or plan.level,
            clock=clock,
            endings_each=2 if endings else 1,
            drawn_when_interrupted=3 if drawn else 1,
            not_yet=not_yet,
            drafts=drafts,
            calm=tuple(calm),
        )
        polite = st.toggle(texts.t("plan.polite"), value=view.room.polite_names, key="plan.polite")
        if polite != view.room.polite_names:
            do(view, partial(Hosting.polite_names, wanted=polite))
            st.rerun()
        st.button(
            texts.t("plan.keep"),
            key="plan.keep",
            type="primary",
            disabled=replace(chosen, clocks=plan.clocks) == plan,
            on_click=do,
            args=(view, partial(Hosting.plan, plan=replace(chosen, clocks=plan.clocks))),
        )


def _choice(texts: Catalogue, label: str, options: tuple[T, ...], now: T, named: Callable[[T], str]) -> T:
    chosen = st.selectbox(
        texts.t(label),
        options,
        index=options.index(now) if now in options else 0,
        format_func=named,
        key=label,
    )
    return chosen or now
