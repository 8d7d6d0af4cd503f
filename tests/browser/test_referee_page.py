"""The page "Referee at the table" on a phone, in real Chromium: telling, advice, the ending, and what is never lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.decks import load_deck
from companion.language.catalogue import Catalogue, catalogue
from tests.browser.house import House

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LANGUAGES = pytest.mark.parametrize("language", ["ru", "en"])
TALE = {
    "en": ("The old king died by the river.", "Then the king drew his sword and laughed."),
    "ru": ("Старый король умер у реки.", "Потом король выхватил меч и засмеялся."),
}
PASTED = {
    "en": "A girl lived by the river. She had a ring!\n\nOne day a wolf came.",
    "ru": "У реки жила девочка. У неё было кольцо!\n\nОднажды пришёл волк.",
}
ENDING = {"en": "And the old king was never forgotten.", "ru": "И старого короля не забыли никогда."}
HOSTILE = "<b>x</b> *y* [z](http://a.b) :smile: $1$ שלום 👑 \u202eabc"

Person = Callable[..., Page]


class Phone:
    """A phone with the page on it."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language
        self.texts: Catalogue = catalogue(language)

    @property
    def box(self) -> Locator:
        return self.page.get_by_role("textbox", name=self.texts.t("notebook.label"))

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.texts.t(key), exact=True)

    def settled(self) -> None:
        expect(self.page.locator("[class*=st-key-notebook_version_]")).to_have_count(1)
        expect(self.page.locator("[data-test-script-state=notRunning]")).to_be_attached()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=self.texts.t(f"notebook.tab_{name}"), exact=True).click()

    def has_told(self, *told: str) -> None:
        expect(self.page.locator(".sentence")).to_have_text(list(told))
        self.settled()

    def tell(self, text: str) -> None:
        self.box.fill(text)
        self.box.press("Enter")


def opened(house: House, person: Person, language: str = "en", **options: object) -> Phone:
    phone = Phone(person(**(PHONE | options)), language)
    phone.page.goto(f"{house.address}/referee?lang={language}")
    phone.settled()
    return phone


@LANGUAGES
def test_a_whole_evening_on_a_phone(house: House, person: Person, language: str) -> None:
    phone = opened(house, person, language)
    page, texts, (first, second) = phone.page, phone.texts, TALE[language]
    king = load_deck(language).by_id["king"].name
    chooser = page.get_by_role("combobox", name=texts.t("notebook.cards"))
    chooser.tap()
    chooser.fill(king)
    page.get_by_role("option", name=king, exact=True).tap()
    page.keyboard.press("Escape")
    phone.settled()
    phone.tell(first)
    phone.has_told(first)
    expect(phone.box).to_have_value("")
    expect(page.locator(".flag")).to_have_count(1)
    expect(page.locator(".st-key-notebook_mentions")).to_contain_text(king)
    phone.tell(second)
    phone.has_told(first, second)
    suggestion = page.locator("[class*=st-key-notebook_suggestion_]")
    expect(suggestion).to_contain_text(texts.t("challenge.contradiction"))
    expect(suggestion).to_contain_text(first)
    suggestion.get_by_label(texts.t("notebook.by")).fill("Ann")
    suggestion.get_by_role("button", name=texts.t("notebook.objection_rejected")).click()
    expect(suggestion).to_have_count(0)
    phone.tab("decisions")
    expect(page.get_by_text(texts.t("notebook.log_overruled")).first).to_be_visible()
    phone.tab("ending")
    ending = page.get_by_role("textbox", name=texts.t("notebook.ending_label"))
    ending.fill(ENDING[language])
    ending.press("Enter")
    expect(page.locator(".st-key-notebook_opinion")).to_contain_text(ENDING[language])
    page.locator(".st-key-notebook_opinion").get_by_role("button", name=texts.t("notebook.ending_upheld")).click()
    expect(page.locator(".final")).to_have_text(ENDING[language])
    with page.expect_download() as download:
        page.locator(".st-key-notebook_closed").get_by_role("button", name=texts.t("notebook.download")).click()
    document = download.value.path().read_text(encoding="utf-8")
    assert all(line in document for line in (first, second, ENDING[language], "Ann"))


@pytest.mark.parametrize("language", ["ru"])  # its words are the longer ones
def test_nothing_is_wider_than_a_phone(house: House, person: Person, language: str) -> None:
    phone = opened(house, person, language, viewport={"width": 360, "height": 740})
    for told in TALE[language]:
        phone.tell(told)
        expect(phone.page.locator(".sentence").last).to_have_text(told)
    for tab in ("cards", "decisions", "settings", "ending"):
        phone.tab(tab)
        phone.settled()
        shown = phone.page.get_by_test_id("stMain")
        assert shown.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("language", ["en"])
def test_a_pasted_passage_is_taken_in_by_sentences_and_undone_one_by_one(
    house: House, person: Person, language: str
) -> None:
    phone = opened(house, person, language)
    phone.tell(PASTED[language])
    expect(phone.page.locator(".sentence")).to_have_count(3)
    expect(phone.page.locator(".paragraph")).to_have_count(2)
    phone.settled()
    last = phone.page.locator(".sentence").last.inner_text()
    phone.button("notebook.undo").click()
    expect(phone.page.locator(".sentence")).to_have_count(2)
    expect(phone.box).to_have_value(last)  # to be told better


def test_a_reload_keeps_the_story_and_what_is_half_typed(house: House, person: Person) -> None:
    phone = opened(house, person)
    phone.tell(TALE["en"][0])
    phone.has_told(TALE["en"][0])
    phone.box.fill("Half a sent")
    phone.page.reload()
    phone.has_told(TALE["en"][0])
    expect(phone.box).to_have_value("Half a sent")
    phone.button("notebook.start_clock").click()
    phone.settled()
    expect(phone.box).to_have_value("Half a sent")


def test_what_is_typed_is_shown_as_plain_text(house: House, person: Person) -> None:
    phone = opened(house, person)
    phone.tell(HOSTILE)
    phone.has_told(HOSTILE)
    phone.tab("decisions")
    phone.page.get_by_label(phone.texts.t("notebook.by")).last.fill(HOSTILE)
    phone.page.locator(".st-key-notebook_objection_upheld button").click()
    log = phone.page.get_by_text("<b>x</b> *y* [z]")
    expect(log.last).to_be_visible()
    expect(phone.page.locator("[data-testid=stMain] a[href*='a.b']")).to_have_count(0)
    expect(phone.page.locator("[data-testid=stMain] b")).to_have_count(0)


def test_a_sentence_that_is_too_long_is_refused_and_stays_in_the_box(house: House, person: Person) -> None:
    phone = opened(house, person)
    phone.tell("word " * 300)
    toast = phone.page.get_by_test_id("stToast")
    expect(toast).to_contain_text("1000")
    expect(phone.box).to_have_value("word " * 300)
    expect(phone.page.locator(".sentence")).to_have_count(0)


def test_home_leads_here(house: House, person: Person) -> None:
    page = person(**PHONE)
    page.goto(f"{house.address}/?lang=en")
    page.get_by_role("link", name=catalogue("en").t("notebook.from_home")).click()
    expect(page.get_by_role("heading", name=catalogue("en").t("page.referee"))).to_be_visible()
    expect(page.get_by_role("textbox", name=catalogue("en").t("notebook.label"))).to_be_visible()
