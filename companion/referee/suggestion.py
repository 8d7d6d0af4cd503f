"""What a referee says of a narration: advice with quotes and reasons. It never changes a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from companion.language.catalogue import catalogue

Verdict = Literal["ok", "contradiction", "tedium", "nonsense", "unimportant"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
By = Literal["scripted", "llm"]


@dataclass(frozen=True)
class Evidence:
    """One reason for a verdict."""

    quote: str
    """The narrator's words that it is about."""
    code: str = ""
    """A key of the message catalogue; "" when `said` holds the reason."""
    values: Mapping[str, str] = field(default_factory=dict)
    earlier: str = ""
    """The earlier line that the words contradict."""
    said: str = ""
    """The reason in a language model's words."""

    def why(self, language: str) -> str:
        """The reason as a sentence, in the reader's language."""
        return self.said or catalogue(language).t(self.code, **self.values)


@dataclass(frozen=True)
class Suggestion:
    """A verdict with its evidence; `ok` needs none."""

    verdict: Verdict
    score: float
    """How sure the referee is of the verdict, 0 to 1."""
    evidence: tuple[Evidence, ...] = ()
    by: By = "scripted"


@dataclass(frozen=True)
class Pace:
    """How fast the tale moves: what the narrator may see before anybody shouts."""

    level: Literal["quick", "steady", "slow"]
    deeds: float
    """Things that happen a sentence, over the latest sentences of the turn."""
    fresh: float
    """Share of words that the tale has not told before."""
