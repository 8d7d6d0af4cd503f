"""A server whose games are dealt and played on by the test itself, so that a browser begins where the test is about."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from companion.decks import load_deck
from companion.rules import tale
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, TableView
from companion.table.hill_answers import answer_check
from companion.table.hill_table import HillTables
from companion.table.opening import open_tables
from tests.browser.screen import APP, SENTENCE, Screen
from tests.browser.serving import serving
from tests.conftest import VARIABLES

FRIENDS = ("Ann", "Bob", "Cleo")
SEEDS = 5_000
"""Deals that are tried until one is as a test wants it."""

Wanted = Callable[[tale.TaleState], bool]


class House:
    """A running server, and the service over the same database."""

    def __init__(self, address: str, database: Path) -> None:
        self.address, self.database = address, database
        self.tables = open_tables(f"sqlite:///{database}")
        self.hill = HillTables(GameStore(f"sqlite:///{database}"), check_answer=answer_check())
        self._commands = 0

    def deal(
        self,
        *names: str,
        language: str = "en",
        wanted: Wanted = lambda state: True,
        rules: Mapping[str, Any] | None = None,
        alone: bool = False,
        **order: Any,
    ) -> str:
        """A game whose deal is as wanted. The first seat tells first, and nobody falls silent, unless `rules` say so.
        `alone`: all seats but the first are the house's narrators."""
        names = names or FRIENDS
        seats = tuple(SeatInfo(name, "scripted" if alone and seat else "human") for seat, name in enumerate(names))
        chosen = {"first_narrator": 0, "silence_seconds": (None,) * len(names), **(rules or {})}
        table = NewTable(language, seats, order.pop("length", "short"), rules=chosen, **order)
        setup = table.setup()
        seed = next(seed for seed in range(SEEDS) if wanted(tale.new_game(setup, seed)))
        return self.tables.create(NewTable(language, seats, table.length, rules=chosen, seed=seed, **order))

    def do(self, game: str, *actions: tale.Action) -> None:
        """Deeds of people who sit elsewhere; each must be allowed."""
        for action in actions:
            self._commands += 1
            receipt = self.tables.command(game, action, command_id=f"test-{self._commands}")
            assert receipt.refusal is None, receipt.refusal

    def see(self, game: str, seat: int | None = None) -> TableView:
        return self.tables.look(game, seat)

    def hand(self, game: str, seat: int) -> tuple[str, ...]:
        return self.see(game, seat).tale.hand

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Meanwhile the database is read and takes nothing: its table of entries is not where it was."""
        self.sql("ALTER TABLE entries RENAME TO away")
        try:
            yield
        finally:
            self.sql("ALTER TABLE away RENAME TO entries")

    def sql(self, statement: str, *values: str) -> None:
        """Something done to the database behind the table's back."""
        with closing(sqlite3.connect(self.database)) as database, database:
            database.execute(statement, values)

    def open(self, page: Page, game: str, language: str = "en") -> Screen:
        """The game's table on a screen."""
        page.goto(f"{self.address}/table?game={game}&lang={language}")
        screen = Screen(page, language)
        screen.at_table()
        return screen


@contextmanager
def keeping_house(folder: Path, *, killed: bool = False) -> Iterator[House]:
    """A server with a database of its own; `killed`: in the end it gets no time to tidy up."""
    database = folder / "games.sqlite3"
    settings = {**dict.fromkeys(VARIABLES, ""), "COMPANION_DATABASE_URL": f"sqlite:///{database}"}
    with serving(APP, killed=killed, environment=settings) as address:
        yield House(address, database)


def name(card: str, language: str = "en") -> str:
    return load_deck(language).by_id[card].name


def naming(card: str, language: str = "en") -> str:
    """A sentence that names the card."""
    return SENTENCE[language].format(name=name(card, language))
