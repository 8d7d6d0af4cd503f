"""A running game as the table keeps it in memory: the fold of its stored entries, rewinds included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.errors import DamagedSave
from companion.rules import tale
from companion.rules.kernel import Game
from companion.storage import Entry, GameRecord
from companion.table.log import LogLine, lines_of

RULES: Game = tale


@dataclass(frozen=True)
class History:
    """State after each entry, so that a rewind is a look-up; and the entries that still count.

    A value: whoever reads one while others play on keeps a version, state and log that belong together.
    """

    record: GameRecord
    states: tuple[tale.TaleState, ...]
    """states[v] is the state at version v; states[0] is the deal."""
    entries: tuple[Entry, ...]
    """All of them; entries[v - 1] made version v."""
    counting: tuple[tuple[int, Entry], ...]
    """(version, entry) of the deeds that no later rewind took back."""
    lines: tuple[tuple[LogLine, ...], ...]
    """The log's lines of each version."""
    log: tuple[LogLine, ...]
    """The lines of the deeds that count."""
    commands: Mapping[str, int]
    """Version by command id."""

    @classmethod
    def start(cls, record: GameRecord, entries: Iterable[Entry]) -> History:
        """The history of a stored game. Raises DamagedSave when its entries do not fit its setup."""
        dealt = tale.new_game(record.setup, record.seed)
        return cls(record, (dealt,), (), (), ((),), (), {}).extended(entries)

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> tale.TaleState:
        return self.states[-1]

    @property
    def last_deed(self) -> float:
        """UTC seconds of the last deed of any kind, an undo included; of the deal when there was none."""
        return self.entries[-1].at if self.entries else self.record.created

    def extended(self, added: Iterable[Entry]) -> History:
        """The history with further entries. Raises DamagedSave when they do not fit."""
        states, entries, lines = list(self.states), list(self.entries), list(self.lines)
        commands = dict(self.commands)
        for entry in added:
            version = len(states)
            try:
                states.append(_after(entry, states))
                lines.append(tuple(lines_of(version, entry.at, entry.events)))
            except (KeyError, IndexError, AssertionError, TypeError, AttributeError, ValueError) as fault:
                where = f"game {self.record.id}, entry {version}"
                raise DamagedSave(where, "it does not fit what came before") from fault
            entries.append(entry)
            commands[entry.command_id] = version
        counting = _counting(entries)
        log = tuple(line for version, _ in counting for line in lines[version])
        return History(self.record, tuple(states), tuple(entries), counting, tuple(lines), log, commands)


def _after(entry: Entry, states: list[tale.TaleState]) -> tale.TaleState:
    if entry.rewound_to is not None:
        return states[entry.rewound_to]
    state = states[-1]
    for event in entry.events:
        state = tale.evolve(state, event)
    return state


def _counting(entries: list[Entry]) -> tuple[tuple[int, Entry], ...]:
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
