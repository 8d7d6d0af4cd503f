"""Home: a game is begun in a few choices, each kept, and gone on with."""

from __future__ import annotations

import pytest

from companion.language.catalogue import catalogue
from tests.ui.visits import LANGUAGES, opened, said, service, told, whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_click_starts_a_game_alone_against_two_narrators_of_the_house(language: str) -> None:
    at = opened("home", language)
    at.button(key="home.start").click().run()
    games = service().games()
    assert len(games) == 1
    view = service().look(games[0].id, None)
    assert [seat.kind for seat in view.seats] == ["human", "scripted", "scripted"]
    assert view.seats[0].name == catalogue(language).t("home.traveller")
    assert view.language == language
    assert set(view.tale.hand_counts) == {7}
    assert at.query_params["game"] == games[0].id


def test_three_choices_are_kept_language_company_and_length() -> None:
    at = opened("home", "en")
    at.get_by_key("home.language").set_value("ru")
    at.get_by_key("home.company").set_value("friends")
    at.get_by_key("home.length").set_value("short").run()
    at.number_input(key="home.players").set_value(4).run()
    at.text_input(key="home.name_0").set_value("  Ann  ").run()
    at.toggle(key="home.house_3").set_value(True).run()
    at.button(key="home.start").click().run()
    view = service().look(service().games()[0].id, None)
    assert view.language == "ru"
    assert [(seat.name, seat.kind) for seat in view.seats[:2]] == [("Ann", "human"), ("Player 2", "human")]
    assert view.seats[3].kind == "scripted"
    assert view.tale.hand_counts == (5, 5, 5, 5)


def test_two_players_of_the_same_name_are_told_so_before_the_start() -> None:
    at = opened("home", "en")
    at.get_by_key("home.company").set_value("friends").run()
    for seat in (0, 1):
        at.text_input(key=f"home.name_{seat}").set_value("Ann" if seat else "ann").run()
    assert "Ann" in at.warning[0].value or "ann" in at.warning[0].value
    assert at.button(key="home.start").disabled


def test_a_name_of_nothing_that_can_be_seen_is_no_name() -> None:
    at = opened("home", "en")
    at.text_input(key="home.name_alone").set_value(" \x00\u2028 ").run()
    at.button(key="home.start").click().run()
    assert service().look(service().games()[0].id, None).seats[0].name == "Traveller"


def test_the_silence_clock_of_people_who_type_is_30_seconds() -> None:
    at = opened("home", "en")
    at.get_by_key("home.company").set_value("friends").run()
    at.button(key="home.start").click().run()
    assert service().look(service().games()[0].id, None).silence_limit == 30


def test_somebody_may_be_left_in_peace_by_the_silence_clock() -> None:
    at = opened()
    at.segmented_control(key="home.company").set_value("friends").run()
    at.multiselect(key="home.no_clock").set_value([1]).run()
    at.button(key="home.start").click().run()
    game = service().games()[0].id
    setup = service()._open.load(game).record.setup
    assert [setup.silence_limit(seat) for seat in range(3)] == [30.0, None, 30.0]


def test_whom_the_clock_leaves_in_peace_is_forgotten_with_the_seat() -> None:
    at = opened()
    at.segmented_control(key="home.company").set_value("friends").run()
    at.multiselect(key="home.no_clock").set_value([2]).run()
    at.number_input(key="home.players").set_value(2).run()
    at.button(key="home.start").click().run()
    whole(at)
    setup = service()._open.load(service().games()[0].id).record.setup
    assert [setup.silence_limit(seat) for seat in range(2)] == [30.0, 30.0]


def test_more_settings_reach_the_rules() -> None:
    at = opened("home", "en")
    at.radio(key="home.policy").set_value("vote").run()
    at.select_slider(key="home.clock").set_value(0).run()
    at.selectbox(key="home.hand").set_value(4).run()
    at.selectbox(key="home.first").set_value(2).run()
    at.button(key="home.start").click().run()
    view = service().look(service().games()[0].id, None)
    assert view.policy == "vote"
    assert view.silence_limit is None
    assert view.tale.hand_counts == (4, 4, 4)
    assert view.tale.narrator == 2


def test_a_waiting_game_says_whose_turn_it_is_and_is_gone_on_with() -> None:
    game = told("Once.", title="The ring")
    at = opened("home", "en")
    narrator = service().look(game, None).tale.narrator
    assert "The ring" in said(at)
    assert f"{('Ann', 'Bob', 'Cleo')[narrator]} tells" in said(at)
    at.button(key=f"home.go_on_{game}").click().run()
    assert at.query_params["game"] == game
