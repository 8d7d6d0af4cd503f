"""The event store: every game of the house in one database (SQLite file by default, PostgreSQL by URL).

Transactions are short and hold database work alone: JSON is made before one opens and read after it closed. A write
begins with its UPDATE, so SQLite takes the write lock at once, and never fails half-way for having read first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, func, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from companion.errors import BadInput, DamagedSave, StaleVersion, UnknownGame
from companion.storage import schema
from companion.storage.announce import Announcer, announcer_for
from companion.storage.cases import CaseStore
from companion.storage.codec import FORMAT, check_format, codec_for
from companion.storage.database import Database
from companion.storage.notebooks import NotebookStore
from companion.storage.packs import PackStore
from companion.storage.records import (
    Entry,
    GameRecord,
    GameSummary,
    RepeatedCommand,
    SeatRecord,
    Stamp,
    StoredGame,
    is_time,
    plain_text,
)
from companion.storage.rooms import RoomStore
from companion.storage.tables import entries, games

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

    def __init__(self, url: str, *, patience: float = 10.0, announcer: Announcer | None = None) -> None:
        """Opens the database. A SQLite file, its folder and tables are made if missing, and brought up to date; a
        server's tables must be so. `patience`: seconds to wait for other writers. `announcer`: whom changes are told
        to (topics `game:<id>` and `room:<id>`, see announce.py); None: one of its own, closed with the store.

        Raises WrongSetting for a URL that names no database, StoreUnavailable.
        """
        self._database = Database(url, patience=patience)
        self._transaction = self._database.transaction
        try:
            schema.prepare(self._database)
        except BaseException:
            self._database.close()
            raise
        self.announcer: Announcer = announcer_for(url) if announcer is None else announcer
        self._owns_announcer = announcer is None
        self.cases = CaseStore(self._transaction)
        self.notebooks = NotebookStore(self._transaction)
        self.rooms = RoomStore(self._transaction, self.announcer)
        self.packs = PackStore(self._transaction)

    def create(self, record: GameRecord, *, room: str | None = None) -> None:
        """A new game at version 0, of that room if one is given.

        Raises BadInput when its id is taken or the room is gone.
        """
        row = {
            "id": record.id,
            "room_id": room,
            "game": record.game,
            "language": record.language,
            "title": plain_text(record.title),
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
            if room is not None and self.rooms.version(room) is None:
                raise BadInput(f"game {record.id}: there is no room {room} to play it in") from fault
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
        is_kept = False
        try:
            with self._transaction() as connection:
                if connection.execute(change).rowcount == 1:
                    connection.execute(insert(entries), rows)
                    is_kept = True
        except IntegrityError:
            pass  # A command that is there already; which one, and where, is said below.
        if not is_kept:
            raise self._why_not(game, expected_version, added)
        self._announce(game, new_version)
        return new_version

    def version_of(self, game: str, command_id: str) -> int | None:
        """The game's version right after that command; None: no such command was accepted."""
        same = (entries.c.game_id == game) & (entries.c.command_id == command_id)
        with self._transaction() as connection:
            return connection.execute(select(entries.c.version).where(same)).scalar_one_or_none()

    def version(self, game: str) -> int:
        """The game's version now, without loading it. Raises UnknownGame."""
        return self.stamp(game).version

    def stamp(self, game: str) -> Stamp:
        """What tells whether a game has changed since it was read. Raises UnknownGame."""
        with self._transaction() as connection:
            wanted = select(games.c.version, games.c.reseated).where(games.c.id == game)
            found = connection.execute(wanted).one_or_none()
        if found is None:
            raise _unknown(game)
        return Stamp(int(found.version), int(found.reseated))

    def room_of(self, game: str) -> str | None:
        """The room that the game is played in; None: it is in nobody's room. Raises UnknownGame."""
        with self._transaction() as connection:
            found = connection.execute(select(games.c.room_id).where(games.c.id == game)).one_or_none()
        if found is None:
            raise _unknown(game)
        return None if found.room_id is None else str(found.room_id)

    def reseat(self, game: str, seats: Sequence[SeatRecord]) -> None:
        """Gives the seats of a running game other players, as many as before. Raises UnknownGame, DamagedSave."""
        with self._transaction() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                raise _unknown(game)
            record = _record(row)
            if len(seats) != len(record.seats):
                raise ValueError(f"{len(seats)} players for {len(record.seats)} seats")
            text = codec_for(record.game, f"game {game}").dump_record(replace(record, seats=tuple(seats)))
            values = {"record": text, "reseated": games.c.reseated + 1}
            connection.execute(update(games).where(games.c.id == game).values(**values))
        self._announce(game, row.version)

    def list(self, *, room: str | None = None) -> list[GameSummary]:
        """The games of that room, or those of no room, last played first; a damaged one is listed too, and says so."""
        return [*self._listed(games.c.room_id.is_(None) if room is None else games.c.room_id == room)]

    def list_all(self) -> Sequence[GameSummary]:
        """The games of every room and of none, otherwise as `list`."""
        return self._listed(true())

    def _listed(self, which: ColumnElement[bool]) -> Sequence[GameSummary]:
        kept = select(func.count()).where(entries.c.game_id == games.c.id).scalar_subquery().label("kept")
        wanted = select(games, kept).where(which).order_by(games.c.updated.desc(), games.c.id)
        with self._transaction() as connection:
            found = connection.execute(wanted).all()
        return [_summary(row) for row in found]

    def rename(self, game: str, title: str) -> None:
        """Raises UnknownGame."""
        with self._transaction() as connection:
            change = update(games).where(games.c.id == game).values(title=plain_text(title))
            version = connection.execute(change.returning(games.c.version)).scalar_one_or_none()
        if version is None:
            raise _unknown(game)
        self._announce(game, version)

    def delete(self, game: str) -> None:
        """Removes the game and its entries for good, damaged or not. Raises UnknownGame."""
        with self._transaction() as connection:
            if not connection.execute(delete(games).where(games.c.id == game)).rowcount:
                raise _unknown(game)
        self._announce(game, None)

    def close(self) -> None:
        """Lets go of the database's connections."""
        if self._owns_announcer:
            self.announcer.close()
        self._database.close()

    def _announce(self, game: str, version: int | None) -> None:
        self.announcer.publish(f"game:{game}", "" if version is None else str(version))

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
    return StoredGame(record, tuple(read), row.reseated)


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
