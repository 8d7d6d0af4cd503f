"""What a matcher says of a sentence: the cards that it mentions, where, how surely and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Answer = Literal["hit", "implied", "ask"]
Doubt = Literal["", "compared", "negated", "conditional", "named", "near"]
"""What speaks against a mention: it is only compared, denied, supposed, a name, or close to the card's meaning."""


@dataclass(frozen=True)
class Mention:
    """A suggestion, never a ruling: the sentence mentions what is on the card."""

    card: str
    score: float
    """0 to 1; 0.5 and more means "flag it"."""
    answer: Answer
    passing: bool
    """Mentioned without weight in the plot: a rival may claim it, the narrator may not lay a card for it."""
    start: int
    end: int
    """Character offsets in the sentence."""
    quote: str
    why: str
    """One sentence that a child understands, in the language of the sentence."""
    doubt: Doubt = ""
    """Of an `ask`: the kind of doubt, so that a page can tell both readings in its own language; "": some other."""


class Matcher(Protocol):
    """Finds mentions. Made for one language and one deck; safe to share between threads."""

    @property
    def stage(self) -> int:
        """Another number than before: asking again may bring more."""
        ...

    @property
    def notice(self) -> str:
        """What players should know about what it hears, as a key of the message catalogue; "": nothing."""
        ...

    def mentions(self, sentence: str, *, context: str = "", cards: Sequence[str] | None = None) -> list[Mention]:
        """Mentions worth showing, best first, at most one a card. `context`: what was told before.

        `cards`: ids to look for (None: the whole deck). Raises KeyError for an unknown id.
        """
        ...


class MatcherBefore:
    """Base of a matcher that stands before another and passes on how that one is."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    @property
    def stage(self) -> int:
        return self._matcher.stage

    @property
    def notice(self) -> str:
        return self._matcher.notice
