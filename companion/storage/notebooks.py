"""Notebooks of tables that play with cards of paper, in the database: each is one JSON document under its token.

What a document holds is the table's business; here it is kept whole, one change after the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.errors import StaleVersion
from companion.storage.documents import document_of
from companion.storage.tables import notebooks

FORMAT = 1
"""Written beside every document. Raise it with any change that this program's predecessor could not read."""


@dataclass(frozen=True)
class NotebookRecord:
    """A notebook as it is kept."""

    id: str
    version: int
    """Number of changes so far."""
    updated: float
    """UTC seconds."""
    document: dict[str, Any]


class NotebookStore:
    """The notebooks of a `GameStore`; reached as its `notebooks`, and safe to share between threads like it."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._transaction = transaction

    def load(self, notebook: str) -> NotebookRecord | None:
        """None: nothing was ever written under this id. Raises DamagedSave, naming the notebook."""
        with self._transaction() as connection:
            row = connection.execute(select(notebooks).where(notebooks.c.id == notebook)).one_or_none()
        return None if row is None else _decode(row)

    def save(self, notebook: str, expected_version: int, document: dict[str, Any], at: float) -> int:
        """Keeps the document and returns the new version; a notebook that is expected at 0 is new.

        Raises StaleVersion when somebody else wrote since; then nothing was.
        """
        version = expected_version + 1
        row = {"version": version, "format": FORMAT, "updated": at, "document": json.dumps(document)}
        try:
            with self._transaction() as connection:
                if expected_version == 0:
                    connection.execute(insert(notebooks).values(id=notebook, **row))
                    return version
                is_next = (notebooks.c.id == notebook) & (notebooks.c.version == expected_version)
                if connection.execute(update(notebooks).where(is_next).values(**row)).rowcount:
                    return version
        except IntegrityError:
            pass  # somebody else has begun it
        raise StaleVersion(f"notebook {notebook} is not at version {expected_version} any more: load it again")

    def delete(self, notebook: str) -> None:
        """Removes it for good, damaged or not; one that is not there is no fault."""
        with self._transaction() as connection:
            connection.execute(delete(notebooks).where(notebooks.c.id == notebook))


def _decode(row: Row[Any]) -> NotebookRecord:
    document = document_of(row, f"notebook {row.id}", FORMAT)
    return NotebookRecord(row.id, row.version, row.updated, document)
