"""Two Books between two people, each on an own phone: every deed of the one is soon on the other's screen."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.language.catalogue import catalogue
from tests.browser.house import House
from tests.browser.test_books import PLAYS, SECONDS
from tests.browser.test_rooms import Party, Person

EN = catalogue("en")


def test_two_phones_race_to_the_end_and_both_see_who_won(house: House, person: Person) -> None:
    party = Party(house, person)
    party.opens_a_room()
    host = party.host.page
    host.get_by_text(EN.t("plan.title")).click()
    host.get_by_role("radio", name=EN.t("plan.game_book")).click()
    host.get_by_role("button", name=EN.t("plan.keep")).click()
    phones = [party.arrives(name) for name in ("Ann", "Bob")]
    host.get_by_role("button", name=EN.t("host.start"), exact=True).click()
    for phone in phones:
        phone.page.wait_for_selector(".books")
        # Whatever lights up is tapped, on both phones at once.
        phone.page.evaluate(f"setInterval({PLAYS}, 40)")
    for phone in phones:
        expect(phone.page.locator(".st-key-the_end").first).to_be_visible(timeout=SECONDS)
    party.close()
