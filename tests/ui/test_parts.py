"""The Python side of the parts: what goes to the browser, and that a message from it counts once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

from companion.decks.deck import Card, CardFace
from companion.rules.cards import Category
from companion.ui.parts import StoryFlag, base
from companion.ui.parts.story import _pieces
from tests.kit.session import SessionState


def card(name: str) -> Card:
    face = CardFace(name=name.title(), gloss="a thing", level="A1")
    return Card(id=name, category=Category.THING, interrupt=False, pictogram=name, face=face)


def flag(name: str, start: int, end: int) -> StoryFlag:
    return StoryFlag(card(name), start, end, "said so")


def cut(text: str, *flags: StoryFlag) -> list[tuple[str, list[str]]]:
    return [(piece["text"], [one["name"] for one in piece["flags"]]) for piece in _pieces(text, flags)]


@pytest.mark.parametrize(
    ("text", "flags", "pieces"),
    [
        ("A ring.", [], [("A ring.", [])]),
        ("A ring.", [flag("ring", 2, 6)], [("A ", []), ("ring", ["Ring"]), (".", [])]),
        ("🐸 ring", [flag("ring", 2, 6)], [("🐸 ", []), ("ring", ["Ring"])]),
        (
            "key ring",
            [flag("key", 0, 8), flag("ring", 4, 8)],
            [("key ", ["Key"]), ("ring", ["Key", "Ring"])],
        ),
        ("ring", [flag("ring", 2, 99), flag("key", -1, 2), flag("well", 3, 3)], [("ring", [])]),
        ("", [], []),
    ],
    ids=["no flag", "one", "behind an emoji", "overlapping", "out of the sentence", "no text"],
)
def test_a_sentence_is_cut_where_flags_begin_and_end(
    text: str, flags: list[StoryFlag], pieces: list[tuple[str, list[str]]]
) -> None:
    assert cut(text, *flags) == pieces


@pytest.mark.parametrize(
    ("seat", "colour", "css"),
    [
        (0, "#a1B2c3", "#a1B2c3"),
        (0, "", "var(--st-blue-color)"),
        (8, "", "var(--st-orange-color)"),
        (1, "red; background: url(x)", "var(--st-orange-color)"),
    ],
)
def test_a_player_s_colour_is_a_colour_and_nothing_else(seat: int, colour: str, css: str) -> None:
    assert base.seat_colour(seat, colour) == css


class Page:
    """Session state with one part on it, as a callback of Streamlit sees it."""

    def __init__(self, answer: bool | None = None) -> None:
        self.state = SessionState()
        self.heard: list[Mapping[str, Any]] = []
        self.answer = answer

    def hears(self, message: object) -> dict[str, Any] | None:
        self.state["part"] = {"sent": message}
        base.once("part", "sent", self._deliver)()
        return base.answered("part")

    def _deliver(self, message: Mapping[str, Any]) -> bool | None:
        self.heard.append(message)
        if message.get("text") == "burst":
            raise RuntimeError("the page burst")
        if message.get("text") == "stop" and len(self.heard) == 1:
            raise StopException
        return self.answer


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    shown = Page()
    monkeypatch.setattr(base.st, "session_state", shown.state)
    yield shown


def test_a_message_is_delivered_once_however_often_it_comes(page: Page) -> None:
    assert page.hears({"id": "a", "text": "x"}) == {"id": "a", "accepted": True}
    page.hears({"id": "a", "text": "x"})
    page.hears({"id": "b", "text": "x"})
    assert [message["id"] for message in page.heard] == ["a", "b"]


def test_a_refused_message_may_be_sent_again(page: Page) -> None:
    page.answer = False
    assert page.hears({"id": "a"}) == {"id": "a", "accepted": False}
    page.answer = None
    assert page.hears({"id": "a"}) == {"id": "a", "accepted": True}


def test_a_page_that_bursts_has_not_accepted(page: Page) -> None:
    with pytest.raises(RuntimeError):
        page.hears({"id": "a", "text": "burst"})
    assert base.answered("part") == {"id": "a", "accepted": False}


def test_a_click_that_ends_the_run_in_mid_deed_refuses_nothing_and_the_message_may_come_again(page: Page) -> None:
    with pytest.raises(StopException):
        page.hears({"id": "a", "text": "stop"})
    assert base.answered("part") is None  # what became of it is not known: the browser asks again, with the same id
    assert page.hears({"id": "a", "text": "stop"}) == {"id": "a", "accepted": True}


def test_what_was_accepted_is_answered_so_although_another_click_has_come_meanwhile(page: Page) -> None:
    def deliver(message: Mapping[str, Any]) -> bool:
        page.state.superseded = True
        return True

    page.state["part"] = {"sent": {"id": "a"}}
    base.once("part", "sent", deliver)()
    page.state.superseded = False
    assert base.answered("part") == {"id": "a", "accepted": True}


@pytest.mark.parametrize("message", [None, "a", 7, {}, {"id": ""}, {"id": 5}, {"id": "x" * 65}])
def test_what_no_part_would_send_is_not_delivered(page: Page, message: object) -> None:
    assert page.hears(message) is None
    assert page.heard == []


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_all_parts_stand_on_one_page(lang: str) -> None:
    app = AppTest.from_file(str(Path(__file__).with_name("gallery.py")), default_timeout=30)
    app.query_params["lang"] = lang
    app.run()
    assert not app.exception
    assert app.text[-1].value == "heard 0"
