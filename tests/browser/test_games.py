"""Whole games in a real browser: alone in both languages, three around one screen, a reload and a killed server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import APP, Screen
from tests.browser.serving import serving

WHOLE_GAME = pytest.mark.parametrize("language", ["ru", "en"])


@WHOLE_GAME
def test_a_person_plays_a_whole_game_alone_against_two_narrators(
    language: str, serve: Callable[[Path], str], person: Callable[..., Page]
) -> None:
    screen = Screen(person(), language)
    screen.start(serve(APP), "alone", ("Маша",))
    screen.play_to_the_end()
    expect(screen.button("end.again")).to_be_visible()
    screen.page.get_by_role("link", name=screen.texts.t("end.read")).click()
    expect(screen.page.get_by_role("combobox")).to_have_value(re.compile(screen.texts.t("tales.finished")))


def test_three_people_play_around_one_screen_and_see_only_their_own_cards(
    serve: Callable[[Path], str], person: Callable[..., Page]
) -> None:
    screen = Screen(person(), "en")
    screen.start(serve(APP), "friends", ("Ann", "Bob", "Cleo"))
    expect(screen.page.locator("li.card")).to_have_count(0)
    screen.play_to_the_end()


def test_a_reload_in_the_middle_of_a_sentence_loses_nothing(
    serve: Callable[[Path], str], person: Callable[..., Page]
) -> None:
    screen = Screen(person(), "en")
    screen.start(serve(APP), "friends", ("Ann", "Bob"))
    screen.step()
    screen.tell("An old woman lived at the end of the world.")
    screen.page.get_by_role("textbox").fill("One day, half a sen")
    before = screen.version()
    screen.page.reload()
    screen.at_table()
    assert screen.version() == before
    screen.step()
    expect(screen.page.get_by_role("textbox")).to_have_value("One day, half a sen")
    expect(screen.page.get_by_text("An old woman lived at the end of the world.")).to_be_visible()


def test_a_killed_server_loses_no_told_sentence(person: Callable[..., Page]) -> None:
    page = person()
    screen = Screen(page, "en")
    with serving(APP, killed=True) as address:
        screen.start(address, "friends", ("Ann", "Bob"))
        screen.step()
        screen.tell("An old woman lived at the end of the world.")
        game = page.url.partition("?")[2]
    with serving(APP) as address:
        page.goto(f"{address}/table?{game}")
        screen.at_table()
        expect(page.get_by_text("An old woman lived at the end of the world.")).to_be_visible()
        screen.step()
        screen.tell("She waited for a letter.")
