"""Two people of a room act at the same moment, and a browser asks for what is not its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.language.catalogue import catalogue
from tests.browser.house import House, name
from tests.browser.test_rooms import Party, Person

EN = catalogue("en")
AT = "(element, moment) => setTimeout(() => element.click(), moment - Date.now())"
"""Clicks at a moment that several browsers were told beforehand."""
ASK = "async ([path, text]) => (await fetch(path, { method: 'POST', body: text })).status"


@pytest.fixture
def party(house: House, person: Person) -> Iterator[Party]:
    party = Party(house, person)
    party.opens_a_room()
    for one in ("Ann", "Bob", "Cat"):
        party.arrives(one)
    party.begins()
    yield party
    party.close()


@pytest.mark.slow
def test_a_phone_that_had_no_network_for_half_a_minute_has_missed_nothing(party: Party) -> None:
    teller, away = party.phones[party.narrator], party.phones[party.listener]
    away.context.set_offline(True)
    expect(away.page.get_by_text(EN.t("live.lost"))).to_be_visible()
    teller.tell("A king lived in a tower.")
    away.page.wait_for_timeout(30_000)  # what is meant is the time itself: connections give up, others look for it
    teller.tell("One night a stranger came.")
    away.context.set_offline(False)
    for sentence in ("A king lived in a tower.", "One night a stranger came."):
        expect(away.page.locator(".prose").filter(has_text=sentence)).to_be_visible()
    expect(away.page.get_by_text(EN.t("live.lost"))).to_be_hidden()
    hand = party.hand(next(one for one, device in party.phones.items() if device is away))
    expect(away.card(hand[0])).to_be_visible()


def glowing(page: Page, card: str) -> Locator:
    return page.locator("li.card.ready > .face").filter(has_text=name(card))


def test_of_two_phones_that_claim_at_once_one_takes_over_and_the_other_keeps_its_card(party: Party) -> None:
    teller = party.phones[party.narrator]
    cards = {one: party.hand(one)[0] for one in party.phones if party.phones[one] is not teller}
    told = " and ".join(f"the {name(card).lower()}" for card in cards.values())
    teller.tell(f"There came {told}, and nothing was as before.")
    faces = [glowing(party.phones[one].page, card) for one, card in cards.items()]
    for face in faces:
        expect(face).to_be_visible()
    moment = teller.page.evaluate("Date.now() + 600")
    for face in faces:
        face.evaluate(AT, moment)
    expect(teller.page.get_by_text(re.compile("takes the story over with")).first).to_be_visible()
    won, lost = sorted(cards, key=lambda one: cards[one] in party.hand(one))
    expect(party.phones[won].desk).to_be_visible()
    expect(party.phones[won].card(cards[won])).to_have_count(0)
    loser = party.phones[lost]
    expect(loser.page.get_by_test_id("stToast")).to_contain_text("Too late")
    expect(loser.card(cards[lost])).to_be_visible()
    assert cards[lost] in party.hand(lost)

    # Whoever does not tell cannot speak for the narrator, not even by a request made by hand.
    assert loser.page.evaluate(ASK, [f"/rooms/{party.room}/draft", "I am the narrator now"]) == 403
    stranger = party.person()
    stranger.goto(f"{party.house.address}/room?lang=en")
    assert stranger.evaluate(ASK, [f"/rooms/{party.room}/beat", ""]) == 403
