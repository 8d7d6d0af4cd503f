"""In a real browser: tables without the game's help, and readings that a table remembers against the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.matching import matcher_for
from companion.rules import tale
from companion.rules.tale.setup import MAX_SENTENCE
from companion.storage import CaseRecord, GameStore
from tests.browser.house import House, name, naming

Person = Callable[..., Page]

PARAPHRASE = "In the evening Dame Thistledown of the Seven Hills smiled at everybody."
MEANT = "Dame Thistledown of the Seven Hills"
LATER = f"Some years went by, and {MEANT} smiled once more."


def holds(card: str, seat: int, sentence: str) -> Callable[[tale.TaleState], bool]:
    """The seat has that card, and the game hears none of its cards in the sentence."""
    return lambda state: card in state.hands[seat] and not matcher_for("en").mentions(sentence, cards=state.hands[seat])


def alone_named(state: tale.TaleState) -> bool:
    """The narrator's first card can be named without naming another card of the table."""
    held = [card for hand in state.hands for card in hand]
    return [one.card for one in matcher_for("en").mentions(naming(held[0]), cards=held)] == [held[0]]


def test_with_hints_a_line_says_that_a_card_was_mentioned_and_the_player_finds_it(house: House, person: Person) -> None:
    game = house.deal(wanted=alone_named, help="hint")
    card = house.hand(game, 0)[0]
    screen = house.open(person(), game)
    screen.sit_down("Ann")
    screen.tell("Long ago it rained.")
    expect(screen.page.get_by_text(screen.texts.t("now.hint"))).to_have_count(0)
    screen.tell(naming(card))
    expect(screen.page.get_by_text(screen.texts.t("now.hint"))).to_be_visible()
    expect(screen.page.locator("li.card.ready")).to_have_count(0)
    expect(screen.page.locator("span.flag")).to_have_count(0)
    screen.card(name(card)).click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio")).to_have_count(2)
    expect(dialog.get_by_role("radio").last).to_be_checked()
    screen.moves_on(dialog.get_by_role("button", name="Lay the card").click)
    assert [laid.card for laid in house.see(game).tale.laid] == [card]
    expect(screen.page.get_by_text(screen.texts.t("now.hint"))).to_have_count(0)


def test_without_help_a_rival_says_which_sentence_it_was(house: House, person: Person) -> None:
    game = house.deal(wanted=lambda state: alone_named_by_rival(state), help="none")
    card = house.hand(game, 1)[0]
    house.do(game, tale.Tell(0, naming(card)), tale.Tell(0, "Then it was quiet."))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    expect(screen.page.get_by_text(screen.texts.t("now.rival", name="Ann"))).to_be_visible()
    expect(screen.page.locator("li.card.ready")).to_have_count(0)
    screen.card(name(card)).click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_text("changed everything").click()
    screen.moves_on(dialog.get_by_role("button", name="Claim the story").click)
    view = house.see(game)
    assert (view.tale.narrator, view.tale.laid[-1].sentence) == (1, 0)


def alone_named_by_rival(state: tale.TaleState) -> bool:
    held = [card for hand in state.hands for card in hand]
    card = state.hands[1][0]
    is_plain = not state.setup.card[card].interrupt
    return is_plain and [one.card for one in matcher_for("en").mentions(naming(card), cards=held)] == [card]


@pytest.mark.parametrize(("help", "marked"), [("hint", 1), ("none", 0)])
def test_an_interrupt_card_that_fits_is_marked_with_hints_and_plays_in_any_case(
    house: House, person: Person, help: str, marked: int
) -> None:
    def fits(state: tale.TaleState) -> bool:
        laid, mine = state.setup.card[state.hands[0][0]], [state.setup.card[card] for card in state.hands[1]]
        same = [card for card in mine if card.interrupt and card.category == laid.category]
        return alone_named(state) and len(same) == 1 and same[0].id == state.hands[1][0]

    game = house.deal(wanted=fits, help=help)
    card, interrupt = house.hand(game, 0)[0], house.hand(game, 1)[0]
    house.do(game, tale.Tell(0, naming(card)), tale.LayCard(0, card, 0))
    screen = house.open(person(), game)
    screen.ask_for_the_word("Bob")
    expect(screen.page.locator("li.card.ready")).to_have_count(marked)
    if marked:
        screen.moves_on(screen.card(name(interrupt)).click)
    else:
        screen.card(name(interrupt)).click()
        screen.moves_on(screen.page.get_by_role("dialog").get_by_role("button", name="interrupt").click)
    assert house.see(game).tale.laid[-1].how == "interrupt"


def test_a_paraphrase_that_a_table_let_stand_lights_the_right_card_ever_after(house: House, person: Person) -> None:
    game = house.deal(wanted=holds("queen", 1, PARAPHRASE))
    house.do(game, tale.Tell(0, PARAPHRASE), tale.Claim(1, "queen", tale.ClaimHow.ELEMENT, 0), tale.Vote(2, True))
    screen = house.open(person(), game)
    screen.button("case.remember").click()
    dialog = screen.page.get_by_role("dialog")
    words = dialog.get_by_role("textbox", name=screen.texts.t("case.words"))
    words.fill("the lady of the lake")
    dialog.get_by_text(screen.texts.t("case.for_deck")).click()
    dialog.get_by_role("button", name=screen.texts.t("case.keep"), exact=True).click()
    expect(dialog.get_by_text(screen.texts.t("table/case_words_not_said"))).to_be_visible()
    words.fill(MEANT)
    words.press("Tab")
    dialog.get_by_role("button", name=screen.texts.t("case.keep"), exact=True).click()
    screen.toast("case.kept")
    expect(screen.button("case.remember")).to_have_count(0)

    game = house.deal(wanted=holds("queen", 0, LATER))
    screen = house.open(screen.page, game)
    screen.sit_down("Ann")
    screen.tell(LATER)
    lit = screen.page.locator("li.card.ready")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text(name("queen"))
    expect(lit).to_contain_text(MEANT)
    screen.moves_on(screen.card(name("queen")).click)
    assert [laid.card for laid in house.see(game).tale.laid] == ["queen"]


def test_the_case_law_of_the_house_is_changed_deleted_and_downloaded(house: House, person: Person) -> None:
    store = GameStore(f"sqlite:///{house.database}")
    store.cases.replace([case.id for case in store.cases.all()], [
        CaseRecord("one", "en", "tale", None, "queen", MEANT, True, PARAPHRASE, "vote", "Cleo", 1.0),
        CaseRecord("two", "ru", "tale", None, "king", "дамский король", False, "Вот дамский король.", "host", "", 2.0),
    ])  # fmt: skip
    page = person()
    page.goto(f"{house.address}/deck?lang=en")
    page.get_by_role("tab", name="Case law").click()
    expect(page.get_by_text(f"“{MEANT}” counts as “Queen”")).to_be_visible()
    expect(page.get_by_text("“дамский король” does not count as “Король”")).to_be_visible()
    first = page.locator(".st-key-case_one")
    first.get_by_role("button", name="Change").click()
    page.get_by_role("textbox", name="Which words?").fill("Dame Thistledown")
    page.get_by_role("textbox", name="Which words?").press("Tab")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("“Dame Thistledown” counts as “Queen”")).to_be_visible()
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_attached()  # the button is of the last run
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download all").click()
    page.locator(".st-key-case_two").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".st-key-case_two")).to_have_count(0)
    assert [case.id for case in store.cases.all()] == ["one"]

    page.get_by_text("Take in a file of readings").click()
    content = kept.value.path().read_bytes()
    page.locator("input[type=file]").set_input_files(
        {"name": "readings.json", "mimeType": "application/json", "buffer": content}
    )
    take_in = page.get_by_role("button", name="Take in", exact=True)
    expect(take_in).to_be_enabled()
    take_in.click()
    expect(page.get_by_text("1 reading taken in. 1 was known already.")).to_be_visible()
    assert {case.words for case in store.cases.all()} == {"Dame Thistledown", "дамский король"}
    store.close()


def test_another_table_plays_on_while_a_very_long_sentence_is_matched(house: House, person: Person) -> None:
    words = "then the old king's youngest daughter rode through the dark wood past the well and the tower, "
    long = ("At first " + words * 20)[: MAX_SENTENCE - 1] + "."
    assert len(long) == MAX_SENTENCE
    slow, quick = house.deal(), house.deal(wanted=alone_named)
    one, other = house.open(person(), slow), house.open(person(), quick)
    one.sit_down("Ann")
    other.sit_down("Ann")
    box = one.page.get_by_role("textbox", name=one.texts.t("desk.label"))
    box.fill(long)
    box.press("Enter")
    card = house.hand(quick, 0)[0]
    other.tell(naming(card))
    other.moves_on(other.card(name(card)).click)
    expect(one.page.locator(".st-key-version_1")).to_be_attached()
    assert house.see(slow).tale.sentences[0].text == long
    expect(one.page.get_by_text("then the old king's youngest daughter").first).to_be_visible()
