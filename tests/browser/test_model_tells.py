"""A language model's telling grows on the page, and Stop ends it: nothing is told then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.table import NewTable, SeatInfo
from companion.table.opening import open_tables
from tests.browser.screen import Screen
from tests.browser.serving import serving
from tests.conftest import VARIABLES

APP = Path(__file__).parents[1] / "ui" / "model_app.py"
SO_FAR = "Once upon a time, when wishes"


def test_the_text_so_far_is_shown_until_somebody_stops_it(
    person: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("companion.table.service.check_players", lambda *_: None)
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    tables = open_tables(url)
    seats = (SeatInfo("Ann"), SeatInfo("Old Owl", "llm"))
    game = tables.create(NewTable("en", seats, "short", seed=1, rules={"first_narrator": 1}))
    settings = {**dict.fromkeys(VARIABLES, ""), "COMPANION_DATABASE_URL": url, "MODEL_SAYS": SO_FAR}
    with serving(APP, environment=settings) as address:
        page = person()
        page.goto(f"{address}/table?game={game}&lang=en")
        screen = Screen(page, "en")
        screen.at_table()
        log = page.locator("[class*='st-key-table-log']").first  # the last thing on the page
        expect(page.locator("li.card").last).to_be_visible()
        for _ in range(2):  # stopped once, it can be asked again
            screen.button("table.go_on").click()
            expect(page.get_by_text(SO_FAR)).to_be_visible()
            expect(screen.button("table.go_on")).to_be_disabled()
            during = log.bounding_box()
            screen.button("table.stop").click()
            expect(page.get_by_text(SO_FAR)).to_be_hidden()
            expect(screen.button("table.go_on")).to_be_enabled()
            assert log.bounding_box() == during
        assert tables.look(game, None).version == 0
