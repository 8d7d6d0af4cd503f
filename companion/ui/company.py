"""Who plays, on Home: names, which seats are the computer's, and what sort of players those are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from companion.language.catalogue import Catalogue, interface_languages
from companion.rules.tale.setup import MAX_PLAYERS, MIN_PLAYERS
from companion.table import GRADES, LEVELS, MAX_NAME, PACES, TEMPERAMENTS, Character, SeatInfo, Temperament
from companion.ui.parts import SeatFace, portrait
from companion.ui.plain import one_line, plain
from companion.ui.portraits import TELLERS, house_names, portrait_of
from companion.ui.session import second_opinions, words

OPPONENTS = ("1", "2", "3")
USUAL_OPPONENTS = "2"
FREELY = LEVELS[-1]
"""The level of an AI seat that chooses its words freely."""
USUAL_PACE = "normal"
USUAL_GRADE = "medium"


def your_name(texts: Catalogue) -> str:
    name = st.text_input(
        texts.t("home.your_name"),
        key="home.name_alone",
        max_chars=MAX_NAME,
        placeholder=texts.t("home.traveller"),
        persist_state="session",
    )
    return one_line(name or "") or texts.t("home.traveller")


def number_of_players(texts: Catalogue) -> int:
    count = st.number_input(
        texts.t("home.players"), MIN_PLAYERS, MAX_PLAYERS, 3, key="home.players", persist_state="session"
    )
    return min(max(int(count), MIN_PLAYERS), MAX_PLAYERS)


def against(texts: Catalogue, language: str, name: str) -> tuple[SeatInfo, ...]:
    """One person against one to three AI seats."""
    with st.container(horizontal=True):
        chosen = st.segmented_control(
            texts.t("home.opponents"),
            OPPONENTS,
            default=USUAL_OPPONENTS,
            required=True,
            key="home.opponents",
            persist_state="session",
        )
        level = language_level(texts)
    names = names_of_tellers(language)
    rows = st.container(gap="xsmall", key="home_rivals")
    count = int(chosen if chosen in OPPONENTS else USUAL_OPPONENTS)
    rivals = tuple(_opponent(texts, names, rows, seat) for seat in range(1, count + 1))
    return with_manner((SeatInfo(name), *rivals), level=level)


def _opponent(texts: Catalogue, names: tuple[str, ...], rows: DeltaGenerator, seat: int) -> SeatInfo:
    """One AI seat in a row: face, name, temperament; and a button that calls somebody else to this seat."""
    row = rows.container(horizontal=True, vertical_alignment="center", gap="xsmall", key=f"home_rival_{seat}")
    face = row.container(width="content")
    teller = _teller(seat)
    typed = row.text_input(
        texts.t("home.rival_name", number=seat),
        key=f"home.rival_{seat}",
        max_chars=MAX_NAME,
        placeholder=names[teller],
        persist_state="session",
        label_visibility="collapsed",
    )
    name = one_line(typed or "") or names[teller]
    temper = _temperament(texts, row, f"rival_{seat}", TELLERS[teller][1])
    row.button(
        texts.t("home.another"),
        key=f"home.another_{seat}",
        icon=":material/autorenew:",
        type="tertiary",
        help=texts.t("home.about_another"),
        on_click=_call_another,
        args=(seat,),
    )
    info = SeatInfo(name, "scripted", Character(temperament=temper))
    with face:
        portrait(face_of(texts, info, seat), key=f"home.face_{seat}")
    return info


def seats_of_friends(texts: Catalogue, language: str, count: int) -> tuple[SeatInfo, ...]:
    """Two to ten seats around this screen; each is a person or an AI seat."""
    house = names_of_tellers(language)
    seats = []
    rows = st.container(gap="small", key="home_seats")
    for seat in range(count):
        row = rows.container(horizontal=True, vertical_alignment="center", gap="xsmall", key=f"home_seat_{seat}")
        is_house = st.session_state.get(f"home.house_{seat}", False)
        usual = house[seat % len(house)] if is_house else texts.t("home.player_number", number=seat + 1)
        face = row.container(width="content")
        typed = row.text_input(
            texts.t("home.name_of_seat", number=seat + 1),
            key=f"home.name_{seat}",
            max_chars=MAX_NAME,
            placeholder=usual,
            persist_state="session",
            label_visibility="collapsed",
        )
        row.toggle(texts.t("home.house"), key=f"home.house_{seat}", persist_state="session")
        info = SeatInfo(one_line(typed or "") or usual)
        if is_house:
            temper = _temperament(texts, row, f"friend_{seat}", TELLERS[seat % len(TELLERS)][1])
            info = SeatInfo(info.name, "scripted", Character(temperament=temper))
        with face:
            portrait(face_of(texts, info, seat), key=f"home.face_of_friend_{seat}")
        seats.append(info)
    if all(info.kind == "human" for info in seats):
        return tuple(seats)
    return with_manner(tuple(seats), level=language_level(texts))


def face_of(texts: Catalogue, info: SeatInfo, seat: int) -> SeatFace:
    """How a seat looks: an AI seat has a portrait and a temperament, a person the first letter of the name."""
    if info.kind == "human":
        return SeatFace(info.name, seat)
    temper = texts.t(f"seat.{info.character.temperament}")
    return SeatFace(
        info.name,
        seat,
        portrait=portrait_of(info.name, seat - 1),  # alone, the first seat is the person's
        alt=texts.t("seat.portrait", name=info.name, temper=temper),
    )


def _temperament(texts: Catalogue, row: DeltaGenerator, place: str, usual: Temperament) -> Temperament:
    chosen = row.selectbox(
        texts.t("home.temperament"),
        TEMPERAMENTS,
        index=TEMPERAMENTS.index(usual),
        format_func=lambda one: texts.t(f"seat.{one}").capitalize(),
        key=f"home.temper_{place}",
        persist_state="session",
        label_visibility="collapsed",
        width=190,
    )
    return chosen if chosen in TEMPERAMENTS else usual


def _teller(seat: int) -> int:
    """Which narrator of the house sits on this seat of a game alone."""
    return int(st.session_state.get(f"home.teller_{seat}", seat - 1))


def _call_another(seat: int) -> None:
    """The next narrator of the house who does not sit at the table takes the seat, with the usual temperament."""
    taken = {_teller(int(other)) for other in OPPONENTS}
    teller = next(n % len(TELLERS) for n in range(_teller(seat) + 1, 99) if n % len(TELLERS) not in taken)
    st.session_state[f"home.teller_{seat}"] = teller
    st.session_state[f"home.rival_{seat}"] = ""
    st.session_state[f"home.temper_rival_{seat}"] = TELLERS[teller][1]


def names_of_tellers(language: str) -> tuple[str, ...]:
    """Names of the house's narrators, in the language of the tale."""
    return house_names(language if language in interface_languages() else words().language)


def language_level(texts: Catalogue) -> Any:
    """The hardest language that the AI seats use."""
    chosen = st.selectbox(
        texts.t("home.level"),
        LEVELS,
        index=LEVELS.index(FREELY),
        format_func=lambda level: texts.t(f"home.level_{level.lower()}"),
        help=texts.t("home.about_level"),
        key="home.level",
        persist_state="session",
    )
    return chosen if chosen in LEVELS else FREELY


def manner(texts: Catalogue, *, in_order: bool = False) -> dict[str, Any]:
    """The finer settings of all AI seats together, as fields of `Character`. `in_order`: they only tell when it is
    their turn, and how they take the story over is not asked."""
    st.markdown(f"**{texts.t('home.rivals')}**")
    chosen: dict[str, Any] = {}
    with st.container(horizontal=True):
        for name in ("skill",) if in_order else ("patience", "boldness", "skill"):
            told = st.segmented_control(
                texts.t(f"home.{name}"),
                GRADES,
                default=USUAL_GRADE,
                required=True,
                format_func=lambda grade: texts.t(f"home.grade_{grade}"),
                help=texts.t(f"home.about_{name}"),
                key=f"home.{name}",
                persist_state="session",
            )
            chosen[name] = told if told in GRADES else USUAL_GRADE
        pace = st.select_slider(
            texts.t("home.pace"),
            PACES,
            value=USUAL_PACE,
            format_func=lambda one: texts.t(f"home.pace_{one}"),
            help=texts.t("home.about_pace"),
            key="home.pace",
            persist_state="session",
        )
    chosen["pace"] = pace if pace in PACES else USUAL_PACE
    return chosen


def by_model(texts: Catalogue, seats: tuple[SeatInfo, ...]) -> tuple[SeatInfo, ...]:
    """The seats, those among them for which the language model speaks marked so; asked where a model is set."""
    if not second_opinions().offered:
        return seats
    st.markdown(f":small[{texts.t('home.by_model')}]", help=texts.t("home.about_by_model"))
    chosen = list(seats)
    with st.container(horizontal=True):
        for seat, info in enumerate(seats):
            if info.kind == "human":
                continue
            if st.toggle(plain(info.name, MAX_NAME), key=f"home.model_{seat}", persist_state="session"):
                chosen[seat] = replace(info, kind="llm")
    return tuple(chosen)


def with_manner(seats: tuple[SeatInfo, ...], **manner: Any) -> tuple[SeatInfo, ...]:
    """The seats, all AI seats among them with these settings of their characters."""
    return tuple(
        seat if seat.kind == "human" else replace(seat, character=replace(seat.character, **manner)) for seat in seats
    )


def what_is_wrong(texts: Catalogue, seats: tuple[SeatInfo, ...]) -> str:
    """Why these seats cannot play, in words; empty when they can."""
    names = [seat.name.casefold() for seat in seats]
    for seat in seats:
        if len(seat.name) > MAX_NAME:
            return texts.n("home.name_too_long", MAX_NAME, name=plain(seat.name, 20))
        if names.count(seat.name.casefold()) > 1:
            return texts.t("home.name_twice", name=plain(seat.name))
    return ""
