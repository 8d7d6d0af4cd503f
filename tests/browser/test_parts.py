"""The parts of the pages in a real browser: what people type and click arrives once, whole, when they say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.serving import serving

GALLERY = Path(__file__).parents[1] / "ui" / "gallery.py"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TALE = "Жил-был старик, и была у него сивая кобыла; а звали ту кобылу Ветер, и бегала она быстрее ветра."


@pytest.fixture(scope="module")
def gallery() -> Iterator[str]:
    with serving(GALLERY) as address:
        yield address


@pytest.fixture
def visit(gallery: str, person: Callable[..., Page]) -> Callable[..., Page]:
    def open_page(query: str = "", **options: object) -> Page:
        page = person(**options)
        page.goto(f"{gallery}/?{query}")
        heard(page, 0)
        expect(box(page)).to_be_visible()
        return page

    return open_page


def heard(page: Page, count: int) -> None:
    expect(page.get_by_text(f"heard {count}", exact=True)).to_be_visible()


def box(page: Page) -> Locator:
    return page.get_by_role("textbox")


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"{name}.")


def rerun(page: Page) -> None:
    """The page runs again, with something new above everything; returns when that stands there."""
    page.get_by_role("button", name="Rerun with something above").click()
    expect(page.get_by_text("Something that came in above")).to_be_visible()


def test_all_that_was_typed_is_sent_when_send_is_clicked_at_once(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).press_sequentially(TALE, delay=0)
    page.get_by_role("button", name="Tell").click()
    expect(page.get_by_text(f"1: told {TALE}")).to_be_visible()
    expect(box(page)).to_have_value("")


def test_all_that_was_typed_is_sent_when_send_is_tapped_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit(**PHONE)
    box(page).tap()
    page.keyboard.insert_text(TALE)
    page.get_by_role("button", name="Tell").tap()
    expect(page.get_by_text(f"1: told {TALE}")).to_be_visible()
    expect(box(page)).to_be_focused()  # the keyboard of the phone stays up


def test_enter_sends_and_shift_enter_begins_a_new_line(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).press_sequentially("One")
    box(page).press("Shift+Enter")
    box(page).press_sequentially("Two")
    heard(page, 0)
    box(page).press("Enter")
    expect(page.get_by_text("1: told One")).to_be_visible()
    heard(page, 1)


def test_enter_that_only_picks_a_word_of_an_input_method_does_not_send(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).fill("むかしむかし")
    box(page).evaluate(
        "box => box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true}))"
    )
    rerun(page)
    heard(page, 0)
    expect(box(page)).to_have_value("むかしむかし")


def test_leaving_the_box_publishes_nothing_and_a_rerun_keeps_the_draft(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).fill("Half a sen")
    box(page).blur()
    rerun(page)
    heard(page, 0)
    expect(box(page)).to_have_value("Half a sen")


def test_the_draft_outlives_a_reload(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).fill("Half a sen")
    page.reload()
    expect(box(page)).to_have_value("Half a sen")


def test_reruns_while_somebody_types_eat_no_letter(visit: Callable[..., Page]) -> None:
    page = visit("heartbeat=1")
    for word in TALE.split():
        box(page).press_sequentially(f"{word} ", delay=0)
    expect(page.get_by_text("Something that came in above")).to_be_visible()  # the page moved while they typed
    page.keyboard.type("И вот")  # without a click: the focus never left
    expect(box(page)).to_have_value(f"{TALE} И вот")


def test_what_is_typed_on_while_a_sentence_is_under_way_stays(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).press_sequentially("First.")
    box(page).press("Enter")
    box(page).press_sequentially("Second", delay=0)
    heard(page, 1)
    expect(box(page)).to_have_value("Second")


def test_a_refused_sentence_stays_in_the_box(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).fill("refuse this one")
    box(page).press("Enter")
    heard(page, 1)
    expect(box(page)).to_have_value("refuse this one")
    box(page).press("Enter")
    heard(page, 2)


def test_the_same_words_may_be_told_twice(visit: Callable[..., Page]) -> None:
    page = visit()
    for count in (1, 2):
        box(page).fill("And they went on.")
        box(page).press("Enter")
        heard(page, count)
        expect(box(page)).to_have_value("")


@pytest.mark.parametrize(
    ("text", "counted", "goes_out"),
    [
        ("я" * 1000, "1000 / 1000", True),
        ("🐸" * 1000, "1000 / 1000", True),
        ("я" * 1001, "1001 / 1000", False),
        ("   ", "0 / 1000", False),
    ],
    ids=["as long as may be", "emoji count once", "one too many", "nothing"],
)
def test_the_limit_is_told_before_sending(visit: Callable[..., Page], text: str, counted: str, goes_out: bool) -> None:
    page = visit()
    box(page).fill(text)
    expect(page.get_by_text(counted)).to_be_visible()
    box(page).press("Enter")
    if goes_out:
        heard(page, 1)
        return
    said = "Too long by 1: a sentence holds 1000 characters." if text.strip() else "Write a sentence first."
    expect(page.get_by_text(said)).to_be_visible()
    rerun(page)
    heard(page, 0)
    expect(box(page)).to_have_value(text)


def test_two_clicks_play_a_card_once(visit: Callable[..., Page]) -> None:
    page = visit()
    card(page, "Lost").dblclick()
    expect(page.get_by_text("1: played lost story")).to_be_visible()
    rerun(page)
    heard(page, 1)
    card(page, "Lost").click()  # answered: the hand is free again
    heard(page, 2)


def test_a_played_card_goes_from_the_hand_to_the_ribbon(visit: Callable[..., Page]) -> None:
    page = visit()
    card(page, "Forest").click()
    expect(page.get_by_role("list", name="Cards on the table").get_by_role("button", name="Forest")).to_be_visible()
    expect(page.get_by_role("list", name="My cards").get_by_role("button", name="Forest.")).to_have_count(0)


def test_a_blocked_card_says_why_and_sends_nothing(visit: Callable[..., Page]) -> None:
    page = visit()
    card(page, "Key").click(force=True)  # aria-disabled
    expect(page.get_by_text("a thing that opens a lock Nothing was told about a key yet.")).to_be_visible()
    rerun(page)
    heard(page, 0)


def test_a_long_ribbon_shows_its_newest_card_and_opens_it(visit: Callable[..., Page]) -> None:
    page = visit("many=1", viewport={"width": 800, "height": 900})
    ribbon = page.get_by_role("list", name="Cards on the table")
    last = ribbon.get_by_role("button").last
    expect(last).to_be_in_viewport()
    last.click()
    expect(last.get_by_text("Marigold")).to_be_visible()


def test_a_card_tells_about_itself_on_demand(visit: Callable[..., Page]) -> None:
    page = visit(**PHONE)
    page.get_by_role("button", name="About Old Woman").tap()
    expect(page.get_by_text("a woman who has lived for a long time")).to_be_visible()
    heard(page, 0)


def test_the_keyboard_alone_is_enough(visit: Callable[..., Page]) -> None:
    page = visit()
    box(page).focus()
    page.keyboard.type("A beast came.")
    page.keyboard.press("Enter")
    heard(page, 1)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Tell")).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page, "Old Woman")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(card(page, "Monster")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("2: played monster story")).to_be_visible()


def test_markup_in_names_and_sentences_stays_text(visit: Callable[..., Page]) -> None:
    page = visit("odd=1")
    opened: list[str] = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    box(page).fill("<img src=x onerror=alert(1)><script>alert(2)</script>")
    box(page).press("Enter")
    log = page.get_by_role("log")
    expect(log).to_contain_text("<img src=x onerror=alert(1)><script>alert(2)</script>")
    expect(log).to_contain_text("<b>Bold</b> **stars**")
    expect(page.get_by_role("list", name="My cards")).to_contain_text("<b>Bold</b>")
    expect(page.locator("img[src=x]")).to_have_count(0)
    assert opened == []


def test_underlined_words_explain_themselves(visit: Callable[..., Page]) -> None:
    page = visit()
    wood = page.get_by_role("button", name="“dark wood”: Forest")
    wood.click()
    expect(page.get_by_text("A wood is a forest.")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("A wood is a forest.")).to_be_hidden()
    wood.press("Enter")
    expect(page.get_by_text("A wood is a forest.")).to_be_visible()
    wood.press("Escape")
    expect(page.get_by_text("A wood is a forest.")).to_be_hidden()


def test_a_new_sentence_comes_into_view_and_moves_nothing_below(visit: Callable[..., Page]) -> None:
    page = visit()
    send = page.get_by_role("button", name="Tell")
    before = send.bounding_box()
    for number in range(1, 9):
        box(page).fill(f"Sentence {number} of a long tale that fills the page to its very end, and then goes on.")
        box(page).press("Enter")
        heard(page, number)
    expect(page.get_by_role("log").get_by_text("Sentence 8 of")).to_be_in_viewport()
    assert send.bounding_box() == before


def test_a_reader_who_scrolled_up_is_left_there(visit: Callable[..., Page]) -> None:
    page = visit(viewport={"width": 900, "height": 500})
    log = page.get_by_role("log")
    log.hover()
    page.mouse.wheel(0, -400)
    expect(log.get_by_text("Long ago, when the millstones")).to_be_in_viewport()
    top = log.evaluate("page => page.scrollTop")
    box(page).fill("And so it went on.")
    box(page).press("Enter")
    newest = page.get_by_role("button", name="To the newest sentence")
    expect(newest).to_be_visible()
    assert log.evaluate("page => page.scrollTop") == top
    newest.click()
    expect(newest).to_be_hidden()


def test_everything_to_tap_is_as_large_as_a_finger(visit: Callable[..., Page]) -> None:
    page = visit(**PHONE)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('*')].filter((host) => host.shadowRoot)
            .flatMap((host) => [...host.shadowRoot.querySelectorAll('button, textarea')])
            .filter((one) => one.checkVisibility())
            .map((one) => [one.className, one.getBoundingClientRect()])
            .map(([name, box]) => [name, Math.round(box.width), Math.round(box.height)])"""
    )
    assert len(sizes) > 10
    assert [size for size in sizes if min(size[1:]) < 44] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_clock_that_ran_out_says_so_and_a_keystroke_winds_it_again(visit: Callable[..., Page]) -> None:
    page = visit("silence=2")
    clock = page.get_by_role("timer")
    expect(clock).to_contain_text("Silent for too long")
    box(page).press("a")
    expect(clock).to_contain_text("of 2 s")
    heard(page, 0)


def test_whoever_waits_keeps_the_draft(visit: Callable[..., Page], gallery: str) -> None:
    page = visit()
    box(page).fill("My idea for later")
    page.goto(f"{gallery}/?waiting=1")
    expect(page.get_by_text("Marigold is telling.")).to_be_visible()
    expect(box(page)).to_have_count(0)
    page.goto(gallery)
    expect(box(page)).to_have_value("My idea for later")
