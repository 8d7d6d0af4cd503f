"""Labelled narrations and endings: rows of challenges_<lang>.jsonl and endings_<lang>.jsonl, checked line by line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from companion.errors import BadInput
from companion.referee import VERDICTS
from eval.data import OWN

T = TypeVar("T")
_RESAMPLES = 1000


@dataclass(frozen=True)
class Narration:
    """What a narrator added to a tale, and what a fair table would say."""

    id: str
    tale: str
    story: str
    narration: str
    laid: tuple[str, ...]
    verdict: str
    earlier: str
    """The sentence of the story that it contradicts."""
    kind: str


@dataclass(frozen=True)
class Closing:
    """An ending card for a tale."""

    id: str
    tale: str
    couple: str
    story: str
    ending: str
    plausible: bool
    kind: str


def narrations(language: str, split: str, folder: Path | None = None) -> list[Narration]:
    """Raises BadInput, naming file and line."""
    return _rows(_path("challenges", language, split, folder), _narration)


def closings(language: str, split: str, folder: Path | None = None) -> list[Closing]:
    """Raises BadInput, naming file and line."""
    return _rows(_path("endings", language, split, folder), _closing)


def _path(kind: str, language: str, split: str, folder: Path | None) -> Path:
    return (folder or OWN / split) / f"{kind}_{language}.jsonl"


def _rows(path: Path, read: Callable[[dict[str, Any]], T]) -> list[T]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path}: cannot be read: {fault}") from fault
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            for key in ("id", "story"):
                if not isinstance(row[key], str) or not row[key].strip():
                    raise BadInput(f"'{key}' must be a text that is not empty")
            found.append(read(row))
        except BadInput as fault:
            raise BadInput(f"{path}, line {number}: {fault}") from fault
        except (ValueError, KeyError, TypeError) as fault:
            raise BadInput(f"{path}, line {number}: no labelled row ({fault!r})") from fault
    if not found:
        raise BadInput(f"{path}: it holds no row")
    return found


def _narration(row: dict[str, Any]) -> Narration:
    if row["verdict"] not in VERDICTS:
        raise BadInput(f"'verdict' must be one of {', '.join(VERDICTS)}")
    if row["verdict"] == "contradiction" and row["earlier"] not in row["story"]:
        raise BadInput("'earlier' must be a sentence of the story, word for word")
    return Narration(
        row["id"],
        f"{row['id'].rsplit('-', 1)[0]} {row['tale']}",
        row["story"],
        row["narration"],
        tuple(row.get("laid", ())),
        row["verdict"],
        row.get("earlier", ""),
        row.get("kind", ""),
    )


def _closing(row: dict[str, Any]) -> Closing:
    if not isinstance(row["plausible"], bool):
        raise BadInput("'plausible' must be true or false")
    return Closing(
        row["id"], row["tale"], row["couple"], row["story"], row["ending"], row["plausible"], row.get("kind", "")
    )


def resampled(groups: Sequence[Sequence[T]], score: Callable[[Sequence[T]], float]) -> tuple[float, float]:
    """Where the score of 95 % of resampled sets of tales lies. `groups`: the answers, tale by tale."""
    luck = np.random.default_rng(1)
    scores = [
        score([one for index in luck.integers(len(groups), size=len(groups)) for one in groups[index]])
        for _ in range(_RESAMPLES)
    ]
    low, high = np.percentile(scores, [2.5, 97.5])
    return float(low), float(high)
