"""Session state as Streamlit hands it to a page, for tests of what a next click does to the one before it; and the
house that pages open."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

from streamlit.runtime.scriptrunner import StopException

from companion.llm import Asker
from companion.settings import settings
from companion.storage import GameStore
from companion.table import Tables, opening
from companion.table.book_table import BookTables
from companion.table.hill_answers import answer_check
from companion.table.hill_table import HillTables
from companion.table.packs import Packs
from companion.table.rooms import Hub, Rooms


class SessionState(MutableMapping[str, Any]):
    """Once another click has begun a run of its own (`superseded`), whoever touches the state is stopped there."""

    def __init__(self) -> None:
        self.superseded = False
        self._kept: dict[str, Any] = {}

    def _touched(self) -> dict[str, Any]:
        if self.superseded:
            raise StopException
        return self._kept

    def __getitem__(self, key: str) -> Any:
        return self._touched()[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._touched()[key] = value

    def __delitem__(self, key: str) -> None:
        del self._touched()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._touched())

    def __len__(self) -> int:
        return len(self._touched())


def house_with(tables: Tables, store: GameStore) -> opening.House:
    """What a page opens as this process's house, around a table service of the test's own."""
    rooms = Rooms(store, tables, store.announcer)
    hill = HillTables(store, check_answer=answer_check())
    packs = Packs(store.packs, Asker(settings()))
    return opening.House(tables, hill, packs, BookTables(store), rooms, Hub(rooms), keep_days=30)
