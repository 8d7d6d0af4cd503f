"""Where games live: an event store on SQLAlchemy with the house's case law and notebooks, and save files."""

from companion.storage.cases import CaseRecord, CaseStore
from companion.storage.notebooks import NotebookRecord, NotebookStore
from companion.storage.packs import PackRecord, PackStore, PackSummary
from companion.storage.records import (
    Entry,
    GameRecord,
    GameSummary,
    RepeatedCommand,
    SeatRecord,
    Stamp,
    StoredGame,
    standing,
)
from companion.storage.rooms import RoomRecord, RoomStore
from companion.storage.save import read_save, write_save
from companion.storage.store import GameStore

__all__ = [
    "CaseRecord",
    "CaseStore",
    "Entry",
    "GameRecord",
    "GameStore",
    "GameSummary",
    "NotebookRecord",
    "NotebookStore",
    "PackRecord",
    "PackStore",
    "PackSummary",
    "RepeatedCommand",
    "RoomRecord",
    "RoomStore",
    "SeatRecord",
    "Stamp",
    "StoredGame",
    "read_save",
    "standing",
    "write_save",
]
