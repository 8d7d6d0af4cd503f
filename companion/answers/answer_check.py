"""What the checker says of an answer. Advice for the host, who decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.language.catalogue import catalogue

Verdict = Literal["right", "typo", "other-name", "ask", "wrong"]


@dataclass(frozen=True)
class AnswerCheck:
    """Is the answer right?"""

    correct: bool
    """The better guess, where the verdict is "ask"."""
    score: float
    """0 to 1: how surely right; from 0.5 on it is called correct."""
    verdict: Verdict
    why_code: str
    """`same`, `typo`, `half`...: the key `answers.<why_code>` of the message catalogue."""
    why_params: Mapping[str, str] = field(default_factory=dict)

    def why(self, language: str) -> str:
        """The reason as a sentence in the reader's language."""
        return catalogue(language).t(f"answers.{self.why_code}", **self.why_params)
