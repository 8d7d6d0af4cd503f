"""Home asks who the opponents are: what is chosen there sits at the table, and who changes nothing has a good game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from companion.language.catalogue import catalogue, interface_languages
from companion.settings import settings
from companion.storage import GameRecord
from companion.table import TEMPERAMENTS, Character, SeatInfo, Tables
from companion.table.opening import open_tables
from companion.ui.company import OPPONENTS
from companion.ui.portraits import TELLERS, house_names

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"


def home(language: str = "en") -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    return sound(at.run())


def sound(at: AppTest) -> AppTest:
    assert not at.exception
    assert not at.error
    return at


def started(at: AppTest) -> GameRecord:
    """The game that the start button deals."""
    sound(at.button(key="home.start").click().run())
    tables = service()
    return tables._open.load(tables.games()[0].id).record


def service() -> Tables:
    return open_tables(settings().database_url)


def seats(at: AppTest) -> tuple[SeatInfo, ...]:
    """Who sits at the table that the start button opens."""
    record = started(at)
    return service().look(record.id, None).seats


@pytest.mark.parametrize("language", interface_languages())
def test_who_changes_nothing_meets_two_narrators_of_the_house_with_tempers_of_their_own(language: str) -> None:
    _, first, second = seats(home(language))
    assert (first.name, second.name) == house_names(language)[:2]
    assert first.character.temperament != second.character.temperament
    usual = Character()
    for one in (first.character, second.character):
        assert (one.level, one.pace, one.skill) == ("C1", usual.pace, usual.skill)


def test_opponents_are_as_they_were_chosen() -> None:
    at = home()
    at.get_by_key("home.opponents").set_value("3").run()
    at.text_input(key="home.rival_2").set_value("  Aunt  Polly ")
    at.selectbox(key="home.temper_rival_1").set_value("dreamy")
    at.selectbox(key="home.level").set_value("A2")
    for name, grade in (("patience", "high"), ("boldness", "low"), ("skill", "high")):
        at.get_by_key(f"home.{name}").set_value(grade)
    at.select_slider(key="home.pace").set_value("at_once")
    record = started(at)
    assert [seat.name for seat in record.seats[1:]] == ["Grandmother Frost", "Aunt Polly", "Miller's Cat"]
    chosen = [Character.of(seat.settings) for seat in record.seats[1:]]
    assert [one.temperament for one in chosen] == ["dreamy", TELLERS[1][1], TELLERS[2][1]]
    same = {(one.level, one.patience, one.boldness, one.skill, one.pace) for one in chosen}
    assert same == {("A2", "high", "low", "high", "at_once")}


@pytest.mark.parametrize("count", OPPONENTS)
def test_one_to_three_opponents_sit_down(count: str) -> None:
    at = home()
    at.get_by_key("home.opponents").set_value(count).run()
    assert [seat.kind for seat in seats(at)] == ["human", *["scripted"] * int(count)]


@pytest.mark.parametrize("people_first", [True, False])
def test_whether_people_are_first_is_the_tables_to_keep(people_first: bool) -> None:
    at = home()
    assert at.toggle(key="home.people_first").value
    at.toggle(key="home.people_first").set_value(people_first).run()
    assert started(at).options["people_first"] is people_first


def test_somebody_else_is_called_to_the_table_with_their_own_temper() -> None:
    at = home()
    at.text_input(key="home.rival_1").set_value("Nobody")
    at.button(key="home.another_1").click().run()
    at.button(key="home.another_1").click().run()  # past the cat, who would be the third at the table
    info = seats(at)[1]
    assert info.name == house_names("en")[4]
    assert info.character.temperament == TELLERS[4][1]


def test_the_names_of_the_house_are_in_the_language_of_the_tale() -> None:
    at = home("en")
    at.get_by_key("home.language").set_value("ru").run()
    assert seats(at)[1].name == house_names("ru")[0]


def test_what_was_chosen_is_there_after_a_visit_to_another_page() -> None:
    at = home()
    at.get_by_key("home.opponents").set_value("3").run()
    at.selectbox(key="home.temper_rival_3").set_value("solemn")
    at.selectbox(key="home.level").set_value("B1")
    at.button(key="home.another_2").click().run()
    at.switch_page("screens/deck.py").run()
    at.switch_page("screens/home.py").run()
    _, _, second, third = seats(at)
    assert second.name == house_names("en")[3]
    assert (third.character.temperament, third.character.level) == ("solemn", "B1")


def test_among_friends_each_seat_of_the_computer_has_a_temper_and_all_one_level() -> None:
    at = home()
    at.get_by_key("home.company").set_value("friends").run()
    assert not at.selectbox or "home.level" not in {one.key for one in at.selectbox}
    at.toggle(key="home.house_1").set_value(True).run()
    at.toggle(key="home.house_2").set_value(True).run()
    at.selectbox(key="home.temper_friend_2").set_value("dreamy")
    at.selectbox(key="home.level").set_value("A1").run()
    first, second, third = seats(at)
    assert (first.kind, second.kind, third.kind) == ("human", "scripted", "scripted")
    assert [one.character.temperament for one in (second, third)] == [TELLERS[1][1], "dreamy"]
    assert [one.character.level for one in (second, third)] == ["A1", "A1"]


def test_nobody_is_offered_a_language_model_where_none_is_set() -> None:
    assert not [one for one in home().toggle if str(one.key).startswith("home.model_")]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language model is set."""
    monkeypatch.setenv("COMPANION_LLM", "openai:some-model")
    settings.cache_clear()


def test_where_a_language_model_is_set_it_may_tell_for_an_opponent(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.service.check_players", lambda *_: None)
    at = home()
    at.toggle(key="home.model_2").set_value(True).run()
    assert [seat.kind for seat in seats(at)] == ["human", "scripted", "llm"]


@pytest.mark.parametrize("language", interface_languages())
def test_every_temper_has_its_word(language: str) -> None:
    said = [catalogue(language).t(f"seat.{one}") for one in TEMPERAMENTS]
    assert len(set(said)) == len(TEMPERAMENTS)
    assert list(home(language).selectbox(key="home.temper_rival_1").options) == [one.capitalize() for one in said]
