"""A new sentence of an AI seat appears letter by letter: what is read, what can be skipped, and when it is not so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.serving import serving

GALLERY = Path(__file__).parents[1] / "ui" / "gallery.py"
NEVER = "pace=0.01"
"""Letters a second: no test sees the second letter come by itself."""
SENTENCE = "A beast came 🐸 out of the dark wood."
_HIDDEN = """() => [...(CSS.highlights.get("story-untold") ?? [])].map((range) => range.toString()).join("")"""


@pytest.fixture(scope="module")
def gallery() -> Iterator[str]:
    with serving(GALLERY) as address:
        yield address


@pytest.fixture
def hear(gallery: str, person: Callable[..., Page]) -> Callable[..., Page]:
    """A page on which a new sentence has just been told, at that pace."""

    def open_page(query: str = NEVER, **options: object) -> Page:
        page = person(**options)
        page.goto(f"{gallery}/?{query}")
        expect(page.get_by_role("log")).to_contain_text("it was not asleep")
        tell(page, SENTENCE, 1)
        return page

    return open_page


def tell(page: Page, sentence: str, number: int) -> None:
    page.get_by_role("textbox").fill(sentence)
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_text(f"heard {number}", exact=True)).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text(sentence)


def hidden(page: Page) -> str:
    """What cannot be seen yet."""
    text = page.evaluate(_HIDDEN)
    assert isinstance(text, str)
    return text.rstrip()


def whole_button(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name="Whole at once")


def test_a_new_sentence_is_on_the_page_whole_while_its_letters_come(hear: Callable[..., Page]) -> None:
    page = hear()
    expect(whole_button(page)).to_be_visible()
    assert hidden(page) == SENTENCE[1:]
    expect(page.get_by_role("log")).to_contain_text(SENTENCE)  # and so is what a screen reader reads
    expect(page.get_by_role("button", name="“dark wood”: Forest").last).to_be_visible()


def test_the_letters_come_by_themselves_until_all_are_there(hear: Callable[..., Page]) -> None:
    page = hear("pace=300")
    expect(whole_button(page)).to_be_hidden()
    assert hidden(page) == ""


@pytest.mark.parametrize("way", ["button", "click", "Enter", "Escape"])
def test_a_click_or_a_key_shows_the_sentence_at_once(hear: Callable[..., Page], way: str) -> None:
    page = hear()
    if way == "button":
        whole_button(page).click()
    elif way == "click":
        page.get_by_role("log").click()
    else:
        page.get_by_role("log").press(way)
    expect(whole_button(page)).to_be_hidden()
    assert hidden(page) == ""


def test_underlined_words_can_be_pressed_before_they_are_typed(hear: Callable[..., Page]) -> None:
    page = hear()
    page.get_by_role("button", name="“dark wood”: Forest").last.click()
    expect(page.get_by_text("A wood is a forest.")).to_be_visible()
    assert hidden(page) == SENTENCE[1:]


def test_whoever_wants_no_motion_gets_the_sentence_at_once(hear: Callable[..., Page]) -> None:
    page = hear(reduced_motion="reduce")
    expect(whole_button(page)).to_be_hidden()
    assert hidden(page) == ""


def test_a_sentence_without_a_pace_is_there_at_once(hear: Callable[..., Page]) -> None:
    page = hear("pace=0")
    expect(whole_button(page)).to_be_hidden()
    assert hidden(page) == ""


def test_nothing_is_typed_on_the_first_sight_of_a_page(gallery: str, person: Callable[..., Page]) -> None:
    page = person()
    page.goto(f"{gallery}/?{NEVER}")
    expect(page.get_by_role("log")).to_contain_text("it was not asleep")
    assert hidden(page) == ""


def test_a_rerun_neither_ends_nor_begins_the_typing(hear: Callable[..., Page]) -> None:
    page = hear()
    rerun, above = page.get_by_role("button", name="Rerun with"), page.get_by_text("Something that came in above")
    rerun.click()
    expect(above).to_be_visible()
    expect(whole_button(page)).to_be_visible()
    assert hidden(page) == SENTENCE[1:]
    whole_button(page).click()
    rerun.click()
    expect(above).to_be_hidden()
    assert hidden(page) == ""


def test_the_next_sentence_ends_the_typing_of_the_one_before(hear: Callable[..., Page]) -> None:
    page = hear()
    tell(page, "And it was hungry.", 2)
    expect(whole_button(page)).to_be_visible()
    assert hidden(page) == "nd it was hungry."


def test_a_sentence_that_is_typed_moves_nothing(hear: Callable[..., Page]) -> None:
    page = hear()
    log, last = page.get_by_role("log"), page.get_by_role("log").locator(".sentence").last
    before = (log.bounding_box(), last.bounding_box(), log.evaluate("page => page.scrollHeight"))
    whole_button(page).click()
    assert (log.bounding_box(), last.bounding_box(), log.evaluate("page => page.scrollHeight")) == before


def test_faster_is_kept_in_this_browser_until_the_usual_pace_is_wanted_again(hear: Callable[..., Page]) -> None:
    page = hear()
    page.get_by_role("button", name="Faster ×2").click()
    page.get_by_role("button", name="Faster ×4").click()
    page.reload()
    expect(page.get_by_role("log")).to_contain_text("it was not asleep")
    tell(page, "And it was hungry.", 1)
    page.get_by_role("button", name="Usual pace").click()
    expect(page.get_by_role("button", name="Faster ×2")).to_be_visible()


def test_a_sentence_of_the_house_says_why_the_model_did_not_tell_it(gallery: str, person: Callable[..., Page]) -> None:
    page = person()
    page.goto(f"{gallery}/?stood_in=1")
    page.get_by_role("button", name="The house told this").click()
    expect(page.get_by_text("Nothing was told about a key yet.").first).to_be_visible()
