"""Memory of pages that were left, and of games that rest, is let go; whoever comes back misses nothing."""

from __future__ import annotations

import pytest

from companion.table.advice import Advice
from companion.ui import thrift
from tests.kit.loops import in_own_loop

TALE = ["Once there was a king.", "The king died.", "His daughter went into the forest."]


class Server:
    """Which pages have a browser, and which were thrown out."""

    def __init__(self, *present: str) -> None:
        self.present, self.closed = set(present), []

    def is_active_session(self, session: str) -> bool:
        return session in self.present

    def close_session(self, session: str) -> None:
        self.closed.append(session)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server("ann", "bob")
    monkeypatch.setattr(thrift, "_pages", dict.fromkeys(("ann", "bob")))
    monkeypatch.setattr(thrift.Runtime, "exists", lambda: True)
    monkeypatch.setattr(thrift, "get_instance", lambda: server)
    return server


def test_a_page_is_thrown_out_some_time_after_its_browser_has_gone(server: Server) -> None:
    server.present.remove("bob")
    assert [thrift.close_left(now) for now in (0.0, 60.0, 89.0)] == [0, 0, 0]
    assert thrift.close_left(91.0) == 1 and server.closed == ["bob"]
    assert thrift.close_left(1_000.0) == 0


def test_a_page_whose_browser_comes_back_in_time_stays(server: Server) -> None:
    server.present.remove("bob")
    thrift.close_left(0.0)
    server.present.add("bob")
    thrift.close_left(80.0)
    server.present.remove("bob")
    assert [thrift.close_left(now) for now in (100.0, 180.0)] == [0, 0]


@pytest.mark.parametrize(("present", "everything"), [({"ann"}, False), (set(), True)])
def test_while_somebody_plays_nothing_holds_them_up(
    server: Server, monkeypatch: pytest.MonkeyPatch, present: set[str], everything: bool
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(thrift, "_give_back", lambda *, everything: asked.append(everything))
    monkeypatch.setattr(thrift, "LEFT", -1.0)
    server.present = present
    keeper = thrift.Thrift(lambda rested: 0)
    in_own_loop(keeper.tidy())  # who has gone is noticed
    in_own_loop(keeper.tidy())
    assert asked == [everything]


def test_what_was_worked_out_for_a_game_that_rests_is_worked_out_again_when_it_goes_on() -> None:
    advice = Advice()
    before = advice.memory("game", "en", TALE)
    assert advice.memory("game", "en", TALE) is before
    assert advice.let_go(3_600.0) == 0 and advice.memory("game", "en", TALE) is before
    assert advice.let_go(0.0) == 1
    after = advice.memory("game", "en", TALE)
    assert after is not before and after.lines == before.lines and after.facts == before.facts
