"""Two Books in a terminal: what the seat before the keyboard may do is a numbered list; a chip goes to a chapter's
number. Two people share the keyboard: the screen is cleared before a hand is shown to its owner."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import cast

from companion.cli.book_lines import board_line, hand_line
from companion.cli.keyboard import KeyboardGame, gone_on_with, is_yes, store_in, texts_of
from companion.cli.plain import plain_line
from companion.decks import load_book
from companion.machine.book import Strength
from companion.rules import book
from companion.rules.book import Phase, rival_of
from companion.rules.kernel import Seat
from companion.storage import GameStore
from companion.table.book_order import BookSeat, NewBook
from companion.table.book_table import BookTables, BookTableView
from companion.table.book_text import card_text, in_order, log_text

UNDO = ("/undo", "undo", "отмена")


class BookTerminal(KeyboardGame):
    """One game, played in the terminal."""

    welcome = "cli.book_welcome"

    def __init__(self, store: GameStore, tables: BookTables, game: str, save: Path | None) -> None:
        view = tables.look(game, None)
        super().__init__(store, game, save, view.language)
        self._tables, self._book = tables, load_book(view.language)
        self._names = [plain_line(seat.name) for seat in view.seats]
        self._people = [seat for seat, info in enumerate(view.seats) if info.kind == "human"]
        self._logged = 0
        self._keyboard: Seat | None = None

    @classmethod
    def open(
        cls, folder: Path, language: str, seats: tuple[tuple[str, str], ...], seed: int | None, save: Path | None
    ) -> BookTerminal:
        """A new game, or the one in the file `save`; its database is made in the folder. Raises BadInput, DamagedSave,
        StoreUnavailable."""
        store = store_in(folder)
        tables = BookTables(store)
        if (game := gone_on_with(store, save, "book")) is not None:
            return cls(store, tables, game, save)
        texts = texts_of(language)
        usual = ((texts.t("home.traveller"), "human"), (texts.t("book.machine"), "sensible"))
        order = NewBook(language, tuple(_seat(name, kind) for name, kind in seats or usual), seed=seed)
        return cls(store, tables, tables.create(order), save)

    def _goes_on(self) -> bool:
        while self._tables.react(self._game):
            pass
        self._keep()
        view = self._tables.look(self._game, None)
        self._news(view)
        if view.book.phase is Phase.OVER:
            return False
        self._turn(view)
        return True

    def _turn(self, view: BookTableView) -> None:
        seat = next(seat for seat in self._people if self._is_asked(view, seat))
        view = self._sit_down(seat)
        if view.undo_asked is not None:
            agrees = is_yes(self._ask(self._texts.t("cli.book_undo", name=self._names[rival_of(seat)])))
            id = uuid.uuid4().hex
            self._answer(self._tables.answer_undo(self._game, seat, agrees, command_id=id).refusal)
            return
        self._boards(view)
        chips = [action for action in view.legal if isinstance(action, book.PlaceChip | book.MoveChip)]
        if chips:
            self._do(seat, {str(action.cell): action for action in chips}, self._texts.t("cli.book_chip"))
            return
        choices = {str(number): action for number, action in enumerate(self._in_order(view), start=1)}
        for number, action in choices.items():
            self._say(f"  {number:>2}. {self._named(action)}")
        self._do(seat, choices, self._names[seat])

    def _is_asked(self, view: BookTableView, seat: Seat) -> bool:
        """Whether the game waits for that person."""
        if view.undo_asked is not None:
            return seat != view.undo_asked
        legal = self._tables.look(self._game, seat).legal
        return any(not isinstance(action, book.OfferStop) for action in legal)

    def _in_order(self, view: BookTableView) -> list[book.Action]:
        """What may be done, as the turn goes; cards in the order of the book, to stop last of all."""
        order = in_order([action.card for action in view.legal if isinstance(action, _OF_CARDS)])
        return sorted(
            view.legal,
            key=lambda one: (
                isinstance(one, book.OfferStop),
                not isinstance(one, _OF_CARDS),
                order.index(one.card) if isinstance(one, _OF_CARDS) else 0,
            ),
        )

    def _named(self, action: book.Action) -> str:
        if isinstance(action, _OF_CARDS):
            key = {"lay": "cli.book_lay", "rob": "cli.book_play"}.get(action.kind, "cli.book_take")
            return self._texts.t(key, card=card_text(action.card, self._book, self._texts))
        if isinstance(action, book.AnswerStop):
            return self._texts.t("book.stop_yes" if action.agrees else "book.stop_no")
        return self._texts.t(f"book.{action.kind}")

    def _do(self, seat: Seat, choices: dict[str, book.Action], prompt: str) -> None:
        typed = self._ask(prompt).strip()
        id = uuid.uuid4().hex
        if typed.casefold() in UNDO:
            self._answer(self._tables.ask_undo(self._game, seat, command_id=id).refusal)
        elif typed in choices:
            self._answer(self._tables.command(self._game, choices[typed], command_id=id).refusal)
        else:
            self._say(self._texts.t("cli.book_which"))

    def _sit_down(self, seat: Seat) -> BookTableView:
        view = self._tables.look(self._game, seat)
        if view.book.phase is Phase.PLACING:
            return view  # nobody has cards to hide, and both look on
        if len(self._people) > 1 and self._keyboard != seat:
            self._hand_over(self._names[seat])
        self._keyboard = seat
        return view

    def _boards(self, view: BookTableView) -> None:
        """Both books in a line each, and the own hand."""
        for seat in range(book.PLAYERS):
            self._say(board_line(self._names[seat], view.book.boards[seat], self._texts))
        if view.book.hand:
            self._say(hand_line(view.book.hand, self._book, self._texts))

    def _news(self, view: BookTableView) -> None:
        """What happened since the last look."""
        for line in view.log[self._logged :]:
            self._say(f"  — {plain_line(log_text(line, self._names, self._book, self._texts))}")
        self._logged = len(view.log)
        if view.undo_declined:
            self._say(f"  — {self._texts.t('table/undo_declined')}")


_OF_CARDS = (book.Rob, book.Take, book.LayChapter)


def _seat(name: str, kind: str) -> BookSeat:
    return BookSeat(name) if kind == "human" else BookSeat(name, "machine", cast(Strength, kind))
