"""Practising alone, in a browser: ideas beside a half-written sentence; the end, the review, the same cards again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from companion.rules import tale
from tests.browser.house import House, name, naming

Person = Callable[..., Page]
ANN, MERRY = 0, 1


def played_out(house: House) -> tuple[str, str]:
    """A game that Merry has told from the first to the last word, and the card of Ann's that she mentioned."""
    game = house.deal("Ann", "Merry", alone=True, policy="vote", rules={"first_narrator": MERRY, "hand_size": 2})
    card = house.hand(game, ANN)[0]
    house.do(game, tale.Tell(MERRY, naming(card)))
    while hand := house.hand(game, MERRY):
        number = len(house.see(game).tale.sentences)
        house.do(game, tale.Tell(MERRY, f"There it was ({number})."), tale.LayCard(MERRY, hand[0], number))
    ending = house.see(game, MERRY).tale.endings[0]
    house.do(game, tale.Tell(MERRY, "So it came to a close."), tale.PlayEnding(MERRY, ending), tale.Vote(ANN, True))
    return game, card


def test_after_the_end_one_looks_back_keeps_the_page_and_plays_the_same_cards(house: House, person: Person) -> None:
    game, card = played_out(house)
    screen = house.open(person(), game)
    review = screen.page.locator(".st-key-review")
    expect(review).to_contain_text(screen.texts.t("review.missed_title"))
    expect(review).to_contain_text(naming(card))
    with screen.page.expect_download() as download:
        screen.button("review.print").click()
    assert download.value.suggested_filename.endswith(".html")
    printed = Path(download.value.path()).read_text(encoding="utf-8")
    assert naming(card) in printed
    assert printed.count("@font-face") == 3
    screen.button("review.same_cards").click()
    expect(screen.page.locator("li.card:not(.ending)")).to_have_count(2)
    screen.at_table()
    again = house.tables.same_cards(game)
    assert f"game={again}" in screen.page.url
    for held in house.hand(again, ANN):
        expect(screen.card(name(held))).to_be_visible()
    assert house.see(again).version == 0


def test_an_idea_is_looked_up_beside_a_half_written_sentence(house: House, person: Person) -> None:
    game = house.deal("Ann", "Merry", alone=True)
    card = house.hand(game, ANN)[1]
    screen = house.open(person(), game)
    desk = screen.page.get_by_role("textbox", name=screen.texts.t("desk.label"))
    desk.fill("Once upon a time there")
    screen.button("ideas.open").click()
    popover = screen.page.get_by_test_id("stPopoverBody")
    popover.get_by_role("radio", name=name(card)).or_(popover.get_by_role("button", name=name(card))).click()
    for number, idea in enumerate(house.tables.practice.ideas(game, ANN, card), start=1):
        expect(popover.get_by_text(f"{number}. {idea}", exact=True)).to_be_visible()
    expect(popover.get_by_test_id("stText")).to_have_count(3)
    expect(desk).to_have_value("Once upon a time there")
