"""Whole games in a real browser: alone, three around one screen, a reload and a killed server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.house import House, keeping_house
from tests.browser.screen import Screen


def test_a_person_plays_a_whole_game_alone_against_two_narrators(house: House, person: Callable[..., Page]) -> None:
    screen = Screen(person(), "ru")
    screen.start(house.address, "alone", ("Маша",))
    screen.play_to_the_end()
    expect(screen.button("end.again")).to_be_visible()
    screen.page.get_by_role("link", name=screen.texts.t("end.read")).click()
    expect(screen.page.get_by_role("combobox")).to_have_value(re.compile(screen.texts.t("tales.finished")))


def test_three_people_play_around_one_screen_and_see_only_their_own_cards(
    house: House, person: Callable[..., Page]
) -> None:
    screen = Screen(person(), "en")
    screen.start(house.address, "friends", ("Ann", "Bob", "Cleo"))
    expect(screen.page.locator("li.card")).to_have_count(0)
    screen.play_to_the_end()


def test_a_reload_in_the_middle_of_a_sentence_loses_nothing(house: House, person: Callable[..., Page]) -> None:
    screen = house.open(person(), house.deal("Ann", "Bob"))
    screen.sit_down("Ann")
    screen.tell("An old woman lived at the end of the world.")
    screen.page.get_by_role("textbox").fill("One day, half a sen")
    before = screen.version()
    screen.page.reload()
    screen.at_table()
    assert screen.version() == before
    screen.sit_down("Ann")
    expect(screen.page.get_by_role("textbox")).to_have_value("One day, half a sen")
    expect(screen.page.get_by_text("An old woman lived at the end of the world.")).to_be_visible()


def test_a_killed_server_loses_no_told_sentence(person: Callable[..., Page], tmp_path: Path) -> None:
    page, referee = person(), person()
    notebook = "referee?lang=en&notebook=a-token-of-a-table"
    with keeping_house(tmp_path, killed=True) as house:
        game = house.deal("Ann", "Bob")
        screen = house.open(page, game)
        screen.sit_down("Ann")
        screen.tell("An old woman lived at the end of the world.")
        referee.goto(f"{house.address}/{notebook}")
        expect(referee.locator("[class*=st-key-notebook_version_]")).to_have_count(1)
        expect(referee.locator("[data-test-script-state=notRunning]")).to_be_attached()
        box = referee.get_by_role("textbox", name=screen.texts.t("notebook.label"))
        box.fill("The old king died by the river.")
        box.press("Enter")
        expect(referee.locator(".sentence")).to_have_text("The old king died by the river.")
    with keeping_house(tmp_path) as house:
        screen = house.open(page, game)
        expect(page.get_by_text("An old woman lived at the end of the world.")).to_be_visible()
        screen.sit_down("Ann")
        screen.tell("She waited for a letter.")
        referee.goto(f"{house.address}/{notebook}")
        expect(referee.locator(".sentence")).to_have_text("The old king died by the river.")
