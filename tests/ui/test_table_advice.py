"""The referee and the judge on the Table page: what they say stands beside the objection and the vote, as advice."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from companion.decks import load_deck
from companion.language.catalogue import catalogue, interface_languages
from companion.rules import tale
from companion.rules.tale import Challenge, ChallengeKind, LayCard, PlayEnding, Tell
from companion.settings import settings
from companion.table import NewTable, SeatInfo, Tables
from companion.table.opening import open_tables
from companion.ui.plain import plain

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
LANGUAGES = pytest.mark.parametrize("language", interface_languages())
DIED, SPEAKS = "One night the old king died.", "In the morning the king laughed and drew his sword."
FINE = "In the morning his son saddled the horse and rode into the forest."
CONTRADICTION = ChallengeKind.CONTRADICTION


def service() -> Tables:
    return open_tables(settings().database_url)


def dealt(*deeds: tale.Action, referee: str = "suggest", hand_size: int = 5, **rules: object) -> str:
    seats = tuple(map(SeatInfo, ("Ann", "Bob", "Cleo")))
    chosen = {"first_narrator": 0, "hand_size": hand_size, "silence_seconds": (None,) * 3, **rules}
    game = service().create(NewTable("en", seats, "short", "vote", seed=1, rules=chosen, referee=referee))  # type: ignore[arg-type]
    do(game, *deeds)
    return game


def do(game: str, *deeds: tale.Action) -> None:
    for deed in deeds:
        version = service().look(game, None).version
        assert service().command(game, deed, command_id=f"deed {version}").refusal is None


def opened(game: str, language: str = "en") -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    at.query_params["game"] = game
    return at.switch_page("screens/table.py").run()


def as_rival(game: str, language: str = "en", seat: int = 1) -> AppTest:
    at = opened(game, language)
    at.button(key=f"table.my_word_{seat}").click().run()
    return at.button(key="curtain.open").click().run()


def said(at: AppTest) -> str:
    kinds = (at.subheader, at.markdown, at.caption, at.text)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def texts_in(at: AppTest) -> list[str]:
    return [str(element.value) for element in at.text]


def marked(at: AppTest) -> list[str]:
    """The objections that the popover puts forward."""
    objections = [button for button in at.button if (button.key or "").startswith("table.object_")]
    return [button.key.removeprefix("table.object_") for button in objections if button.proto.type == "primary"]


def keys(at: AppTest) -> list[str]:
    return [button.key for button in at.button if button.key]


def ask_key(at: AppTest) -> str:
    (key,) = [key for key in keys(at) if key.startswith("referee.ask")]
    return key


@LANGUAGES
def test_object_shows_the_suggestion_with_both_lines_and_marks_that_objection(language: str) -> None:
    at = as_rival(dealt(Tell(0, DIED), Tell(0, SPEAKS)), language)
    texts = catalogue(language)
    assert not at.exception
    assert texts.t("referee.suggests") in said(at)
    assert texts_in(at)[-2:] == [DIED, SPEAKS]
    assert plain(texts.t("referee.clash_dead", word="died"), 400) in said(at)
    assert marked(at) == ["contradiction"]


def test_what_was_suggested_goes_to_the_voters_with_both_lines() -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS), Tell(0, "Then it began to rain."))
    as_rival(game).button(key="table.object_contradiction").click().run()
    question = service().look(game, None).tale.question
    assert question is not None
    assert (question.earlier, question.quote) == (DIED, SPEAKS)


def test_another_objection_than_the_suggested_one_goes_without_the_earlier_line() -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS))
    as_rival(game).button(key="table.object_nonsense").click().run()
    question = service().look(game, None).tale.question
    assert question is not None
    assert (question.earlier, question.quote) == ("", SPEAKS)


def test_nothing_is_suggested_of_a_fine_narration() -> None:
    at = as_rival(dealt(Tell(0, DIED), Tell(0, FINE)))
    assert marked(at) == []
    assert catalogue("en").t("referee.suggests") not in said(at)
    assert catalogue("en").t("referee.finds_nothing") not in said(at)


def test_an_objection_that_this_rival_has_lost_is_not_suggested_again() -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS), Challenge(1, CONTRADICTION), tale.Vote(2, False))
    at = as_rival(game)
    assert at.button(key="table.object_contradiction").disabled
    assert catalogue("en").t("referee.suggests") not in said(at)
    assert marked(at) == []


def test_a_referee_that_waits_shows_a_button_first() -> None:
    at = as_rival(dealt(Tell(0, DIED), Tell(0, SPEAKS), referee="on_request"))
    assert marked(at) == []
    assert DIED not in texts_in(at)
    at.button(key=ask_key(at)).click().run()
    assert marked(at) == ["contradiction"]
    assert texts_in(at)[-2:] == [DIED, SPEAKS]
    assert not [key for key in keys(at) if key.startswith("referee.ask")]


def test_asked_about_a_fine_narration_it_says_that_all_is_well_until_something_new_is_told() -> None:
    game = dealt(Tell(0, DIED), Tell(0, FINE), referee="on_request")
    at = as_rival(game)
    at.button(key=ask_key(at)).click().run()
    assert catalogue("en").t("referee.finds_nothing") in said(at)
    do(game, Tell(0, SPEAKS))
    at.run()
    assert catalogue("en").t("referee.finds_nothing") not in said(at)
    assert ask_key(at)


def test_where_it_is_off_nothing_is_shown() -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS), referee="off")
    at = as_rival(game)
    assert marked(at) == []
    assert not [key for key in keys(at) if key.startswith("referee.ask")]
    assert catalogue("en").t("referee.suggests") not in said(at)
    do(game, Challenge(1, CONTRADICTION))
    at = opened(game)
    assert texts_in(at) == [SPEAKS]
    assert catalogue("en").t("referee.agrees") not in said(at)
    assert catalogue("en").t("referee.finds_nothing") not in said(at)


def test_a_table_that_does_not_play_with_an_objection_is_not_told_of_it() -> None:
    kinds = tuple(kind for kind in ChallengeKind if kind is not CONTRADICTION)
    at = as_rival(dealt(Tell(0, DIED), Tell(0, SPEAKS), challenges=kinds))
    assert marked(at) == []
    assert catalogue("en").t("referee.suggests") not in said(at)


@LANGUAGES
@pytest.mark.parametrize("earlier", [DIED, ""], ids=["suggested", "found-by-oneself"])
def test_the_question_shows_both_lines_and_that_the_referee_agrees(language: str, earlier: str) -> None:
    objection = Challenge(1, CONTRADICTION, quote=SPEAKS, earlier=earlier)
    at = opened(dealt(Tell(0, DIED), Tell(0, SPEAKS), objection), language)
    texts = catalogue(language)
    assert not at.exception
    assert texts_in(at) == [DIED, SPEAKS]
    assert texts.t("referee.agrees") in said(at)
    assert plain(texts.t("referee.clash_dead", word="died"), 400) in said(at)


def test_the_question_says_that_the_referee_finds_nothing() -> None:
    at = opened(dealt(Tell(0, FINE), Challenge(1, CONTRADICTION, quote=FINE)))
    assert texts_in(at) == [FINE]
    assert catalogue("en").t("referee.finds_nothing") in said(at)


def test_a_referee_that_finds_another_fault_does_not_say_that_it_finds_none() -> None:
    at = opened(dealt(Tell(0, DIED), Tell(0, SPEAKS), Challenge(1, ChallengeKind.TEDIUM)))
    assert catalogue("en").t("referee.finds_nothing") not in said(at)
    assert catalogue("en").t("referee.agrees") not in said(at)


def test_the_voters_too_may_ask_a_referee_that_waits() -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS), Challenge(1, CONTRADICTION), referee="on_request")
    at = opened(game)
    agrees = catalogue("en").t("referee.agrees")
    assert agrees not in said(at)
    at.button(key=ask_key(at)).click().run()
    assert agrees in said(at)


def before_the_end(referee: str = "suggest") -> tuple[str, str]:
    game = dealt(Tell(0, "A miller went to town."), referee=referee, hand_size=1)
    card = service().look(game, 0).tale.hand[0]
    do(game, LayCard(0, card, 0), Tell(0, "He bought a lame horse and walked home."))
    return game, service().look(game, 0).tale.endings[0]


@LANGUAGES
def test_an_ending_is_voted_on_with_the_judges_opinion(language: str) -> None:
    game, ending = before_the_end()
    do(game, PlayEnding(0, ending))
    view, texts = service().look(game, None), catalogue(language)
    opinion = service().advice.on_ending(game, view.tale, "en", load_deck("en").endings[ending])
    assert opinion is not None
    at = opened(game, language)
    thinks = texts.t("judge.thinks_plausible" if opinion.plausible else "judge.thinks_not")
    assert thinks in said(at)
    assert plain(opinion.reasons[0].why(language), 300) in said(at)
    assert texts.t("judge.before_ending") not in said(at), "what is still needed was for its holder alone"


def test_a_judge_that_waits_is_asked_before_the_vote_and_one_that_is_off_says_nothing() -> None:
    game, ending = before_the_end("on_request")
    do(game, PlayEnding(0, ending))
    at = opened(game)
    assert at.button(key=ask_key(at)).label == catalogue("en").t("judge.ask")
    assert "judge" not in said(at)
    at.button(key=ask_key(at)).click().run()
    assert "judge" in said(at)
    at.button(key="vote_1_no").click().run()
    assert "judge" in said(at)
    game, ending = before_the_end("off")
    do(game, PlayEnding(0, ending))
    at = opened(game)
    assert "judge" not in said(at)
    assert not [key for key in keys(at) if key.startswith("referee.ask")]


@pytest.mark.parametrize(("referee", "warned"), [("suggest", True), ("on_request", False), ("off", False)])
def test_the_narrator_is_warned_before_anybody_shouts(referee: str, warned: bool) -> None:
    game = dealt(*(Tell(0, "It was quiet.") for _ in range(3)), referee=referee)
    slow = catalogue("en").t("referee.pace_slow")
    at = opened(game)
    assert slow not in said(at), "not for the others"
    at.button(key="curtain.open").click().run()
    assert (slow in said(at)) is warned


def test_a_gentle_table_is_chosen_at_home_and_has_neither_clock_nor_tedium() -> None:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = "en"
    at.run()
    at.toggle(key="home.gentle").set_value(True).run()
    assert at.select_slider(key="home.clock").disabled
    at.radio(key="home.referee").set_value("on_request").run()
    at.button(key="home.start").click().run()
    view = service().look(service().games()[0].id, 0)
    assert view.referee == "on_request"
    assert view.silence_limit is None
    assert view.can is not None
    assert set(view.can.challenges) == {CONTRADICTION, ChallengeKind.NONSENSE, ChallengeKind.UNIMPORTANT}
