"""Two Books in a real browser: a whole game against the machine by what lights up, and a phone that it all fits on."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.language.catalogue import catalogue
from companion.storage import GameStore
from companion.table.book_order import BookSeat, NewBook
from companion.table.book_table import BookTables
from tests.browser.house import House

Person = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TEXTS = catalogue("en")
SECONDS = 90_000
"""Milliseconds that a whole game may take on a busy machine; it takes a tenth."""

# A fast machine's pause is left out: the test need not follow.
NO_PAUSE = """const wait = setTimeout;
window.setTimeout = (deed, ms, ...more) => wait(deed, ms > 200 && ms < 260 ? 0 : ms, ...more);"""

# Whatever lights up is tapped as soon as it does, until the game is over: cards are taken first, then one is laid.
PLAYS = """() => {
    const root = [...document.querySelectorAll("*")].find((one) => one.shadowRoot?.querySelector(".books"))?.shadowRoot;
    if (document.querySelector(".st-key-the_end")) return true;
    const lights = ["ul .gives.may", ".cell.may", "ul .may", ".pile.may", ".deed.may"];
    if (root && root.querySelector(".part").getAttribute("aria-busy") !== "true")
        lights.map((light) => root.querySelector(light)).find(Boolean)?.click();
    return false;
}"""


def test_a_whole_game_against_the_machine_is_a_tap_a_deed(house: House, person: Person) -> None:
    page = person(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page.add_init_script(NO_PAUSE)
    page.goto(f"{house.address}/book?lang=en")
    page.get_by_role("radio", name=TEXTS.t("book.against_careless")).click()
    page.get_by_label(TEXTS.t("home.your_name")).fill("Ann")
    page.get_by_label(TEXTS.t("home.your_name")).press("Tab")
    page.get_by_role("button", name=TEXTS.t("book.begin")).click()
    expect(page.get_by_text(TEXTS.n("book.now_place", 4))).to_be_visible()
    # By keys as well: one stop for Tab in each book, arrows inside.
    page.locator(".book").first.locator(".cell").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("button", name=f"2. A Night Without Light. {TEXTS.t('book.cell_chip')}").first
    ).to_be_visible()
    page.get_by_text(TEXTS.t("book.faster")).click()
    page.wait_for_function(PLAYS, timeout=SECONDS, polling=15)
    end = page.locator(".st-key-the_end")
    expect(end).to_contain_text("wins!")
    # A finished book is a tale of nineteen chapters, to be kept as a page.
    tale = page.locator(".st-key-book_tale")
    expect(tale).to_contain_text("19. Home Again")
    with page.expect_download() as download:
        page.get_by_role("button", name=TEXTS.t("book.print")).click()
    kept = download.value.path().read_text(encoding="utf-8")
    assert kept.count("<section>") == 19
    assert "Written by" in kept
    end.get_by_role("button", name=TEXTS.t("end.again")).click()
    expect(page.get_by_text(TEXTS.n("book.now_place", 4))).to_be_visible()


def test_a_phone_has_both_books_and_targets_for_a_thumb(house: House, person: Person) -> None:
    tables = BookTables(GameStore(f"sqlite:///{house.database}"))
    game = tables.create(NewBook("ru", (BookSeat("Лада"), BookSeat("Том", "machine")), first=0, seed=4))
    page = person(**PHONE)
    page.goto(f"{house.address}/book?lang=ru&game={game}")
    cells = page.locator(".cell")
    expect(cells).to_have_count(38)
    for cell in (1, 2, 3, 4):
        page.locator(".book").first.locator(".cell").nth(cell).tap()
        expect(page.locator(".book").first.locator(".cell.chip")).to_have_count(cell)
    expect(page.locator(".pile.may")).to_be_visible()
    page.locator(".pile.may").tap()
    expect(page.locator("ul .card")).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [one.bounding_box() for one in (*page.locator(".cell, .deed, .card").all(), page.locator(".pile"))]
    assert min(min(box["width"], box["height"]) for box in boxes if box) >= 43.5
    # A chapter that waits says so; nothing but the reading line changes.
    page.locator(".book").first.locator(".cell").nth(1).tap()
    expect(page.locator(".reading")).to_contain_text("Ночь без света")
