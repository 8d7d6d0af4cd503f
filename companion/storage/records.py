"""What the store keeps of a game: how it began, and its entries, one for each accepted deed.

A game's state is the fold of the events of its standing entries over `new_game(setup, seed)`. Entries are only ever
added; to undo is to add an entry that rewinds the game to an earlier version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import CompanionError

_LATEST = 253_370_764_800.0
"""The year 9999 begins: dates beyond it cannot be shown in every zone."""


def is_time(value: object) -> bool:
    """Whether that is a time in UTC seconds which a page can show."""
    return isinstance(value, float) and 0 <= value < _LATEST


def plain_text(text: str) -> str:
    """Without NUL and halves of characters, which not every database takes."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


@dataclass(frozen=True)
class SeatRecord:
    """Who sits on a seat."""

    name: str
    kind: str = "human"
    colour: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    """JSON values that this kind of player needs."""


@dataclass(frozen=True)
class GameRecord:
    """How a game began; together with the entries it is the whole game."""

    id: str
    game: str
    """Whose rules: "tale"."""
    language: str
    title: str
    setup: Any
    """The setup of those rules, for instance a `TaleSetup`."""
    seed: int
    seats: tuple[SeatRecord, ...]
    options: dict[str, Any]
    """The table's own choices (policy, deck, ...) as JSON values."""
    created: float
    """UTC seconds."""


@dataclass(frozen=True)
class Entry:
    """One step of a game's history: an action with its events, or (`rewound_to`) an undo."""

    command_id: str
    """Unique in its game: the same command sent twice is one entry. 1 to 100 characters."""
    seat: int
    action: Any
    """None when the entry rewinds."""
    events: tuple[Any, ...]
    at: float
    """UTC seconds."""
    note: dict[str, Any] = field(default_factory=dict)
    """What the table wants to remember beside it, as JSON values."""
    rewound_to: int | None = None
    """The game is again as it was at this earlier version."""


@dataclass(frozen=True)
class StoredGame:
    """A game as loaded from the store or from a save file."""

    record: GameRecord
    entries: tuple[Entry, ...]
    reseated: int = 0
    """How often its seats were given to others, up to this record."""

    @property
    def version(self) -> int:
        return len(self.entries)


@dataclass(frozen=True)
class GameSummary:
    """A line in the list of games."""

    id: str
    title: str
    game: str
    language: str
    created: float
    updated: float
    version: int
    seats: tuple[str, ...]
    """Names; empty when the game is damaged."""
    finished: bool
    damaged: str | None = None
    """Why the game cannot be opened; None: it is sound as far as the list can see."""


@dataclass(frozen=True)
class Stamp:
    """What moves whenever a stored game changes."""

    version: int
    """Number of entries."""
    reseated: int
    """How often its seats were given to others."""


class RepeatedCommand(CompanionError):
    """A command with this id is in the game already; nothing was written. `version` is the game's, right after it."""

    code = "error/repeated_command"

    def __init__(self, game: str, command_id: str, version: int) -> None:
        self.command_id, self.version = command_id, version
        super().__init__(f"game {game}: command {command_id} was accepted before, as version {version}")


def standing(entries: Sequence[Entry]) -> tuple[tuple[int, Entry], ...]:
    """(version, entry) of the deeds that no later rewind took back. Works for any beginning of a history, too."""
    kept: list[tuple[int, Entry]] = []
    version = len(entries)
    while version:
        entry = entries[version - 1]
        if entry.rewound_to is None:
            kept.append((version, entry))
            version -= 1
        else:
            version = entry.rewound_to
    return tuple(reversed(kept))
