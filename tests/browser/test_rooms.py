"""Everyone on an own screen: a host at a desk, phones with hands, a wall. Nothing is lost, no hand is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, WebSocket, expect

from companion.language.catalogue import catalogue
from companion.storage import GameStore
from companion.table import Tables
from companion.table.rooms import Rooms
from tests.browser.house import House, name

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
EN = catalogue("en")

Person = Callable[..., Page]


class Device:
    """One person's browser, and all that came over its wires."""

    def __init__(self, page: Page, address: str) -> None:
        self.context = page.context
        self.address, self.frames = address, []
        self.use(page)

    def use(self, page: Page) -> Page:
        page.on("websocket", self._listen)
        self.page = page
        return page

    def leave(self) -> None:
        """The browser is somebody else's from now on."""
        for page in self.context.pages:
            page.remove_listener("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: self.frames.append(frame if isinstance(frame, bytes) else frame.encode())
        )

    def heard(self, text: str) -> bool:
        return any(text.encode() in frame for frame in self.frames)

    def come_in(self, code: str, person: str) -> None:
        self.page.goto(f"{self.address}/room?lang=en&code={code.replace(' ', '-')}")
        self.page.get_by_label(EN.t("room.your_name")).fill(person)
        self.page.get_by_role("button", name=EN.t("room.enter")).click()
        expect(self.page.get_by_text(EN.t("room.you_are_in", name=person))).to_be_visible()

    @property
    def desk(self) -> Locator:
        return self.page.get_by_role("textbox", name=EN.t("desk.label"))

    def tell(self, text: str) -> None:
        self.desk.fill(text)
        self.desk.press("Enter")
        expect(self.page.locator(".prose").filter(has_text=text)).to_be_visible()

    def card(self, card: str) -> Locator:
        return self.page.locator("li.card:not(.ending)").filter(has_text=name(card)).locator(".face")


class Party:
    """A host, two phones, and the service over the same database, to see what the server knows."""

    def __init__(self, house: House, person: Person) -> None:
        self.house, self.person = house, person
        self.host = Device(person(viewport={"width": 1280, "height": 900}), house.address)
        self.phones: dict[str, Device] = {}
        store = GameStore(f"sqlite:///{house.database}")
        self.rooms = Rooms(store, Tables(store), store.announcer)

    def opens_a_room(self) -> None:
        page = self.host.page
        page.goto(f"{self.house.address}/room?lang=en")
        page.get_by_label(EN.t("room.your_name")).last.fill("Ms Grey")
        page.get_by_role("button", name=EN.t("room.open_now")).click()
        page.wait_for_url(re.compile("room=[0-9a-f]{32}"))
        self.room = re.search("room=([0-9a-f]{32})", page.url).group(1)
        self.code = self.rooms.load(self.room).code
        expect(page.get_by_text(self.code)).to_be_visible()

    def arrives(self, person: str, **options: object) -> Device:
        self.phones[person] = device = Device(self.person(**(options or PHONE)), self.house.address)
        device.come_in(self.code, person)
        return device

    def begins(self) -> None:
        self.host.page.get_by_role("button", name=EN.t("host.start"), exact=True).click()
        for device in self.phones.values():
            device.page.wait_for_function(ON_TABLE)

    @property
    def game(self) -> str:
        return self.rooms.load(self.room).tables[0].game or ""

    def hand(self, person: str) -> tuple[str, ...]:
        seat = self.seat(person)
        return self.house.see(self.game, seat).tale.hand

    def seat(self, person: str) -> int:
        room = self.rooms.load(self.room)
        return room.tables[0].seats.index(next(one.id for one in room.members if one.name == person))

    @property
    def narrator(self) -> str:
        narrator = self.house.see(self.game).tale.narrator
        return next(person for person in self.phones if self.seat(person) == narrator)

    @property
    def listener(self) -> str:
        return next(person for person in self.phones if person != self.narrator)

    def close(self) -> None:
        for device in (self.host, *self.phones.values()):
            device.leave()


def on_card(card: str) -> str:
    """A card's name as the data of a hand carry it."""
    return f'"name": "{name(card)}"'


ON_TABLE = "() => document.querySelector('[class*=st-key-version_]') !== null"


@pytest.fixture
def party(house: House, person: Person) -> Iterator[Party]:
    party = Party(house, person)
    party.opens_a_room()
    yield party
    party.close()


def test_a_whole_game_on_two_phones_with_the_tale_on_the_wall(party: Party) -> None:
    for person in ("Ann", "Bob"):
        party.arrives(person)
    party.begins()
    with party.host.context.expect_page() as opened:
        party.host.page.get_by_role("link", name=EN.t("host.wall")).click()
    wall = opened.value
    teller, other = party.phones[party.narrator], party.phones[party.listener]
    mine, theirs = party.hand(party.narrator), party.hand(party.listener)
    wall.wait_for_function(ON_TABLE)
    # Words are seen elsewhere as they are typed, before they are sent.
    teller.desk.press_sequentially("Long ago, when")
    for page in (other.page, wall):
        seen = page.locator(".draft.typing")
        for _ in range(20):  # a page whose line is not up yet hears of the next key
            with suppress(TimeoutError):
                seen.wait_for(timeout=1_000)
                break
            teller.desk.press(".")
        expect(seen).to_contain_text("Long ago, when")
    teller.desk.fill("")
    for told, card in enumerate(mine):
        sentence = f"Number {told}: the {name(card).lower()} changed everything."
        teller.tell(sentence)
        for page in (other.page, wall):
            expect(page.locator(".prose").filter(has_text=sentence)).to_be_visible()
        if party.house.see(party.game).tale.narrator != party.seat(party.narrator):
            break
        teller.page.locator("li.card.ready > .face").filter(has_text=name(card)).click()
        expect(teller.card(card)).to_have_count(0)
    teller.tell("So things came to a close, step by step.")
    teller.page.locator("li.card.ending > .face").click()
    teller.page.get_by_role("button", name=EN.t("table.ending_now")).click()
    vote = other.page.locator("[class*=st-key-vote_][class*=_yes] button")
    for _ in range(3):  # a click that falls into a redraw is lost
        vote.click()
        with suppress(TimeoutError):
            vote.wait_for(state="detached", timeout=5_000)
            break
    for page in (teller.page, other.page):
        expect(page.locator(".st-key-the_end")).to_be_visible()
    expect(wall.get_by_text(EN.t("end.won", name=party.narrator))).to_be_visible()
    # Not a word of the rival's cards came over anybody else's wire.
    assert not any(one.heard(on_card(card)) for card in theirs for one in (teller, party.host))
    assert all(other.heard(on_card(card)) for card in theirs)


def test_a_reload_a_second_tab_and_half_a_sentence(party: Party) -> None:
    party.arrives("Ann")
    party.arrives("Bob")
    party.begins()
    teller = party.phones[party.narrator]
    hand = party.hand(party.narrator)
    teller.desk.fill("There was a")
    teller.page.reload()
    expect(teller.desk).to_have_value("There was a")
    expect(teller.card(hand[0])).to_be_visible()
    teller.use(teller.context.new_page()).goto(f"{party.house.address}/room?lang=en&room={party.room}")
    expect(teller.card(hand[0])).to_be_visible()
    # Another browser with the same address is nobody here.
    stranger = Device(party.person(), party.house.address)
    stranger.page.goto(f"{party.house.address}/room?lang=en&room={party.room}")
    expect(stranger.page.get_by_label(EN.t("room.code"))).to_be_visible()
    assert not any(stranger.heard(on_card(card)) for card in hand)
    stranger.leave()


def test_a_phone_without_a_connection_says_so_and_shows_the_present_state_when_it_is_back(party: Party) -> None:
    party.arrives("Ann")
    party.arrives("Bob")
    party.begins()
    teller, other = party.phones[party.narrator], party.phones[party.listener]
    other.context.set_offline(True)
    expect(other.page.get_by_text(EN.t("live.lost"))).to_be_visible()
    teller.tell("Once there was a storm at sea.")
    other.context.set_offline(False)
    expect(other.page.locator(".prose").filter(has_text="Once there was a storm at sea.")).to_be_visible()
    expect(other.page.get_by_text(EN.t("live.lost"))).to_be_hidden()


def test_a_pupil_who_is_sent_out_sees_no_card_any_more_and_the_house_plays_on(party: Party) -> None:
    for person in ("Ann", "Bob"):
        party.arrives(person)
    party.begins()
    seat = party.seat("Bob")
    party.host.page.get_by_role("button", name=re.compile("Bob")).click()
    party.host.page.get_by_role("button", name=EN.t("host.remove")).click()
    expect(party.phones["Bob"].page.get_by_label(EN.t("room.code"))).to_be_visible()
    expect(party.phones["Bob"].page.locator("li.card")).to_have_count(0)
    assert party.house.see(party.game).seats[seat].kind == "scripted"


def test_a_pause_covers_every_hand_until_the_host_goes_on(party: Party) -> None:
    for person in ("Ann", "Bob"):
        party.arrives(person)
    party.begins()
    teller = party.phones[party.narrator]
    party.host.page.get_by_role("button", name=EN.t("host.pause")).click()
    expect(teller.page.get_by_text(EN.t("room.is_paused"))).to_be_visible()
    expect(teller.desk).to_have_count(0)
    party.host.page.get_by_role("button", name=EN.t("host.resume")).click()
    expect(teller.desk).to_be_visible()
