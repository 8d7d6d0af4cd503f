"""The Rules page: each game with its own rules, and every choice that a table may make."""

from __future__ import annotations

from dataclasses import fields

import pytest

from companion.language.catalogue import catalogue
from companion.rules.book import BookSetup
from companion.rules.hill import HillSetup
from companion.rules.tale.setup import TaleSetup
from companion.ui.book import chapter
from companion.ui.plain import plain
from tests.ui.visits import LANGUAGES, opened, said, whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_print_every_choice_of_the_house(language: str) -> None:
    table = said(opened("rules", language))
    words = catalogue(language)
    for field in fields(TaleSetup):
        if field.name not in ("players", "cards", "endings"):
            key = f"setup.{field.name}"
            assert words.has(key), key
            assert key not in table
            assert f"{key}_" not in table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "setup", "without"), [("book", BookSetup, ()), ("hill", HillSetup, ("colours",))])
def test_each_game_has_its_own_rules_and_choices(
    language: str, game: str, setup: type, without: tuple[str, ...]
) -> None:
    at, words = opened("rules", language), catalogue(language)
    at.segmented_control(key="rules.game").set_value(game).run()
    shown = said(whole(at))
    assert chapter(f"{game}_rules", language) in shown and chapter(f"{game}_house", language) in shown
    assert at.query_params["rules"] == game, "a reload comes back to the same rules"
    listed = [field.name for field in fields(setup) if field.name not in without]
    assert all(plain(words.t(f"setup.{game}_{name}")) in shown for name in listed)
    assert "setup." not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_say_what_home_offers_and_with_which_clock_it_begins(language: str) -> None:
    at, words = opened("rules", language), catalogue(language)
    on_home = plain(words.t("rules.on_home"))
    listed = [line for line in said(at).split("\n- ") if on_home in line]
    offered = (
        "setup.help",
        "setup.first_narrator",
        "setup.hand_size",
        "setup.endings_each",
        "setup.silence_seconds",
        "setup.refused_ending_not_yet",
        "setup.drawn_when_interrupted",
    )
    assert [line.startswith(f"**{plain(words.t(key))}**") for line, key in zip(listed, offered, strict=True)] == [
        True
    ] * len(offered)
    assert "30" in listed[offered.index("setup.silence_seconds")]
