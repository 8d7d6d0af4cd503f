"""One look at the store for one drawing of a page."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules import tale
from companion.table import Tables
from companion.table.moment import one_moment
from tests.table.kit import House


@pytest.fixture
def reads(house: House, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the store was asked where a game stands."""
    counted: Counter[str] = Counter()
    stamp = house.store.stamp

    def asked(game: str) -> object:
        counted[game] += 1
        return stamp(game)

    monkeypatch.setattr(house.store, "stamp", asked)
    return counted


def tell(tables: Tables, game: str, text: str) -> None:
    assert tables.command(game, tale.Tell(0, text), command_id=text).refusal is None


def test_a_page_asks_the_store_once_where_its_game_stands(house: House, reads: Counter[str]) -> None:
    house.open()
    tell(house.tables, house.game, "Once.")
    with one_moment():
        reads.clear()
        for seat in (None, 0, 1, 2):
            house.tables.look(house.game, seat)
        assert reads[house.game] == 1
    house.tables.look(house.game, 0)
    assert reads[house.game] == 2


def test_what_this_page_does_itself_it_sees_at_once(house: House) -> None:
    house.open()
    with one_moment():
        assert house.tables.look(house.game, 0).version == 0
        tell(house.tables, house.game, "Once.")
        assert house.tables.look(house.game, 0).version == 1


def test_what_others_did_meanwhile_is_seen_in_the_next_moment_and_never_overwritten(house: House) -> None:
    house.open()
    mine, others = house.tables, house.restart()
    with one_moment():
        assert mine.look(house.game, 0).version == 0
    with one_moment():
        mine.look(house.game, 0)
        tell_elsewhere(others, house.game)
        tell(mine, house.game, "Twice.")
        assert [one.text for one in mine.look(house.game, 0).tale.sentences] == ["Once.", "Twice."]


def tell_elsewhere(tables: Tables, game: str) -> None:
    """In a thread of its own, as another visitor does: the moment is not theirs."""
    from threading import Thread

    other = Thread(target=tell, args=(tables, game, "Once."))
    other.start()
    other.join(10)
    assert not other.is_alive()
