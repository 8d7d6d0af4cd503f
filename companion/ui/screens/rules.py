"""Rules: how to play each game in our own words, how single cards are read, and what the house decided (design,
section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from companion.decks.deck import load_deck
from companion.language.catalogue import Catalogue
from companion.rules.book import BookSetup
from companion.rules.hill import HillSetup
from companion.rules.tale.setup import ChallengeKind, ClaimHow, TaleSetup
from companion.table import PRESETS
from companion.table.hill_order import NewHill
from companion.ui.book import chapter, readings
from companion.ui.plain import plain
from companion.ui.session import words
from companion.ui.start_page import GAMES, RULES_KEY, Game
from companion.ui.wording import categories

ALL = {"claims": tuple(ClaimHow), "challenges": tuple(ChallengeKind), "silence_seconds": ()}
"""Settings whose default means "all of them"."""
ON_HOME = (
    "help",
    "first_narrator",
    "hand_size",
    "silence_seconds",
    "endings_each",
    "drawn_when_interrupted",
    "refused_ending_not_yet",
)
"""Choices that Home offers, under "More settings"; the others are for whoever opens tables by a program."""

BY_PRESET = frozenset(name for changes in PRESETS.values() for name in (*changes.rules, *changes.usual))
"""Choices that a preset makes."""
OF_THE_HOST = ("reading_seconds", "showing_seconds")
"""Choices on the hill that are the table's, not the rules'."""

MEASURE = 780
"""Pixels, about 90 letters."""


def page() -> None:
    texts = words()
    game = chosen_game(texts)
    titles = {"how": texts.t("rules.how"), "cards": texts.t("rules.cards"), "house": texts.t("rules.house")}
    if game != "tale":  # there the cards are a deck, not words to be heard
        del titles["cards"]
    tabs = dict(zip(titles, st.tabs(list(titles.values()), key=f"rules.tabs_{game}"), strict=True))
    with tabs["how"], measure("rules_text"):
        st.markdown(chapter(f"{game}_rules", texts.language))
    if "cards" in tabs:
        with tabs["cards"], measure("rules_cards", 900):
            st.markdown(texts.t("rules.about_cards"))
            card_readings(texts)
    with tabs["house"], measure("rules_house"):
        st.markdown(chapter(f"{game}_house", texts.language))
        choices(texts, game)


def chosen_game(texts: Catalogue) -> Game:
    """Whose rules are read; in the address too, so that a link leads to them."""
    asked = st.query_params.get(RULES_KEY)
    chosen = st.segmented_control(
        texts.t("rules.game"),
        GAMES,
        default=asked if asked in GAMES else "tale",
        required=True,
        format_func=lambda one: texts.t(f"plan.game_{one}"),
        key="rules.game",
        label_visibility="collapsed",
    )
    game: Game = chosen if chosen in GAMES else "tale"
    if game != asked:  # by hand: a bound widget would put the game's name into the address
        st.query_params[RULES_KEY] = game
    return game


def measure(key: str, width: int = MEASURE) -> DeltaGenerator:
    """A column as wide as is good to read, in the middle of a wide screen."""
    return st.container(horizontal_alignment="center").container(width=width, key=key)


def card_readings(texts: Catalogue) -> None:
    """A table for each category."""
    notes, deck = readings(texts.language), load_deck(texts.language)
    for category, name in categories(texts).items():
        st.subheader(name, anchor=False)
        rows = [(card.name, notes[card.id]) for card in deck.cards if card.category is category and card.id in notes]
        table((texts.t("rules.card"), texts.t("rules.reading")), rows)


def choices(texts: Catalogue, game: Game) -> None:
    """Every choice of a game's set-up with its default. A list, for phones."""
    lines = []
    for name, usual in defaults(game).items():
        question, here = texts.t(f"setup.{name}"), texts.t(f"setup.{name}_{usual}")
        other = texts.t(f"setup.{name}_else")
        otherwise = texts.t("rules.choice", other=other[0].lower() + other[1:])
        where = f" {plain(texts.t(f'rules.{key}'))}" if (key := chosen_where(name)) else ""
        lines.append(f"- **{plain(question)}**  \n  {plain(here)}. *{plain(otherwise)}.*{where}")
    st.markdown("\n".join(lines))


def chosen_where(name: str) -> str:
    """Where a person chooses it, the end of a catalogue key; "": only a program does, or the game's text says it."""
    if name == "book_taken":
        return "on_book"
    return "on_home" if name in ON_HOME else "by_preset" if name in BY_PRESET else ""


def defaults(game: Game) -> Mapping[str, str]:
    """Each choice with its default, both as ends of catalogue keys ("true", "none", "0_5", "all"), read off the set-up
    itself; and what is the table's own."""
    if game == "tale":
        return {"help": "full", **_defaults_of(TaleSetup, "", ("players", "cards", "endings"))}
    if game == "book":
        return _defaults_of(BookSetup, "book_")
    of_the_host = {field.name: _slug(field.default) for field in fields(NewHill) if field.name in OF_THE_HOST}
    return {
        **_defaults_of(HillSetup, "hill_", ("colours",)),
        **{f"hill_{name}": usual for name, usual in of_the_host.items()},
    }


def _defaults_of(setup: type, prefix: str, without: Sequence[str] = ()) -> dict[str, str]:
    return {
        f"{prefix}{field.name}": (
            "all" if field.name in ALL and field.default == ALL[field.name] else _slug(field.default)
        )
        for field in fields(setup)
        if field.name not in without
    }


def _slug(value: object) -> str:
    return f"{value:g}" if type(value) is float and value >= 1 else str(value).lower().replace(".", "_")


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """A table with the first column in bold."""
    lines = [head, ("---",) * len(head), *((f"**{plain(first)}**", *map(plain, rest)) for first, *rest in rows)]
    st.markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


page()
