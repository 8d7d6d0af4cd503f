"""The Table in a real browser: cards are laid, claimed, put to the vote, objected to; the tale ends."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.decks import load_deck
from companion.matching import matcher_for
from companion.rules import tale
from tests.browser.house import House, name, naming
from tests.browser.screen import Screen

Person = Callable[..., Page]


def only_named(card: str, others: tuple[str, ...]) -> bool:
    """The sentence that names the card names none of the others."""
    found = matcher_for("en", "tale").mentions(naming(card), cards=(card, *others))
    return [one.card for one in found if one.answer != "no"] == [card]


def told_well(state: tale.TaleState) -> bool:
    """Each one's first card can be named without naming another card of anybody."""
    held = [card for hand in state.hands for card in hand]
    return all(only_named(hand[0], tuple(card for card in held if card != hand[0])) for hand in state.hands)


def vote(screen: Screen, seat: int, answer: str) -> None:
    screen.moves_on(screen.page.locator(f".st-key-vote_{seat}_{answer} button").click)


def test_a_card_that_was_named_glows_and_one_click_lays_it(house: House, person: Person) -> None:
    game = house.deal(wanted=told_well)
    card = house.hand(game, 0)[0]
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.tell(naming(card))
    expect(screen.page.locator("li.card.ready")).to_have_count(1)
    screen.moves_on(screen.card(name(card)).click)
    expect(screen.page.get_by_role("list", name="Laid cards").get_by_role("button", name=name(card))).to_be_visible()
    assert card not in house.hand(game, 0)
    assert screen.version() == 2


def test_where_people_rule_a_card_lies_until_somebody_objects_and_a_claim_is_asked_for_once_more(
    house: House, person: Person
) -> None:
    game = house.deal(policy="vote", wanted=told_well)
    other = house.hand(game, 0)[1]
    claimed = house.hand(game, 1)[0]
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.tell(naming(claimed))
    screen.card(name(other)).click()
    dialog = screen.page.get_by_role("dialog", name=f"Lay “{name(other)}”?")
    expect(dialog).to_contain_text("At this table a card lies until somebody objects")
    screen.moves_on(dialog.get_by_role("button", name="Lay the card").click)
    assert [laid.card for laid in house.see(game).tale.laid] == [other]
    screen.ask_for_the_word("Bob")
    screen.card(name(claimed)).click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("If the claim does not stand, you discard the card and draw two.")
    assert house.see(game).tale.question is None  # nothing was sent yet


@pytest.mark.parametrize(("answer", "lies"), [("yes", True), ("no", False)])
def test_a_card_that_was_not_named_lies_if_two_others_say_so(
    house: House, person: Person, answer: str, lies: bool
) -> None:
    game = house.deal(wanted=told_well)
    first, other = house.hand(game, 0)[:2]
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.tell(naming(first))
    screen.card(name(other)).click()
    dialog = screen.page.get_by_role("dialog", name=f"Lay “{name(other)}”?")
    expect(dialog).to_contain_text("The game does not hear this card")
    assert screen.version() == 1  # nothing was sent yet
    screen.moves_on(dialog.get_by_role("button", name="Ask the others").click)
    vote(screen, 1, answer)
    if screen.page.locator(".st-key-question").count():
        expect(screen.page.locator(f".st-key-voted_1_{answer} button")).to_be_disabled()
        vote(screen, 2, answer)
    assert [laid.card for laid in house.see(game).tale.laid] == ([other] if lies else [])
    assert (other in house.hand(game, 0)) is not lies


def test_a_rival_takes_the_story_over_with_a_card_that_was_named(house: House, person: Person) -> None:
    game = house.deal(wanted=told_well)
    card = house.hand(game, 1)[0]
    house.do(game, tale.Tell(0, naming(card)))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    expect(screen.page.locator("li.card.ready")).to_have_count(1)
    screen.moves_on(screen.card(name(card)).click)
    expect(screen.page.get_by_role("textbox")).to_be_visible()  # Bob is before the screen and tells on
    view = house.see(game)
    assert view.tale.narrator == 1
    assert [laid.card for laid in view.tale.laid] == [card]
    screen.tell("And so somebody else told on.")


def test_a_claim_that_nobody_hears_is_warned_of_and_costs_the_card_and_two_more(house: House, person: Person) -> None:
    game = house.deal(wanted=told_well)
    named, card = house.hand(game, 0)[0], house.hand(game, 1)[0]
    house.do(game, tale.Tell(0, naming(named)))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    screen.card(name(card)).click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("you discard the card and draw two")
    screen.moves_on(dialog.get_by_role("button", name="Claim the story").click)
    vote(screen, 2, "no")
    view = house.see(game, 1)
    assert (view.tale.narrator, view.tale.discard[-1], len(view.tale.hand)) == (0, card, 6)
    assert card not in view.tale.hand


def test_an_interrupt_card_of_the_same_category_takes_the_story_over(house: House, person: Person) -> None:
    def same_category(state: tale.TaleState) -> bool:
        laid, interrupt = state.setup.card[state.hands[0][0]], state.setup.card[state.hands[1][0]]
        return interrupt.interrupt and interrupt.category == laid.category and told_well(state)

    game = house.deal(wanted=same_category)
    card, interrupt = house.hand(game, 0)[0], house.hand(game, 1)[0]
    house.do(game, tale.Tell(0, naming(card)), tale.LayCard(0, card, 0))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    expect(screen.card(name(interrupt))).to_contain_text("interrupt now")
    screen.moves_on(screen.card(name(interrupt)).click)
    view = house.see(game)
    assert view.tale.narrator == 1
    assert view.tale.laid[-1].how == "interrupt"


def object_to(screen: Screen, kind: str) -> None:
    screen.button("table.object").click()
    screen.moves_on(screen.button(f"challenge.{kind}").click)


def test_an_objection_that_the_others_share_ends_the_turn_and_sends_the_card_back(house: House, person: Person) -> None:
    game = house.deal(wanted=told_well)
    card = house.hand(game, 0)[0]
    house.do(game, tale.Tell(0, naming(card)), tale.LayCard(0, card, 0))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    object_to(screen, "contradiction")
    vote(screen, 2, "back")
    view = house.see(game, 0)
    assert view.tale.narrator != 0
    assert card in view.tale.hand
    assert view.tale.laid == ()


@pytest.mark.parametrize(("limit", "fell_silent"), [(0.001, True), (1000.0, False)], ids=["after", "before"])
def test_silence_may_be_objected_to_only_after_the_limit(
    house: House, person: Person, limit: float, fell_silent: bool
) -> None:
    game = house.deal(rules={"silence_seconds": (limit,) * 3})
    house.do(game, tale.Tell(0, "Once upon a time there was nothing at all."))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    if fell_silent:
        object_to(screen, "silence")
        assert house.see(game).tale.narrator != 0
        return
    screen.button("table.object").click()
    silence = screen.button("challenge.silence")
    expect(silence).to_be_disabled()
    silence.hover(force=True)
    expect(screen.page.get_by_role("tooltip")).to_contain_text("not been silent for 1000 seconds")


@pytest.mark.parametrize("keep", [True, False], ids=["keep", "discard"])
def test_passing_asks_first_and_then_a_card_may_be_discarded(house: House, person: Person, keep: bool) -> None:
    game = house.deal(wanted=told_well)
    house.do(game, tale.Tell(0, "Once upon a time there was nothing at all."))
    before = len(house.hand(game, 0))
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.button("table.pass").click()
    expect(screen.page.get_by_role("dialog")).to_contain_text("your turn ends")
    screen.page.keyboard.press("Escape")
    assert house.see(game).version == 1
    screen.button("table.pass").click()
    screen.moves_on(screen.button("table.pass_now").click)
    if keep:
        screen.moves_on(screen.button("table.keep_all").click)
    else:
        screen.page.locator("li.card .face").first.click()
        screen.moves_on(screen.button("table.discard_now").click)
    view = house.see(game, 0)
    assert view.tale.narrator == 1
    assert len(view.tale.hand) == before + keep
    expect(screen.button("curtain.open", name="Bob")).to_be_visible()


def test_the_last_sentence_or_card_is_taken_back_while_nobody_has_answered_it(house: House, person: Person) -> None:
    game = house.deal(wanted=told_well)
    card = house.hand(game, 0)[0]
    house.do(game, tale.Tell(0, naming(card)), tale.LayCard(0, card, 0))
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    undo = screen.button("table.undo")
    screen.moves_on(undo.click)
    expect(screen.card(name(card))).to_be_visible()
    screen.moves_on(undo.click)
    expect(screen.page.get_by_text("Not a word has been told yet.")).to_be_visible()
    expect(undo).to_be_disabled()
    assert house.see(game).tale.sentences == ()


def test_taking_back_is_closed_with_the_reason_after_somebody_acted(house: House, person: Person) -> None:
    game = house.deal(wanted=told_well)
    house.do(
        game,
        tale.Tell(0, "Once upon a time there was nothing at all."),
        tale.Challenge(1, tale.ChallengeKind.TEDIUM),
        tale.Vote(2, False),
    )
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    undo = screen.button("table.undo")
    expect(undo).to_be_disabled()
    undo.hover(force=True)
    expect(screen.page.get_by_role("tooltip")).to_contain_text("only while nobody has acted on it")


def before_the_end(house: House) -> str:
    """A game whose narrator has only the ending card left, and has led the tale up to it."""
    game = house.deal(wanted=told_well, rules={"hand_size": 1})
    card = house.hand(game, 0)[0]
    house.do(game, tale.Tell(0, naming(card)), tale.LayCard(0, card, 0), tale.Tell(0, "So it came to a close."))
    return game


def play_the_ending(screen: Screen) -> None:
    screen.page.locator("li.card.ending .face").click()
    expect(screen.page.get_by_role("dialog", name="Close the tale with your ending?")).to_be_visible()
    screen.moves_on(screen.button("table.ending_now").click)


def test_an_ending_that_most_refuse_costs_the_turn_and_brings_a_new_one(house: House, person: Person) -> None:
    game = before_the_end(house)
    ending = house.see(game, 0).tale.endings[0]
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    play_the_ending(screen)
    expect(screen.page.locator(".st-key-question")).to_contain_text(load_deck("en").endings[ending])
    vote(screen, 1, "no")
    vote(screen, 2, "no")
    view = house.see(game, 0)
    assert view.tale.narrator == 1
    assert view.tale.outcome is None
    assert view.tale.endings != (ending,)
    expect(screen.button("curtain.open", name="Bob")).to_be_visible()


def test_an_ending_that_fits_wins_and_the_same_people_may_play_again(house: House, person: Person) -> None:
    game = before_the_end(house)
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    play_the_ending(screen)
    vote(screen, 1, "yes")
    if not screen.over():
        vote(screen, 2, "yes")
    expect(screen.page.get_by_text("Ann has told the tale to its end!")).to_be_visible()
    screen.button("end.again").dblclick()
    expect(screen.page.locator(".st-key-the_end")).to_have_count(0)
    screen.at_table()
    expect(screen.page).not_to_have_url(re.compile(game))
    again = [one for one in house.tables.games() if one.id in screen.page.url]
    assert [one.seats for one in again] == [("Ann", "Bob", "Cleo")]
