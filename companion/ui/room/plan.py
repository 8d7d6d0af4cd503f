"""What is played in a room: which game, and the few choices that it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar, get_args

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.hill import HIGHEST_START, MAX_TEAMS, MIN_TEAMS
from companion.table import HELPS, LENGTHS, LEVELS, POLICIES
from companion.table.hill_order import HOSTS, STRENGTHS
from companion.table.presets import PRESETS
from companion.table.rooms import GAME_KINDS, DraftMode, Hosting, MachineStrength, Plan, RoomView
from companion.ui.packs.choice import HOUSE, OWN, house_packs, option_name, vocabularies
from companion.ui.session import packs

T = TypeVar("T")

CLOCKS = (None, 5.0, 10.0, 20.0, 30.0, 60.0)
ANSWER_SECONDS = (20.0, 30.0, 45.0, 60.0, 90.0, 120.0)
DRAFTS: tuple[DraftMode, ...] = get_args(DraftMode)


def plan_form(view: RoomView, texts: Catalogue, do: Callable[..., None]) -> None:
    """The settings of the next games. `do(view, deed)` carries a host's deed out."""
    plan = view.room.plan
    with st.expander(texts.t("plan.title"), icon=":material/tune:", key="plan.title"):
        game = (
            st.segmented_control(
                texts.t("plan.game"),
                GAME_KINDS,
                default=plan.game,
                required=True,
                format_func=lambda one: texts.t(f"plan.game_{one}"),
                key="plan.game",
            )
            or plan.game
        )
        chosen = replace(plan, game=game)
        if game == "tale":
            chosen = _tale(view, chosen, texts)
        elif game == "hill":
            chosen = _hill(view, chosen, texts)
        else:
            chosen = _book(chosen, texts)
        polite = st.toggle(texts.t("plan.polite"), value=view.room.polite_names, key="plan.polite")
        if polite != view.room.polite_names:
            do(view, partial(Hosting.polite_names, wanted=polite))
            st.rerun()
        if chosen != plan:
            st.caption(texts.t("plan.not_kept"))
        st.button(
            texts.t("plan.keep"),
            key="plan.keep",
            type="primary",
            disabled=chosen == plan,
            on_click=do,
            args=(view, partial(Hosting.plan, plan=chosen)),
        )


def _tale(view: RoomView, plan: Plan, texts: Catalogue) -> Plan:
    names = [f"**{texts.t(f'home.preset_{one}')}**: {texts.t(f'home.about_preset_{one}')}" for one in PRESETS]
    preset = st.pills(
        texts.t("home.preset"),
        tuple(PRESETS),
        default=plan.preset,
        required=True,
        format_func=lambda one: texts.t(f"home.preset_{one}"),
        help="\n\n".join(names),
        key="plan.preset",
    )
    st.caption(texts.t(f"home.about_preset_{preset or plan.preset}"))
    left, right = st.columns(2, gap="large")
    with left:
        length = _choice(texts, "plan.length", LENGTHS, plan.length, lambda one: texts.t(f"home.length_{one}"))
        plan = _house(plan, texts, "plan.company", 5)
        level = st.segmented_control(texts.t("plan.level"), LEVELS, default=plan.level, required=True, key="plan.level")
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
        drawn = st.toggle(texts.t("plan.three_drawn"), value=plan.drawn_when_interrupted == 3, key="plan.three_drawn")
        not_yet = st.toggle(texts.t("plan.not_yet"), value=plan.not_yet, key="plan.not_yet")
    return replace(
        plan,
        preset=preset or plan.preset,
        length=length,
        help=help,
        policy=policy,
        level=level or plan.level,
        clock=clock,
        endings_each=2 if endings else 1,
        drawn_when_interrupted=3 if drawn else 1,
        not_yet=not_yet,
        drafts=drafts,
        calm=tuple(calm),
    )


def _hill(view: RoomView, plan: Plan, texts: Catalogue) -> Plan:
    left, right = st.columns(2, gap="large")
    with left:
        teams = st.segmented_control(
            texts.t("hill.teams"),
            range(MIN_TEAMS, MAX_TEAMS + 1),
            default=plan.teams,
            required=True,
            key="plan.teams",
        )
        plan = _house(plan, texts, "plan.machines", MAX_TEAMS - 1)
        strength = _choice(texts, "hill.strength", STRENGTHS, plan.strength, lambda s: texts.t(f"hill.strength_{s}"))
        host = _choice(texts, "hill.host", HOSTS, plan.quiz_host, lambda one: texts.t(f"hill.host_{one}"))
    with right:
        own = {one.id: one.title for one in packs().list() if one.questions}
        options = (*house_packs(texts), *((OWN, id, "") for id in own), *vocabularies(texts))
        now = (HOUSE, view.room.language, "") if plan.pack[:2] == (HOUSE, "") else plan.pack
        pack = _choice(
            texts, "hill.pack", options, now, lambda one: own[one[1]] if one[0] == OWN else option_name(one, texts)
        )
        levels = st.multiselect(texts.t("hill.levels"), LEVELS, default=plan.levels or LEVELS, key="plan.levels")
        start = st.slider(texts.t("hill.start"), 1, HIGHEST_START, plan.start_step, key="plan.start")
        answer = st.selectbox(
            texts.t("hill.answer_seconds"),
            ANSWER_SECONDS,
            index=ANSWER_SECONDS.index(plan.answer_seconds) if plan.answer_seconds in ANSWER_SECONDS else 3,
            format_func=lambda s: texts.n("plan.seconds", int(s)),
            key="plan.answer_seconds",
        )
    return replace(
        plan,
        teams=int(teams or plan.teams),
        strength=strength,
        quiz_host=host,
        pack=pack,
        levels=() if set(levels) == set(LEVELS) else tuple(levels),
        start_step=int(start),
        answer_seconds=float(answer or plan.answer_seconds),
    )


def _book(plan: Plan, texts: Catalogue) -> Plan:
    st.caption(texts.t("plan.about_book"))
    strengths = get_args(MachineStrength)
    opponent = _choice(texts, "plan.opponent", strengths, plan.opponent, lambda one: texts.t(f"book.against_{one}"))
    return replace(plan, opponent=opponent, seen=st.toggle(texts.t("plan.seen"), value=plan.seen, key="plan.seen"))


def _house(plan: Plan, texts: Catalogue, label: str, most: int) -> Plan:
    """How many players of the house there are at each table."""
    return replace(plan, company=int(st.number_input(texts.t(label), 0, most, min(plan.company, most), key=label)))


def _choice(texts: Catalogue, label: str, options: tuple[T, ...], now: T, named: Callable[[T], str]) -> T:
    chosen = st.selectbox(
        texts.t(label),
        options,
        index=options.index(now) if now in options else 0,
        format_func=named,
        key=f"plan.{label}",
    )
    return now if chosen is None else chosen
