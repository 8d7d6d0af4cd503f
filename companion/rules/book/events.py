"""What happened in Сказочник: immutable values in the past tense; a stored game is the list of them.

Events hold what only some may know (drawn and robbed cards, the order of the pile): they stay on the server. What a
seat may see is its `BookView`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rules.kernel import Seat


@dataclass(frozen=True)
class ChipPlaced:
    """Seat has put a chip on a cell of the rival's board."""

    seat: Seat
    cell: int
    kind: Literal["chip_placed"] = "chip_placed"


@dataclass(frozen=True)
class Dealt:
    """All chips stand: each seat has its cards from the top of the pile."""

    hands: tuple[tuple[str, ...], ...]
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True)
class TurnBegan:
    seat: Seat
    kind: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True)
class Drew:
    seat: Seat
    card: str
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True)
class NothingToDraw:
    """Pile and discard are both empty: the turn goes on without a card."""

    seat: Seat
    kind: Literal["nothing_to_draw"] = "nothing_to_draw"


@dataclass(frozen=True)
class PileReshuffled:
    """The pile had run out: the discard, in this order (top card last), is the new one. No turn is skipped any more."""

    order: tuple[str, ...]
    kind: Literal["pile_reshuffled"] = "pile_reshuffled"


@dataclass(frozen=True)
class TurnSkipped:
    """The seat gave up its turn; the cards that it drew for it follow."""

    seat: Seat
    kind: Literal["turn_skipped"] = "turn_skipped"


@dataclass(frozen=True)
class GivePlayed:
    """A "give" card went to the discard; `count` cards of the rival are due."""

    seat: Seat
    card: str
    count: int
    kind: Literal["give_played"] = "give_played"


@dataclass(frozen=True)
class Robbed:
    """Cards went from the rival's hand to the seat's."""

    seat: Seat
    cards: tuple[str, ...]
    kind: Literal["robbed"] = "robbed"


@dataclass(frozen=True)
class ChapterLaid:
    """A manuscript lies on its cell; the chip that stood there is lifted."""

    seat: Seat
    card: str
    kind: Literal["chapter_laid"] = "chapter_laid"


@dataclass(frozen=True)
class ChipMoved:
    """Seat has put the lifted chip on a cell of the rival's board."""

    seat: Seat
    cell: int
    kind: Literal["chip_moved"] = "chip_moved"


@dataclass(frozen=True)
class ChipSetAside:
    """No free cell was left on the board of `seat` for the lifted chip."""

    seat: Seat
    kind: Literal["chip_set_aside"] = "chip_set_aside"


@dataclass(frozen=True)
class StopOffered:
    seat: Seat
    kind: Literal["stop_offered"] = "stop_offered"


@dataclass(frozen=True)
class StopDeclined:
    """The seat plays on; the offer counts as answered until the turn passes."""

    seat: Seat
    kind: Literal["stop_declined"] = "stop_declined"


@dataclass(frozen=True)
class Stopped:
    """Both agreed to stop; `winners` is empty when both have laid equally many chapters."""

    winners: tuple[Seat, ...]
    kind: Literal["stopped"] = "stopped"


@dataclass(frozen=True)
class Won:
    """The seat has laid its last chapter."""

    seat: Seat
    kind: Literal["won"] = "won"


Event: TypeAlias = (
    ChipPlaced
    | Dealt
    | TurnBegan
    | Drew
    | NothingToDraw
    | PileReshuffled
    | TurnSkipped
    | GivePlayed
    | Robbed
    | ChapterLaid
    | ChipMoved
    | ChipSetAside
    | StopOffered
    | StopDeclined
    | Stopped
    | Won
)
