"""A running game as the table keeps it in memory: the fold of its stored entries, rewinds included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import DamagedSave
from companion.rules import book, hill, tale
from companion.rules.kernel import Game, Seat, fold
from companion.storage import Entry, GameRecord, standing
from companion.table import book_log, hill_log
from companion.table.log import LogLine, lines_of


@dataclass(frozen=True)
class History:
    """State after each entry, so that a rewind is a look-up; and the entries that still count.

    A value: whoever reads one while others play on keeps a version, state and log that belong together.
    """

    record: GameRecord
    states: tuple[Any, ...]
    """states[v] is the state at version v, of the record's rules; states[0] is the deal."""
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
    reseated: int = 0
    """How often its seats had been given to others when the record was read."""

    @classmethod
    def start(cls, record: GameRecord, entries: Iterable[Entry], reseated: int = 0) -> History:
        """The history of a stored game. Raises DamagedSave when its entries do not fit its setup."""
        dealt = _RULES[record.game].new_game(record.setup, record.seed)
        return cls(record, (dealt,), (), (), ((),), (), {}, reseated).extended(entries)

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> tale.TaleState:
        """Of a tale, where it stands now."""
        latest: tale.TaleState = self.states[-1]
        return latest

    @property
    def last_deed(self) -> float:
        """UTC seconds of the last deed of any kind, an undo included; of the deal when there was none."""
        return self.entries[-1].at if self.entries else self.record.created

    def taken_back(self, seat: Seat | None) -> str:
        """What the seat has just taken back of its telling, to be told better; "" when something was done since."""
        last = self.entries[-1] if self.entries else None
        if last is None or last.rewound_to is None or last.seat != seat:
            return ""
        undone = [entry for version, entry in standing(self.entries[:-1]) if version > last.rewound_to]
        return " ".join(entry.action.text for entry in undone if isinstance(entry.action, tale.Tell))

    def extended(self, added: Iterable[Entry]) -> History:
        """The history with further entries. Raises DamagedSave when they do not fit."""
        states, entries, lines = list(self.states), list(self.entries), list(self.lines)
        commands, game = dict(self.commands), self.record.game
        for entry in added:
            version = len(states)
            try:
                states.append(_CHECKED[game](_after(entry, states, _RULES[game]), states[-1]))
                lines.append(tuple(_LINES[game](version, entry.at, entry.events)))
            except (KeyError, IndexError, AssertionError, TypeError, AttributeError, ValueError) as fault:
                where = f"game {self.record.id}, entry {version}"
                raise DamagedSave(where, "it does not fit what came before") from fault
            entries.append(entry)
            commands[entry.command_id] = version
        counting = standing(entries)
        log = tuple(line for version, _ in counting for line in lines[version])
        return History(self.record, tuple(states), tuple(entries), counting, tuple(lines), log, commands, self.reseated)


def _after(entry: Entry, states: list[Any], rules: Game) -> Any:
    if entry.rewound_to is not None:
        return states[entry.rewound_to]
    return fold(rules, states[-1], entry.events)


def _checked(state: tale.TaleState, before: tale.TaleState) -> tale.TaleState:
    """The state, if what is new in it points at what there is. Raises ValueError: pages look up whatever it names."""
    setup, told = state.setup, len(state.sentences)
    seats = [state.narrator, *(one.seat for one in state.sentences[len(before.sentences) :])]
    for laid in state.laid[len(before.laid) :]:
        seats.append(laid.seat)
        if not 0 <= laid.sentence < told or laid.card not in setup.card:
            raise ValueError(laid)
    if (question := state.question) is not None:
        seats += [question.seat, question.narrator, *question.voters]
        is_card = question.about in ("lay", "claim")
        if is_card and (not 0 <= question.sentence < told or question.card not in setup.card):
            raise ValueError(question)
        if question.about == "ending" and question.card not in setup.endings:
            raise ValueError(question)
    if state.outcome is not None:
        seats += state.outcome.winners
    if not all(0 <= seat < setup.players for seat in seats):
        raise ValueError(seats)
    return state


_RULES: dict[str, Game] = {"tale": tale, "book": book, "hill": hill}
_LINES: dict[str, Callable[[int, float, tuple[Any, ...]], list[LogLine]]] = {
    "tale": lines_of,
    "book": book_log.lines_of,
    "hill": hill_log.lines_of,
}
_CHECKED: dict[str, Callable[[Any, Any], Any]] = {
    "tale": _checked,
    "book": book_log.checked,
    "hill": hill_log.checked,
}
