"""The Table with odd names and texts, with games that cannot be shown, by keyboard alone, and read out aloud."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.language.catalogue import catalogue, interface_languages
from companion.rules import tale
from tests.browser.house import House, name, naming

Person = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LANGUAGES = pytest.mark.parametrize("language", interface_languages())

ODD_NAMES = ("<b onclick=alert(1)>*A*</b>:smile:", "\u202eשלום عليكم", "W" * 40)
ODD_TEXTS = (
    "<img src=x onerror=alert(1)><script>alert(2)</script> <b>bold</b>",
    "# Head\n* **stars** [link](http://example.org) :material/home: $x^2$ `code`",
    "\u202eשלום لكم\u202c and 🐸🏳️‍🌈👩‍👩‍👧‍👦 together",
    "Щ" * 1000,
    "a\x00b\x07c\u2028d",
)


def is_within_the_screen(page: Page) -> bool:
    return bool(
        page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll('[data-testid=stMain]')]
                .every((one) => one.scrollWidth <= one.clientWidth)"""
        )
    )


@pytest.mark.parametrize("place", ["table", "question", "home", "tales"])
def test_odd_names_and_texts_are_plain_text_and_fit_a_phone(house: House, person: Person, place: str) -> None:
    game = house.deal(*ODD_NAMES, title="<i>*T*</i> " + "W" * 60, policy="vote", rules={"hand_size": 1})
    house.do(game, *(tale.Tell(0, text) for text in ODD_TEXTS))
    if place == "question":
        house.do(game, tale.Challenge(1, tale.ChallengeKind.NONSENSE))
    if place == "tales":
        ending = house.see(game, 0).tale.endings[0]
        house.do(game, tale.LayCard(0, house.hand(game, 0)[0], len(ODD_TEXTS) - 1))
        house.do(game, tale.Tell(0, ODD_TEXTS[1]), tale.PlayEnding(0, ending), tale.Vote(1, True))
    page = person(own=True, **PHONE)
    opened: list[str] = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    if place in ("home", "tales"):
        page.goto(f"{house.address}/{'tales' if place == 'tales' else ''}?lang=en")
        expect(page.get_by_text("*T*").first).to_be_visible()
    else:
        screen = house.open(page, game)
        expect(page.get_by_role("log")).to_contain_text(ODD_TEXTS[0])
        expect(page.get_by_role("log")).to_contain_text("* **stars** [link](http://example.org) :material/home: $x^2$")
        page.get_by_text(screen.texts.t("table.log")).click()
        if place == "table":
            screen.page.get_by_role("button", name=re.compile("bold|onclick")).click()
    assert is_within_the_screen(page)
    for made in ("b[onclick]", "img[src=x]", "a[href*='example.org']", "i:text-is('*T*')"):
        expect(page.locator(made)).to_have_count(0)
    assert opened == []
    house.tables.delete(game)


@LANGUAGES
def test_a_game_that_cannot_be_opened_is_told_in_words(house: House, person: Person, language: str) -> None:
    texts = catalogue(language)
    game = house.deal()
    house.sql("UPDATE games SET record = '{' WHERE id = ?", game)
    page = person()
    for address, said in ((game, "error/damaged_save"), ("no-such-game", "error/unknown_game")):
        page.goto(f"{house.address}/table?game={address}&lang={language}")
        expect(page.get_by_test_id("stAlert")).to_contain_text(texts.t(said))
        expect(page.get_by_role("link", name=texts.t("tales.to_home"))).to_be_visible()
        expect(page.locator("body")).not_to_contain_text("Traceback")
    house.tables.delete(game)


@LANGUAGES
def test_a_database_that_takes_nothing_more_is_told_and_the_sentence_stays(
    house: House, person: Person, language: str
) -> None:
    game = house.deal(language=language)
    screen = house.open(person(), game, language)
    screen.sit_down("Ann")
    box = screen.page.get_by_role("textbox")
    with house.read_only():
        box.fill("Once upon a time.")
        box.press("Enter")
        screen.toast("error/store_unavailable")
        expect(box).to_have_value("Once upon a time.")
    screen.moves_on(lambda: box.press("Enter"))
    assert [told.text for told in house.see(game).tale.sentences] == ["Once upon a time."]


def test_a_turn_is_played_without_a_mouse(house: House, person: Person) -> None:
    game = house.deal(wanted=lambda state: "witch" in state.hands[0])
    screen = house.open(person(), game)
    keyboard = screen.page.keyboard

    def go_to(what: str) -> None:
        focused = screen.page.get_by_role("button", name=what).first
        for _ in range(40):
            if focused.evaluate("one => one.getRootNode().activeElement === one"):
                return
            keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not come to {what}")

    go_to(screen.texts.t("curtain.open", name="Ann"))
    keyboard.press("Enter")
    expect(screen.page.locator("li.card").first).to_be_visible()
    screen.page.get_by_role("textbox").focus()
    keyboard.insert_text(naming("witch"))
    screen.moves_on(lambda: keyboard.press("Enter"))
    expect(screen.page.locator("li.card.ready")).to_have_count(1)
    keyboard.press("Tab")
    keyboard.press("Tab")
    while screen.page.locator("li.card:focus-within").get_attribute("data-id") != "witch":
        keyboard.press("ArrowRight")
    screen.moves_on(lambda: keyboard.press("Enter"))
    house.do(game, tale.Tell(0, "And then."), tale.LayCard(0, house.hand(game, 0)[0], 1))
    screen.page.reload()
    screen.at_table()
    go_to(screen.texts.t("question.lay_yes"))
    screen.moves_on(lambda: keyboard.press("Enter"))
    assert house.see(game).version == 5


def test_listening_on_needs_no_mouse(house: House, person: Person) -> None:
    game = house.deal("Ann", "Bob", alone=True, rules={"first_narrator": 1})  # no third seat that would claim
    screen = house.open(person(), game)
    for told in (1, 2):
        expect(screen.button("table.go_on")).to_be_visible()
        screen.moves_on(lambda: screen.page.keyboard.press("Control+Enter"))
        assert len(house.see(game).tale.sentences) == told


@LANGUAGES
def test_everything_on_the_table_has_a_name_for_a_screen_reader(house: House, person: Person, language: str) -> None:
    game = house.deal(language=language, wanted=lambda state: "witch" in state.hands[0])
    house.do(game, tale.Tell(0, naming("witch", language)))
    screen = house.open(person(), game, language)
    shots = [screen.page.locator("body").aria_snapshot()]
    screen.sit_down("Ann")
    shots.append(screen.page.locator("body").aria_snapshot())
    screen.moves_on(screen.card(name("witch", language)).click)
    screen.button("table.my_word").click()
    screen.page.get_by_role("button", name="Bob", exact=True).click()
    screen.sit_down("Bob")
    screen.button("table.object").click()
    shots.append(screen.page.locator("body").aria_snapshot())
    screen.moves_on(screen.button("challenge.tedium").click)
    shots.append(screen.page.locator("body").aria_snapshot())
    for shot in shots:
        assert not re.findall(r"^\s*- (?:button|textbox|link|radio|list|log)(?: \[.*\])?:?$", shot, re.MULTILINE), shot
        assert not re.findall(r"\b(?:table|desk|hand|now|question|curtain|story|tale|log|error)[./][a-z_]+\b", shot)
