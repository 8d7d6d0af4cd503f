"""The whole state of a tale game, and the part of it that one seat may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from companion.rules.chance import Chance
from companion.rules.kernel import Outcome, Seat
from companion.rules.tale.setup import ChallengeKind, ClaimHow, Played, TaleSetup

LaidHow: TypeAlias = Literal["lay", "element", "interrupt"]
"""A card on the table was laid by the narrator, or by a rival as a claim of either kind."""

TurnWhy: TypeAlias = Literal["start", "passed", "element", "interrupt", "challenge", "ending_refused"]
"""How the present narrator came by the turn."""


class Phase(StrEnum):
    """What the game waits for."""

    TELLING = "telling"
    """the narrator tells; rivals may claim or challenge"""
    RULING = "ruling"
    """an open question"""
    DISCARDING = "discarding"
    """the narrator has passed and may discard one card"""
    OVER = "over"


@dataclass(frozen=True)
class Sentence:
    """One told sentence."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class Laid:
    """A story card in the row on the table."""

    card: str
    seat: Seat
    how: LaidHow
    sentence: int
    """Index of the sentence it was laid for; an interrupt has that of the card it answered."""
    told: int
    """How many sentences had been told when it was laid."""


@dataclass(frozen=True)
class Question:
    """What the table must decide. All of it is public: its card lies face up."""

    about: Literal["lay", "claim", "challenge", "ending"]
    seat: Seat
    """Who laid, claimed or challenged."""
    narrator: Seat
    voters: tuple[Seat, ...]
    """The uninvolved players, or for a lay and an ending all the others."""
    card: str | None = None
    sentence: int = -1
    challenge: ChallengeKind | None = None
    quote: str = ""
    earlier: str = ""
    votes: tuple[tuple[Seat, bool, bool], ...] = ()
    """(seat, stands, return the card), in the order of voting."""

    def has_voted(self, seat: Seat) -> bool:
        return any(vote[0] == seat for vote in self.votes)


@dataclass(frozen=True)
class TaleState:
    """Everything, hidden cards included: never leaves the server. Use `view` for what a seat may know."""

    setup: TaleSetup
    chance: Chance
    phase: Phase
    narrator: Seat
    turn_why: TurnWhy
    hands: tuple[tuple[str, ...], ...]
    """Story cards by seat, in the order they came."""
    endings: tuple[tuple[str, ...], ...]
    """Ending cards by seat."""
    draw_pile: tuple[str, ...]
    """Top card last."""
    discard: tuple[str, ...]
    """Face up, top card last."""
    ending_pile: tuple[str, ...]
    """Top card last."""
    ending_discard: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    laid: tuple[Laid, ...] = ()
    turn_start: int = 0
    """Index of this turn's first sentence."""
    turn_laid: int = 0
    """Index in `laid` of this turn's first card; the card of a claim belongs to the turn that it opened."""
    question: Question | None = None
    ruled: tuple[tuple[ChallengeKind | Literal["ending"], Seat, int], ...] = ()
    """Failed challenges of this turn: (kind, challenger, sentences told then); the same again is refused."""
    outcome: Outcome | None = None
    final_ending: str | None = None

    @property
    def players(self) -> int:
        return self.setup.players

    def left_of(self, seat: Seat) -> Seat:
        return (seat + 1) % self.setup.players

    @property
    def told_this_turn(self) -> int:
        return len(self.sentences) - self.turn_start


@dataclass(frozen=True)
class TaleView:
    """What one seat may know; `seat` None is the projector's and spectators' view. It has no place for a rival's
    hand, a rival's ending or the order of a pile."""

    seat: Seat | None
    players: int
    phase: Phase
    narrator: Seat
    turn_why: TurnWhy
    hand: tuple[str, ...]
    """The seat's own story cards; empty for the projector."""
    endings: tuple[str, ...]
    """The seat's own ending cards; empty for the projector."""
    hand_counts: tuple[int, ...]
    draw_count: int
    discard: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    laid: tuple[Laid, ...]
    turn_start: int
    turn_laid: int
    question: Question | None
    outcome: Outcome | None
    final_ending: str | None
    claim_from: int = 0
    """Index of the first sentence that a rival may still claim."""
    returnable: str | None = None
    """The card that an upheld challenge may send back to the narrator's hand."""
    ruled: tuple[tuple[ChallengeKind | Literal["ending"], Seat, int], ...] = ()
    """As in the state: everybody has seen these challenges fail."""
    played: Played = field(default_factory=Played)

    @property
    def is_narrator(self) -> bool:
        return self.seat == self.narrator

    @property
    def sentences_left(self) -> int | None:
        """How many the narrator may still tell in this turn; None: there is no limit, or none any more."""
        most = self.played.sentences_a_turn
        if most is None or not self.hand_counts[self.narrator]:
            return None
        return max(0, most - (len(self.sentences) - self.turn_start))

    @property
    def passes_freely(self) -> bool:
        """Passing the story on costs the narrator no card now."""
        return self.played.cooperative or not self.played.passing_costs or self.sentences_left == 0

    @property
    def waits_for_others(self) -> bool:
        """A cooperative tale that the narrator, who holds no card, can't close yet: others hold some."""
        return self.played.cooperative and not self.hand_counts[self.narrator] and any(self.hand_counts)


__all__ = ["ClaimHow", "Laid", "LaidHow", "Phase", "Question", "Sentence", "TaleState", "TaleView", "TurnWhy"]
