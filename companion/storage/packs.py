"""Packs of quiz questions that teachers brought, in the database: each is one JSON document under its id.

What a document holds is for `companion.questions` to say; here it is kept whole, one change after the other. Title,
language and number of questions stand beside it, so that a list of packs reads no documents.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.errors import DamagedSave, StaleVersion
from companion.storage.documents import document_of, fault_beside
from companion.storage.tables import packs

FORMAT = 1
"""Written beside every document. Raise it with any change that this program's predecessor could not read."""


@dataclass(frozen=True)
class PackSummary:
    """A pack as a list shows it."""

    id: str
    owner: str
    """Token of the host whose pack it is; "": everybody's at this server."""
    title: str
    language: str
    questions: int
    version: int
    """Number of changes so far."""
    updated: float
    """UTC seconds."""


@dataclass(frozen=True)
class PackRecord:
    """A pack as it is kept."""

    summary: PackSummary
    document: dict[str, Any]


_SUMMARY = (
    packs.c.id,
    packs.c.owner,
    packs.c.title,
    packs.c.language,
    packs.c.questions,
    packs.c.version,
    packs.c.updated,
)


class PackStore:
    """The packs of a `GameStore`; reached as its `packs`, and safe to share between threads like it."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._transaction = transaction

    def list(self, owner: str) -> list[PackSummary]:
        """That host's packs and everybody's, the latest first; a damaged one is passed over."""
        wanted = packs.c.owner.in_(("", owner))
        with self._transaction() as connection:
            rows = connection.execute(
                select(*_SUMMARY).where(wanted).order_by(packs.c.updated.desc(), packs.c.id)
            ).all()
        return [PackSummary(*row) for row in rows if _fault(row) is None]

    def load(self, pack: str) -> PackRecord | None:
        """None: there is no such pack. Raises DamagedSave, naming the pack."""
        with self._transaction() as connection:
            row = connection.execute(select(packs).where(packs.c.id == pack)).one_or_none()
        return None if row is None else _decode(row)

    def save(
        self,
        pack: str,
        expected_version: int,
        document: dict[str, Any],
        at: float,
        *,
        owner: str,
        title: str,
        language: str,
        questions: int,
    ) -> int:
        """Keeps the document and returns the new version; a pack that is expected at 0 is new.

        Raises StaleVersion when somebody else wrote since, the pack is gone, or it is another host's; then nothing was
        written.
        """
        version = expected_version + 1
        row = {
            "title": title.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8"),
            "language": language,
            "questions": questions,
            "version": version,
            "format": FORMAT,
            "updated": at,
            "document": json.dumps(document),
        }
        try:
            with self._transaction() as connection:
                if expected_version == 0:
                    connection.execute(insert(packs).values(id=pack, owner=owner, **row))
                    return version
                is_next = (packs.c.id == pack) & (packs.c.owner == owner) & (packs.c.version == expected_version)
                if connection.execute(update(packs).where(is_next).values(**row)).rowcount:
                    return version
        except IntegrityError:
            pass  # somebody else has begun it
        raise StaleVersion(f"pack {pack} is not at version {expected_version} any more: load it again")

    def delete(self, pack: str, owner: str) -> None:
        """Removes that host's pack for good, damaged or not; one that is not there is no fault."""
        with self._transaction() as connection:
            connection.execute(delete(packs).where((packs.c.id == pack) & (packs.c.owner == owner)))


def _decode(row: Row[Any]) -> PackRecord:
    where = f"pack {row.id}"
    if wrong := _fault(row):
        raise DamagedSave(where, wrong)
    document = document_of(row, where, FORMAT)
    return PackRecord(PackSummary(*(row._mapping[column] for column in _SUMMARY)), document)


def _fault(row: Any) -> str | None:
    """What is wrong with what stands beside the document."""
    for column in ("title", "language"):
        if not isinstance(row._mapping[column], str):
            return f"{column}: {row._mapping[column]!r} is no text"
    if type(row.questions) is not int or row.questions < 0:
        return f"questions: {row.questions!r} is no number of questions"
    return fault_beside(row)
