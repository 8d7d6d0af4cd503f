"""Whether words stand in an order that people use: how surprising each word's sort is behind the one before.

A bigram model over parts of speech, in which words that only build sentences ("the", "of", "и") count as themselves;
add-k smoothing towards the sorts' own shares. Counts come from the project's own sentences (`make referee`).
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from companion.errors import BadInput
from companion.language import Token

PATH = Path(__file__).parent / "calibration"
_SMOOTHING = 5.0
_LEAST = 5
"""Words: of fewer the mean says nothing."""
_USUAL = 4.0
"""Bits a word, for sentences that are too short."""


def sorts(words: Sequence[Token], text: str) -> list[str]:
    """The sort of each word, with signs between them."""
    found, end = ["."], 0
    for word in words:
        if any(sign in text[end : word.start] for sign in ',;:.!?—–"'):
            found.append(",")
        part = word.readings[0].part if word.readings else "other"
        found.append(word.text.lower() if part == "other" else part + word.readings[0].case[:3])
        end = word.end
    return [*found, "."]


def count(told: Iterable[tuple[Sequence[Token], str]]) -> dict[str, dict[str, int]]:
    """By sort: how often each other one follows it."""
    found: dict[str, Counter[str]] = {}
    for words, text in told:
        for one, after in pairwise(sorts(words, text)):
            found.setdefault(one, Counter())[after] += 1
    return {one: dict(sorted(after.items())) for one, after in sorted(found.items())}


def surprise(words: Sequence[Token], text: str, language: str) -> float:
    """Bits a word."""
    model = _model(language)
    row = sorts(words, text)
    if model is None or len(words) < _LEAST:
        return _USUAL
    follows, totals, shares, rare = model
    bits = 0.0
    for one, after in pairwise(row):
        share = shares.get(after, rare)
        bits -= math.log2((follows.get(one, {}).get(after, 0) + _SMOOTHING * share) / (totals.get(one, 0) + _SMOOTHING))
    return bits / (len(row) - 1)


@cache
def _model(
    language: str,
) -> tuple[dict[str, dict[str, int]], dict[str, int], dict[str, float], float] | None:
    path = PATH / f"order_{language}.json"
    if not path.is_file():
        return None
    try:
        follows: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8"))
        totals = {one: sum(after.values()) for one, after in follows.items()}
        every: Counter[str] = Counter()
        for after in follows.values():
            every.update(after)
    except (ValueError, AttributeError, TypeError) as fault:
        raise BadInput(f"{path}: cannot be read ({fault}): make it again with `make referee`") from fault
    whole = sum(every.values())
    return follows, totals, {one: number / whole for one, number in every.items()}, 0.5 / whole
