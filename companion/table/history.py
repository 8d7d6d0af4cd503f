"""A running game as the table keeps it in memory: the fold of its stored entries, rewinds included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.errors import DamagedSave
from companion.rules import tale
from companion.rules.kernel import Game
from companion.storage import Entry, GameRecord

RULES: Game = tale


@dataclass
class History:
    """State after each entry, so that a rewind is a look-up; and the entries that still count."""

    record: GameRecord
    states: list[tale.TaleState] = field(default_factory=list)
    """states[v] is the state at version v; states[0] is the deal."""
    counting: list[tuple[int, Entry]] = field(default_factory=list)
    """(version, entry) of the deeds that no later rewind took back."""
    commands: dict[str, int] = field(default_factory=dict)
    """Version by command id."""

    @classmethod
    def start(cls, record: GameRecord, entries: Iterable[Entry]) -> History:
        """The history of a stored game. Raises DamagedSave when its entries do not fit its setup."""
        history = cls(record, [tale.new_game(record.setup, record.seed)])
        history.extend(entries)
        return history

    @property
    def version(self) -> int:
        return len(self.states) - 1

    @property
    def state(self) -> tale.TaleState:
        return self.states[-1]

    def extend(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            version = self.version + 1
            try:
                self.states.append(self._after(entry))
            except (KeyError, IndexError, AssertionError, TypeError, AttributeError, ValueError) as fault:
                where = f"game {self.record.id}, entry {version}"
                raise DamagedSave(where, "it does not fit what came before") from fault
            self.commands[entry.command_id] = version
            if entry.rewound_to is None:
                self.counting.append((version, entry))
            else:
                self.counting = [one for one in self.counting if one[0] <= entry.rewound_to]

    def _after(self, entry: Entry) -> tale.TaleState:
        if entry.rewound_to is not None:
            return self.states[entry.rewound_to]
        state = self.state
        for event in entry.events:
            state = tale.evolve(state, event)
        return state
