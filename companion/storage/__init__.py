"""Where games live: an event store on SQLAlchemy, and save files."""

from companion.storage.records import Entry, GameRecord, GameSummary, RepeatedCommand, SeatRecord, StoredGame
from companion.storage.save import read_save, write_save
from companion.storage.store import GameStore

__all__ = [
    "Entry",
    "GameRecord",
    "GameStore",
    "GameSummary",
    "RepeatedCommand",
    "SeatRecord",
    "StoredGame",
    "read_save",
    "write_save",
]
