"""A stored tale as lines of text: each step with what came of it, then whose turn it is and the seat's own hand. The
other games are told by retelling_hill.py and retelling_book.py.

Steps that were undone are left out: the tale is told as it stands. Nothing but the seat's own view and the table's
log goes in, so no line can show a rival's hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.cli.keyboard import texts_of
from companion.cli.plain import plain_line
from companion.cli.retelling_book import BookRetelling
from companion.cli.retelling_hill import HillRetelling
from companion.decks import Deck, load_deck
from companion.errors import DamagedSave
from companion.rules import tale
from companion.storage import Entry, GameRecord, StoredGame
from companion.table import LogLine, book_order, hill_order
from companion.table.history import History
from companion.table.log import lines_of
from companion.table.log_text import log_text


def retell(stored: StoredGame, where: str, seat: int | None) -> Iterator[str]:
    """The game's lines as that seat saw it (None: the projector), in the tale's language.

    `where` names the game in messages. Raises DamagedSave, DamagedDeck.
    """
    record = stored.record
    try:
        _check(record)
        history = History.start(record, stored.entries)
    except DamagedSave as fault:
        # Whoever replays a file knows it by its name, not by the game's id.
        raise DamagedSave(fault.where.replace(f"game {record.id}", where), fault.what) from fault
    if record.game == "hill":
        return HillRetelling(record, seat).lines(history)
    if record.game == "book":
        return BookRetelling(record, seat).lines(history)
    return _Retelling(record, seat).lines(history)


def _check(record: GameRecord) -> None:
    """Raises DamagedSave when there is not a seat for everybody, or what its table keeps of it cannot be read."""
    if record.game == "hill":
        hill_order.check(record)
    elif record.game == "book":
        book_order.check(record)
    elif len(record.seats) != record.setup.players:
        raise DamagedSave(f"game {record.id}", f"it has {len(record.seats)} seats for {record.setup.players} players")


class _Retelling:
    def __init__(self, record: GameRecord, seat: int | None) -> None:
        self._record, self._seat = record, seat
        self._texts = texts_of(record.language)
        self._deck: Deck = load_deck(record.language, str(record.options.get("deck", "tale")))
        self._names = [plain_line(one.name) for one in record.seats]

    def lines(self, history: History) -> Iterator[str]:
        if self._record.title.strip():
            yield plain_line(self._record.title)
        yield self._texts.t("transcript.told_by", names=", ".join(self._names))
        yield from self._table(history.states[0])
        for number, (version, entry) in enumerate(history.counting, start=1):
            yield ""
            first, *more = self._happened(entry, version) or [""]
            yield f"{number}. {first}".rstrip()
            yield from (f"   {line}" for line in more)
            yield from self._table(history.states[version])
        if history.state.phase is not tale.Phase.OVER:
            yield ""
            yield self._texts.t("transcript.unfinished")

    def _happened(self, entry: Entry, version: int) -> list[str]:
        told = [f"{self._name(event.seat)}: {plain_line(event.text)}" for event in entry.events if event.kind == "told"]
        # Whose turn it is stands below each step anyway.
        lines = [line for line in lines_of(version, entry.at, entry.events) if line.code != "log/narrator"]
        return told + [said for line in lines for said in self._said(line)]

    def _said(self, line: LogLine) -> Iterator[str]:
        yield plain_line(log_text(line, self._names, self._deck, self._texts))
        if "ending" in line.params:
            yield self._ending(line.params["ending"])

    def _table(self, state: tale.TaleState) -> Iterator[str]:
        view = tale.view(state, self._seat)
        if view.phase is not tale.Phase.OVER:
            yield f"   > {self._texts.t('home.turn_of', name=self._name(view.narrator))}"
        if self._seat is not None:
            yield "   " + " ".join([f"[{self._card(card)}]" for card in view.hand] or ["[ ]"])
            yield from (f"   {self._ending(ending)}" for ending in view.endings)

    def _name(self, seat: int) -> str:
        return self._names[seat] if 0 <= seat < len(self._names) else str(seat)

    def _card(self, card: str) -> str:
        return self._deck.by_id[card].name if card in self._deck.by_id else plain_line(card)

    def _ending(self, ending: str) -> str:
        return f"«{self._deck.endings.get(ending, plain_line(ending))}»"
