"""How one tale game is set up (rulebook 000, "Подготовка к игре") and the house's choices where it is silent.

Every choice of the house (design, section 4) is a field here with its default; the Rules page prints them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property

from companion.rules.cards import StoryCard
from companion.rules.kernel import Seat

MIN_PLAYERS, MAX_PLAYERS = 2, 10
MIN_HAND = 5
MOST_DRAWN_WHEN_INTERRUPTED = 3
MAX_SENTENCE = 1000
"""Characters in one told sentence."""


class ClaimHow(StrEnum):
    """The two ways to take the story over (rulebook, "Помеха рассказчику")."""

    ELEMENT = "element"
    INTERRUPT = "interrupt"


class ChallengeKind(StrEnum):
    """The five challenges (rulebook, "Опротестование истории")."""

    SILENCE = "silence"
    CONTRADICTION = "contradiction"
    TEDIUM = "tedium"
    NONSENSE = "nonsense"
    UNIMPORTANT = "unimportant"


@dataclass(frozen=True)
class Played:
    """What is played at a table, as everybody there knows it: fields of `TaleSetup` of the same names."""

    claims: tuple[ClaimHow, ...] = tuple(ClaimHow)
    challenges: tuple[ChallengeKind, ...] = tuple(ChallengeKind)
    sentences_a_turn: int | None = None
    cards_a_turn: int | None = None
    passing_costs: bool = True
    cooperative: bool = False
    refused_ending_not_yet: bool = False

    @property
    def rivals_may_act(self) -> bool:
        """Whoever does not tell may take the story over, or object."""
        return bool(self.claims or self.challenges)


@dataclass(frozen=True)
class TaleSetup:
    """A table about to play. Raises ValueError when no game can be dealt from it.

    Example: `TaleSetup(players=3, cards=deck.story_cards, endings=deck.ending_ids)`.
    """

    players: int
    cards: tuple[StoryCard, ...]
    endings: tuple[str, ...]
    first_narrator: Seat | None = None
    """The host's choice; None draws lots."""
    hand_size: int | None = None
    """Story cards dealt to each; None is the rulebook's number, 11 less the players but at least 5."""
    endings_each: int = 1

    claims: tuple[ClaimHow, ...] = (ClaimHow.ELEMENT, ClaimHow.INTERRUPT)
    """Ways to take over that this table plays with."""
    challenges: tuple[ChallengeKind, ...] = tuple(ChallengeKind)
    """Challenges that this table plays with."""
    silence_seconds: tuple[float | None, ...] = ()
    """Per seat: seconds of silence before the challenge is open; None exempts the seat. Empty: 10 s for all."""
    reshuffle: bool = True
    """An empty draw pile is made anew from the discard; False: no card is drawn any more."""
    doubt_favours_narrator: bool = False
    """Nobody uninvolved is there to vote (two players): True, the narrator is right; False, the table's policy or
    its host rules (`Rule`)."""
    tied_claim_costs: bool = False
    """A tied vote on a claim: False, the claimant takes the card back; True, it is a wrongful claim."""
    late_claim_costs: bool = False
    """A claim after the next laid card: False, it is refused; True, it is a wrongful claim."""
    claim_sentence_of_last_card: bool = True
    """What else was said in the sentence of the last laid card may still be claimed; False: only later sentences."""
    interrupt_until_next_card: bool = True
    """A category interrupt waits for the next card; False: only until the next sentence."""
    tell_on_before_ending: int = 1
    """Sentences that a narrator must have told in this turn before the ending card may be laid."""
    ending_refused_by: float = 0.5
    """An ending is refused by more than this share of the others."""
    refused_ending_not_yet: bool = False
    """False: a refused ending costs the turn, the card and a draw; True: "not yet", the narrator just tells on."""
    challenge_returns_card: bool = True
    """Voters of a challenge may send the narrator's last card back to the hand."""
    sentences_a_turn: int | None = None
    """Sentences that a narrator tells before the story passes on; None: as many as the others let pass. Who holds no
    card tells on to the ending, without this limit."""
    cards_a_turn: int | None = None
    """Cards that a narrator lays before the story passes on, a claim's own card not counted; None: no limit. Who has
    laid the last card tells on to the ending."""
    passing_costs: bool = True
    """Passing on draws a card and then may put one away; False: the story just goes to the left. A turn that has
    reached its limit passes on without cost in either case."""
    cooperative: bool = False
    """True: one goal for all. Nobody draws for passing on, for being interrupted or for a claim that fails (its card
    goes back); the story passes by who holds no card, and once all hands are empty the narrator's ending closes the
    tale for all."""
    drawn_when_interrupted: int = 1
    """Cards that an interrupted narrator draws, 1 to 3, or what there is."""

    def __post_init__(self) -> None:
        wrong = self._what_is_wrong()
        if wrong:
            raise ValueError(wrong)

    @property
    def dealt(self) -> int:
        """Story cards dealt to each player (rulebook, "Подготовка к игре")."""
        return max(MIN_HAND, 11 - self.players) if self.hand_size is None else self.hand_size

    def silence_limit(self, seat: Seat) -> float | None:
        """Seconds of silence after which this seat may be challenged; None: never."""
        return self.silence_seconds[seat] if self.silence_seconds else 10.0

    @cached_property
    def played(self) -> Played:
        """What is played here, without the deck."""
        return Played(**{one.name: getattr(self, one.name) for one in fields(Played)})

    @cached_property
    def card(self) -> dict[str, StoryCard]:
        """The story cards by id."""
        return {card.id: card for card in self.cards}

    def _what_is_wrong(self) -> str:
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            return f"players must be {MIN_PLAYERS} to {MAX_PLAYERS}, not {self.players}"
        if self.dealt < 1 or self.endings_each < 1:
            return "each player needs at least one story card and one ending card"
        if len({card.id for card in self.cards}) != len(self.cards) or len(set(self.endings)) != len(self.endings):
            return "the deck holds a card twice"
        if len(self.cards) < self.players * self.dealt + 1:
            return f"{len(self.cards)} story cards are too few to deal {self.dealt} to each of {self.players} players"
        if len(self.endings) < self.players * self.endings_each:
            return f"{len(self.endings)} ending cards are too few for {self.players} players"
        if self.first_narrator is not None and not 0 <= self.first_narrator < self.players:
            return f"there is no seat {self.first_narrator}"
        if self.silence_seconds and len(self.silence_seconds) != self.players:
            return "silence_seconds needs one value for each seat"
        return self._what_is_wrong_with_turns()

    def _what_is_wrong_with_turns(self) -> str:
        for name in ("sentences_a_turn", "cards_a_turn"):
            limit = getattr(self, name)
            if limit is not None and limit < 1:
                return f"{name} must be at least 1, not {limit}"
        if not 1 <= self.drawn_when_interrupted <= MOST_DRAWN_WHEN_INTERRUPTED:
            return (
                f"drawn_when_interrupted must be 1 to {MOST_DRAWN_WHEN_INTERRUPTED}, not {self.drawn_when_interrupted}"
            )
        return ""
