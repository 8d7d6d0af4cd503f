"""One screen with the Table on it, and what a person does there: for browser tests of games and of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from companion.decks import load_deck
from companion.language.catalogue import Catalogue, catalogue

APP = Path(__file__).parents[2] / "app.py"
MOST_STEPS = 250

# A sentence that names a card of any kind, whatever its grammar: the card's own word stands as it is on the card.
SENTENCE = {"ru": "{name} — вот что решило дело.", "en": "The {name} changed everything."}
BRIDGE = {"ru": "Так дело и шло к развязке, шаг за шагом.", "en": "So things came to a close, step by step."}
_AT_TABLE = """(version) => {
    const shown = document.querySelector("[class*=st-key-version_]");
    const number = shown?.checkVisibility() && shown.className.match(/st-key-version_(\\d+)/);
    const rests = document.querySelector("[data-test-script-state=notRunning]") !== null;
    return rests && number && Number(number[1]) > version;
}"""


class Screen:
    """One screen, and what a person does with it."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language
        self.texts: Catalogue = catalogue(language)
        self.deck = load_deck(language)
        self.told = 0

    def button(self, key: str, **params: str) -> Locator:
        return self.page.get_by_role("button", name=self.texts.t(key, **params))

    def start(self, address: str, company: str, names: tuple[str, ...]) -> None:
        """A new short game, from Home."""
        self.page.goto(f"{address}/?lang={self.language}")
        self.page.get_by_role("radio", name=self.texts.t(f"home.{company}")).click()
        self.page.get_by_role("radio", name=self.texts.t("home.length_short")).click()
        labels = ["home.your_name"] if company == "alone" else ["home.name_of_seat"] * len(names)
        for number, (label, name) in enumerate(zip(labels, names, strict=True), start=1):
            field = self.page.get_by_label(self.texts.t(label, number=number), exact=True)
            field.fill(name)
            field.press("Tab")
        self.button("home.start").click()
        self.at_table()

    def at_table(self, *, later_than: int = -1) -> None:
        """Waits until the table shows a state (a later one) and no run of the page is under way."""
        # Asked in the page at every frame: `expect` asks less often the longer it waits, and there are many of these.
        self.page.wait_for_function(_AT_TABLE, arg=later_than)

    def sit_down(self, name: str) -> None:
        """Passes the curtain."""
        self.button("curtain.open", name=name).click()
        expect(self.page.locator(".st-key-curtain")).to_have_count(0)
        expect(self.page.locator("li.card").first).to_be_visible()
        self.at_table()

    def ask_for_the_word(self, name: str) -> None:
        """A rival asks for the screen and passes the curtain."""
        self.button("table.my_word").click()
        self.page.get_by_role("button", name=name, exact=True).click()
        self.sit_down(name)

    def card(self, name: str) -> Locator:
        """A card of the hand that is shown."""
        return self.page.locator("li.card:not(.ending)").filter(has_text=name).locator(".face")

    def toast(self, key: str, **params: str) -> None:
        """Expects that the page says this."""
        expect(self.page.get_by_test_id("stToast").filter(has_text=self.texts.t(key, **params))).to_be_visible()

    def version(self) -> int:
        classes = self.page.locator("[class*=st-key-version_]").get_attribute("class") or ""
        found = re.search(r"st-key-version_(\d+)", classes)
        assert found
        return int(found.group(1))

    def moves_on(self, deed: Callable[[], None]) -> None:
        """Does something and waits until the table shows a later state."""
        before = self.version()
        deed()
        self.at_table(later_than=before)

    def over(self) -> bool:
        return self.page.locator(".st-key-the_end").is_visible()

    def hand(self) -> list[Locator]:
        return self.page.locator("li.card:not(.ending) > .face").all()

    def tell(self, sentence: str) -> None:
        self.told += 1
        box = self.page.get_by_role("textbox", name=self.texts.t("desk.label"))
        box.fill(sentence)
        self.moves_on(lambda: box.press("Enter"))
        expect(box.or_(self.page.locator(".st-key-question, .st-key-listen, .st-key-curtain")).first).to_be_visible()

    def tell_and_lay(self) -> None:
        """Tells a sentence about the first card of the hand, and lays it when it glows; without cards: the ending."""
        cards = self.hand()
        if not cards:
            self.tell(BRIDGE[self.language])
            ending = self.page.locator("li.card.ending.ready > .face")
            if ending.count():
                ending.click()
                self.moves_on(self.button("table.ending_now").click)
            return
        # Another card each time: one that the game does not hear must not hold up the tale.
        name = (cards[self.told % len(cards)].get_attribute("aria-label") or "").split(".")[0]
        self.tell(SENTENCE[self.language].format(name=name if self.language == "ru" else name.lower()))
        ready = self.page.locator("li.card.ready > .face").filter(has_text=name)
        if self.page.get_by_role("textbox").is_visible() and ready.count():
            self.moves_on(ready.first.click)

    def step(self) -> None:
        """Whatever the page asks for next."""
        keep, go_on = self.button("table.keep_all"), self.button("table.go_on")
        vote = self.page.locator("[class*=st-key-vote_][class*=_yes] button, [class*=st-key-host_yes] button")
        curtain = self.page.locator(".st-key-curtain\\.open button, [class*='st-key-curtain-open'] button")
        if vote.first.is_visible():
            self.moves_on(vote.first.click)
        elif curtain.is_visible():
            curtain.click()
            expect(curtain).to_have_count(0)  # it stays in sight while the page behind it is drawn
            self.at_table()
        elif keep.is_visible():
            self.moves_on(keep.click)
        elif go_on.is_visible():
            self.moves_on(go_on.click)
        else:
            self.tell_and_lay()

    def play_to_the_end(self) -> None:
        for _ in range(MOST_STEPS):
            if self.over():
                return
            self.step()
        raise AssertionError("the game did not end")
