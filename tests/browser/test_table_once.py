"""What a player does is done once: double clicks, slow lines, a second tab. And what is half typed is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from companion.rules import tale
from tests.browser.house import House, name, naming
from tests.browser.screen import Screen

Person = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HALF = "Один раз, в студёную зимнюю по"


class Line:
    """Between a page and the server; what the page says and holds the words that it `loses` does not arrive."""

    def __init__(self, page: Page) -> None:
        self.loses: str | None = None
        page.route_web_socket(re.compile("_stcore/stream"), self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda said: None if self._is_lost(said) else server.send(said))

    def _is_lost(self, said: str | bytes) -> bool:
        message = said.encode() if isinstance(said, str) else said
        return self.loses is not None and self.loses.encode() in message


def box(screen: Screen) -> Locator:
    return screen.page.get_by_role("textbox", name=screen.texts.t("desk.label"))


def sent_into_nothing(house: House, page: Page, game: str) -> Screen:
    """Ann's sentence is lost on the way, and she turns to another page: her desk is taken down."""
    line = Line(page)
    screen = house.open(page, game)
    screen.sit_down("Ann")
    line.loses = "Once upon a time."
    box(screen).fill(line.loses)
    box(screen).press("Enter")
    expect(page.get_by_role("status").get_by_text(screen.texts.t("desk.sending"))).to_be_visible()
    page.get_by_role("link", name=screen.texts.t("page.rules")).click()
    expect(box(screen)).to_have_count(0)
    line.loses = None
    return screen


def asked(house: House) -> str:
    """A game in which the two others are to vote on a card of the narrator's."""
    game = house.deal()
    card = house.hand(game, 0)[0]
    house.do(game, tale.Tell(0, "Once upon a time there was nothing at all."), tale.LayCard(0, card, 0))
    assert house.see(game).tale.question
    return game


def test_two_clicks_on_listen_on_let_one_sentence_be_told(house: House, person: Person) -> None:
    game = house.deal("Ann", "Bob", alone=True, rules={"first_narrator": 1})  # no third seat that would claim
    screen = house.open(person(), game)
    for told in (1, 2):
        screen.moves_on(screen.button("table.go_on").dblclick)
        assert len(house.see(game).tale.sentences) == told


def test_two_clicks_on_a_vote_are_one_vote(house: House, person: Person) -> None:
    game = asked(house)
    before = house.see(game).version
    screen = house.open(person(), game)
    screen.moves_on(screen.page.locator(".st-key-vote_1_no button").dblclick)
    assert house.see(game).version == before + 1
    question = house.see(game).tale.question
    assert question
    assert [vote[0] for vote in question.votes] == [1]


def test_the_other_ballots_keep_their_place_when_one_has_voted(house: House, person: Person) -> None:
    game = asked(house)
    screen = house.open(person(**PHONE), game)
    where = """() => ['question', 'vote_2_yes'].map((key) =>
        document.querySelector(`.st-key-${key}`).getBoundingClientRect().top).reduce((top, next) => next - top)"""
    before = screen.page.evaluate(where)
    screen.moves_on(screen.page.locator(".st-key-vote_1_no button").click)
    assert screen.page.evaluate(where) == before


def test_two_clicks_pass_keep_and_take_back_once(house: House, person: Person) -> None:
    game = house.deal()
    house.do(game, tale.Tell(0, "Once upon a time."), tale.Tell(0, "There was nothing at all."))
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.moves_on(screen.button("table.undo").dblclick)
    assert (house.see(game).version, len(house.see(game).tale.sentences)) == (3, 1)
    screen.button("table.pass").click()
    screen.moves_on(screen.button("table.pass_now").dblclick)
    assert (house.see(game).version, house.see(game).tale.phase) == (4, tale.Phase.DISCARDING)
    screen.moves_on(screen.button("table.keep_all").dblclick)
    assert (house.see(game).version, house.see(game).tale.narrator) == (5, 1)


def test_two_clicks_lay_a_card_once(house: House, person: Person) -> None:
    game = house.deal(wanted=lambda state: "witch" in state.hands[0])
    house.do(game, tale.Tell(0, naming("witch")))
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.moves_on(screen.card(name("witch")).dblclick)
    assert house.see(game).version == 2


@pytest.mark.parametrize("deed", ["vote", "listen", "undo", "pass", "lay"])
def test_a_second_tab_that_is_behind_is_told_so_and_does_nothing(house: House, person: Person, deed: str) -> None:
    """Both tabs show the same version; then the game moves on, and the second tab's button is pressed."""
    told = tale.Tell(0, naming("witch"))
    if deed == "vote":
        game = asked(house)
        after: tale.Action = tale.Vote(2, True)
    elif deed == "listen":
        game, after = house.deal(alone=True, rules={"first_narrator": 1}), tale.Tell(1, "It was told elsewhere.")
    else:
        game, after = house.deal(wanted=lambda state: "witch" in state.hands[0]), tale.Tell(0, "It was told elsewhere.")
        house.do(game, told)
        after = tale.LayCard(0, "witch", 0) if deed == "lay" else after
    screen = house.open(person(), game)
    if deed in ("undo", "pass", "lay"):
        screen.sit_down("Ann")
    if deed == "pass":
        screen.button("table.pass").click()
        expect(screen.button("table.pass_now")).to_be_visible()
    house.do(game, after)
    moved = house.see(game).version
    buttons = {
        "vote": screen.page.locator(".st-key-vote_1_no button"),
        "listen": screen.button("table.go_on"),
        "undo": screen.button("table.undo"),
        "pass": screen.button("table.pass_now"),
        "lay": screen.card(name("witch")),
    }
    buttons[deed].click()
    screen.toast("tale/not_in_hand" if deed == "lay" else "table/moved_on")
    assert house.see(game).version == moved


def test_a_half_typed_sentence_outlives_whatever_happens_on_the_page(house: House, person: Person) -> None:
    game = house.deal("Аня", "Боря", "Вера", language="ru", wanted=lambda state: "witch" in state.hands[0])
    house.do(game, tale.Tell(0, naming("witch", "ru")))
    screen = house.open(person(), game, "ru")
    page = screen.page
    screen.sit_down("Аня")
    box(screen).press_sequentially(HALF)
    house.do(game, tale.Tell(0, "А тем временем рассказали в другом окне."))
    page.get_by_text("Что было").click()
    expect(box(screen)).to_have_value(HALF)
    screen.moves_on(page.get_by_role("radio", name="English").click)  # the page runs again, with a longer tale
    expect(page.get_by_text("в другом окне")).to_be_visible()
    english = Screen(page, "en")
    expect(box(english)).to_have_value(HALF)
    for there in ("page.rules", "page.table"):
        page.get_by_role("link", name=english.texts.t(there), exact=True).click()
        expect(page).to_have_title(re.compile(english.texts.t(there)))
    english.at_table()
    expect(box(english)).to_have_value(HALF)
    page.reload()
    english.sit_down("Аня")
    expect(box(english)).to_have_value(HALF)
    assert house.see(game).version == 2


def test_a_sentence_that_was_lost_on_the_way_is_told_when_its_narrator_is_back_at_the_desk(
    house: House, person: Person
) -> None:
    game = house.deal()
    screen = sent_into_nothing(house, person(own=True), game)
    page = screen.page
    page.get_by_role("link", name=screen.texts.t("page.table"), exact=True).click()
    expect(page.get_by_role("log")).to_contain_text("Once upon a time.")
    expect(box(screen)).to_have_value("")
    assert house.see(game).version == 1


def test_a_sentence_that_was_lost_long_ago_waits_in_the_box_to_be_sent_again(house: House, person: Person) -> None:
    game = house.deal()
    screen = sent_into_nothing(house, person(own=True), game)
    page = screen.page
    page.evaluate("const now = Date.now; Date.now = () => now() + 60_000")  # a minute later
    page.get_by_role("link", name=screen.texts.t("page.table"), exact=True).click()
    expect(page.get_by_text(screen.texts.t("desk.not_sent"))).to_be_visible()
    assert house.see(game).version == 0
    screen.moves_on(lambda: box(screen).press("Enter"))
    assert [told.text for told in house.see(game).tale.sentences] == ["Once upon a time."]


def test_a_click_on_a_card_that_was_lost_on_the_way_is_sent_again(house: House, person: Person) -> None:
    game = house.deal(wanted=lambda state: "witch" in state.hands[0])
    house.do(game, tale.Tell(0, naming("witch")))
    page = person(own=True)
    page.clock.install()
    line = Line(page)
    screen = house.open(page, game)
    screen.sit_down("Ann")
    line.loses = '"witch"'
    screen.card(name("witch")).click()
    expect(page.locator("li.card.sending")).to_be_visible()
    line.loses = None
    screen.moves_on(lambda: page.clock.fast_forward(5_000))
    assert [laid.card for laid in house.see(game).tale.laid] == ["witch"]


def test_what_is_taken_back_stands_before_what_was_begun_since_and_only_once(house: House, person: Person) -> None:
    game = house.deal()
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.tell("Once upon a time.")
    box(screen).fill("There was")
    screen.moves_on(screen.button("table.undo").click)
    expect(box(screen)).to_have_value("Once upon a time. There was")
    box(screen).fill("")
    screen.page.reload()
    screen.sit_down("Ann")
    expect(box(screen)).to_have_value("")


def test_a_draft_is_the_seats_own(house: House, person: Person) -> None:
    game = house.deal()
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    box(screen).press_sequentially("My secret plan")
    screen.button("table.pass").click()
    screen.moves_on(screen.button("table.pass_now").click)
    screen.moves_on(screen.button("table.keep_all").click)
    screen.sit_down("Bob")
    expect(box(screen)).to_have_value("")


def test_send_tapped_at_once_on_a_phone_sends_all_of_it(house: House, person: Person) -> None:
    game = house.deal()
    screen = house.open(person(**PHONE), game)
    screen.sit_down("Ann")
    box(screen).tap()
    screen.page.keyboard.insert_text("An old woman lived at the end of the world.")
    screen.moves_on(screen.button("desk.send").tap)
    assert house.see(game).tale.sentences[-1].text == "An old woman lived at the end of the world."
    expect(box(screen)).to_have_value("")


def test_a_sentence_that_comes_too_late_is_refused_and_kept_for_the_next_turn(house: House, person: Person) -> None:
    game = house.deal("Ann", "Bob")  # without a silence clock nothing tells the page of the change before Enter does
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    box(screen).fill("My own idea.")
    house.do(game, tale.PassStory(0), tale.Discard(0, None))  # in another window
    box(screen).press("Enter")
    screen.toast("tale/not_narrator")
    house.do(game, tale.PassStory(1), tale.Discard(1, None))
    screen.page.reload()
    screen.sit_down("Ann")
    expect(box(screen)).to_have_value("My own idea.")
    assert house.see(game).tale.sentences == ()


def test_typing_stops_the_silence_clock_and_loses_no_letter(house: House, person: Person) -> None:
    game = house.deal(rules={"silence_seconds": (60.0,) * 3})
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    before = house.see(game).version
    box(screen).press_sequentially(HALF, delay=0)
    expect(screen.page.get_by_role("timer")).to_contain_text("Silent for 0 of 60 s")
    expect(screen.page.locator("[data-test-script-state=notRunning]")).to_be_attached()
    expect(box(screen)).to_have_value(HALF)
    assert house.see(game).version == before
