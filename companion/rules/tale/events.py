"""What happened in the tale game: immutable values in the past tense; a stored game is the list of them.

Events hold what only some may know (drawn cards, the new order of a pile): they stay on the server. What a seat may
see is its `TaleView`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rules.kernel import Seat
from companion.rules.tale.actions import Ruling
from companion.rules.tale.state import LaidHow, Question, TurnWhy


@dataclass(frozen=True)
class Told:
    seat: Seat
    text: str
    kind: Literal["told"] = "told"


@dataclass(frozen=True)
class QuestionOpened:
    """A lay, claim, challenge or ending waits for the table's ruling; its card lies on the table meanwhile."""

    question: Question
    kind: Literal["question_opened"] = "question_opened"


@dataclass(frozen=True)
class VoteCast:
    seat: Seat
    stands: bool
    return_card: bool
    kind: Literal["vote_cast"] = "vote_cast"


@dataclass(frozen=True)
class CardLaid:
    """A card joined the row of laid cards, for good unless a challenge returns it."""

    seat: Seat
    card: str
    sentence: int
    how: LaidHow
    ruling: Ruling | None
    kind: Literal["card_laid"] = "card_laid"


@dataclass(frozen=True)
class LayRefused:
    """The table did not accept the narrator's card: it is back in the hand, without penalty."""

    seat: Seat
    card: str
    ruling: Ruling
    kind: Literal["lay_refused"] = "lay_refused"


@dataclass(frozen=True)
class ClaimFailed:
    """The claim did not stand: the card is discarded (`penalty`) or back in the hand."""

    seat: Seat
    card: str
    penalty: bool
    ruling: Ruling
    kind: Literal["claim_failed"] = "claim_failed"


@dataclass(frozen=True)
class ChallengeUpheld:
    """The narrator loses the turn; `returned` is the laid card that went back to the narrator's hand."""

    seat: Seat
    narrator: Seat
    about: str
    returned: str | None
    ruling: Ruling
    kind: Literal["challenge_upheld"] = "challenge_upheld"


@dataclass(frozen=True)
class ChallengeFailed:
    seat: Seat
    about: str
    ruling: Ruling
    kind: Literal["challenge_failed"] = "challenge_failed"


@dataclass(frozen=True)
class StoryPassed:
    """The narrator said "to be continued" and now may discard one card."""

    seat: Seat
    kind: Literal["story_passed"] = "story_passed"


@dataclass(frozen=True)
class Discarded:
    """The passing player put a card away; None: kept all."""

    seat: Seat
    card: str | None
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True)
class Drew:
    seat: Seat
    card: str
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True)
class NothingToDraw:
    """Draw pile and discard are both empty: the player draws no card."""

    seat: Seat
    kind: Literal["nothing_to_draw"] = "nothing_to_draw"


@dataclass(frozen=True)
class DiscardReshuffled:
    """The draw pile had run out: the discard, in this order, is the new one."""

    order: tuple[str, ...]
    kind: Literal["discard_reshuffled"] = "discard_reshuffled"


@dataclass(frozen=True)
class NarratorChanged:
    seat: Seat
    why: TurnWhy
    kind: Literal["narrator_changed"] = "narrator_changed"


@dataclass(frozen=True)
class EndingRefused:
    """The others did not accept the ending. `kept`: "not yet", the narrator tells on with the same card."""

    seat: Seat
    ending: str
    kept: bool
    ruling: Ruling
    kind: Literal["ending_refused"] = "ending_refused"


@dataclass(frozen=True)
class EndingDrawn:
    seat: Seat
    ending: str
    kind: Literal["ending_drawn"] = "ending_drawn"


@dataclass(frozen=True)
class EndingsReshuffled:
    """The pile of ending cards had run out: the refused ones, in this order, are the new pile."""

    order: tuple[str, ...]
    kind: Literal["endings_reshuffled"] = "endings_reshuffled"


@dataclass(frozen=True)
class Won:
    """The ending was accepted: the tale is over, and won by that seat or, `together`, by all."""

    seat: Seat
    ending: str
    ruling: Ruling | None
    together: bool = False
    kind: Literal["won"] = "won"


Event: TypeAlias = (
    Told | QuestionOpened | VoteCast | CardLaid | LayRefused | ClaimFailed | ChallengeUpheld | ChallengeFailed
    | StoryPassed | Discarded | Drew | NothingToDraw | DiscardReshuffled | NarratorChanged | EndingRefused
    | EndingDrawn | EndingsReshuffled | Won
)  # fmt: skip
