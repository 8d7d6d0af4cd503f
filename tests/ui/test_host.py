"""The host's password: whoever has it starts, renames and deletes; guesses are slowed; nobody reads it anywhere."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from companion.language.catalogue import catalogue, interface_languages
from companion.settings import settings
from companion.table import NewTable, SeatInfo
from companion.table.opening import open_tables
from companion.ui.host import FREE_TRIES, LONGEST_WAIT, Gate

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
SECRET = "Сезам 7!"
SEATS = (SeatInfo("Ann"), SeatInfo("Bob"))


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A server with a password, freshly started, whose clock stands still."""
    running = Clock()
    monkeypatch.setenv("COMPANION_HOST_PASSWORD", SECRET)
    settings.cache_clear()
    gate = Gate(SECRET, now=running)
    monkeypatch.setattr("companion.ui.host._gate", lambda _password: gate)
    return running


def opened(page: str = "home", language: str = "en") -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    if page != "home":
        at.switch_page(f"screens/{page}.py").run()
    assert not at.exception
    return at


def enter(at: AppTest, typed: str, key: str = "home.host") -> AppTest:
    at.text_input(key=f"{key}_password").set_value(typed)
    at.button(key=f"{key}_enter").click().run()
    assert not at.exception
    return at


def has(at: AppTest, key: str) -> bool:
    return any(button.key == key for button in at.button)


def test_without_a_password_anybody_hosts() -> None:
    assert has(opened(), "home.start")


@pytest.mark.parametrize("language", interface_languages())
def test_the_password_is_asked_once_before_a_game_is_started(clock: Clock, language: str) -> None:
    at = opened(language=language)
    assert not has(at, "home.start")
    enter(at, "sesame")
    assert not has(at, "home.start")
    assert [one.value for one in at.warning] == [catalogue(language).t("host.wrong")]
    enter(at, SECRET)
    at.switch_page("screens/deck.py").run()
    at.switch_page("screens/home.py").run()
    assert has(at, "home.start")
    at.button(key="home.start").click().run()
    assert len(open_tables(settings().database_url).games()) == 1


def test_another_visitor_is_asked_again(clock: Clock) -> None:
    enter(opened(), SECRET)
    assert not has(opened(), "home.start")


@pytest.mark.parametrize("page", ["home", "tales"])
def test_a_game_is_deleted_only_with_the_password(clock: Clock, page: str) -> None:
    tables = open_tables(settings().database_url)
    game = tables.create(NewTable("en", SEATS))
    at = opened(page)
    at.button(key=f"delete_{game}").click().run()
    assert not has(at, "delete_game_now")
    enter(at, "sesame", key="delete")
    assert not has(at, "delete_game_now")
    assert tables.games()
    enter(at, SECRET, key="home.host" if page == "home" else f"rename_{game}")
    at.button(key=f"delete_{game}").click().run()
    at.button(key="delete_game_now").click().run()
    assert not tables.games()


def test_a_tale_is_renamed_only_with_the_password(clock: Clock) -> None:
    tables = open_tables(settings().database_url)
    game = tables.create(NewTable("en", SEATS, title="The ring"))
    at = opened("tales")
    assert not has(at, f"rename_now_{game}")
    enter(at, SECRET, key=f"rename_{game}")
    at.text_input(key=f"title_{game}").set_value("The crown")
    at.button(key=f"rename_now_{game}").click().run()
    assert tables.look(game, None).title == "The crown"


def test_a_game_is_gone_on_with_without_the_password(clock: Clock) -> None:
    game = open_tables(settings().database_url).create(NewTable("en", SEATS))
    at = opened()
    at.button(key=f"home.go_on_{game}").click().run()
    assert at.query_params["game"] == game


def test_after_some_wrong_passwords_one_waits_and_the_page_says_how_long(clock: Clock) -> None:
    at = opened()
    for _ in range(FREE_TRIES):
        enter(at, "sesame")
    assert at.warning[0].value == catalogue("en").n("host.wait", 4)
    enter(at, SECRET)
    assert not has(at, "home.start"), "while it waits, even the right one is not looked at"
    clock.time += 4
    assert has(enter(at, SECRET), "home.start")


def test_each_further_wrong_password_doubles_the_wait_and_a_right_one_ends_it() -> None:
    clock, waits = Clock(), []
    gate = Gate(SECRET, now=clock)
    for _ in range(FREE_TRIES + 6):
        assert not gate.opens("sesame")
        waits.append(gate.wait())
        clock.time += gate.wait()
    assert waits == [0, 0, 4, 8, 16, 32, LONGEST_WAIT, LONGEST_WAIT, LONGEST_WAIT]
    assert gate.opens(SECRET)
    assert not gate.opens("sesame")
    assert gate.wait() == 0


@pytest.mark.parametrize("typed", ["", " ", "Сезам", "сезам 7!", SECRET * 2, "\ud800", "x" * 100_000])
def test_what_is_not_the_password_does_not_open(typed: str) -> None:
    assert not Gate(SECRET).opens(typed)


def test_the_password_is_in_no_log_and_on_no_page(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        at = opened()
        enter(at, "sesame, not the password")
        enter(at, SECRET)
    assert SECRET not in caplog.text
    assert "sesame" not in caplog.text
    assert SECRET not in repr(settings())
    assert SECRET not in str(at)
