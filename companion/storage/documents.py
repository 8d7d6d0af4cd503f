"""What rooms, notebooks and packs share: each is one JSON document in a row of its own, with version, format and time
beside it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row

from companion.errors import DamagedSave
from companion.storage.records import is_time


def document_of(row: Row[Any], where: str, newest: int) -> dict[str, Any]:
    """The document of a row. `newest`: the latest format that this program reads.

    Raises DamagedSave, naming `where` it is: SQLite keeps what it is given, of any type.
    """
    if wrong := fault_beside(row):
        raise DamagedSave(where, wrong)
    if type(row.format) is not int or row.format < 1:
        raise DamagedSave(where, f"format: {row.format!r} is no format number")
    if row.format > newest:
        raise DamagedSave(where, f"it was saved by a newer Story Companion (format {row.format}): update this one")
    try:
        document = json.loads(row.document)
    except (TypeError, ValueError, RecursionError) as fault:
        raise DamagedSave(where, f"its document is no JSON: {fault}") from fault
    if not isinstance(document, dict):
        raise DamagedSave(where, "its document is no JSON object")
    return document


def fault_beside(row: Row[Any]) -> str | None:
    """What is wrong with the version and the time beside a document; None: nothing."""
    if type(row.version) is not int or row.version < 1:
        return f"version: {row.version!r} cannot stand there"
    return None if is_time(row.updated) else f"updated: {row.updated!r} is no time"
