"""Who sits at a game of Сказочник, what is chosen when it is opened, and whether a stored one can be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from companion.decks import book_languages
from companion.errors import BadInput, DamagedSave
from companion.machine.book import STRENGTHS, Strength
from companion.rules.book import PLAYERS, BookSetup, Taken
from companion.rules.kernel import Seat
from companion.storage import GameRecord, SeatRecord
from companion.table.seats import MAX_NAME, checked_title

BookSeatKind: TypeAlias = Literal["human", "machine"]
BOOK_SEAT_KINDS: tuple[BookSeatKind, ...] = get_args(BookSeatKind)


@dataclass(frozen=True)
class BookSeat:
    """One of the two seats. The name is plain text of 1 to 40 characters."""

    name: str
    kind: BookSeatKind = "human"
    strength: Strength = "sensible"
    """Of a machine; without meaning for a person."""

    def record(self) -> SeatRecord:
        """The seat as it is stored. Raises BadInput for a name, kind or strength that is none."""
        if not 1 <= len(self.name.strip()) <= MAX_NAME:
            raise BadInput(f"a name has 1 to {MAX_NAME} characters")
        if self.kind not in BOOK_SEAT_KINDS or self.strength not in STRENGTHS:
            raise BadInput(f"kind is one of {', '.join(BOOK_SEAT_KINDS)}; strength is one of {', '.join(STRENGTHS)}")
        settings = {"strength": self.strength} if self.kind == "machine" else {}
        return SeatRecord(self.name.strip(), self.kind, settings=settings)


@dataclass(frozen=True)
class NewBook:
    """What the host chose."""

    language: str
    seats: tuple[BookSeat, ...]
    taken: Taken = "blind"
    first: Seat | None = None
    title: str = ""
    seed: int | None = None

    def record(self, id: str, seed: int, created: float) -> GameRecord:
        """The game as it is stored. Raises BadInput when there is no such game."""
        if len(self.seats) != PLAYERS:
            raise BadInput(f"this game is for {PLAYERS} players, not {len(self.seats)}")
        seats = []
        for number, seat in enumerate(self.seats, start=1):
            try:
                seats.append(seat.record())
            except BadInput as fault:
                raise BadInput(f"seat {number}: {fault}") from fault
        if self.language not in book_languages():
            raise BadInput(f"the book has no language {self.language!r}: it has {', '.join(book_languages())}")
        try:
            setup = BookSetup(first=self.first, taken=self.taken)
        except ValueError as fault:
            raise BadInput(f"no game can be dealt: {fault}") from fault
        return GameRecord(id, "book", self.language, checked_title(self.title), setup, seed, tuple(seats), {}, created)


def seats_of(record: GameRecord) -> tuple[BookSeat, ...]:
    """The seats of a stored game."""
    return tuple(
        BookSeat(seat.name, cast(BookSeatKind, seat.kind), seat.settings.get("strength", "sensible"))
        for seat in record.seats
    )


def check(record: GameRecord) -> None:
    """Raises DamagedSave when the table cannot show the game: a choice that it does not know."""
    where = f"game {record.id}"
    if len(record.seats) != PLAYERS:
        raise DamagedSave(where, f"it has {len(record.seats)} seats for {PLAYERS} players")
    for seat in seats_of(record):
        if seat.kind not in BOOK_SEAT_KINDS or seat.strength not in STRENGTHS:
            raise DamagedSave(where, f"seat {seat.name}: nobody plays as {seat.kind} of strength {seat.strength!r}")
    if record.language not in book_languages():
        raise DamagedSave(where, f"language: the book is not written in {record.language!r}")
