"""A new game on the hill: who plays, what is asked, how fast; every choice has a default."""

from __future__ import annotations

import secrets
from collections import Counter

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.questions import LEVELS, Pack
from companion.rules.hill import HIGHEST_START, HOLD, MAX_TEAMS, MIN_TEAMS, SUMMIT, Colour
from companion.table import MAX_NAME, MAX_TITLE
from companion.table.hill_order import HOSTS, STRENGTHS, HillQuestion, HostKind, NewHill, Strength, TeamSeat
from companion.table.packs import hill_questions
from companion.table.rooms.hill_kind import COLOURS
from companion.ui.hill.scene import colour_name
from companion.ui.host import ask_password, may_host
from companion.ui.packs.choice import choose_pack
from companion.ui.plain import one_line
from companion.ui.session import hill_tables
from companion.ui.start_page import choice

SECONDS = (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300)
WAYS, ORDERS = ("around", "solo"), ("shuffled", "in_order")
READING, SHOWING = (3, 5, 8, 12, 20), (4, 6, 8, 12, 20, 30)


def new_game(texts: Catalogue) -> str | None:
    """Draws the choices; the id of the game when one was just begun."""
    with st.container(border=True, gap="small", key="hill_new"):
        st.subheader(texts.t("hill.new"), anchor=False)
        way = choice(texts.t("hill.way"), WAYS, "hill.way", lambda one: texts.t(f"hill.way_{one}"))
        teams = _solo(texts) if way == "solo" else _around(texts)
        host: HostKind = "automatic"
        if way != "solo":
            host = choice(
                texts.t("hill.host"),
                HOSTS,
                "hill.host",
                lambda one: texts.t(f"hill.host_{one}"),
                about=texts.t("hill.about_host"),
            )
        pack = choose_pack(texts, "hill.pack")
        asked = _questions(pack, texts) if pack is not None else ()
        order = _more(texts, NewHill(pack.language if pack else texts.language, teams, asked, host))
        if 0 < len(asked) < (enough := SUMMIT - order.start + HOLD):
            st.warning(texts.n("hill.few_questions", enough), icon=":material/quiz:")
        fault = _what_is_wrong(teams, texts)
        if fault:
            st.warning(fault, icon=":material/edit:")
        if not may_host():
            ask_password(texts, "hill.host")
            return None
        if st.button(
            texts.t("hill.create"),
            key="hill.create",
            type="primary",
            icon=":material/landscape:",
            width="stretch",
            disabled=bool(fault) or not asked,
        ):
            return hill_tables().create(order)
    return None


def _solo(texts: Catalogue) -> tuple[TeamSeat, ...]:
    """One team against the machine."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(
            texts.t("hill.your_team"),
            max_chars=MAX_NAME,
            placeholder=texts.t("hill.you"),
            key="hill.solo_name",
            persist_state="session",
        )
        mine = _colour(texts, "hill.solo_colour", COLOURS[0])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        count = choice(texts.t("hill.rivals"), range(1, MAX_TEAMS), "hill.rivals", default=2)
        strength = choice(
            texts.t("hill.strength"),
            STRENGTHS,
            "hill.strength",
            lambda one: texts.t(f"hill.strength_{one}"),
            "middling",
        )
    others = [colour for colour in COLOURS if colour != mine][:count]
    machine = tuple(TeamSeat(_name(texts, one), one, "scripted", strength) for one in others)
    return (TeamSeat(one_line(typed or "") or texts.t("hill.you"), mine), *machine)


def _around(texts: Catalogue) -> tuple[TeamSeat, ...]:
    """Two to eight teams, each of people or the machine's."""
    count = choice(texts.t("hill.teams"), range(MIN_TEAMS, MAX_TEAMS + 1), "hill.teams", default=3)
    rows = st.container(gap="xsmall", key="hill_teams")
    return tuple(_team(texts, rows.container(horizontal=True, key=f"hill_team_{n}"), n) for n in range(count))


def _team(texts: Catalogue, row: st.delta_generator.DeltaGenerator, number: int) -> TeamSeat:
    with row:
        colour = _colour(texts, f"hill.colour_{number}", COLOURS[number], collapsed=True)
        typed = st.text_input(
            texts.t("hill.name_of_team", number=number + 1),
            max_chars=MAX_NAME,
            placeholder=_name(texts, colour),
            key=f"hill.name_{number}",
            persist_state="session",
            label_visibility="collapsed",
        )
        kinds = ("human", *STRENGTHS)
        kind = st.selectbox(
            texts.t("hill.who_plays", number=number + 1),
            kinds,
            format_func=lambda one: texts.t("hill.people" if one == "human" else f"hill.machine_{one}"),
            key=f"hill.kind_{number}",
            persist_state="session",
            label_visibility="collapsed",
        )
    name = one_line(typed or "") or _name(texts, colour)
    strength = _strength(kind)
    return TeamSeat(name, colour) if strength is None else TeamSeat(name, colour, "scripted", strength)


def _strength(kind: str | None) -> Strength | None:
    return next((one for one in STRENGTHS if one == kind), None)


def _colour(texts: Catalogue, key: str, usual: Colour, *, collapsed: bool = False) -> Colour:
    # As texts: the session keeps a choice while other pages are visited, and an enum may be another class by then.
    chosen = st.selectbox(
        texts.t("hill.colour"),
        [colour.value for colour in COLOURS],
        index=COLOURS.index(usual),
        format_func=lambda one: colour_name(Colour(one), texts),
        key=key,
        persist_state="session",
        label_visibility="collapsed" if collapsed else "visible",
    )
    return Colour(chosen) if chosen else usual


def _name(texts: Catalogue, colour: Colour) -> str:
    return texts.t(f"hill.team_{colour.value}")


def _questions(pack: Pack, texts: Catalogue) -> tuple[HillQuestion, ...]:
    """Levels and order; says how many questions that makes."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        levels = st.pills(
            texts.t("hill.levels"),
            LEVELS,
            selection_mode="multi",
            default=LEVELS,
            key="hill.levels",
            persist_state="session",
        )
        order = choice(texts.t("hill.order"), ORDERS, "hill.order", lambda one: texts.t(f"hill.order_{one}"))
    seed = st.session_state.setdefault("hill.seed", secrets.randbits(31))
    asked = hill_questions(pack.questions, levels=levels or (), seed=None if order == "in_order" else seed)
    unchecked = sum(not one.checked for one in pack.questions)
    said = texts.n("hill.questions", len(asked))
    st.caption(f"{said} {texts.n('hill.unchecked', unchecked)}" if unchecked else said)
    return asked


def _more(texts: Catalogue, order: NewHill) -> NewHill:
    """The folded settings."""
    with st.expander(texts.t("hill.more"), icon=":material/tune:", key="hill.more"):
        title = st.text_input(texts.t("hill.title"), max_chars=MAX_TITLE, key="hill.title", persist_state="session")
        start = st.select_slider(
            texts.t("hill.start"),
            range(1, HIGHEST_START + 1),
            help=texts.t("hill.about_start_step"),
            key="hill.start",
            persist_state="session",
        )
        choice = _seconds(texts, "choice_seconds", SECONDS, order.choice_seconds)
        answer = _seconds(texts, "answer_seconds", SECONDS, order.answer_seconds)
        reading, showing = order.reading_seconds, order.showing_seconds
        if order.host == "automatic":
            reading = _seconds(texts, "reading_seconds", READING, reading)
            showing = _seconds(texts, "showing_seconds", SHOWING, showing)
        again = st.toggle(
            texts.t("hill.hand_out"),
            value=True,
            help=texts.t("hill.about_hand_out"),
            key="hill.hand_out",
            persist_state="session",
        )
    return NewHill(
        order.language,
        order.teams,
        order.questions,
        order.host,
        title=title or "",
        start=int(start or 1),
        choice_seconds=choice,
        answer_seconds=answer,
        hand_out_again=again,
        reading_seconds=reading,
        showing_seconds=showing,
    )


def _seconds(texts: Catalogue, name: str, options: tuple[int, ...], usual: float) -> float:
    chosen = st.select_slider(
        texts.t(f"hill.{name}"),
        options,
        value=int(usual),
        format_func=lambda seconds: texts.t("hill.seconds", seconds=seconds),
        key=f"hill.{name}",
        persist_state="session",
    )
    return float(chosen or usual)


def _what_is_wrong(teams: tuple[TeamSeat, ...], texts: Catalogue) -> str:
    colours = Counter(team.colour for team in teams)
    if twice := next((colour for colour, count in colours.items() if count > 1), None):
        return texts.t("hill.colour_twice", colour=colour_name(twice, texts))
    names = Counter(team.name.casefold() for team in teams)
    return texts.t("hill.name_twice") if max(names.values()) > 1 else ""
