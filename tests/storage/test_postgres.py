"""The same store on PostgreSQL, with several processes on it; and what happens when its server goes away.

All of it in one file: the tests that run on either database are taken from their files and get the `store` below.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import psycopg
import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.cli.doctor import _database
from companion.errors import StoreUnavailable
from companion.settings import read_settings
from companion.storage import GameStore, schema
from companion.storage.announce import MISSED, Announcer, announcer_for
from companion.storage.announce_postgres import CHANNEL, LARGEST, PostgresAnnouncer
from companion.storage.database import Database, parse_url
from companion.storage.schema import HEAD, Schema, Standing
from tests.kit.postgres import Postgres
from tests.storage import old
from tests.storage.kit import record, told
from tests.storage.test_at_once import (  # noqa: F401
    test_a_command_that_arrives_eight_times_at_once_is_one_entry,
    test_eight_people_at_once_lose_nothing_and_each_version_is_won_once,
    test_of_eight_who_expect_the_same_version_one_wins,
)
from tests.storage.test_cases import (  # noqa: F401
    test_a_case_holds_in_its_own_game_or_in_all_of_its_deck,
    test_a_game_takes_its_own_cases_along_when_it_is_deleted,
    test_cases_are_replaced_all_or_none,
    test_odd_characters_do_not_keep_a_case_from_being_stored,
)
from tests.storage.test_faults import test_a_clock_that_jumps_changes_no_order  # noqa: F401
from tests.storage.test_notebooks import test_of_two_writers_the_second_loads_again  # noqa: F401
from tests.storage.test_rooms import (  # noqa: F401
    test_a_code_is_given_once,
    test_a_room_is_kept_with_every_character_of_it,
    test_a_room_takes_its_games_along,
    test_a_room_that_is_not_there_is_no_fault,
    test_as_many_seats_as_before,
    test_every_change_is_announced_once_when_it_can_be_read,
    test_games_are_listed_in_their_room,
    test_no_game_is_made_in_a_room_that_is_gone,
    test_of_eight_who_sit_down_at_once_each_finds_a_place,
    test_rooms_that_nobody_uses_are_found,
    test_seats_of_a_running_game_change_hands,
)
from tests.storage.test_schema import differences
from tests.storage.test_store import (  # noqa: F401
    test_a_command_never_sent_has_no_version,
    test_a_command_sent_twice_is_one_entry_whatever_version_it_expects,
    test_a_game_gets_another_title,
    test_a_game_that_goes_on_after_its_end_was_undone_is_unfinished,
    test_a_game_that_is_not_there_is_named,
    test_a_new_game_is_found_again_as_it_was,
    test_an_entry_needs_a_command_id_that_the_database_takes,
    test_an_id_is_given_once,
    test_games_do_not_mix,
    test_of_several_entries_all_or_none_are_written,
    test_the_list_shows_the_last_played_first,
    test_what_was_appended_is_loaded_in_its_order,
    test_who_comes_second_is_told_so_and_nothing_is_written,
)

LONG = 20.0
"""Seconds after which something that should come will never come."""


@pytest.fixture(scope="module")
def shared(postgres: Postgres) -> Iterator[GameStore]:
    """One store for all tests: making tables takes a quarter of a second."""
    database = Database(postgres.url)
    schema.upgrade(database)
    database.close()
    store = GameStore(postgres.url)
    yield store
    store.close()


@pytest.fixture
def store(shared: GameStore) -> GameStore:
    """Empty."""
    with shared._database.transaction() as connection:
        for table in ("rooms", "games", "cases", "notebooks"):
            connection.execute(text(f"DELETE FROM {table}"))
    return shared


@pytest.fixture
def apart(postgres: Postgres, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a place without tables on the same server."""
    name = "apart"
    with psycopg.connect(host="127.0.0.1", port=postgres.port, user="companion", dbname="postgres") as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    yield f"{postgres.url}?options=-csearch_path%3D{name}"
    with psycopg.connect(host="127.0.0.1", port=postgres.port, user="companion", dbname="postgres") as connection:
        connection.execute(f"DROP SCHEMA {name} CASCADE")


def command(monkeypatch: pytest.MonkeyPatch, url: str, *words: str) -> Result:
    from companion.settings import settings

    monkeypatch.setenv("COMPANION_DATABASE_URL", url)
    settings.cache_clear()
    return CliRunner().invoke(app, words)


def test_an_empty_database_is_made_ready_by_its_administrator(apart: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StoreUnavailable, match=r"it has no tables yet, .* run `companion db upgrade` once"):
        GameStore(apart)
    looked = command(monkeypatch, apart, "db", "check")
    assert (looked.exit_code, "it has no tables yet: run `companion db upgrade`" in looked.stdout) == (1, True)
    done = command(monkeypatch, apart, "db", "upgrade")
    assert (done.exit_code, f"its tables were made ({HEAD})" in done.stdout) == (0, True)
    again = command(monkeypatch, apart, "db", "upgrade")
    assert (again.exit_code, f"it is up to date ({HEAD})" in again.stdout) == (0, True)
    store = GameStore(apart)
    assert store.list() == []
    assert differences(store._database) == []
    store.close()


def test_doctor_says_which_database_it_is(store: GameStore, postgres: Postgres, apart: str) -> None:
    store.create(record())
    [finding] = _database(read_settings({"COMPANION_DATABASE_URL": postgres.url}))
    assert finding.mark == "ok"
    assert finding.what == (
        f"database: PostgreSQL, {postgres.url}, tables up to date ({HEAD}), can be read and written, games: 1"
    )
    with pytest.raises(StoreUnavailable, match="run `companion db upgrade` once"):
        list(_database(read_settings({"COMPANION_DATABASE_URL": apart})))


def test_an_older_database_waits_for_its_administrator_and_loses_nothing(apart: str) -> None:
    database = Database(apart)
    with database.transaction() as connection:
        for statement in old.statements(3).replace("DOUBLE", "DOUBLE PRECISION").split(";")[:-1]:
            connection.exec_driver_sql(statement)
        for statement in old.contents(3, database.engine.dialect):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("INSERT INTO schema_version VALUES (3)")
    with pytest.raises(StoreUnavailable, match=r"its tables are those of schema 3, .* run `companion db upgrade` once"):
        GameStore(apart)
    with ThreadPoolExecutor(2) as administrators:
        done = list(administrators.map(lambda _: schema.upgrade(database).before.standing, range(2)))
    assert sorted(done, key=lambda one: one.name) == [Standing.CURRENT, Standing.OLDER], "one after the other"
    assert differences(database) == []
    database.close()
    store = GameStore(apart)
    assert store.load("g1").entries == (told("Раз."), told("Два."))
    assert [case.id for case in store.cases.all()] == ["c1"]
    assert store.notebooks.load("n1") is not None
    store.close()


def test_a_newer_database_is_left_alone(apart: str) -> None:
    database = Database(apart)
    schema.upgrade(database)
    with database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    for deed in (lambda: GameStore(apart), lambda: schema.upgrade(database)):
        with pytest.raises(StoreUnavailable, match="it belongs to a newer Story Companion"):
            deed()
    assert schema.look(database) == Schema(Standing.NEWER, "0999")
    database.close()


def test_a_database_that_may_not_be_written_says_so_and_the_game_goes_on(store: GameStore) -> None:
    store.create(record())

    def writing(is_allowed: bool) -> None:
        with store._database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.execute(text("SET default_transaction_read_only TO off"))
            connection.execute(text(f"ALTER ROLE companion SET default_transaction_read_only = {not is_allowed}"))
        store._database.engine.dispose()

    writing(False)
    try:
        with pytest.raises(StoreUnavailable, match="it may not be written now: its server is read-only"):
            store.append("g1", 0, [told()])
        assert store.load("g1").version == 0
    finally:
        writing(True)
    assert store.append("g1", 0, [told()]) == 1


class Ear:
    """What a listener hears, in its order."""

    def __init__(self, announcer: Announcer) -> None:
        self._heard: Queue[tuple[str, str]] = Queue()
        self.leave = announcer.subscribe(lambda topic, payload: self._heard.put((topic, payload)))

    def next(self) -> tuple[str, str]:
        return self._heard.get(timeout=LONG)

    def until(self, topic: str) -> list[tuple[str, str]]:
        """All that comes before that topic."""
        heard = []
        while (one := self.next())[0] != topic:
            heard.append(one)
        return heard


@pytest.fixture
def processes(postgres: Postgres) -> Iterator[Callable[[], PostgresAnnouncer]]:
    """Announcers as of so many processes."""
    made: list[PostgresAnnouncer] = []

    def process() -> PostgresAnnouncer:
        made.append(PostgresAnnouncer(parse_url(postgres.url), first_pause=0.02, longest_pause=0.2))
        return made[-1]

    yield process
    for one in made:
        one.close()
        assert not any(thread.is_alive() for thread in one._threads.values())


Processes = Callable[[], PostgresAnnouncer]


def test_a_change_in_one_process_is_heard_in_another_once_and_in_order(processes: Processes) -> None:
    here, there = processes(), processes()
    own, other = Ear(here), Ear(there)
    assert own.next() == other.next() == (MISSED, ""), "what came before they listened, they missed"
    sent = [("game:g1", "1"), ("room:r1", "2"), ("game:g1", ""), ("typed:g1", 'Жила-была "лиса" 👑\n\x00\ud800')]
    for topic, payload in sent:
        here.publish(topic, payload)
    there.publish("end", "")
    here.publish("end", "")
    assert [*own.until("end"), *own.until("end")] == sent, "heard at once, and not again from the server"
    assert other.next() == ("end", "")
    assert other.until("end") == [*sent[:3], ("typed:g1", 'Жила-была "лиса" 👑\n\x00?')]


def test_what_is_too_long_for_the_server_comes_without_its_payload(processes: Processes) -> None:
    here, there = processes(), processes()
    other = Ear(there)
    other.next()
    fits = "я" * ((LARGEST - 60) // 2)
    here.publish("typed", fits)
    here.publish("typed", "я" * LARGEST)
    here.publish("x" * LARGEST, "")
    assert other.next() == ("typed", fits)
    assert other.next() == ("typed", "")
    assert other.next() == (MISSED, "")


def test_strangers_on_the_channel_are_not_heard(
    processes: Processes, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = processes(), processes()
    other = Ear(there)
    other.next()
    with psycopg.connect(host="127.0.0.1", port=postgres.port, user="companion", dbname="postgres") as stranger:
        for payload in ("hello", "[1]", "{}", "null"):
            stranger.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
    here.publish("end", "")
    assert other.until("end") == []
    assert "something else speaks on the channel" in caplog.text


def test_the_stores_of_two_processes_tell_each_other(store: GameStore, postgres: Postgres) -> None:
    another = GameStore(postgres.url)
    heard: Queue[tuple[str, str, int]] = Queue()
    listens = threading.Event()

    def listen(topic: str, payload: str) -> None:
        if topic == MISSED:
            listens.set()
        else:
            heard.put((topic, payload, another.load("g1").version))

    another.announcer.subscribe(listen)
    assert listens.wait(LONG)
    store.create(record())
    store.append("g1", 0, [told("Раз."), told("Два.")])
    assert heard.get(timeout=LONG) == ("game:g1", "2", 2), "what was announced can be read"
    another.close()
    another.close()


def test_games_go_on_after_the_server_was_away(store: GameStore, postgres: Postgres, processes: Processes) -> None:
    here, there = processes(), processes()
    other = Ear(there)
    other.next()
    here.publish("before", "")
    assert other.next() == ("before", "")
    store.create(record())
    store.append("g1", 0, [told("Раз.")])
    postgres.stop()
    try:
        for deed in (lambda: store.append("g1", 1, [told("Два.")]), lambda: store.load("g1"), lambda: store.list()):
            with pytest.raises(StoreUnavailable, match=r"postgresql.*does not answer .*: check that it runs"):
                deed()
        with pytest.raises(StoreUnavailable, match="does not answer"):
            GameStore(postgres.url)
        here.publish("while it is away", "")  # neither waits nor raises
    finally:
        postgres.start()
    assert store.append("g1", 1, [told("Два.")]) == 2, "the same program, the first command"
    assert store.load("g1").entries == (told("Раз."), told("Два."))
    other.until(MISSED)  # whoever listens looks at everything again
    here.publish("after", "")
    other.until("after")


def test_an_announcer_that_nobody_uses_connects_to_nothing() -> None:
    away = announcer_for("postgresql+psycopg://nobody@127.0.0.1:1/nothing")
    assert isinstance(away, PostgresAnnouncer)
    away.close()
    away.publish("game:g1", "1")
    away.subscribe(lambda *_: None)
    away.close()
    assert away._threads == {}


def test_a_server_that_is_not_there_neither_stalls_nor_fails_the_table(caplog: pytest.LogCaptureFixture) -> None:
    away = PostgresAnnouncer(parse_url("postgresql+psycopg://anna:secret@127.0.0.1:1/nothing"), first_pause=0.01)
    own = Ear(away)
    for number in range(1100):
        away.publish("game:g1", str(number))
    assert own.next() == ("game:g1", "0"), "this process hears itself"
    away.close()
    assert "secret" not in caplog.text
