"""Rooms in the database: each is one JSON document under its id, found by the code that people call across the room.

What a document holds is the table service's business; here it is kept whole, one change after the other. A room's
games belong to it: they go when it goes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.errors import BadInput, StaleVersion
from companion.storage.announce import Announcer
from companion.storage.documents import document_of
from companion.storage.records import plain_text
from companion.storage.tables import games, rooms

FORMAT = 1
"""Written beside every document. Raise it with any change that this program's predecessor could not read."""


@dataclass(frozen=True)
class RoomRecord:
    """A room as it is kept."""

    id: str
    code: str
    version: int
    """Number of changes, from 1."""
    updated: float
    """UTC seconds of the last change."""
    document: dict[str, Any]


class RoomStore:
    """The rooms of a `GameStore`; reached as its `rooms`, and safe to share between threads like it.

    Every change is announced under the topic `room:<id>`, with the new version; "" for a room that is gone.
    """

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]], announcer: Announcer) -> None:
        self._transaction, self._announcer = transaction, announcer

    def create(self, room: str, code: str, document: dict[str, Any], at: float) -> None:
        """A new room at version 1. Raises BadInput when another one has its id or its code."""
        row = {"version": 1, "format": FORMAT, "updated": at, "document": json.dumps(document)}
        try:
            with self._transaction() as connection:
                connection.execute(insert(rooms).values(id=room, code=code, **row))
        except IntegrityError as fault:
            raise BadInput(f"the code {code} is taken: choose another") from fault
        self._announcer.publish(f"room:{room}", "1")

    def load(self, room: str) -> RoomRecord | None:
        """None: there is no such room. Raises DamagedSave, naming the room."""
        with self._transaction() as connection:
            row = connection.execute(select(rooms).where(rooms.c.id == room)).one_or_none()
        return None if row is None else _decode(row)

    def version(self, room: str) -> int | None:
        """Its version now, without loading it; None: there is no such room."""
        with self._transaction() as connection:
            return connection.execute(select(rooms.c.version).where(rooms.c.id == room)).scalar_one_or_none()

    def find(self, code: str) -> str | None:
        """Id of the room with that code."""
        with self._transaction() as connection:
            return connection.execute(select(rooms.c.id).where(rooms.c.code == plain_text(code))).scalar_one_or_none()

    def save(self, room: str, expected_version: int, document: dict[str, Any], at: float) -> int:
        """Keeps the document and returns the new version.

        Raises StaleVersion when somebody else wrote since, or the room is gone; then nothing was written.
        """
        version = expected_version + 1
        row = {"version": version, "format": FORMAT, "updated": at, "document": json.dumps(document)}
        is_next = (rooms.c.id == room) & (rooms.c.version == expected_version)
        with self._transaction() as connection:
            is_kept = connection.execute(update(rooms).where(is_next).values(**row)).rowcount == 1
        if not is_kept:
            raise StaleVersion(f"room {room} is not at version {expected_version} any more: load it again")
        self._announcer.publish(f"room:{room}", str(version))
        return version

    def touch(self, room: str, at: float) -> None:
        """The room is in use, though nothing in its document changed."""
        with self._transaction() as connection:
            connection.execute(update(rooms).where(rooms.c.id == room).values(updated=at))

    def delete(self, room: str) -> None:
        """Removes it and its games for good, damaged or not; one that is not there is no fault."""
        with self._transaction() as connection:
            with_it = connection.execute(select(games.c.id).where(games.c.room_id == room)).scalars().all()
            is_gone = connection.execute(delete(rooms).where(rooms.c.id == room)).rowcount == 1
        if is_gone:
            for topic in (f"room:{room}", *(f"game:{game}" for game in with_it)):
                self._announcer.publish(topic, "")

    def unused_since(self, at: float) -> list[str]:
        """Ids of rooms whose last change is older than that moment (UTC seconds)."""
        with self._transaction() as connection:
            return list(connection.execute(select(rooms.c.id).where(rooms.c.updated < at)).scalars())


def _decode(row: Row[Any]) -> RoomRecord:
    document = document_of(row, f"room {row.id}", FORMAT)
    return RoomRecord(row.id, row.code, row.version, row.updated, document)
