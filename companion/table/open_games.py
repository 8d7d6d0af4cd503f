"""The games that this server holds in memory, in front of the store: the store is the truth, memory spares the reading.

A game that waits for its database holds up nobody else's: each has its own lock for what goes to the store.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from companion.decks import load_deck
from companion.errors import BadInput, DamagedDeck, DamagedSave, StaleVersion, UnknownGame
from companion.matching import STRICTNESSES
from companion.narrators import Character
from companion.storage import Entry, GameRecord, GameStore, RepeatedCommand, Stamp
from companion.table import moment
from companion.table.history import History
from companion.table.matchers import strictness_of
from companion.table.seats import HELPS, POLICIES, PRESET_NAMES, REFEREE_MODES, Help, Preset, RefereeMode

IN_MEMORY = 64
"""Games kept in memory; others are read again when they are wanted."""
ENTRIES_IN_MEMORY = 10_000
"""Entries of all of these together: the longer the games, the fewer are kept (2,000 sentences take 20 MB)."""
_LOCKS = 64
"""Games share a lock with few others, and locks need no housekeeping."""


class OpenGames:
    """Loads and extends histories of one kind of game. Threads share it."""

    def __init__(
        self,
        store: GameStore,
        now: Callable[[], float],
        game: str = "tale",
        check_record: Callable[[GameRecord], None] | None = None,
    ) -> None:
        """`check_record`: raises DamagedSave for a record of that game that its table cannot show; None: `check`."""
        self._store, self._now, self._game, self._check = store, now, game, check_record or check
        self._busy = tuple(threading.RLock() for _ in range(_LOCKS))
        self._keeping = threading.Lock()
        self._histories: OrderedDict[str, History] = OrderedDict()
        self._signs: dict[str, float] = {}
        """When a game was opened here, or its narrator last typed: nobody is silent before the table is there."""

    def load(self, game: str) -> History:
        """The game as the store has it now. Raises UnknownGame, DamagedSave, StoreUnavailable."""
        with self._lock_of(game):
            history = self._kept(game)
            stamp = self._stamp(game) if history is not None else None
            if history is None or stamp != Stamp(history.version, history.reseated):
                stored = self._store.load(game)
                if stored.record.game != self._game:
                    raise UnknownGame(f"game {game} is no game of the kind '{self._game}': pick one from the list")
                self._check(stored.record)
                if history is not None and stored.version >= history.version:
                    history = replace(history, record=stored.record, reseated=stored.reseated)
                    history = history.extended(stored.entries[history.version :])
                else:
                    history = History.start(stored.record, stored.entries, stored.reseated)
            self._keep(history)
            return history

    def append(self, history: History, entry: Entry) -> bool:
        """Stores the entry on top of what the history knows; False: somebody else was first."""
        game = history.record.id
        with self._lock_of(game):
            moment.over()
            try:
                self._store.append(game, history.version, [entry], finished=_is_over(entry))
            except (StaleVersion, RepeatedCommand):
                return False  # What others wrote is read before the next try, the same command's first copy included.
            self._keep(history.extended([entry]))
            return True

    def forget(self, game: str) -> None:
        """The game has changed beside its entries, or is gone."""
        moment.over()
        with self._lock_of(game), self._keeping:
            self._histories.pop(game, None)
            self._signs.pop(game, None)

    def gives_sign(self, game: str, time_given: float = 0.0) -> None:
        """The narrator is alive, though nothing was told; its time begins `time_given` seconds from now."""
        with self._keeping:
            self._signs[game] = self._now() + time_given

    def last_sign(self, history: History) -> float:
        """UTC seconds of the last deed or sign of life."""
        with self._keeping:
            return max(history.last_deed, self._signs.get(history.record.id, 0.0))

    def _stamp(self, game: str) -> Stamp:
        return moment.once((self._store, "game", game), lambda: self._store.stamp(game))

    def _lock_of(self, game: str) -> threading.RLock:
        return self._busy[hash(game) % _LOCKS]

    def _kept(self, game: str) -> History | None:
        with self._keeping:
            return self._histories.get(game)

    def _keep(self, history: History) -> None:
        game = history.record.id
        with self._keeping:
            self._histories[game] = history
            self._histories.move_to_end(game)
            self._signs.setdefault(game, self._now())
            self._make_room()

    def _make_room(self) -> None:
        kept = list(self._histories.values())
        entries = sum(history.version for history in kept)
        while len(kept) > 1 and (len(kept) > IN_MEMORY or entries > ENTRIES_IN_MEMORY):
            oldest = kept.pop(0)
            entries -= oldest.version
            del self._histories[oldest.record.id]


def help_of(record: GameRecord) -> Help:
    """Games that are older than this choice have full help."""
    return cast(Help, record.options.get("help", "full"))


def referee_of(record: GameRecord) -> RefereeMode:
    """Games that are older than this choice have a referee that waits to be asked."""
    return cast(RefereeMode, record.options.get("referee", "on_request"))


def preset_of(record: GameRecord) -> Preset:
    """Games that are older than the presets are full games."""
    return cast(Preset, record.options.get("preset", "full"))


def people_first(record: GameRecord) -> bool:
    """Games that are older than this choice leave every sentence to the people first."""
    return record.options.get("people_first", True) is not False


def _is_over(entry: Entry) -> bool:
    return any(event.kind in ("won", "stopped") for event in entry.events)


def check(record: GameRecord) -> None:
    """Raises DamagedSave when the table cannot show the game: a choice or a card that it does not know."""
    where = f"game {record.id}"
    if len(record.seats) != record.setup.players:
        raise DamagedSave(where, f"it has {len(record.seats)} seats for {record.setup.players} players")
    if (policy := record.options.get("policy")) not in POLICIES:
        raise DamagedSave(where, f"policy: {policy!r} is none of {', '.join(POLICIES)}")
    if (help := help_of(record)) not in HELPS:
        raise DamagedSave(where, f"help: {help!r} is none of {', '.join(HELPS)}")
    if (strictness := strictness_of(record)) not in STRICTNESSES:
        raise DamagedSave(where, f"strictness: {strictness!r} is none of {', '.join(STRICTNESSES)}")
    if (referee := referee_of(record)) not in REFEREE_MODES:
        raise DamagedSave(where, f"referee: {referee!r} is none of {', '.join(REFEREE_MODES)}")
    if (preset := preset_of(record)) not in PRESET_NAMES:
        raise DamagedSave(where, f"preset: {preset!r} is none of {', '.join(PRESET_NAMES)}")
    for seat in record.seats:
        try:
            Character.of(seat.settings)
        except BadInput as fault:
            raise DamagedSave(where, f"seat {seat.name}: {fault}") from fault
    try:
        deck = load_deck(record.language, str(record.options.get("deck")))
    except DamagedDeck as fault:
        raise DamagedSave(where, f"its deck cannot be read: {fault}") from fault
    missing = {card.id for card in record.setup.cards} - set(deck.by_id) | set(record.setup.endings) - set(deck.endings)
    if missing:
        raise DamagedSave(where, f"its deck '{deck.name}' has no card '{min(missing)}' any more")
