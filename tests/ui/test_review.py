"""What a person who practises gets on the pages: ideas while telling, the review at the end, the same cards again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from companion.decks import load_deck
from companion.language.catalogue import catalogue, interface_languages
from companion.rules import tale
from companion.rules.tale import Claim, ClaimHow, Discard, LayCard, PassStory, PlayEnding, Rule, Ruling, Tell
from companion.settings import settings
from companion.table import NewTable, SeatInfo, Tables
from companion.table.opening import open_tables
from companion.ui.plain import plain
from companion.ui.printing import fonts_for
from tests.kit.openai_server import Fails, OpenAIServer, in_form
from tests.ui.test_table_page import opened, said
from tests.ui.visits import HOSTILE
from tests.ui.visits import opened as opened_page

TEXTS = catalogue("en")
LANGUAGES = pytest.mark.parametrize("language", interface_languages())
ME, MERRY = 1, 0
GOED = "She goed *home* to her mother."
STANDS = Rule(Ruling(True, by="host"))


def service() -> Tables:
    return open_tables(settings().database_url)


def do(game: str, *deeds: tale.Action) -> None:
    for deed in deeds:
        version = service().look(game, None).version
        assert service().command(game, deed, command_id=f"deed {version}").refusal is None, deed


def dealt(*, people: bool = False, first: int = MERRY, hand_size: int = 2, name: str = "Ann", **order: object) -> str:
    """A game of one person and one AI seat (or of two people)."""
    seats = (SeatInfo("Merry", "human" if people else "scripted"), SeatInfo(name))
    rules = {"first_narrator": first, "hand_size": hand_size, "silence_seconds": (None, None)}
    return service().create(NewTable("en", seats, "short", "host", seed=4, rules=rules, **order))  # type: ignore[arg-type]


def card_of(game: str, seat: int, number: int = 0) -> str:
    return service().look(game, seat).tale.hand[number]


def name(card: str) -> str:
    return load_deck("en").by_id[card].name


def over(told: str = "Wynne saw a gnarled oak, and the {card} too.", **order: object) -> str:
    """A finished game: the first narrator has named a card of the person, who let it pass and told a bit herself."""
    game = dealt(**order)  # type: ignore[arg-type]
    do(game, Tell(MERRY, told.format(card=name(card_of(game, ME)).lower())))
    do(game, PassStory(MERRY), Discard(MERRY, None))
    do(game, Tell(ME, GOED), PassStory(ME), Discard(ME, None))
    finish(game)
    return game


def finish(game: str) -> None:
    """The first narrator lays every card and ends the tale."""
    while hand := service().look(game, MERRY).tale.hand:
        number = len(service().look(game, MERRY).tale.sentences)
        do(game, Tell(MERRY, f"There it was ({number})."), LayCard(MERRY, hand[0], number))
    ending = service().look(game, MERRY).tale.endings[0]
    do(game, Tell(MERRY, "So it came to a close."), PlayEnding(MERRY, ending), STANDS)


def test_the_end_shows_what_was_missed_with_its_sentence_and_what_was_new() -> None:
    game = over()
    card = name(card_of(game, ME))
    at = opened(game)
    text = said(at)
    assert TEXTS.t("review.title") in text
    assert f"badge[{card}]" in text.replace(":material/bolt: ", "")
    assert "Wynne saw a gnarled oak\\, and the :" in text
    assert f"-background[{card.lower()}]" in text
    assert TEXTS.n("review.missed", 1) in text
    assert "**gnarled** :gray-badge[C1]" in text
    assert "**goed**" not in text, "an own word"


@LANGUAGES
def test_who_heard_everything_is_praised_and_sees_what_was_used(language: str) -> None:
    game, texts = dealt(), catalogue(language)
    card = card_of(game, ME)
    do(game, Tell(MERRY, f"Then the {name(card).lower()} came."), Claim(ME, card, ClaimHow.ELEMENT, 0), STANDS)
    do(game, Tell(ME, GOED), PassStory(ME), Discard(ME, None))
    finish(game)
    at = opened(game, language)
    assert not at.exception
    assert texts.t("review.missed_none") in said(at)
    assert texts.t("review.used_title") in said(at)
    assert texts.n("review.used", 1) in said(at)


def test_another_level_brings_other_words() -> None:
    at = opened(over())
    (level,) = (one for one in at.segmented_control if one.value == "B1")
    assert "**oak**" not in said(at)
    level.set_value("A1").run()
    assert "**oak** :gray-badge[A2]" in said(at)
    assert "**gnarled**" in said(at)


def test_several_people_get_no_review_and_no_same_cards_without_a_rival_of_the_house() -> None:
    at = opened(over(people=True))
    assert not at.exception
    assert TEXTS.t("review.title") not in said(at)
    keys = [button.key for button in at.button]
    assert "end.again" in keys
    assert "review.same_cards" not in keys


def test_what_players_write_stays_text_in_the_review() -> None:
    at = opened(over(HOSTILE + " The {card}."))
    assert plain(HOSTILE) in said(at)


def test_same_cards_again_deals_the_same_hand_and_a_second_click_opens_no_second_game() -> None:
    game = dealt()
    hands = [service().look(game, seat).tale.hand for seat in (ME, MERRY)]
    do(game, Tell(MERRY, "There was a man."), PassStory(MERRY), Discard(MERRY, None))
    do(game, Tell(ME, GOED), PassStory(ME), Discard(ME, None))
    finish(game)
    for _ in range(2):
        at = opened(game)
        at.button(key="review.same_cards").click().run()
        assert not at.exception
        again = service().same_cards(game)
        assert at.query_params["game"] == again
        assert [service().look(again, seat).tale.hand for seat in (ME, MERRY)] == hands
    assert len(service().games()) == 2


@LANGUAGES
def test_a_finished_tale_can_be_looked_back_on_and_printed_from_the_tales_page(language: str) -> None:
    over()
    at, texts = opened_page("tales", language), catalogue(language)
    assert texts.t("review.tab") in [tab.label for tab in at.tabs]
    assert "**gnarled**" in said(at)
    assert texts.t("review.print") in [one.label for one in at.get("download_button")]
    over(people=True)
    at = opened_page("tales", language)
    assert texts.t("review.tab") not in [tab.label for tab in at.tabs]


def test_the_page_to_print_is_offered_at_the_end_to_everybody() -> None:
    at = opened(over(people=True))
    (button,) = at.get("download_button")
    assert button.label == TEXTS.t("review.print")


def test_only_the_fonts_that_a_text_needs_travel_with_it() -> None:
    english, both = fonts_for("It is — a tale."), fonts_for("Сказка, a tale.")
    assert english.count("@font-face") == 3
    assert both.count("@font-face") == 6
    assert english in both or set(english.splitlines()) < set(both.splitlines())


class TestIdeas:
    """The narrator's button."""

    @staticmethod
    def listed(at: AppTest) -> list[str]:
        return [one.value for one in at.text if one.value[:3] in ("1. ", "2. ", "3. ")]

    @LANGUAGES
    def test_a_chosen_card_brings_three_ways_to_tell_it(self, language: str) -> None:
        game = dealt(first=ME)
        at = opened(game, language)
        assert catalogue(language).t("ideas.about") in said(at)
        assert self.listed(at) == []
        (pills,) = at.pills
        hand = service().look(game, ME).tale.hand
        assert pills.options == [name(card) for card in hand]
        pills.set_value(hand[1]).run()
        assert not at.exception
        ways = self.listed(at)
        assert len(ways) == 3
        known = service().practice.ideas(game, ME, hand[1])
        assert ways == [f"{number}. {way}" for number, way in enumerate(known, start=1)]

    def test_there_are_none_at_a_table_without_help_nor_for_who_listens(self) -> None:
        assert not opened(dealt(first=ME, help="none")).pills
        assert opened(dealt(first=ME, help="hint")).pills
        assert not opened(dealt()).pills

    def test_a_card_that_is_gone_meanwhile_brings_no_idea_and_no_fault(self) -> None:
        game = dealt(first=ME)
        at = opened(game)
        hand = service().look(game, ME).tale.hand
        do(game, Tell(ME, "It was quiet."), PassStory(ME))
        at.pills[0].set_value(hand[0]).run()
        assert not at.exception
        assert self.listed(at) == []


class TestMistakes:
    """The language model looks over the own sentences, if somebody wants it."""

    @pytest.fixture
    def server(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
        with OpenAIServer() as running:
            monkeypatch.setenv("COMPANION_LLM", "openai:some-model")
            monkeypatch.setenv("OPENAI_BASE_URL", running.base_url)
            settings.cache_clear()
            yield running

    @staticmethod
    def ask(at: AppTest, game: str) -> AppTest:
        return at.button(key=f"review.mistakes_{game}").click().run()

    def test_a_mistake_stands_in_its_sentence_with_the_better_word_and_why(self, server: OpenAIServer) -> None:
        why = "“Go” is *irregular*."
        wrong = {"sentence": 1, "wrong": "goed", "better": "went", "why": why}
        server.answers(in_form(mistakes=[wrong, {**wrong, "wrong": "flied"}]))
        game = over()
        at = opened(game)
        assert server.asked == [], "until somebody wants it"
        at = self.ask(at, game)
        assert not at.exception
        assert "She :red-background[goed] \\*home\\* to her mother\\." in said(at)
        assert ":red[~~goed~~] → :green[**went**]" in said(at)
        assert plain(why) in said(at)
        assert "flied" not in said(at)
        assert f"review.mistakes_{game}" not in [button.key for button in opened(game).button], "it is known"
        assert len(server.asked) == 1

    def test_no_mistakes_are_told_too(self, server: OpenAIServer) -> None:
        server.answers(in_form(mistakes=[]))
        game = over()
        assert TEXTS.t("review.mistakes_none") in said(self.ask(opened(game), game))

    def test_a_model_that_does_not_answer_is_told_and_may_be_asked_again(self, server: OpenAIServer) -> None:
        server.answers(Fails(401), in_form(mistakes=[]))
        game = over()
        at = self.ask(opened(game), game)
        assert TEXTS.t("review.mistakes_silent") in said(at)
        assert TEXTS.t("review.mistakes_none") in said(self.ask(at, game))

    def test_without_a_model_nobody_is_sent_to_ask_it(self) -> None:
        game = over()
        assert f"review.mistakes_{game}" not in [button.key for button in opened(game).button]
