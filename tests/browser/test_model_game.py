"""A whole game in the browser against narrators of a language model that fails in every way in the middle of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.settings import settings
from companion.table import NewTable, SeatInfo
from companion.table.opening import open_tables
from tests.browser.screen import APP, Screen
from tests.browser.serving import serving
from tests.conftest import VARIABLES
from tests.kit.narrating_model import narrates, plan
from tests.kit.openai_server import Cuts, Fails, OpenAIServer, Refuses, Reply, Says, Script

FAULTS: tuple[Script, ...] = (
    Says(""), Refuses("I will not."), plan(("a dragon comes", "no-such-card")), Says("{"), Cuts("In the year"),
    Fails(500),
)  # fmt: skip
"""The outage last: a server out of reach is left alone for a minute."""


def good_and_bad() -> Iterator[Script]:
    """A plan and its prose, as they should be; then one fault after the other, each where a plan or a text is due."""
    yield from (narrates, narrates)
    for fault in FAULTS:
        yield from (fault, fault)
    yield from itertools.repeat(narrates)


def test_a_solo_game_with_a_failing_model_is_played_to_its_end(
    person: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = good_and_bad()

    def next_one(body: dict[str, Any]) -> Reply:
        one = next(script)
        return one(body) if callable(one) else one

    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with OpenAIServer(next_one) as server:
        model = {"COMPANION_DATABASE_URL": url, "COMPANION_LLM": "openai:m", "OPENAI_BASE_URL": server.base_url}
        for name, value in model.items():
            monkeypatch.setenv(name, value)
        settings.cache_clear()
        tables = open_tables(url)
        seats = (SeatInfo("Ann"), SeatInfo("Old Owl", "llm"), SeatInfo("Grandmother Frost", "llm"))
        rules = {"first_narrator": 1, "hand_size": 3}
        game = tables.create(NewTable("en", seats, "short", seed=3, rules=rules))
        with serving(APP, environment={**dict.fromkeys(VARIABLES, ""), **model}) as address:
            page = person()
            page.goto(f"{address}/table?game={game}&lang=en")
            screen = Screen(page, "en")
            screen.at_table()
            screen.moves_on(screen.button("table.go_on").click)
            expect(page.get_by_role("log").get_by_text("In the year 1 ")).to_be_visible()
            screen.play_to_the_end()
            expect(page.get_by_role("button", name=screen.texts.t("story.stood_in")).first).to_be_visible()
        view = tables.look(game, None).tale
        assert view.outcome is not None
        assert len(server.asked) > 2 + len(FAULTS)
        assert len({one.text for one in view.sentences}) == len(view.sentences)
