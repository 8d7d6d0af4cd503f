"""What a judge says of an ending: does it close this tale? Advice for the people who vote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.language.catalogue import catalogue


@dataclass(frozen=True)
class Reason:
    """One reason for or against an ending."""

    code: str
    """`no_referent`, `contradicts`, `unresolved`, `nonsense` against it; `referent`, `bridge`, `closed` for it; `said`
    for a language model's own words."""
    quote: str = ""
    """The told line, or the ending's words, that it is about."""
    values: Mapping[str, str] = field(default_factory=dict)
    said: str = ""

    @property
    def is_against(self) -> bool:
        return self.code in ("no_referent", "contradicts", "unresolved", "nonsense")

    def why(self, language: str) -> str:
        """The reason as a sentence, in the reader's language."""
        return self.said or catalogue(language).t(f"judge.{self.code}", **self.values)


@dataclass(frozen=True)
class Opinion:
    """Is the ending plausible for the tale?"""

    plausible: bool
    score: float
    """How plausible, 0 to 1; from 0.5 on it is called plausible."""
    reasons: tuple[Reason, ...] = ()
    by: Literal["scripted", "llm"] = "scripted"
