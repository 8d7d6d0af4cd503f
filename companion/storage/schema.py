"""Which tables a database has, and how an older one is brought up to date by the migrations (Alembic).

Alembic is imported only when there is something to migrate: a database that is up to date opens in some milliseconds.
"""

from __future__ import annotations

import itertools
import logging
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from companion.errors import StoreUnavailable
from companion.storage.database import Database

_log = logging.getLogger(__name__)

REVISIONS = ("0001", "0002", "0003")
"""Those of migrations/versions, the oldest first: whatever else a database says was made by a newer program."""
HEAD = REVISIONS[-1]
_LAST_NUMBER = 4
"""Programs before the migrations numbered their tables 1 to 4, in the table schema_version."""


class Standing(Enum):
    """A database's tables as this program sees them."""

    EMPTY = "it has no tables yet"
    OLDER = "it is older"
    CURRENT = "it is up to date"
    NEWER = "it belongs to a newer Story Companion"


@dataclass(frozen=True)
class Schema:
    """What was found in a database."""

    standing: Standing
    name: str = ""
    """A revision ("0002"), a number of the time before them ("schema 3"), or nothing."""


@dataclass(frozen=True)
class Upgrade:
    """What was done to a database."""

    before: Schema
    copy: Path | None = None
    """The database as it was; None where nothing was changed, it was empty, or its server keeps the backups."""


def look(database: Database) -> Schema:
    """The database's tables; nothing is changed or made. Raises StoreUnavailable."""
    if database.is_sqlite:
        name = database.url.database or ""
        if not name.startswith("file:") and not Path(name).exists():
            return Schema(Standing.EMPTY)
    with database.transaction() as connection:
        return _found(connection)


def prepare(database: Database) -> None:
    """Makes the tables of a SQLite file, or brings them up to date; those of a server are only checked.

    Raises StoreUnavailable for a server's database that is older or empty, and for any that is newer.
    """
    with database.transaction() as connection:
        found = _found(connection)
    if found.standing is Standing.CURRENT:
        return
    if not database.is_sqlite and found.standing is not Standing.NEWER:
        what = f"its tables are those of {found.name}" if found.name else "it has no tables yet"
        raise StoreUnavailable(f"{database.place}: {what}, {HEAD} is needed: run `companion db upgrade` once")
    upgrade(database)


def upgrade(database: Database) -> Upgrade:
    """Runs the migrations that are missing, all or none, and only one program at a time.

    A SQLite file with tables is copied first, beside itself. Raises StoreUnavailable; then nothing was changed.
    """
    with database.transaction() as connection:
        _refuse_newer(database, _found(connection))
    if database.is_sqlite:
        database.remember_wal()
    with database.alone() as connection:
        before = _found(connection)  # another program may have been here since
        _refuse_newer(database, before)
        if before.standing is Standing.CURRENT:
            return Upgrade(before)
        copy = _copied(database) if database.is_sqlite and before.standing is Standing.OLDER else None
        try:
            _migrate(connection)
        except BaseException:
            if copy:  # the database itself is as it was
                copy.unlink(missing_ok=True)
            raise
    if copy:
        _log.info("%s was brought from %s to %s; as it was: %s", database.place, before.name, HEAD, copy)
    return Upgrade(before, copy)


def _found(connection: Connection) -> Schema:
    there = inspect(connection)
    if there.has_table("alembic_version"):
        revision = connection.execute(text("SELECT max(version_num) FROM alembic_version")).scalar_one()
        if revision == HEAD:
            return Schema(Standing.CURRENT, revision)
        if revision is not None:
            return Schema(Standing.OLDER if revision in REVISIONS else Standing.NEWER, str(revision))
    if there.has_table("schema_version"):
        number = connection.execute(text("SELECT max(version) FROM schema_version")).scalar_one()
        is_newer = isinstance(number, int) and number > _LAST_NUMBER
        return Schema(Standing.NEWER if is_newer else Standing.OLDER, f"schema {number or 1}")
    # Whatever else lies in that file is no reason to change it without a copy.
    return Schema(Standing.OLDER, "no schema") if there.get_table_names() else Schema(Standing.EMPTY)


def _refuse_newer(database: Database, found: Schema) -> None:
    if found.standing is Standing.NEWER:
        raise StoreUnavailable(
            f"{database.place}: it belongs to a newer Story Companion ({found.name}, this one knows {HEAD}):"
            " update this one, or use another database"
        )


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _copied(database: Database) -> Path | None:
    """A whole copy beside the file, under a name that nothing has."""
    file = database.file()
    if file is None:
        return None
    number = itertools.count(2)
    copy = file.with_name(f"{file.stem}.before-{HEAD}{file.suffix}")
    while copy.exists():
        copy = file.with_name(f"{file.stem}.before-{HEAD}-{next(number)}{file.suffix}")
    try:
        with database.engine.connect() as source, closing(sqlite3.connect(copy)) as target:
            source.connection.driver_connection.backup(target)  # type: ignore[union-attr]
    except (sqlite3.Error, OSError) as fault:
        copy.unlink(missing_ok=True)
        raise StoreUnavailable(
            f"{database.place}: its tables are older and must be changed, but no copy can be kept beside it ({fault}):"
            " free some space and check the rights of its folder. Nothing was changed."
        ) from fault
    return copy
