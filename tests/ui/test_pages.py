"""Each page in each language opens, whatever there is to see; what is wrong is told; the deck is searched."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from companion.language.catalogue import catalogue
from companion.settings import settings
from companion.table import Tables
from tests.ui.visits import LANGUAGES, MAIN, damage, finished, opened, said, told

PAGES = ("home", "table", "tales", "deck", "rules")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_before_any_game_was_played(page: str, language: str) -> None:
    at = opened(page, language)
    words = catalogue(language)
    if page != "table":  # its heading is the story
        assert at.title[0].value == words.t("app.title" if page == "home" else f"page.{page}")
    assert said(at)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["home", "tales"])
def test_every_list_opens_with_running_finished_and_damaged_games(page: str, language: str) -> None:
    told("Once.")
    finished()
    damage(told("Twice."))
    assert opened(page, language).title


def test_the_language_can_be_switched_on_every_page() -> None:
    at = opened("rules", "en")
    at.get_by_key("lang").set_value("ru").run()
    assert at.title[0].value == catalogue("ru").t("page.rules")
    at.switch_page("screens/deck.py").run()
    assert at.title[0].value == catalogue("ru").t("page.deck")


@pytest.mark.parametrize("page", ["home", "table", "tales", "deck", "rules"])
def test_a_wrong_setting_is_told_by_its_name_on_every_page(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "xx")
    settings.cache_clear()
    at = AppTest.from_file(str(MAIN), default_timeout=30).run()
    if page != "home":
        at.switch_page(f"screens/{page}.py").run()
    assert not at.exception
    assert [str(one.value) for one in at.error] == [catalogue("en").t("error/wrong_setting")]
    assert "COMPANION_LANG" in "".join(str(one.value) for one in at.text)


@pytest.mark.parametrize(
    ("typed", "finds"),
    [("", 114), ("дракон", 1), ("DRAGON", 1), ("ребенок", 1), ("there is no such card", 0)],
)
def test_the_deck_is_searched_in_every_language(typed: str, finds: int) -> None:
    at = opened("deck", "en")
    at.text_input(key="deck_search").set_value(typed).run()
    count = int(at.caption[0].value.split()[0])
    assert count == finds or (0 < finds <= count < 114)


def test_the_deck_is_filtered_by_category_and_interrupt() -> None:
    at = opened("deck", "en")
    at.toggle(key="deck_interrupts").set_value(True).run()
    assert at.caption[0].value == "34 cards"
    at.get_by_key("deck_categories").set_value(["character"]).run()
    assert at.caption[0].value == "8 cards"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_gone_is_named_with_the_way_home(language: str) -> None:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    at.query_params["game"] = "no-such-game"
    at.switch_page("screens/table.py").run()
    assert at.error[0].value == catalogue(language).t("error/unknown_game")
    assert not at.exception


def test_a_fault_of_ours_is_told_in_words_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_tables: Tables) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(Tables, "games", fails)
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = "ru"
    at.run()
    assert at.error[0].value == catalogue("ru").t("error/unknown")
    assert not at.exception
    assert "a secret detail" not in said(at)
    assert "a secret detail" in caplog.text


def test_a_database_that_cannot_be_opened_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"this is no database, just some text" * 100)
    monkeypatch.setenv("COMPANION_DATABASE_URL", f"sqlite:///{broken}")
    settings.cache_clear()
    at = AppTest.from_file(str(MAIN), default_timeout=30).run()
    assert at.error[0].value == catalogue("en").t("error/store_unavailable")
