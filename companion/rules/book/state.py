"""The whole state of a game of Сказочник, and the part of it that one seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.book.cards import CELLS, CHAPTERS
from companion.rules.book.setup import BookSetup
from companion.rules.chance import Chance
from companion.rules.kernel import Outcome, Seat


class Phase(StrEnum):
    """What the game waits for. An open offer to stop goes first (`stop_offer`)."""

    PLACING = "placing"
    """both put their chips on the other's board, in any order"""
    DRAWING = "drawing"
    """the turn begins: draw, or skip it"""
    PLAYING = "playing"
    """rob once, lay one chapter, or end the turn"""
    TAKING = "taking"
    """cards are taken seen: the robber picks"""
    MOVING = "moving"
    """the rival puts the lifted chip on a free cell"""
    OVER = "over"


@dataclass(frozen=True)
class Board:
    """One player's book. Chips stand where the rival wants them."""

    laid: tuple[str, ...] = ("",) * CHAPTERS
    """Cards by cell, cell 1 first; "" where no chapter lies yet."""
    chips: tuple[int, ...] = ()
    """Cells with a chip, in rising order."""
    aside: int = 0
    """Chips for which there is no free cell any more."""

    @property
    def chapters(self) -> int:
        """How many chapters are laid."""
        return CHAPTERS - self.laid.count("")

    @property
    def free(self) -> tuple[int, ...]:
        """Cells with neither a chapter nor a chip."""
        return tuple(cell for cell in CELLS if not self.laid[cell - 1] and cell not in self.chips)


@dataclass(frozen=True)
class Robbery:
    """The latest taking of cards."""

    seat: Seat
    """The robber."""
    count: int
    """Cards taken so far."""
    cards: tuple[str, ...]
    """Which; for the projector empty."""


@dataclass(frozen=True)
class BookState:
    """Everything, hidden cards included: never leaves the server. Use `view` for what a seat may know."""

    setup: BookSetup
    chance: Chance
    phase: Phase
    first: Seat
    turn: Seat
    """Whose turn it is; while chips are placed, whose it will be."""
    hands: tuple[tuple[str, ...], ...]
    """Cards by seat, in the order they came."""
    pile: tuple[str, ...]
    """Top card last."""
    boards: tuple[Board, ...] = (Board(), Board())
    """By the seat whose book it is."""
    discard: tuple[str, ...] = ()
    """Face up, top card last."""
    turns: int = 0
    """Turns begun so far, both players' together."""
    robbed: bool = False
    """A "give" card was played in this turn."""
    due: int = 0
    """Cards that the robber may still take."""
    robbery: Robbery | None = None
    reshuffled: bool = False
    """The pile has been made anew from the discard: no turn is skipped any more."""
    known: tuple[tuple[str, ...], ...] = ((), ())
    """By seat: cards in the rival's hand that this seat has seen there or lost to it."""
    stop_offer: Seat | None = None
    """Who has offered to stop and waits for the answer."""
    stop_declined: tuple[Seat, ...] = ()
    """Whose offers were declined in this turn."""
    outcome: Outcome | None = None


@dataclass(frozen=True)
class BookView:
    """What one seat may know; `seat` None is the projector's view. It has no place for the rival's hand beyond the
    cards that this seat has seen there, nor for the order of the pile."""

    seat: Seat | None
    phase: Phase
    first: Seat
    turn: Seat
    hand: tuple[str, ...]
    """The seat's own cards; empty for the projector."""
    hand_counts: tuple[int, ...]
    known: tuple[str, ...]
    """Cards in the rival's hand that the seat knows of: lost to the rival, or seen there. Empty for the projector."""
    boards: tuple[Board, ...]
    pile_count: int
    discard: tuple[str, ...]
    turns: int
    robbed: bool
    due: int
    robbery: Robbery | None
    reshuffled: bool
    stop_offer: Seat | None
    stop_declined: tuple[Seat, ...]
    outcome: Outcome | None
    taken_seen: bool
    """Whether a robber sees what there is to take."""

    @property
    def is_on_turn(self) -> bool:
        return self.seat == self.turn


def rival_of(seat: Seat) -> Seat:
    """The other of the two."""
    return 1 - seat
