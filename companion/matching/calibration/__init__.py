"""What was measured on labelled sentences: weights and thresholds as plain JSON, made by `make matcher`.

passing.json            is a mention without weight in the plot? one model for all languages
meaning-<encoder>.json  is the card meant though no word of it is said? it belongs to that encoder
meaning-<encoder>.npz   the directions of that encoder in which each card of the bundled deck lies
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import BadInput

M = TypeVar("M", bound="Model")
Strictness = Literal["strict", "normal", "loose"]

FOLDER = Path(__file__).parent


class Model(BaseModel):
    """A logistic regression over named facts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[str, ...]
    weights: tuple[float, ...]
    intercept: float
    thresholds: dict[Strictness, float]
    """From which probability on the answer is yes."""
    measured: dict[str, float] = {}
    """What cross-validation by tale gave when it was made."""

    def probability(self, facts: Sequence[float]) -> float:
        total = self.intercept + sum(w * x for w, x in zip(self.weights, facts, strict=True))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class MeaningModel(Model):
    """The model of one encoder."""

    encoder: str
    texts: str
    """Digest of the names and descriptions that the cards' directions were made from."""


@lru_cache(maxsize=4)
def passing_model() -> Model:
    return _read(FOLDER / "passing.json", Model)


def meaning_model(encoder: str) -> MeaningModel | None:
    """The model of that encoder; None when it was never calibrated."""
    path = meaning_path(encoder)
    return _read(path, MeaningModel) if path.is_file() and path.with_suffix(".npz").is_file() else None


def meaning_path(encoder: str) -> Path:
    """Where the model of an encoder lies; a folder or hub name is spelt so that it is a file's name."""
    spelt = "".join(sign if sign.isalnum() or sign in ".-" else "-" for sign in encoder).strip("-.")
    return FOLDER / f"meaning-{spelt}.json"


def _read(path: Path, kind: type[M]) -> M:
    try:
        return kind.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as fault:
        told = " ".join(str(fault).split())[:200]
        raise BadInput(f"{path}: the calibration cannot be read ({told}): make it again with `make matcher`") from fault
