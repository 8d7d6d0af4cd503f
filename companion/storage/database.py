"""One database by its URL: short transactions, and every fault told with the database's name and a remedy."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, OperationalError, SQLAlchemyError

from companion.errors import StoreUnavailable, WrongSetting

_REMEDIES = {
    "SQLITE_BUSY": "another program is writing to it: try again in a moment",
    "SQLITE_LOCKED": "another program is writing to it: try again in a moment",
    "SQLITE_READONLY": "it may not be written: check the rights of the file and of its folder",
    "SQLITE_FULL": "the disk is full: free some space, then try again",
    "SQLITE_IOERR": "the disk fails to read or write: check the disk, and that it is not full",
    "SQLITE_CANTOPEN": "it cannot be opened: check that it is a file, and the rights of its folder",
    "SQLITE_PERM": "it may not be opened: check the rights of the file and of its folder",
    "SQLITE_NOTADB": "it is no database: move it away (a new one will be made) or put a backup in its place",
    "SQLITE_CORRUPT": "it is damaged: move it away (a new one will be made) or put a backup in its place",
}

_SQLSTATES = {
    "53100": "the disk of its server is full: free some space there, then try again",
    "53300": "its server takes no more connections: raise max_connections there, or start fewer processes",
    "25006": "it may not be written now: its server is read-only (a standby, or default_transaction_read_only is on)",
    "42501": "this user may not do that there: grant the rights, or make the user the owner of the database",
    "57P03": "its server is starting or stopping: try again in a moment",
}
"""What PostgreSQL's error codes ask of the reader (its manual, appendix A)."""

_UPGRADE_LOCK = 0x53_54_4F_52_59
"""Number of PostgreSQL's advisory lock that only one upgrade holds at a time."""


class Database:
    """Engine and transactions. Safe to share between threads; several processes may use the same database."""

    def __init__(self, url: str, *, patience: float = 10.0) -> None:
        """Nothing is opened yet, but SQLite's folder is made. `patience`: seconds to wait for other writers (SQLite)
        or for an answer of the server (PostgreSQL).

        Raises WrongSetting for a URL that names no database, StoreUnavailable.
        """
        self.url = parse_url(url)
        self._patience = patience
        self.place = _place(self.url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        options: dict[str, Any] = {"connect_args": {"timeout": patience}}
        if self.is_sqlite:
            self._make_folder(self.url.database or "")
        else:
            # A server that was restarted has dropped the connections that wait here: they are tried before use.
            options = {"pool_pre_ping": True, "connect_args": server_options(self.url, patience)}
        try:
            self.engine = create_engine(self.url, **options)
        except ImportError as fault:
            driver = {"psycopg": '"psycopg[binary]"'}.get(fault.name or "", fault.name)
            raise StoreUnavailable(f"{self.place}: its driver is not installed: pip install {driver}") from fault
        if self.is_sqlite:
            event.listen(self.engine, "connect", _set_up_sqlite)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Committed at its end, rolled back by an exception. Raises StoreUnavailable; lets IntegrityError through."""
        with self.translated(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A transaction for changes of the tables: others who begin one wait for its end. Raises StoreUnavailable."""
        with self.translated(), self.engine.connect() as connection:
            if self.is_sqlite:
                # The driver's own transactions begin at the first INSERT, too late for CREATE TABLE.
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.exec_driver_sql("COMMIT")
                except BaseException:
                    with suppress(SQLAlchemyError):  # a full disk has rolled back by itself
                        connection.exec_driver_sql("ROLLBACK")
                    raise
            else:
                with connection.begin():
                    connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
                    yield connection

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Faults of the database as StoreUnavailable, but for IntegrityError, which callers know the reason of."""
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as fault:
            raise StoreUnavailable(f"{self.place}: {_remedy(fault)}. Nothing was saved.") from fault

    def remember_wal(self) -> None:
        """SQLite: readers and the writer don't wait for each other; the file remembers this mode."""
        until = time.monotonic() + self._patience
        with self.translated(), self.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            while True:
                try:
                    connection.exec_driver_sql("PRAGMA journal_mode=WAL")
                    return
                except OperationalError as fault:
                    # Where several change the mode at once, SQLite refuses all but one without waiting.
                    if _sqlite_name(fault) != "SQLITE_BUSY" or time.monotonic() > until:
                        raise
                    time.sleep(0.01)

    def file(self) -> Path | None:
        """SQLite's file, also where the URL is one of SQLite's own URIs; None when it has no name."""
        with self.transaction() as connection:
            wanted = "SELECT file FROM pragma_database_list WHERE name = 'main'"
            name = connection.exec_driver_sql(wanted).scalar_one()
        return Path(name) if name else None

    def close(self) -> None:
        """Lets go of the connections."""
        self.engine.dispose()

    def _make_folder(self, database: str) -> None:
        if database.startswith("file:"):
            return  # SQLite's own URI syntax: whoever writes that looks after the folder too.
        try:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise StoreUnavailable(f"{self.place}: its folder cannot be made: {fault.strerror}") from fault


def server_options(url: URL, patience: float) -> dict[str, int]:
    """What the driver is told so that no dead server or pulled cable is waited for long; the URL's own words go first.

    libpq's names (PostgreSQL's manual, "Parameter Key Words"): seconds, but for the last, milliseconds.
    """
    if url.get_backend_name() != "postgresql":
        return {}
    wanted = {
        "connect_timeout": max(2, round(patience)),  # libpq takes 1 as 2
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
    }
    return {name: value for name, value in wanted.items() if name not in url.query}


def parse_url(url: str) -> URL:
    """Raises WrongSetting for a URL that names no database."""
    try:
        parsed = make_url(url)
        is_sqlite = parsed.get_backend_name() == "sqlite"
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError) as fault:
        what = "give a URL such as sqlite:////path/to/games.sqlite3 or postgresql+psycopg://user@host/name"
        raise WrongSetting("COMPANION_DATABASE_URL", what) from fault
    except ImportError:
        return parsed  # The driver's absence has its own message.
    if is_sqlite and parsed.database in (None, "", ":memory:"):
        what = "a database in memory is lost when the program ends: give a file, sqlite:////path/to/games.sqlite3"
        raise WrongSetting("COMPANION_DATABASE_URL", what)
    return parsed


def _place(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return f"the database {url.database}"
    return f"the database {url.render_as_string(hide_password=True)}"


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Neither statement touches the file. Damaged text must not keep the list of games from opening.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute("PRAGMA foreign_keys=ON")


def _remedy(fault: SQLAlchemyError) -> str:
    cause = getattr(fault, "orig", None) or fault
    known = _REMEDIES.get(_sqlite_name(fault)) or _SQLSTATES.get(getattr(cause, "sqlstate", None) or "")
    told = " ".join(str(cause).split())
    return known or f"it does not answer as it should ({told}): check that it runs and can be reached"


def _sqlite_name(fault: SQLAlchemyError) -> str:
    """The primary name of SQLite's error, such as SQLITE_BUSY; empty for another database's."""
    return "_".join(getattr(getattr(fault, "orig", None), "sqlite_errorname", "").split("_")[:2])
