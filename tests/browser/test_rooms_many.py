"""Several server processes on one PostgreSQL: people of one table may sit at different ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.storage import GameStore, schema
from companion.storage.database import Database
from companion.table import Tables
from companion.table.rooms import Hosting, Plan, Rooms
from tests.browser.screen import APP
from tests.browser.serving import serving
from tests.browser.test_rooms import ON_TABLE, Device, Person
from tests.conftest import VARIABLES

if TYPE_CHECKING:
    from tests.kit.postgres import Postgres

HOST = "h" * 43


@pytest.fixture
def servers(postgres: Postgres) -> Iterator[tuple[str, str]]:
    """Addresses of two processes that share nothing but the database."""
    database = Database(postgres.url)
    schema.upgrade(database)
    database.close()
    settings = {**dict.fromkeys(VARIABLES, ""), "COMPANION_DATABASE_URL": postgres.url}
    with ExitStack() as running:
        first = running.enter_context(serving(APP, environment=settings))
        yield first, running.enter_context(serving(APP, environment=settings))


def test_people_of_one_table_sit_at_two_servers(servers: tuple[str, str], postgres: Postgres, person: Person) -> None:
    store = GameStore(postgres.url)
    tables = Tables(store)
    rooms = Rooms(store, tables, store.announcer)
    room = rooms.open(language="en", title="", host="Ms Grey", token=HOST, plan=Plan())
    code = rooms.load(room).code
    phones = {name: Device(person(own=True), address) for name, address in zip(("Ann", "Bob"), servers, strict=True)}
    for name, phone in phones.items():
        phone.come_in(code, name)
    assert Hosting(rooms, room, HOST).start(0) is None  # at a third process: the test's own
    game = rooms.load(room).tables[0].game
    assert game is not None
    tells = ("Ann", "Bob")[tables.narrator(game)]
    teller = phones.pop(tells)
    (other,) = phones.values()
    other.page.wait_for_function(ON_TABLE)
    teller.desk.press_sequentially("Far away")
    expect(other.page.locator(".draft.typing")).to_have_text("Far away")
    teller.desk.fill("")
    teller.tell("Far away there was a storm at sea.")
    expect(other.page.locator(".prose").filter(has_text="Far away there was a storm at sea.")).to_be_visible()
    store.close()
