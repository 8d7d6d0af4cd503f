"""What the referee's weights were measured to be: referee.json, made by `make referee`."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import BadInput
from companion.referee.suggestion import Verdict

PATH = Path(__file__).parent / "referee.json"
SHORT = 1
"""Sentences: one alone says little of itself."""


class RefereeModel(BaseModel):
    """A multinomial logistic regression over named facts, and how often each sort of clash is right."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: dict[Verdict, tuple[float, ...]]
    intercepts: dict[Verdict, float]
    thresholds: dict[Verdict, float]
    short_thresholds: dict[Verdict, float]
    """Of narrations of at most SHORT sentences."""
    clashes: dict[str, float]
    clash_threshold: float
    measured: dict[str, float] = {}
    """What cross-validation by tale gave when it was made."""

    def chances(self, facts: Sequence[float]) -> dict[Verdict, float]:
        """The probability of each verdict but contradiction, which needs a line to point to."""
        values = [(x - m) / s for x, m, s in zip(facts, self.means, self.scales, strict=True)]
        totals = {
            verdict: self.intercepts[verdict] + sum(w * x for w, x in zip(weights, values, strict=True))
            for verdict, weights in self.weights.items()
        }
        most = max(totals.values())
        powers = {verdict: math.exp(total - most) for verdict, total in totals.items()}
        whole = sum(powers.values())
        return {verdict: power / whole for verdict, power in powers.items()}


@lru_cache(maxsize=1)
def referee_model() -> RefereeModel:
    """Raises BadInput when the file is damaged."""
    try:
        return RefereeModel.model_validate(json.loads(PATH.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as fault:
        told = " ".join(str(fault).split())[:200]
        raise BadInput(f"{PATH}: the calibration cannot be read ({told}): make it again with `make referee`") from fault
