"""Two Books between two people, each on an own phone: every deed of the one is soon on the other's screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.language.catalogue import catalogue
from companion.storage import GameStore
from companion.table.book_table import BookTables
from tests.browser.house import House
from tests.browser.test_books import PLAYS, SECONDS
from tests.browser.test_rooms import Party, Person

EN = catalogue("en")


@pytest.fixture
def phones(house: House, person: Person) -> Iterator[tuple[Party, list[Page]]]:
    """Ann and Bob at one table, on whose phones whatever lights up is tapped."""
    party = Party(house, person)
    party.opens_a_room()
    host = party.host.page
    host.get_by_text(EN.t("plan.title")).click()
    host.get_by_role("radio", name=EN.t("plan.game_book")).click()
    host.get_by_role("button", name=EN.t("plan.keep")).click()
    pages = [party.arrives(name).page for name in ("Ann", "Bob")]
    host.get_by_role("button", name=EN.t("host.start"), exact=True).click()
    for page in pages:
        page.wait_for_selector(".books")
        page.evaluate(f"window.playing = setInterval({PLAYS}, 20)")
    yield party, pages
    party.close()


def test_two_phones_write_chapters_and_each_sees_what_the_other_wrote(
    house: House, phones: tuple[Party, list[Page]]
) -> None:
    party, pages = phones
    for page in pages:
        expect(page.locator(".cell.laid")).not_to_have_count(0, timeout=SECONDS)
    for page in pages:
        page.evaluate("clearInterval(window.playing)")
    books = BookTables(GameStore(f"sqlite:///{house.database}"))
    written = sum(board.chapters for board in books.look(party.game, None).book.boards)
    for page in pages:
        expect(page.locator(".cell.laid")).to_have_count(written)


@pytest.mark.slow
def test_two_phones_race_to_the_end_of_their_books(phones: tuple[Party, list[Page]]) -> None:
    for page in phones[1]:
        expect(page.locator(".st-key-the_end").first).to_be_visible(timeout=SECONDS)
