"""Rooms on a database, with a clock that the test turns."""

from __future__ import annotations

from pathlib import Path

from companion.rules import tale
from companion.storage import GameStore
from companion.table import Tables
from companion.table.rooms import Hosting, Plan, Rooms
from tests.table.kit import StubMatcher

HOST = "h" * 43


def secret(name: str) -> str:
    return (name * 43)[:43]


class Inn:
    """Rooms on a database, with a clock that the test turns; people are known by their names."""

    def __init__(self, folder: Path) -> None:
        self.url, self.time = f"sqlite:///{folder / 'rooms.sqlite3'}", 1_000_000.0
        self.restart()

    def restart(self) -> None:
        """The server was killed and started again on the same database."""
        store = GameStore(self.url)
        matcher = StubMatcher()
        self.tables = Tables(store, now=lambda: self.time, matcher=lambda *_: matcher)
        self.rooms = Rooms(store, self.tables, store.announcer, now=lambda: self.time)

    def open(self, *people: str, plan: Plan | None = None, tables: int = 1) -> str:
        self.room = self.rooms.open(
            language="en", title="4b", host="Ms Grey", token=HOST, plan=plan or Plan(), tables=tables
        )
        for name in people:
            assert self.enter(name).refusal is None
        return self.room

    def enter(self, name: str, *, code: str = "", token: str = "", address: str = "lan"):
        code = code or self.rooms.load(self.room).code
        return self.rooms.enter(code, name, token=token or secret(name), address=address)

    @property
    def host(self) -> Hosting:
        return Hosting(self.rooms, self.room, HOST)

    def member(self, name: str) -> str:
        return next(one.id for one in self.rooms.load(self.room).members if one.name == name)

    def look(self, name: str):
        return self.rooms.look(self.room, secret(name))

    def game(self, table: int = 0) -> str:
        return self.rooms.load(self.room).tables[table].game or ""

    def here(self, *people: str) -> None:
        for name in people:
            self.rooms.presence.beat(self.room, self.member(name), 20.0)

    def tell(self, text: str, command: str = "1"):
        game = self.game()
        action = tale.Tell(self.tables.narrator(game), text)
        return self.tables.command(game, action, command_id=command)
