"""What was measured on labelled sentences: weights and thresholds as plain JSON, made by `make matcher`.

passing.json            is a mention without weight in the plot? one model for all languages
meaning-<encoder>.json  is the card meant though no word of it is said? it belongs to that encoder
meaning-<encoder>.npz   the directions of that encoder in which each card of the bundled deck lies

An encoder of one's own is calibrated into the user's folder where this one cannot be written.
"""

from __future__ import annotations

import hashlib
import json
import math
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import BadInput
from companion.places import user_folder
from embeddings import BUNDLED

M = TypeVar("M", bound="Model")
Strictness = Literal["normal", "strict", "loose"]
STRICTNESSES: tuple[Strictness, ...] = get_args(Strictness)

FOLDER = Path(__file__).parent
_LONGEST_NAME = 60
"""Characters of an encoder's name in a file's name: file systems take 255 bytes."""


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
    """The model of that encoder; None when it was never calibrated. Raises BadInput for a file that is damaged."""
    path = meaning_path(encoder)
    if not (path.is_file() and path.with_suffix(".npz").is_file()):
        return None
    model = _read(path, MeaningModel)
    # Names that differ in signs which no file's name has are spelt alike.
    return model if model.encoder == encoder else None


def meaning_path(encoder: str) -> Path:
    """Where the model of an encoder lies, or would lie."""
    own = _own_folder() / _file_of(encoder)
    return own if encoder != BUNDLED and own.is_file() else FOLDER / own.name


def writable_meaning_path(encoder: str) -> Path:
    """Where a new model of an encoder is to be written, so that `meaning_path` finds it. Raises BadInput when no folder
    for it can be written."""
    here = meaning_path(encoder)
    folders = [here.parent] if encoder == BUNDLED else [here.parent, _own_folder()]
    for folder in folders:
        if _can_be_written(folder):
            return folder / here.name
    raise BadInput(f"{' and '.join(map(str, folders))} cannot be written: the calibration of '{encoder}' has no place")


def _file_of(encoder: str) -> str:
    """An encoder's name spelt so that it can be a file's; a long one is cut, and told apart by a digest."""
    spelt = "".join(sign if sign.isalnum() or sign in ".-" else "-" for sign in encoder).strip("-.")
    if len(spelt) > _LONGEST_NAME:
        spelt = f"{spelt[-_LONGEST_NAME:].strip('-.')}-{hashlib.sha256(encoder.encode()).hexdigest()[:8]}"
    return f"meaning-{spelt}.json"


def _own_folder() -> Path:
    return user_folder() / "calibration"


def _can_be_written(folder: Path) -> bool:
    """Tried, because the rights that a system tells of a folder do not say everything."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _read(path: Path, kind: type[M]) -> M:
    try:
        return kind.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as fault:
        told = " ".join(str(fault).split())[:200]
        raise BadInput(f"{path}: the calibration cannot be read ({told}): make it again with `make matcher`") from fault
