"""Opponents in a real browser: from Home to the table, with faces that say who they are, on a phone too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.table import Character, NewTable, SeatInfo
from companion.ui.portraits import house_names
from tests.browser.house import House
from tests.browser.screen import Screen

Person = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("options", [{"viewport": {"width": 1280, "height": 800}}, PHONE], ids=["desktop", "phone"])
def test_opponents_are_chosen_and_sit_at_the_table_with_their_faces(
    house: House, person: Person, options: dict[str, object]
) -> None:
    screen = Screen(person(**options), "en")
    page, names = screen.page, house_names("en")
    page.goto(f"{house.address}/?lang=en")
    expect(screen.button("home.start")).to_be_enabled()  # the last of the form: nothing moves any more
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached")
    # Of the first opponent, who would otherwise be the third at the table.
    page.locator(".st-key-home_rival_1").get_by_role("button", name="Another").click()
    expect(page.get_by_role("img", name=f"Portrait: {names[3]}, dreamy")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screen.button("home.start").click()
    screen.at_table()
    table = page.get_by_role("list", name="At the table")
    expect(table.get_by_role("listitem")).to_have_count(3)
    expect(table.get_by_role("img", name=f"Portrait: {names[3]}, dreamy")).to_be_visible()
    expect(table.get_by_role("listitem").nth(2)).to_contain_text(f"{names[1]}7 cards · sly")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_opponent_at_once_has_no_letters_to_wait_for(house: House, person: Person) -> None:
    seats = (SeatInfo("Ann"), SeatInfo("Ben", "scripted", Character(pace="at_once")))
    game = house.tables.create(NewTable("en", seats, "short", seed=1, rules={"first_narrator": 1}))
    screen = house.open(person(), game)
    screen.moves_on(screen.button("table.go_on").click)
    told = house.see(game).tale.sentences[0].text
    expect(screen.page.get_by_role("log")).to_contain_text(told)
    expect(screen.button("story.whole")).to_be_hidden()


def test_an_opponents_new_sentence_is_typed_and_an_old_one_is_not(house: House, person: Person) -> None:
    seats = (SeatInfo("Ann"), SeatInfo("Ben", "scripted", Character(pace="slow")))
    game = house.tables.create(NewTable("en", seats, "short", seed=1, rules={"first_narrator": 1}))
    page = person(own=True)
    page.clock.install()  # letters come when the test lets time pass
    screen = house.open(page, game)
    screen.button("table.go_on").click()
    expect(screen.button("story.whole")).to_be_visible()
    told = house.see(game).tale.sentences[0].text
    expect(page.get_by_role("log")).to_contain_text(told)
    page.reload()
    expect(page.get_by_role("log")).to_contain_text(told)
    expect(screen.button("story.whole")).to_be_hidden()
