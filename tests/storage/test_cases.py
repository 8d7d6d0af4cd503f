"""House case law outlives the program and goes with its game."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import UnknownGame
from companion.storage import CaseRecord, GameStore
from tests.storage.kit import record

CASE = CaseRecord(
    "c1", "ru", "tale", None, "child", "родила наследника", True, "Царица родила наследника.", "vote", "Марфа", 1.0
)
OF_ONE_GAME = replace(CASE, id="c2", game="g1", card="birth", stands=False, at=2.0)


def test_cases_are_kept_with_every_detail_the_latest_first(store: GameStore, path: Path) -> None:
    store.create(record())
    store.cases.replace((), [CASE, OF_ONE_GAME])
    store.close()
    later = GameStore(f"sqlite:///{path}")
    assert later.cases.all() == [OF_ONE_GAME, CASE]
    later.close()


@pytest.mark.parametrize(
    ("language", "deck", "game", "hold"),
    [
        ("ru", "tale", "g1", ("c2", "c1")),
        ("ru", "tale", "g2", ("c1",)),
        ("en", "tale", "g1", ()),
        ("ru", "sea", "g1", ()),
    ],
)
def test_a_case_holds_in_its_own_game_or_in_all_of_its_deck(
    store: GameStore, language: str, deck: str, game: str, hold: tuple[str, ...]
) -> None:
    store.create(record())
    store.cases.replace((), [CASE, OF_ONE_GAME])
    assert tuple(case.id for case in store.cases.holding(language, deck, game)) == hold


def test_a_game_takes_its_own_cases_along_when_it_is_deleted(store: GameStore) -> None:
    store.create(record())
    store.cases.replace((), [CASE, OF_ONE_GAME])
    store.delete("g1")
    assert store.cases.all() == [CASE]


def test_cases_are_replaced_all_or_none(store: GameStore) -> None:
    store.cases.replace((), [CASE])
    with pytest.raises(UnknownGame):
        store.cases.replace(["c1"], [replace(CASE, id="c3"), replace(CASE, id="c4", game="gone")])
    assert store.cases.all() == [CASE]
    store.cases.replace(["c1"], [replace(CASE, words="наследника")])
    assert [case.words for case in store.cases.all()] == ["наследника"]


def test_odd_characters_do_not_keep_a_case_from_being_stored(store: GameStore) -> None:
    store.cases.replace((), [replace(CASE, words="a\x00b\ud800", who="\ud800")])
    assert store.cases.all()[0].words == "a\ufffdb?"


def test_a_damaged_case_is_left_out_and_named_in_the_log(
    store: GameStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store.cases.replace((), [CASE, replace(CASE, id="c9")])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE cases SET at = 'yesterday' WHERE id = 'c9'")
    assert store.cases.all() == [CASE]
    assert "c9" in caplog.text
