"""A house for games of Сказочник, whose clock and hands the tests know."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from companion.rules import book
from companion.rules.book import PlaceChip
from companion.storage import GameStore
from companion.table.book_order import BookSeat, NewBook
from companion.table.book_table import BookTables, BookTableView
from companion.table.receipt import Receipt


class BookHouse:
    """A service on a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'book.sqlite3'}"
        self.time = 1000.0
        self._ids = itertools.count(1)
        self.restart()

    def restart(self) -> None:
        """The server was killed: a new service on the same database."""
        self.store = GameStore(self.url)
        self.tables = BookTables(self.store, now=lambda: self.time)

    def open(self, *, machine: str = "", placed: bool = True, **choices: Any) -> str:
        """Ann on seat 0, who begins; on seat 1 Ben, or a machine of that strength. `placed`: all chips stand."""
        rival = BookSeat("Robot", "machine", machine) if machine else BookSeat("Ben")
        order: dict[str, Any] = {"language": "en", "seed": 5, "first": 0, **choices}
        self.game = self.tables.create(NewBook(seats=(BookSeat("Ann"), rival), **order))
        if placed:
            self.does(*(PlaceChip(0, cell) for cell in (1, 2, 3, 4)))
            if machine:
                self.machine_plays()
            else:
                self.does(*(PlaceChip(1, cell) for cell in (1, 2, 3, 4)))
        return self.game

    def does(self, *actions: book.Action) -> Receipt:
        """Every action in its turn; the test fails where one is refused."""
        for action in actions:
            receipt = self.tries(action)
            assert receipt.refusal is None, f"{action} was refused: {receipt.refusal}"
        return receipt

    def tries(self, action: book.Action, **more: Any) -> Receipt:
        return self.tables.command(self.game, action, **{"command_id": self.new_id(), **more})

    def asks_undo(self, seat: int, **more: Any) -> Receipt:
        return self.tables.ask_undo(self.game, seat, **{"command_id": self.new_id(), **more})

    def answers_undo(self, seat: int, agrees: bool) -> Receipt:
        return self.tables.answer_undo(self.game, seat, agrees, command_id=self.new_id())

    def machine_plays(self) -> int:
        """Until the game waits for a person; how many deeds that were."""
        return sum(1 for _ in iter(lambda: self.tables.react(self.game), False))

    def sees(self, seat: int | None = 0) -> BookTableView:
        return self.tables.look(self.game, seat)

    def lines(self) -> list[str]:
        return [line.code for line in self.sees(None).log]

    def new_id(self) -> str:
        return f"command {next(self._ids)}"
