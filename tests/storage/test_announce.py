"""Announcements within one process reach every listener, and no listener can do harm to another or to the table."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.errors import WrongSetting
from companion.storage import GameStore
from companion.storage.announce import LocalAnnouncer, announcer_for
from tests.storage.kit import record, told


def test_every_listener_hears_every_topic_until_it_leaves() -> None:
    announcer = LocalAnnouncer()
    first: list[tuple[str, str]] = []
    second: list[tuple[str, str]] = []
    leave = announcer.subscribe(lambda topic, payload: first.append((topic, payload)))
    announcer.subscribe(lambda topic, payload: second.append((topic, payload)))
    announcer.publish("game:g1", "3")
    leave()
    leave()
    announcer.publish("room:r1", "")
    assert first == [("game:g1", "3")]
    assert second == [("game:g1", "3"), ("room:r1", "")]


def test_a_listener_may_leave_while_it_is_told() -> None:
    announcer = LocalAnnouncer()
    heard: list[str] = []

    def once(topic: str, _: str) -> None:
        heard.append(topic)
        leave()

    leave = announcer.subscribe(once)
    announcer.publish("a", "")
    announcer.publish("b", "")
    assert heard == ["a"]


def test_a_listener_that_fails_is_logged_and_the_table_goes_on(
    store: GameStore, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(topic: str, payload: str) -> None:
        raise RuntimeError("no such page")

    heard: list[str] = []
    store.announcer.subscribe(fails)
    store.announcer.subscribe(lambda topic, _: heard.append(topic))
    store.create(record())
    with caplog.at_level(logging.ERROR):
        assert store.append("g1", 0, [told()]) == 1
    assert heard == ["game:g1"]
    assert "a listener failed at game:g1" in caplog.text


def test_nobody_hears_after_the_end() -> None:
    announcer = LocalAnnouncer()
    heard: list[str] = []
    announcer.subscribe(lambda topic, _: heard.append(topic))
    announcer.close()
    announcer.close()
    announcer.publish("game:g1", "1")
    assert heard == []


def test_stores_of_one_process_can_share_an_announcer_which_outlives_them(path: Path) -> None:
    announcer = LocalAnnouncer()
    first, second = (GameStore(f"sqlite:///{path}", announcer=announcer) for _ in range(2))
    heard: list[str] = []
    second.announcer.subscribe(lambda topic, _: heard.append(topic))
    first.create(record())
    first.append("g1", 0, [told()])
    first.close()
    second.rename("g1", "Имя")
    second.close()
    assert heard == ["game:g1", "game:g1"]


def test_the_url_decides_who_announces(path: Path) -> None:
    assert isinstance(announcer_for(f"sqlite:///{path}"), LocalAnnouncer)
    with pytest.raises(WrongSetting):
        announcer_for("nothing")
