"""The event store: every game of the house in one database (SQLite file by default, PostgreSQL by URL).

Transactions are short and hold database work alone: JSON is made before one opens and read after it closed. A write
begins with its UPDATE, so SQLite takes the write lock at once, and never fails half-way for having read first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Row,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.schema import CreateTable

from companion.errors import BadInput, DamagedSave, StaleVersion, StoreUnavailable, UnknownGame, WrongSetting
from companion.storage.cases import CaseStore
from companion.storage.codec import FORMAT, check_format, codec_for
from companion.storage.notebooks import NotebookStore
from companion.storage.packs import PackStore
from companion.storage.records import Entry, GameRecord, GameSummary, RepeatedCommand, StoredGame, is_time
from companion.storage.tables import SCHEMA_VERSION, entries, games, metadata, schema_version

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

# SQLite keeps what it is given: a damaged column may hold a value of any type.
_KINDS: dict[str, type] = {
    "title": str,
    "game": str,
    "language": str,
    "created": float,
    "updated": float,
    "version": int,
}


class GameStore:
    """Games by id. Safe to share between threads; several processes may use the same database.

    Every method raises StoreUnavailable, with the database's name and a remedy, when the database cannot do it;
    then nothing was written. Each loads or writes at once: there is no session to keep open.
    """

    def __init__(self, url: str, *, patience: float = 10.0) -> None:
        """Opens the database; makes file, folder and tables if missing. `patience`: seconds to wait for other writers.

        Raises WrongSetting for a URL that names no database, StoreUnavailable.
        """
        parsed = _parse(url)
        self._place = _place(parsed)
        is_sqlite = parsed.get_backend_name() == "sqlite"
        if is_sqlite:
            self._make_folder(parsed.database or "")
        try:
            self._engine = create_engine(parsed, connect_args={"timeout": patience} if is_sqlite else {})
        except ImportError as fault:
            driver = {"psycopg": '"psycopg[binary]"'}.get(fault.name or "", fault.name)
            raise StoreUnavailable(f"{self._place}: its driver is not installed: pip install {driver}") from fault
        if is_sqlite:
            event.listen(self._engine, "connect", _set_up_sqlite)
        self._prepare(is_sqlite)
        self.cases = CaseStore(self._transaction)
        self.notebooks = NotebookStore(self._transaction)
        self.packs = PackStore(self._transaction)

    def create(self, record: GameRecord) -> None:
        """A new game at version 0. Raises BadInput when its id is taken."""
        row = {
            "id": record.id,
            "game": record.game,
            "language": record.language,
            "title": _plain(record.title),
            "created": record.created,
            "updated": record.created,
            "version": 0,
            "finished": False,
            "format": FORMAT,
            "record": codec_for(record.game, f"game {record.id}").dump_record(record),
        }
        try:
            with self._transaction() as connection:
                connection.execute(insert(games).values(row))
        except IntegrityError as fault:
            raise BadInput(f"game {record.id}: there is a game of that id already: choose another") from fault

    def load(self, game: str) -> StoredGame:
        """The whole game. Raises UnknownGame; DamagedSave, naming game and entry."""
        with self._transaction() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                raise _unknown(game)
            # Others may append between the two reads; entries never change, so those up to the row's version fit it.
            of_game = (entries.c.game_id == game) & (entries.c.version <= row.version)
            found = connection.execute(select(entries).where(of_game).order_by(entries.c.version)).all()
        return _decode(row, found)

    def append(self, game: str, expected_version: int, added: Sequence[Entry], *, finished: bool = False) -> int:
        """Adds all the entries or none, and returns the new version. `finished`: is the game over with them?

        Raises StaleVersion when the game is not at `expected_version`; RepeatedCommand, whatever version is expected,
        when one of the commands is in the game already; UnknownGame.
        """
        if not added:
            raise ValueError("nothing to append")
        rows = self._encode(game, expected_version, added)
        new_version = expected_version + len(rows)
        is_next = (games.c.id == game) & (games.c.version == expected_version)
        change = update(games).where(is_next)
        change = change.values(version=new_version, updated=added[-1].at, finished=finished)
        try:
            with self._transaction() as connection:
                if connection.execute(change).rowcount == 1:
                    connection.execute(insert(entries), rows)
                    return new_version
        except IntegrityError:
            pass  # A command that is there already; which one, and where, is said below.
        raise self._why_not(game, expected_version, added)

    def version_of(self, game: str, command_id: str) -> int | None:
        """The game's version right after that command; None: no such command was accepted."""
        same = (entries.c.game_id == game) & (entries.c.command_id == command_id)
        with self._transaction() as connection:
            return connection.execute(select(entries.c.version).where(same)).scalar_one_or_none()

    def version(self, game: str) -> int:
        """The game's version now, without loading it. Raises UnknownGame."""
        with self._transaction() as connection:
            found = connection.execute(select(games.c.version).where(games.c.id == game)).scalar_one_or_none()
        if found is None:
            raise _unknown(game)
        return int(found)

    def list(self) -> list[GameSummary]:
        """All games, last played first; a damaged one is listed too, and says so."""
        kept = select(func.count()).where(entries.c.game_id == games.c.id).scalar_subquery().label("kept")
        with self._transaction() as connection:
            found = connection.execute(select(games, kept).order_by(games.c.updated.desc(), games.c.id)).all()
        return [_summary(row) for row in found]

    def rename(self, game: str, title: str) -> None:
        """Raises UnknownGame."""
        with self._transaction() as connection:
            if not connection.execute(update(games).where(games.c.id == game).values(title=_plain(title))).rowcount:
                raise _unknown(game)

    def delete(self, game: str) -> None:
        """Removes the game and its entries for good, damaged or not. Raises UnknownGame."""
        with self._transaction() as connection:
            if not connection.execute(delete(games).where(games.c.id == game)).rowcount:
                raise _unknown(game)

    def close(self) -> None:
        """Lets go of the database's connections."""
        self._engine.dispose()

    def _encode(self, game: str, expected_version: int, added: Sequence[Entry]) -> Sequence[dict[str, Any]]:
        with self._transaction() as connection:
            rules = connection.execute(select(games.c.game).where(games.c.id == game)).scalar_one_or_none()
        if rules is None:
            raise _unknown(game)
        owner = f"game {game}"
        codec = codec_for(rules, owner)
        return [
            {
                "game_id": game,
                "version": version,
                "command_id": entry.command_id,
                "format": FORMAT,
                "entry": codec.dump_entry(entry, owner, version),
            }
            for version, entry in enumerate(added, expected_version + 1)
        ]

    def _why_not(self, game: str, expected_version: int, added: Sequence[Entry]) -> Exception:
        for entry in added:
            version = self.version_of(game, entry.command_id)
            if version is not None:
                return RepeatedCommand(game, entry.command_id, version)
        if len({entry.command_id for entry in added}) < len(added):
            return ValueError("two of the entries have the same command id")
        return StaleVersion(f"game {game} is at version {self.version(game)}, not {expected_version}: load it again")

    def _make_folder(self, database: str) -> None:
        if database.startswith("file:"):
            return  # SQLite's own URI syntax: whoever writes that looks after the folder too.
        try:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise StoreUnavailable(f"{self._place}: its folder cannot be made: {fault.strerror}") from fault

    def _prepare(self, is_sqlite: bool) -> None:
        """Checks the schema's version before touching anything, then makes what is missing."""
        with self._transaction() as connection:
            found = None
            if inspect(connection).has_table(schema_version.name):
                found = connection.execute(select(func.max(schema_version.c.version))).scalar_one()
        if found is not None and found > SCHEMA_VERSION:
            raise StoreUnavailable(
                f"{self._place}: it belongs to a newer Story Companion (schema {found}, this one knows"
                f" {SCHEMA_VERSION}): update this one, or use another database"
            )
        if found == SCHEMA_VERSION:
            return
        if is_sqlite:
            with self._translated(), self._engine.connect() as connection:
                # Readers and the writer don't wait for each other; the file remembers this mode.
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("PRAGMA journal_mode=WAL")
        with self._transaction() as connection:
            for table in metadata.sorted_tables:
                connection.execute(CreateTable(table, if_not_exists=True))
        try:
            with self._transaction() as connection:
                connection.execute(insert(schema_version).values(version=SCHEMA_VERSION))
        except IntegrityError:
            pass  # Another process opened the new database at the same moment.

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._translated(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as fault:
            raise StoreUnavailable(f"{self._place}: {_remedy(fault)}. Nothing was saved.") from fault


def _parse(url: str) -> URL:
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
    name = "_".join(getattr(cause, "sqlite_errorname", "").split("_")[:2])
    told = " ".join(str(cause).split())
    return _REMEDIES.get(name, f"it does not answer as it should ({told}): check that it runs and can be reached")


def _plain(title: str) -> str:
    """Without NUL and halves of characters, which not every database takes."""
    return title.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _unknown(game: str) -> UnknownGame:
    return UnknownGame(f"there is no game {game}: pick one from the list")


def _decode(row: Row[Any], found: Sequence[Row[Any]]) -> StoredGame:
    record, owner = _record(row), f"game {row.id}"
    codec = codec_for(row.game, owner)
    _check_complete([one.version for one in found], row.version, owner)
    read = []
    for one in found:
        check_format(one.format, f"{owner}, entry {one.version}")
        read.append(codec.read_entry(one.entry, owner, one.version))
    return StoredGame(record, tuple(read))


def _record(row: Row[Any]) -> GameRecord:
    where = f"game {row.id}"
    for column, kind in _KINDS.items():
        if not isinstance(value := getattr(row, column), kind):
            raise DamagedSave(where, f"{column}: {value!r} cannot stand there")
        if kind is float and not is_time(value):
            raise DamagedSave(where, f"{column}: {value!r} is no time")
    check_format(row.format, where)
    record = codec_for(row.game, where).read_record(row.record, where)
    return replace(record, title=row.title)


def _check_complete(found: Sequence[int], version: int, owner: str) -> None:
    for wanted in range(1, version + 1):
        if wanted > len(found) or found[wanted - 1] != wanted:
            raise DamagedSave(f"{owner}, entry {wanted}", "it is missing")


def _summary(row: Row[Any]) -> GameSummary:
    damaged: str | None = None
    seats: tuple[str, ...] = ()
    try:
        seats = tuple(seat.name for seat in _record(row).seats)
        if row.kept != row.version:
            damaged = f"game {row.id}: it has {row.kept} entries instead of {row.version}"
    except DamagedSave as fault:
        damaged = str(fault)
    sound: dict[str, Any] = {}
    for column, kind in _KINDS.items():
        value = getattr(row, column)
        sound[column] = value if (is_time(value) if kind is float else isinstance(value, kind)) else kind()
    return GameSummary(id=str(row.id), seats=seats, finished=bool(row.finished), damaged=damaged, **sound)
