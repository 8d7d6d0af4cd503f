"""The table service over a database, for pages and commands that must not know how games are stored."""

from __future__ import annotations

from companion.storage import GameStore, GameSummary
from companion.table.service import Tables


def open_tables(database_url: str) -> Tables:
    """The service over that database; makes the database if it is new. Raises WrongSetting, StoreUnavailable."""
    return Tables(GameStore(database_url))


__all__ = ["GameSummary", "open_tables"]
