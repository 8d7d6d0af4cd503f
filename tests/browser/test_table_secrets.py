"""Around one screen nobody sees a rival's cards: not on the page, not hidden inside it, not on the wire."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, WebSocket, expect

import companion.language
import companion.ui.parts
from companion.decks import load_deck
from companion.decks.pictograms import pictogram
from companion.rules import tale
from tests.browser.house import House, name, naming

WHOLE_PAGE = """() => {
    const insides = (root) => [root.innerHTML, ...[...root.querySelectorAll('*')].flatMap((one) => [
        one.value ?? '',
        ...(one.shadowRoot ? insides(one.shadowRoot) : []),
        ...(one.contentDocument ? insides(one.contentDocument.documentElement) : []),
    ])];
    const kept = JSON.stringify([{...sessionStorage}, {...localStorage}, location.href, document.title]);
    return [...insides(document.documentElement), kept].join('\\n');
}"""


class Wire:
    """All that the server has sent to a page since it was last asked."""

    def __init__(self, page: Page) -> None:
        self._heard: list[bytes] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._heard.append(frame if isinstance(frame, bytes) else b""))

    def since(self) -> str:
        heard, self._heard[:] = b"\n".join(self._heard), []
        return heard.decode(errors="replace")


@cache
def ours() -> str:
    """Texts and scripts of the pages, where a card's name may be an ordinary word."""
    catalogue = Path(companion.language.__file__).parent / "catalogues" / "en.po"
    parts = Path(companion.ui.parts.__file__).parent
    files = [catalogue, *parts.glob("*.js"), *parts.glob("*.css"), Path(tale.__file__)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def is_word(text: str, of: str) -> bool:
    return re.search(rf"\b{re.escape(text)}\b", of, re.IGNORECASE) is not None


def decidable(state: tale.TaleState) -> bool:
    """No card in a hand has a name that the page, or another card's explanation, uses as a word of its own."""
    cards = [load_deck("en").by_id[card] for hand in state.hands for card in hand]
    told = " ".join([ours(), *(card.face.gloss for card in cards)])
    return not any(is_word(card.name, told) for card in cards)


def found(cards: Iterable[str], text: str) -> list[str]:
    """Those of the cards that the text gives away: by name, explanation or drawing."""
    deck = load_deck("en")
    return [
        card
        for card in cards
        if is_word(deck.by_id[card].name, text)
        or deck.by_id[card].face.gloss in text
        or pictogram(deck.by_id[card].pictogram).body[:40] in text.replace('\\"', '"')
    ]


def test_hands_are_on_the_page_and_on_the_wire_only_when_their_owner_sits_before_the_screen(
    house: House, person: Callable[..., Page]
) -> None:
    game = house.deal(wanted=decidable)
    ann, bob, cleo = (house.hand(game, seat) for seat in range(3))
    everybody = {*ann, *bob, *cleo}
    endings = {ending for seat in range(3) for ending in house.see(game, seat).tale.endings}
    page = person(own=True)
    wire = Wire(page)
    screen = house.open(page, game)

    def shown() -> list[str]:
        return found(everybody, page.evaluate(WHOLE_PAGE))

    assert shown() == found(everybody, wire.since()) == []
    assert not any(load_deck("en").endings[ending] in page.evaluate(WHOLE_PAGE) for ending in endings)

    screen.sit_down("Ann")
    assert set(shown()) == set(ann)
    assert set(found(everybody, wire.since())) == set(ann)

    screen.button("table.my_word").click()
    page.get_by_role("button", name="Bob", exact=True).click()
    expect(screen.button("curtain.open", name="Bob")).to_be_visible()
    screen.at_table()
    assert shown() == found(everybody, wire.since()) == []

    screen.sit_down("Bob")
    assert set(shown()) == set(bob)
    assert set(found(everybody, wire.since())) == set(bob)

    screen.button("table.back").click()
    expect(screen.button("curtain.open", name="Ann")).to_be_visible()
    screen.at_table()
    assert shown() == found(everybody, wire.since()) == []

    page.reload()
    screen.at_table()
    assert shown() == found(everybody, wire.since()) == []


def test_a_vote_shows_its_card_alone_and_leaves_the_narrators_hand_covered(
    house: House, person: Callable[..., Page]
) -> None:
    game = house.deal(wanted=decidable)
    everybody = {card for seat in range(3) for card in house.hand(game, seat)}
    named, asked = house.hand(game, 0)[:2]
    page = person()
    screen = house.open(page, game)
    screen.sit_down("Ann")
    screen.tell(naming(named))
    screen.card(name(asked)).click()
    screen.moves_on(screen.button("table.lay_ask").click)
    everybody.discard(named)  # it was told
    assert found(everybody, page.evaluate(WHOLE_PAGE)) == [asked]
    while page.locator(".st-key-question").count():
        screen.moves_on(page.locator("[class*=st-key-vote_][class*=_yes] button").first.click)
    expect(screen.button("curtain.open", name="Ann")).to_be_visible()
    assert found(everybody, page.evaluate(WHOLE_PAGE)) == [asked]
