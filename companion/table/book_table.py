"""Running games of Сказочник: the one door for pages and the command line, in the manner of `service.Tables`.

A command is loaded, checked, applied and stored; two at once are ordered by the store's version. Who may act for which
seat is the page's affair. Undo is asked for and answered: the request is an entry that rewinds the game to where it
already is, so that every screen sees it and any later deed lets it lapse.
"""

from __future__ import annotations

import logging
import random
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import BadInput
from companion.machine import book as machine
from companion.rules import book
from companion.rules.book import Action, BookState, BookView, Phase, rival_of
from companion.rules.book import events as ev
from companion.rules.kernel import Refusal, Seat
from companion.storage import Entry, GameStore, GameSummary
from companion.table.book_order import BookSeat, NewBook, check, seats_of
from companion.table.history import History
from companion.table.log import LogLine
from companion.table.open_games import OpenGames
from companion.table.receipt import RACES, Receipt, answered, moved_on
from companion.table.seats import checked_title, new_seed

ASKED, DECLINED, GRANTED = "asked", "declined", "granted"
"""What an entry's note says under "undo"."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BookChoices:
    """Each deed of a seat with the reason against it; None: it is allowed."""

    draw: Refusal | None
    skip: Refusal | None
    end: Refusal | None
    offer_stop: Refusal | None
    answer_stop: Refusal | None
    ask_undo: Refusal | None
    answer_undo: Refusal | None
    cards: Mapping[str, Refusal | None]
    """By own card: to lay a chapter, or to play a "give" card."""
    take: Mapping[str, Refusal | None]
    """By card of the rival's hand, where the seat sees it and must pick."""
    cells: Mapping[int, Refusal | None]
    """By cell of the rival's board: to put a chip there, before the deal or after a chapter."""


@dataclass(frozen=True)
class BookTableView:
    """All that a page may show one seat; `seat` None (in `book`) is the projector."""

    game: str
    title: str
    language: str
    version: int
    seats: tuple[BookSeat, ...]
    book: BookView
    legal: tuple[Action, ...]
    """All that the seat may do now; empty for the projector."""
    can: BookChoices | None
    """None for the projector."""
    undo_asked: Seat | None
    """Who has asked to take the own last deed back, and waits for the answer."""
    undo_declined: bool
    """The last thing that happened: an undo was asked for, and declined."""
    waits_for_machine: bool
    """A machine is to act next: ask `BookTables.react`."""
    log: tuple[LogLine, ...]
    stamp: str
    """Changes whenever a page has something new to show; the same text as `Rooms.stamp`."""


class BookTables:
    """The one door to running games of Сказочник. Safe to share between threads."""

    def __init__(self, store: GameStore, *, now: Callable[[], float] = time.time) -> None:
        self._store, self._now = store, now
        self._open = OpenGames(store, now, "book", check)
        self.halted: Callable[[str], Refusal | None] = lambda game: None
        """Why nobody may act in a game just now, if so: the room that it is played in decides."""

    def create(self, order: NewBook, *, room: str | None = None) -> str:
        """Opens a game, in that room if one is given, and returns its id. Raises BadInput when there is no such
        game."""
        seed = new_seed() if order.seed is None else order.seed
        record = order.record(uuid.uuid4().hex[:12], seed, self._now())
        self._store.create(record, room=room)
        return record.id

    def games(self) -> list[GameSummary]:
        """All games of Сказочник, the latest first; a damaged one is listed with what is wrong."""
        return [one for one in self._store.list() if one.game == "book"]

    def look(self, game: str, seat: Seat | None) -> BookTableView:
        """What a page may show that seat (None: the projector). Raises UnknownGame, DamagedSave, StoreUnavailable, and
        BadInput when there is no such seat."""
        history = self._open.load(game)
        state, record = _state(history), history.record
        if seat is not None and not 0 <= seat < book.PLAYERS:
            raise BadInput(f"game {game} has no seat {seat}: its seats are 0 and 1")
        return BookTableView(
            game=game,
            title=record.title,
            language=record.language,
            version=history.version,
            seats=seats_of(record),
            book=book.view(state, seat),
            legal=() if seat is None else book.legal_actions(state, seat),
            can=None if seat is None else _choices(history, seat),
            undo_asked=_undo_asked(history),
            undo_declined=_undo_note(history) == DECLINED,
            waits_for_machine=_machine_to_act(history) is not None,
            log=history.log,
            stamp=f"{game}.{history.version}.{history.reseated}",
        )

    def command(self, game: str, action: Action, *, command_id: str, expected: int | None = None) -> Receipt:
        """Does the action, once for each `command_id`. `expected`: the version that the page had shown; when the
        game has moved on since, the command is refused. Leave it out while both place their chips."""
        for _ in range(RACES):
            history = self._open.load(game)
            if receipt := answered(history, command_id, expected):
                return receipt
            state = _state(history)
            if no := self.halted(game) or book.refusal(state, action):
                return Receipt(history.version, no)
            events = book.apply(state, action).events
            entry = Entry(command_id, action.seat, action, events, at=self._now())
            if self._open.append(history, entry):
                return Receipt(history.version + 1)
        return moved_on(self._open.load(game))

    def react(self, game: str) -> bool:
        """Lets a machine act once: on its turn, on its decision in the other's turn, or about an undo. False: the game
        does not wait for a machine."""
        history = self._open.load(game)
        seat = _machine_to_act(history)
        if seat is None:
            return False
        # Whichever of several screens comes first does it: the id is the same for all.
        command_id, version = f"machine {history.version + 1}", history.version
        if _undo_asked(history) is not None:
            agrees = not _revealed(history, rival_of(seat))
            receipt = self.answer_undo(game, seat, agrees, command_id=command_id, expected=version)
        else:
            receipt = self.command(game, _machines_deed(history, seat), command_id=command_id, expected=version)
        return receipt.refusal is None

    def ask_undo(self, game: str, seat: Seat, *, command_id: str, expected: int | None = None) -> Receipt:
        """The seat would like its last deed taken back, with all that followed it. `expected` as in `command`."""
        history = self._open.load(game)
        if receipt := answered(history, command_id, expected):
            return receipt
        if no := self.halted(game) or _ask_undo_refusal(history, seat):
            return Receipt(history.version, no)
        return self._rewind(history, seat, history.version, ASKED, command_id)

    def answer_undo(
        self, game: str, seat: Seat, agrees: bool, *, command_id: str, expected: int | None = None
    ) -> Receipt:
        """The other agrees, and the game is again as it was before that deed; or not. A person may grant whatever was
        seen meanwhile; a machine grants what has shown nothing hidden to whoever asks."""
        history = self._open.load(game)
        if receipt := answered(history, command_id, expected):
            return receipt
        if no := self.halted(game) or _answer_undo_refusal(history, seat):
            return Receipt(history.version, no)
        if not agrees:
            return self._rewind(history, seat, history.version, DECLINED, command_id)
        return self._rewind(history, seat, _last_deed(history, rival_of(seat)) - 1, GRANTED, command_id)

    def next_game(self, game: str) -> str:
        """Opens the next game for the same two; the other begins. Returns its id: asked twice, it is the same game."""
        history = self._open.load(game)
        fresh = replace(
            history.record,
            id=uuid.uuid5(uuid.NAMESPACE_OID, f"the game after {game}").hex[:12],
            setup=book.next_setup(_state(history)),
            title="",
            seed=new_seed(),
            created=self._now(),
        )
        with suppress(BadInput):  # It has been opened already.
            self._store.create(fresh)
        return fresh.id

    def reseat(self, game: str, seat: Seat, info: BookSeat) -> None:
        """Somebody else plays that seat from now on: a machine for a person who left, or the other way round; or the
        same person under another name. Raises UnknownGame, BadInput."""
        seats = list(self._open.load(game).record.seats)
        seats[seat] = info.record()
        self._store.reseat(game, seats)

    def rename(self, game: str, title: str) -> None:
        """Gives the game another title. Raises BadInput when it is too long."""
        self._store.rename(game, checked_title(title))
        self._open.forget(game)

    def delete(self, game: str) -> None:
        """Removes the game and all its data."""
        self._store.delete(game)
        self._open.forget(game)

    def _rewind(self, history: History, seat: Seat, version: int, note: str, command_id: str) -> Receipt:
        entry = Entry(command_id, seat, None, (), at=self._now(), note={"undo": note}, rewound_to=version)
        if self._open.append(history, entry):
            return Receipt(history.version + 1)
        return moved_on(self._open.load(history.record.id))


def _state(history: History) -> BookState:
    state: BookState = history.states[-1]
    return state


def _undo_note(history: History) -> str:
    """What the game's last entry says of an undo; "": it was a deed."""
    return str(history.entries[-1].note.get("undo", "")) if history.entries else ""


def _undo_asked(history: History) -> Seat | None:
    return history.entries[-1].seat if _undo_note(history) == ASKED else None


def _last_deed(history: History, seat: Seat) -> int:
    """The version that the seat's last deed made; 0: it has done nothing that counts."""
    return next((version for version, entry in reversed(history.counting) if entry.seat == seat), 0)


def _revealed(history: History, seat: Seat) -> bool:
    """Whether the seat's last deed, or what followed, has shown it a card that was hidden from it."""
    since = _last_deed(history, seat)
    events = (event for version, entry in history.counting if version >= since for event in entry.events)
    return any(_reveals(event, seat) for event in events)


def _reveals(event: Any, seat: Seat) -> bool:
    if isinstance(event, ev.Drew):
        return event.seat == seat
    if isinstance(event, ev.GivePlayed | ev.ChapterLaid):
        return event.seat != seat
    return isinstance(event, ev.Dealt | ev.Robbed)


def _ask_undo_refusal(history: History, seat: Seat) -> Refusal | None:
    if _state(history).phase is Phase.OVER:
        return Refusal("book/game_over")
    if _undo_asked(history) is not None:
        return Refusal("table/undo_asked_already")
    if _undo_note(history) == DECLINED and history.entries[-1].seat != seat:
        return Refusal("table/undo_declined")
    return None if _last_deed(history, seat) else Refusal("table/undo_nothing")


def _answer_undo_refusal(history: History, seat: Seat) -> Refusal | None:
    asked = _undo_asked(history)
    if asked is None:
        return Refusal("table/undo_not_asked")
    return Refusal("table/undo_own_request") if asked == seat else None


def _machine_to_act(history: History) -> Seat | None:
    """The machine that the game waits for."""
    state, asked = _state(history), _undo_asked(history)
    for seat, info in enumerate(seats_of(history.record)):
        if info.kind != "machine":
            continue
        if asked is None and machine.decides(book.view(state, seat)):
            return seat
        if asked == rival_of(seat):
            return seat
    return None


def _machines_deed(history: History, seat: Seat) -> Action:
    """What the machine on that seat does. One that fails or proposes the impossible does the first thing allowed, so
    that the person at its table plays on."""
    state, record = _state(history), history.record
    # The same whenever this game is replayed, and not to be foreseen from outside.
    luck = random.Random(f"{record.seed}/{seat}/{len(history.counting)}")
    try:
        action = machine.act(book.view(state, seat), seats_of(record)[seat].strength, luck)
    except Exception:
        _log.exception("game %s: the machine on seat %d failed", record.id, seat)
        action = None
    if action is None or action.seat != seat or book.refusal(state, action) is not None:
        return book.legal_actions(state, seat)[0]
    return action


def _choices(history: History, seat: Seat) -> BookChoices:
    state, no = _state(history), book.refusal
    placing = state.phase is Phase.PLACING
    picks = state.phase is Phase.TAKING and state.turn == seat
    return BookChoices(
        draw=no(state, book.Draw(seat)),
        skip=no(state, book.Skip(seat)),
        end=no(state, book.EndTurn(seat)),
        offer_stop=no(state, book.OfferStop(seat)),
        answer_stop=no(state, book.AnswerStop(seat, True)),
        ask_undo=_ask_undo_refusal(history, seat),
        answer_undo=_answer_undo_refusal(history, seat),
        cards={
            card: no(state, book.Rob(seat, card) if card in book.GIVE_OF else book.LayChapter(seat, card))
            for card in state.hands[seat]
        },
        take={card: no(state, book.Take(seat, card)) for card in state.hands[rival_of(seat)]} if picks else {},
        cells={
            cell: no(state, book.PlaceChip(seat, cell) if placing else book.MoveChip(seat, cell)) for cell in book.CELLS
        },
    )
