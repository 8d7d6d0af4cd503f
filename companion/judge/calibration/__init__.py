"""What the judge's weights were measured to be: judge.json and scenes.npz, made by `make referee`."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import BadInput

PATH = Path(__file__).parent / "judge.json"


class JudgeModel(BaseModel):
    """A logistic regression over named signs; 0.5 parts plausible from implausible."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    measured: dict[str, float] = {}
    """What cross-validation by couples of tales gave when it was made."""

    def probability(self, signs: Sequence[float]) -> float:
        """How plausible the ending is, 0 to 1. A sign that is nan counts as its mean."""
        values = zip(signs, self.means, self.scales, self.weights, strict=True)
        total = self.intercept + sum(
            weight * (x - mean) / scale for x, mean, scale, weight in values if not math.isnan(x)
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class JudgeModels(BaseModel):
    """The weights for ending cards of the bundled deck, and for any other ending: whether it closes the tale, and
    whether it is of this tale at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    card: JudgeModel
    other: JudgeModel
    foreign: JudgeModel


@lru_cache(maxsize=1)
def judge_models() -> JudgeModels:
    """Raises BadInput when the file is damaged."""
    try:
        return JudgeModels.model_validate(json.loads(PATH.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as fault:
        told = " ".join(str(fault).split())[:200]
        raise BadInput(f"{PATH}: the calibration cannot be read ({told}): make it again with `make referee`") from fault
