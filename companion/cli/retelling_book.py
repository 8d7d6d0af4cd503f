"""A stored race of the two books as lines of text: each turn with what everybody saw of it, and how the books stand
before it; for a seat, also its own cards then."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cli.book_lines import board_line, hand_line
from companion.cli.keyboard import texts_of
from companion.cli.plain import plain_line
from companion.decks import load_book
from companion.rules import book
from companion.rules.book import BookState, Phase
from companion.storage import GameRecord
from companion.table.book_log import lines_of
from companion.table.book_text import log_text
from companion.table.history import History


class BookRetelling:
    """One seat's way of seeing a stored game (None: the projector's)."""

    def __init__(self, record: GameRecord, seat: int | None) -> None:
        self._record, self._seat = record, seat
        self._texts, self._book = texts_of(record.language), load_book(record.language)
        self._names = [plain_line(one.name) for one in record.seats]

    def lines(self, history: History) -> Iterator[str]:
        """The game from its beginning; what was taken back is left out."""
        if self._record.title.strip():
            yield plain_line(self._record.title)
        yield self._texts.t("cli.book_players", names=", ".join(self._names))
        for version, entry in history.counting:
            for line in lines_of(version, entry.at, entry.events):
                yield plain_line(log_text(line, self._names, self._book, self._texts))
            if any(event.kind == "turn_began" for event in entry.events):
                yield from self._turn(history.states[version])
        last: BookState = history.states[-1]
        if last.phase is not Phase.OVER:
            yield ""
            yield self._texts.t("transcript.unfinished")

    def _turn(self, state: BookState) -> Iterator[str]:
        view = book.view(state, self._seat)
        yield ""
        yield self._texts.t("cli.book_turn", name=self._names[view.turn])
        for name, board in zip(self._names, view.boards, strict=True):
            yield board_line(name, board, self._texts)
        if view.hand:
            yield hand_line(view.hand, self._book, self._texts)
