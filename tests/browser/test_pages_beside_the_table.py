"""Home, Tales and Deck in a real browser: what is in sight, and what lists say after a change."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.language.catalogue import catalogue
from companion.rules import tale
from tests.browser.house import House, name

LAPTOP = {"width": 1366, "height": 768}


def opened(house: House, person: Callable[..., Page], page: str, language: str = "en", **options: object) -> Page:
    screen = person(viewport=LAPTOP, **options)
    screen.goto(f"{house.address}/{page}?lang={language}")
    expect(screen.locator("h1")).to_be_visible()
    expect(screen.locator("[data-test-script-state=notRunning]")).to_be_attached()
    return screen


def bottom(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("company", ["alone", "friends"])
def test_on_a_small_laptop_the_start_button_is_in_sight(
    house: House, person: Callable[..., Page], language: str, company: str
) -> None:
    texts = catalogue(language)
    screen = opened(house, person, "", language)
    screen.get_by_role("radio", name=texts.t(f"home.{company}")).click()
    who = "home.your_name" if company == "alone" else "home.players"
    expect(screen.get_by_label(texts.t(who), exact=True)).to_be_visible()
    expect(screen.locator("[data-test-script-state=notRunning]")).to_be_attached()
    assert bottom(screen.get_by_role("button", name=texts.t("home.start"))) <= LAPTOP["height"]


def test_a_cleared_title_is_gone_from_the_list_at_once(house: House, person: Callable[..., Page]) -> None:
    game = house.deal("Ann", "Bob", title="The silver ring")
    house.do(game, tale.Tell(0, "A miller lived by the river."))
    screen = opened(house, person, "tales")
    chooser = screen.get_by_role("combobox")
    chooser.fill("The silver ring")
    chooser.press("Enter")
    expect(screen.get_by_role("heading", name="The silver ring")).to_be_visible()
    screen.get_by_role("tab", name=catalogue("en").t("tales.keep")).click()
    title = screen.get_by_label(catalogue("en").t("tales.title"))
    expect(title).to_have_count(1)  # the field of the tale that was shown before is gone
    expect(title).to_have_value("The silver ring")
    title.fill("")
    screen.get_by_role("button", name=catalogue("en").t("tales.rename")).click()
    expect(screen.get_by_test_id("stToast").filter(has_text=catalogue("en").t("tales.renamed"))).to_be_visible()
    expect(screen.get_by_role("heading", name="A miller lived by the river.")).to_be_visible()
    assert chooser.input_value().startswith("A miller lived by the river. · ")


def test_a_card_laid_as_an_interrupt_stands_in_the_tale_that_is_read(house: House, person: Callable[..., Page]) -> None:
    def pairs(state: tale.TaleState) -> list[tuple[str, str]]:
        """A card of the narrator, and one of the rival that may interrupt it."""
        cards, (first, second) = state.setup.card, state.hands
        return [
            (laid, card)
            for laid, card in product(first, second)
            if cards[card].interrupt and cards[card].category == cards[laid].category
        ]

    dealt: list[tuple[str, str]] = []

    def wanted(state: tale.TaleState) -> bool:
        dealt[:] = pairs(state)
        return bool(dealt)

    game = house.deal("Ann", "Bob", wanted=wanted, policy="vote", title="The interrupted tale")
    laid, card = dealt[0]
    house.do(game, tale.Tell(0, "A bell rang."), tale.LayCard(0, laid, 0))
    house.do(game, tale.Claim(1, card, tale.ClaimHow.INTERRUPT))
    screen = opened(house, person, "tales")
    chooser = screen.get_by_role("combobox")
    chooser.fill("The interrupted tale")
    chooser.press("Enter")
    expect(screen.get_by_role("heading", name="The interrupted tale")).to_be_visible()
    for one in (laid, card):
        expect(screen.locator(f"[title*='{name(one)}'], [aria-label*='{name(one)}']").first).to_be_visible()


def test_opening_a_card_of_the_deck_leaves_its_neighbours_as_they_are(
    house: House, person: Callable[..., Page]
) -> None:
    screen = opened(house, person, "deck")
    cards = screen.locator("li.entry")
    expect(cards).to_have_count(114)
    before = cards.nth(1).bounding_box()
    cards.nth(0).locator("button.unfold").click()
    expect(cards.nth(0).locator(".more")).to_be_visible()
    assert cards.nth(1).bounding_box() == before
