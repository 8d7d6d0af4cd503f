"""What may be done in Сказочник: one immutable value for each deed, in the imperative; `kind` names it in a save."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rules.kernel import Seat


@dataclass(frozen=True)
class PlaceChip:
    """Before the deal: put one of the four chips on a cell (1 to 19) of the rival's board."""

    seat: Seat
    cell: int
    kind: Literal["place"] = "place"


@dataclass(frozen=True)
class Draw:
    """Begin the turn with one card from the pile."""

    seat: Seat
    kind: Literal["draw"] = "draw"


@dataclass(frozen=True)
class Skip:
    """Instead of a turn: draw three cards, or as many as there are, and do nothing else."""

    seat: Seat
    kind: Literal["skip"] = "skip"


@dataclass(frozen=True)
class Rob:
    """Play an own "give N" card: N cards of the rival's hand change hands."""

    seat: Seat
    card: str
    kind: Literal["rob"] = "rob"


@dataclass(frozen=True)
class Take:
    """Where cards are taken seen: pick one card of the rival's hand; once for each card that is due."""

    seat: Seat
    card: str
    kind: Literal["take"] = "take"


@dataclass(frozen=True)
class LayChapter:
    """Lay an own manuscript on the cell of its chapter, where a chip must stand."""

    seat: Seat
    card: str
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True)
class MoveChip:
    """The rival of whoever laid: put the chip that came free on a free cell of that board."""

    seat: Seat
    cell: int
    kind: Literal["move"] = "move"


@dataclass(frozen=True)
class EndTurn:
    """Lay nothing, and leave the turn to the rival."""

    seat: Seat
    kind: Literal["end"] = "end"


@dataclass(frozen=True)
class OfferStop:
    """Ask the rival to stop here: more chapters laid wins, equal is a draw."""

    seat: Seat
    kind: Literal["offer_stop"] = "offer_stop"


@dataclass(frozen=True)
class AnswerStop:
    """Answer the rival's offer to stop."""

    seat: Seat
    agrees: bool
    kind: Literal["answer_stop"] = "answer_stop"


Action: TypeAlias = PlaceChip | Draw | Skip | Rob | Take | LayChapter | MoveChip | EndTurn | OfferStop | AnswerStop
