"""Referee and judge at the Table in a real browser: a king who has died speaks, an ending comes out of nowhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.decks import load_deck
from companion.rules import tale
from companion.rules.tale import LayCard, Tell
from companion.ui.plain import plain
from tests.browser.house import House
from tests.browser.screen import Screen

Person = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


@dataclass(frozen=True)
class Told:
    """The tale that is told in one language, and the word that its king dies with."""

    died: str
    speaks: str
    word: str
    elsewhere: tuple[str, str]


TOLD = {
    "en": Told(
        "One night the old king died.",
        "In the morning the king laughed and drew his sword.",
        "died",
        ("A miller went to town.", "He bought a lame horse and walked home."),
    ),
    "ru": Told(
        "Однажды ночью старый король умер.",
        "Утром король рассмеялся и позвал сына.",
        "умер",
        ("Мельник поехал в город.", "Он купил хромую лошадь и пошёл домой."),
    ),
}
SCREENS = pytest.mark.parametrize(
    ("language", "looks"), [("en", DESKTOP), ("ru", PHONE)], ids=["en-desktop", "ru-phone"]
)
NOWHERE = "debt-forgiven"


def lie_side_by_side(screen: Screen, before: str, now: str) -> bool:
    question = screen.page.locator(".st-key-question")
    first, second = (question.get_by_text(line, exact=True).bounding_box() for line in (before, now))
    assert first is not None
    assert second is not None
    return abs(first["y"] - second["y"]) < 5


def fits_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@SCREENS
def test_a_dead_king_who_speaks_is_objected_to_and_the_voters_see_both_lines(
    house: House, person: Person, language: str, looks: dict[str, Any]
) -> None:
    told = TOLD[language]
    game = house.deal(language=language, policy="vote")
    house.do(game, Tell(0, told.died))
    screen = house.open(person(**looks), game, language)
    screen.sit_down("Ann")
    screen.tell(told.speaks)
    screen.ask_for_the_word("Bob")
    screen.button("table.object").click()
    suggestion = screen.page.locator(".st-key-referee-suggestion")
    expect(suggestion).to_contain_text(told.died)
    expect(suggestion).to_contain_text(told.speaks)
    why = plain(screen.texts.t("referee.clash_dead", word=told.word), 400).replace("\\", "")
    expect(suggestion).to_contain_text(why)
    assert fits_the_screen(screen.page)
    # A button with a help text is in the page twice, for a mouse and for a finger.
    marked = screen.page.get_by_test_id("stPopoverBody").get_by_test_id("stBaseButton-primary").filter(visible=True)
    expect(marked).to_have_text(screen.texts.t("challenge.contradiction"))
    screen.moves_on(marked.click)
    question = screen.page.locator(".st-key-question")
    expect(question).to_contain_text(screen.texts.t("referee.agrees"))
    expect(question.get_by_text(told.died, exact=True)).to_be_visible()
    assert lie_side_by_side(screen, told.died, told.speaks) is (looks is DESKTOP)
    assert fits_the_screen(screen.page)
    screen.moves_on(screen.page.locator(".st-key-vote_2_yes button").click)
    assert house.see(game).tale.narrator == 1


@pytest.mark.parametrize(("language", "looks"), [("ru", PHONE)], ids=["ru-phone"])
def test_an_ending_of_things_that_were_never_told_is_voted_on_with_the_reasons_in_view(
    house: House, person: Person, language: str, looks: dict[str, Any]
) -> None:
    def holds_it(state: tale.TaleState) -> bool:
        return state.endings[0][0] == NOWHERE

    told, ending = TOLD[language], load_deck(language).endings[NOWHERE]
    game = house.deal(language=language, policy="vote", wanted=holds_it, rules={"hand_size": 1})
    card = house.hand(game, 0)[0]
    house.do(game, Tell(0, told.elsewhere[0]), LayCard(0, card, 0), Tell(0, told.elsewhere[1]))
    screen = house.open(person(**looks), game, language)
    screen.sit_down("Ann")
    screen.page.locator("li.card.ending .face").click()
    dialog = screen.page.get_by_role("dialog", name=screen.texts.t("table.ending_title"))
    expect(dialog.locator(".st-key-judge-needs")).to_contain_text(screen.texts.t("judge.before_ending"))
    screen.moves_on(screen.button("table.ending_now").click)
    view = house.see(game)
    opinion = house.tables.advice.on_ending(game, view.tale, language, ending)
    assert opinion is not None
    assert not opinion.plausible
    shown = screen.page.locator(".st-key-judge-opinion")
    expect(shown).to_contain_text(screen.texts.t("judge.thinks_not"))
    for reason in opinion.reasons[:3]:
        expect(shown).to_contain_text(plain(reason.why(language), 300).replace("\\", ""))
    expect(screen.page.locator(".st-key-question")).to_contain_text(plain(ending, 400).replace("\\", ""))
    expect(screen.page.get_by_text(screen.texts.t("judge.before_ending"))).to_have_count(0)
    assert fits_the_screen(screen.page)
    for seat in (1, 2):
        screen.moves_on(screen.page.locator(f".st-key-vote_{seat}_no button").click)
    assert house.see(game).tale.outcome is None
    assert house.see(game).tale.narrator == 1


def test_a_referee_that_waits_answers_in_the_open_popover(house: House, person: Person) -> None:
    told = TOLD["en"]
    game = house.deal(policy="vote", referee="on_request")
    house.do(game, Tell(0, told.died), Tell(0, told.speaks))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    screen.button("table.object").click()
    expect(screen.button("referee.ask")).to_be_visible()
    expect(screen.page.locator(".st-key-referee-suggestion")).to_have_count(0)
    screen.button("referee.ask").click()
    expect(screen.page.locator(".st-key-referee-suggestion")).to_be_visible()
    expect(screen.button("referee.ask")).to_have_count(0)
