"""Rules: how to play in our own words, how single cards are read, and what the house decided (design, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from companion.decks.deck import load_deck
from companion.language.catalogue import Catalogue
from companion.rules.tale.setup import ChallengeKind, ClaimHow, TaleSetup
from companion.table import PRESETS
from companion.ui.book import chapter, readings
from companion.ui.plain import plain
from companion.ui.session import words
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

MEASURE = 780
"""Pixels, about 90 letters."""


def page() -> None:
    texts = words()
    how, cards, house = st.tabs([texts.t("rules.how"), texts.t("rules.cards"), texts.t("rules.house")])
    with how, measure("rules_text"):
        st.markdown(chapter("rules", texts.language))
    with cards, measure("rules_cards", 900):
        st.markdown(texts.t("rules.about_cards"))
        card_readings(texts)
    with house, measure("rules_house"):
        st.markdown(chapter("house", texts.language))
        house_choices(texts)


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


def house_choices(texts: Catalogue) -> None:
    """Every choice of the rules' set-up with its default, read off the set-up itself; and how much the
    game helps, which is the table's own. A list, for phones."""
    lines = []
    for name, usual in {"help": "full", **defaults()}.items():
        question, here = texts.t(f"setup.{name}"), texts.t(f"setup.{name}_{usual}")
        other = texts.t(f"setup.{name}_else")
        otherwise = texts.t("rules.choice", other=other[0].lower() + other[1:])
        where = ""
        if name in ON_HOME or name in BY_PRESET:
            where = f" {plain(texts.t('rules.on_home' if name in ON_HOME else 'rules.by_preset'))}"
        lines.append(f"- **{plain(question)}**  \n  {plain(here)}. *{plain(otherwise)}.*{where}")
    st.markdown("\n".join(lines))


def defaults() -> dict[str, str]:
    """Each choice with its default as the end of a catalogue key: "true", "none", "0_5", "all"."""
    return {
        field.name: "all" if field.name in ALL and field.default == ALL[field.name] else _slug(field.default)
        for field in fields(TaleSetup)
        if field.name not in ("players", "cards", "endings")
    }


def _slug(value: object) -> str:
    return str(value).lower().replace(".", "_")


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """A table with the first column in bold."""
    lines = [head, ("---",) * len(head), *((f"**{plain(first)}**", *map(plain, rest)) for first, *rest in rows)]
    st.markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


page()
