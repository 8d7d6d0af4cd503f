"""Short ways to a stored game for these tests."""

from __future__ import annotations

from typing import Any

from companion.rules.cards import Category, StoryCard
from companion.rules.tale.actions import Tell
from companion.rules.tale.events import Told
from companion.rules.tale.setup import TaleSetup
from companion.storage import Entry, GameRecord, SeatRecord

CARDS = tuple(StoryCard(f"card-{n}", list(Category)[n % 5], interrupt=n % 3 == 0) for n in range(24))
SETUP = TaleSetup(players=2, cards=CARDS, endings=("homecoming", "feast", "farewell"))


def record(id: str = "g1", **other: Any) -> GameRecord:
    fields: dict[str, Any] = {
        "game": "tale",
        "language": "ru",
        "title": "Вечер у печки",
        "setup": SETUP,
        "seed": 7,
        "seats": (SeatRecord("Марфа"), SeatRecord("Boris", kind="scripted", colour="teal")),
        "options": {"policy": "vote", "deck": "tale"},
        "created": 1000.0,
    }
    return GameRecord(id=id, **(fields | other))


def told(text: str = "Жила-была лиса.", command: str | None = None, *, seat: int = 0, at: float = 1001.0) -> Entry:
    """One told sentence."""
    return Entry(command or f"tell {text}", seat, Tell(seat, text), (Told(seat, text),), at)


def undo(to: int, command: str = "undo") -> Entry:
    return Entry(command, 0, None, (), 1002.0, rewound_to=to)
