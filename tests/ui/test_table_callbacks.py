"""A click is done whole, although the next click ends its run wherever that touches session state."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import StopException

from companion.rules import tale
from companion.settings import settings
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables
from companion.ui import session
from companion.ui.parts import base
from companion.ui.table import commands
from companion.ui.table.sitting import Screen
from tests.kit.session import SessionState, house_with


class Hasty:
    """A table, and somebody who has clicked again before the callback of the first click runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 1000.0
        store = GameStore(settings().database_url)
        self.tables = Tables(store, now=lambda: self.time)
        house = house_with(self.tables, store)
        self.state = SessionState()
        monkeypatch.setattr(session, "open_house", lambda: house)
        monkeypatch.setattr(session, "token", lambda: None)
        monkeypatch.setattr(st, "session_state", self.state)

    def opens(self, people: int, first: int = 0) -> str:
        seats = tuple(
            SeatInfo(name, "human" if seat < people else "scripted") for seat, name in enumerate(("Ann", "Bob"))
        )
        return self.tables.create(NewTable("en", seats, "short", seed=1, rules={"first_narrator": first}))

    def clicks(self, callback: Any, *args: Any) -> None:
        self.state.superseded = True
        with suppress(StopException):
            callback(*args)
        self.state.superseded = False


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Hasty:
    return Hasty(monkeypatch)


def test_a_told_sentence_is_accepted(hasty: Hasty) -> None:
    game = hasty.opens(people=2)

    def tell(message: Mapping[str, Any]) -> bool:
        hasty.state.superseded = True  # the next click comes while the table takes the sentence
        return commands.send(game, tale.Tell(0, message["text"]), message["id"])

    hasty.state["desk"] = {"told": {"id": "a", "text": "Once upon a time."}}
    base.once("desk", "told", tell)()
    hasty.state.superseded = False
    assert base.answered("desk") == {"id": "a", "accepted": True}
    assert len(hasty.tables.look(game, None).tale.sentences) == 1


def test_listen_on_lets_the_sentence_be_told_and_says_nothing_of_the_second_click(hasty: Hasty) -> None:
    game = hasty.opens(people=1, first=1)
    heard = commands.heard()
    hasty.clicks(commands.let_tell, game, 0, heard)
    commands.let_tell(game, 0, heard)
    assert len(hasty.tables.look(game, None).tale.sentences) == 1
    assert commands.NOTICE not in hasty.state


@pytest.mark.parametrize("deed", ["sit down", "give back"])
def test_the_narrators_time_begins_anew(hasty: Hasty, deed: str) -> None:
    game = hasty.opens(people=2)
    view = hasty.tables.look(game, 0)
    hasty.time += 60
    if deed == "sit down":
        screen = Screen()
        hasty.clicks(commands.sit_down, view, 0, screen)
        assert screen.opened == 0
    else:
        screen = Screen(rival=1, opened=1)
        hasty.clicks(commands.give_back, view, screen)
        assert (screen.rival, screen.opened) == (None, None)
    assert hasty.tables.look(game, None).silence_since == hasty.time


def test_what_was_taken_back_stands_at_the_desk_again(hasty: Hasty) -> None:
    game = hasty.opens(people=2)
    hasty.tables.command(game, tale.Tell(0, "Once upon a time."), command_id="told")
    hasty.clicks(commands.take_back, hasty.tables.look(game, 0), 0, "taken back")
    view = hasty.tables.look(game, 0)
    assert (view.tale.sentences, view.taken_back) == ((), "Once upon a time.")


def test_a_message_of_a_part_that_the_page_has_no_more_does_no_harm(hasty: Hasty) -> None:
    heard: list[Mapping[str, Any]] = []
    base.once("a desk that is gone", "told", heard.append)()
    assert heard == []
