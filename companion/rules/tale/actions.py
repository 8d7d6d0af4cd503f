"""What may be done in the tale game: one immutable value for each deed, in the imperative.

`kind` names the action in a saved game. Whether a sentence mentions a card is decided outside the rules: an action
that depends on it carries the `Ruling`; without one it opens a question that the table votes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rules.kernel import TABLE, Seat
from companion.rules.tale.setup import ChallengeKind, ClaimHow


@dataclass(frozen=True)
class Ruling:
    """What people, or the policy that they chose, decided; with the evidence that was shown."""

    stands: bool
    by: Literal["matcher", "vote", "host", "policy", "clock"]
    answer: Literal["", "hit", "implied", "ask", "no"] = ""
    """The matcher's answer at the time, if it was asked."""
    quote: str = ""
    """The told words that it is about."""
    why: str = ""
    """A reason for people: the suggestion's or the host's words."""
    return_card: bool = False
    """Challenges only: the narrator takes the last laid card back."""


@dataclass(frozen=True)
class Tell:
    """The narrator tells on (1 to 1,000 characters)."""

    seat: Seat
    text: str
    parts: tuple[str, ...] = ()
    """The text as the sentences that it is made of, by the table, which knows the language; (): it is one."""
    nothing_to_lay: bool = False
    """The table has heard none of the narrator's cards in this turn: with its last sentence the turn is over."""
    kind: Literal["tell"] = "tell"


@dataclass(frozen=True)
class LayCard:
    """The narrator lays an own story card for a sentence told in this turn (its index in the story)."""

    seat: Seat
    card: str
    sentence: int
    ruling: Ruling | None = None
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True)
class PassStory:
    """The narrator ends the turn of free will ("Передача истории"): draws one, then `Discard`."""

    seat: Seat
    kind: Literal["pass"] = "pass"


@dataclass(frozen=True)
class Discard:
    """After passing: put one story card away, or keep all (None); then the seat to the left tells on."""

    seat: Seat
    card: str | None
    kind: Literal["discard"] = "discard"


@dataclass(frozen=True)
class Claim:
    """A rival takes the story over with an own card ("Помеха рассказчику").

    By element: `sentence` is the index of the sentence that mentions the card. By interrupt: the category of the
    narrator's last laid card is the interrupt card's own; no ruling is needed and `sentence` is ignored.
    """

    seat: Seat
    card: str
    how: ClaimHow
    sentence: int = -1
    ruling: Ruling | None = None
    kind: Literal["claim"] = "claim"


@dataclass(frozen=True)
class Challenge:
    """A rival objects to the narration ("Опротестование истории")."""

    seat: Seat
    about: ChallengeKind
    silent_for: float = 0.0
    """Silence only: seconds since the narrator's last keystroke, word or deed, by the table's clock."""
    quote: str = ""
    """The narrator's words in question."""
    earlier: str = ""
    """The earlier line that they contradict."""
    card: str | None = None
    """Unimportant element: the laid card in question; it must be the narrator's last."""
    ruling: Ruling | None = None
    kind: Literal["challenge"] = "challenge"


@dataclass(frozen=True)
class PlayEnding:
    """The narrator, without story cards, closes the tale with an own ending card ("Конец истории")."""

    seat: Seat
    ending: str
    ruling: Ruling | None = None
    kind: Literal["ending"] = "ending"


@dataclass(frozen=True)
class Vote:
    """An uninvolved player's vote on the open question: does the lay, claim, challenge or ending stand?"""

    seat: Seat
    stands: bool
    return_card: bool = False
    """Challenges only: should the narrator take the last laid card back?"""
    kind: Literal["vote"] = "vote"


@dataclass(frozen=True)
class Rule:
    """The table's host, or its policy where nobody can vote, settles the open question."""

    ruling: Ruling
    seat: Seat = TABLE
    kind: Literal["rule"] = "rule"


Action: TypeAlias = Tell | LayCard | PassStory | Discard | Claim | Challenge | PlayEnding | Vote | Rule
