"""Rooms: a party or a whole class, everybody on an own screen; one code, one table or several."""

from companion.table.rooms.document import (
    GAME_KINDS,
    Deed,
    DraftMode,
    GameKind,
    MachineStrength,
    Member,
    Plan,
    Room,
    RoomTable,
)
from companion.table.rooms.hosting import Hosting, is_running, leave, take_free_seat, take_seat_back
from companion.table.rooms.hub import Hub, sign_of
from companion.table.rooms.service import Entered, Rooms, RoomView

__all__ = [
    "GAME_KINDS",
    "Deed",
    "DraftMode",
    "Entered",
    "GameKind",
    "Hosting",
    "Hub",
    "MachineStrength",
    "Member",
    "Plan",
    "Room",
    "RoomTable",
    "RoomView",
    "Rooms",
    "is_running",
    "leave",
    "sign_of",
    "take_free_seat",
    "take_seat_back",
]
