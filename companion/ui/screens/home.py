"""Home: a new game in a few choices, each with a default, and the games to go on with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import streamlit as st

from companion.decks.deck import languages
from companion.language.catalogue import Catalogue
from companion.matching import STRICTNESSES
from companion.rules.tale.setup import MOST_DRAWN_WHEN_INTERRUPTED, ChallengeKind
from companion.table import (
    HELPS,
    LENGTHS,
    MAX_NAME,
    POLICIES,
    PRESETS,
    REFEREE_MODES,
    Changes,
    NewTable,
    Preset,
    SeatInfo,
    with_preset,
)
from companion.table.opening import GameSummary
from companion.ui.company import (
    against,
    by_model,
    manner,
    number_of_players,
    seats_of_friends,
    what_is_wrong,
    with_manner,
    your_name,
)
from companion.ui.host import ask_password, may_host
from companion.ui.plain import plain
from companion.ui.saved import tale_title
from companion.ui.session import go_to_table, tables, words
from companion.ui.start_page import SavedGames, choice, rules_link, saved_games
from companion.ui.welcome import cards_of_the_game
from companion.ui.wording import tale_language

T = TypeVar("T", bound=str)
CLOCK = (0, 5, 10, 15, 20, 30, 45, 60)
"""Seconds of silence; 0: no clock."""
USUAL_CLOCK = 30
"""More than the rules' own 10 seconds: whoever types at a screen thinks before the first letter."""
GENTLE = tuple(kind for kind in ChallengeKind if kind not in (ChallengeKind.SILENCE, ChallengeKind.TEDIUM))
"""Objections at a table of children and learners: nobody is hurried, nobody is called dull."""
MOST_SENTENCES, MOST_ENDINGS = 5, 3
"""Sentences in a turn of a relay, and ending cards in a hand."""
LOTS = -1
"""No seat tells first by choice: lots are drawn."""


def page() -> None:
    texts = words()
    greeting(texts)
    new, old = st.columns([3, 2], gap="medium")
    with new:
        new_game(texts)
    with old:
        waiting_games(texts)
        st.page_link("screens/room.py", label=texts.t("home.room"), icon=":material/devices:")
        st.page_link("screens/referee.py", label=texts.t("notebook.from_home"), icon=":material/gavel:")
        rules_link(texts, "tale")


def greeting(texts: Catalogue) -> None:
    """What this is, in two sentences and five cards, one of each category."""
    left, right = st.columns([3, 2], gap="small", vertical_alignment="center")
    left.markdown(texts.t("home.invitation"))
    with right:
        cards_of_the_game(texts, "home.fan")


def new_game(texts: Catalogue) -> None:
    """The four choices, the folded rest, and the button that deals."""
    with st.container(border=True, gap="xsmall", key="new_game"):
        # Several to a row, where there is room: the start button is to be seen without scrolling.
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(texts.t("home.new"), anchor=False, width="content")
            language = choice(
                texts.t("home.language"), languages(), "home.language", tale_language, texts.language, speaks=True
            )
            length = choice(
                texts.t("home.length"),
                LENGTHS,
                "home.length",
                lambda c: texts.t(f"home.length_{c}"),
                "normal",
                speaks=True,
            )
        with st.container(horizontal=True):
            company = choice(
                texts.t("home.company"), ("alone", "friends"), "home.company", lambda c: texts.t(f"home.{c}")
            )
            name = your_name(texts) if company == "alone" else ""
            count = number_of_players(texts) if company == "friends" else 0
        seats = seats_of_friends(texts, language, count) if count else against(texts, language, name)
        preset = preset_choice(texts)
        order = more_settings(texts, NewTable(language, seats, length), company, preset)
        if fault := what_is_wrong(texts, seats):
            st.warning(fault, icon=":material/edit:")
        if not may_host():
            ask_password(texts, "home.host")
        elif st.button(
            texts.t("home.start"),
            key="home.start",
            type="primary",
            icon=":material/auto_stories:",
            width="stretch",
            disabled=bool(fault),
        ):
            go_to_table(tables().create(order))


def preset_choice(texts: Catalogue) -> Preset:
    """How to play: six ways in a row, and one line about the chosen one (the tooltip has all six)."""
    names = [f"**{texts.t(f'home.preset_{one}')}**: {texts.t(f'home.about_preset_{one}')}" for one in PRESETS]
    chosen = st.pills(
        texts.t("home.preset"),
        list(PRESETS),
        default="full",
        required=True,
        format_func=lambda one: texts.t(f"home.preset_{one}"),
        key="home.preset",
        persist_state="session",
        label_visibility="collapsed",
    )
    preset: Preset = chosen if chosen in PRESETS else "full"
    st.caption(texts.t(f"home.about_preset_{preset}"), help="\n\n".join(names))
    return preset


def more_settings(texts: Catalogue, order: NewTable, company: str, preset: Preset) -> NewTable:
    """The folded settings: who rules, how much the game helps and how readily it hears, the rules' set-up. What the
    preset fixes is not asked."""
    changes = PRESETS[preset]
    asked: dict[str, Any] = {}
    seats = order.seats
    with st.expander(texts.t("home.more"), icon=":material/tune:", key="home.more"):
        if any(seat.kind != "human" for seat in seats):
            seats = by_model(texts, with_manner(seats, **manner(texts, in_order=changes.is_in_order)))
            if not changes.is_in_order:
                asked["people_first"] = st.toggle(
                    texts.t("home.people_first"),
                    value=True,
                    help=texts.t("home.about_people_first"),
                    key="home.people_first",
                    persist_state="session",
                )
        options: dict[str, tuple[Any, ...]] = {
            "policy": POLICIES if company == "friends" else POLICIES[:2],
            "help": HELPS,
            "strictness": STRICTNESSES,
        }
        if not changes.is_in_order:
            options["referee"] = REFEREE_MODES
        asked |= {name: told_choice(texts, name, of) for name, of in options.items() if not changes.fixes(name)}
        rules = objections_and_clock(texts, seats, company, changes) | rules_choices(texts, seats, changes)
    return with_preset(replace(order, seats=seats, rules=rules, **asked), preset)


def objections_and_clock(
    texts: Catalogue, seats: tuple[SeatInfo, ...], company: str, changes: Changes
) -> dict[str, Any]:
    """Which objections there are, after what silence, and against whom."""
    if changes.fixes("silence_seconds"):
        return {}
    gentle = st.toggle(
        texts.t("home.gentle"), help=texts.t("home.about_gentle"), key="home.gentle", persist_state="session"
    )
    clock = st.select_slider(
        texts.t("home.clock"),
        CLOCK,
        value=USUAL_CLOCK,
        format_func=lambda s: texts.n("home.seconds", s) if s else texts.t("home.clock_off"),
        help=texts.t("home.about_clock"),
        key="home.clock",
        disabled=gentle,
        persist_state="session",
    )
    calm: list[int] = []
    if clock and company == "friends" and not gentle:
        calm = st.multiselect(
            texts.t("home.no_clock"),
            [seat for seat, info in enumerate(seats) if info.kind == "human"],
            format_func=lambda seat: seats[seat].name if 0 <= seat < len(seats) else "",
            help=texts.t("home.about_no_clock"),
            placeholder=texts.t("home.nobody"),
            key="home.no_clock",
            persist_state="session",
        )
    if gentle:
        return {"challenges": GENTLE, "silence_seconds": (None,) * len(seats)}
    limits = (float(clock) if clock and seat not in calm else None for seat in range(len(seats)))
    return {"silence_seconds": tuple(limits)}


def rules_choices(texts: Catalogue, seats: tuple[SeatInfo, ...], changes: Changes) -> dict[str, Any]:
    """The rules' set-up: cards, turns, and what a refused ending costs."""
    rules: dict[str, Any] = {}
    if "sentences_a_turn" in changes.usual:
        rules["sentences_a_turn"] = number(
            texts, "sentences", range(1, MOST_SENTENCES + 1), changes.usual["sentences_a_turn"]
        )
    cards = st.selectbox(
        texts.t("home.hand"),
        (0, *range(3, 12)),
        format_func=lambda n: texts.n("home.cards", n) if n else texts.t("home.by_length"),
        key="home.hand",
        persist_state="session",
    )
    if cards:
        rules["hand_size"] = int(cards)
    rules["endings_each"] = number(texts, "endings", range(1, MOST_ENDINGS + 1))
    if not changes.rules.get("cooperative") and not changes.is_in_order:
        rules["drawn_when_interrupted"] = number(texts, "drawn", range(1, MOST_DRAWN_WHEN_INTERRUPTED + 1))
    if not changes.fixes("refused_ending_not_yet"):
        rules["refused_ending_not_yet"] = st.toggle(
            texts.t("home.not_yet"), help=texts.t("home.about_not_yet"), key="home.not_yet", persist_state="session"
        )
    first = st.selectbox(
        texts.t("home.first"),
        (LOTS, *range(len(seats))),
        format_func=lambda s: seats[s].name if 0 <= s < len(seats) else texts.t("home.lots"),
        key="home.first",
        persist_state="session",
    )
    if first is not None and 0 <= first < len(seats):
        rules["first_narrator"] = int(first)
    return rules


def number(texts: Catalogue, name: str, options: range, default: int = 1) -> int:
    """A small number."""
    return choice(texts.t(f"home.{name}"), options, f"home.{name}", default=default)


def told_choice(texts: Catalogue, name: str, options: tuple[T, ...]) -> T:
    """One choice of a few, each with a line about it; kept while other pages are visited."""
    chosen = st.radio(
        texts.t(f"home.{name}"),
        options,
        format_func=lambda option: texts.t(f"home.{name}_{option}"),
        captions=[texts.t(f"home.about_{name}_{option}") for option in options],
        key=f"home.{name}",
        persist_state="session",
    )
    return chosen if chosen in options else options[0]


def waiting_games(texts: Catalogue) -> None:
    """The games that wait, newest first; a finished one is on the Tales page."""

    def standing(game: GameSummary) -> tuple[str, str]:
        view = tables().look(game.id, None)
        turn = texts.t("home.turn_of", name=plain(view.seats[view.tale.narrator].name, MAX_NAME))
        return tale_title(texts, game.title, game.seats, view.tale.sentences), turn

    kind = SavedGames(
        area="home",
        heading=texts.t("home.continue"),
        none=texts.t("home.no_games"),
        named=lambda game: tale_title(texts, game.title, game.seats),
        standing=standing,
        open=go_to_table,
    )
    saved_games(texts, [game for game in tables().games() if not game.finished], kind)


page()
