"""Two Books between two people, each on an own phone: every deed of the one is soon on the other's screen."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.language.catalogue import catalogue
from companion.storage import GameStore
from companion.table.book_table import BookTables
from tests.browser.house import House
from tests.browser.test_books import PLAYS, SECONDS
from tests.browser.test_rooms import Party, Person

EN = catalogue("en")


def test_two_phones_write_chapters_and_each_sees_what_the_other_wrote(house: House, person: Person) -> None:
    party = Party(house, person)
    party.opens_a_room()
    host = party.host.page
    host.get_by_text(EN.t("plan.title")).click()
    host.get_by_role("radio", name=EN.t("plan.game_book")).click()
    host.get_by_role("button", name=EN.t("plan.keep")).click()
    phones = [party.arrives(name).page for name in ("Ann", "Bob")]
    host.get_by_role("button", name=EN.t("host.start"), exact=True).click()
    books = BookTables(GameStore(f"sqlite:///{house.database}"))
    for phone in phones:
        phone.wait_for_selector(".books")
        # Whatever lights up is tapped, on both phones at once, until chapters lie in both books.
        phone.evaluate(f"window.playing = setInterval({PLAYS}, 20)")
    for phone in phones:
        expect(phone.locator(".cell.laid")).not_to_have_count(0, timeout=SECONDS)
    for phone in phones:
        phone.evaluate("clearInterval(window.playing)")
    written = sum(board.chapters for board in books.look(party.game, None).book.boards)
    for phone in phones:
        expect(phone.locator(".cell.laid")).to_have_count(written)
    party.close()
