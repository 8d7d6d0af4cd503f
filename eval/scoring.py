"""How well flags agree with labels: precision, recall, F1, and how often a sentence bears a false flag.

A flag is a pair of sentence and card, and all pairs count alike. Cards that the labels leave to the table count
neither way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.matching import Mention
from eval.data import Labelled

FLAG = 0.5
"""A mention of this score and more is a flag."""

_RESAMPLES = 1000


@dataclass(frozen=True)
class Tally:
    """One sentence's flags against its labels."""

    right: int = 0
    false: int = 0
    missed: int = 0


@dataclass(frozen=True)
class Score:
    """What the tallies of many sentences come to. An interval is where 95 % of resampled sets of sentences lie."""

    sentences: int
    right: int
    false: int
    missed: int
    precision: float
    recall: float
    f1: float
    false_sentences: float
    """Share of the sentences with at least one false flag."""
    intervals: dict[str, tuple[float, float]]


def flagged(mentions: Iterable[Mention]) -> frozenset[str]:
    """The cards that a matcher's answer flags."""
    return frozenset(mention.card for mention in mentions if mention.score >= FLAG)


def tally(labelled: Labelled, flags: Collection[str], cards: Collection[str] | None = None) -> Tally:
    """Counts a sentence's flags. `cards`: only these are looked at (None: all)."""
    gold = {card for card in labelled.gold if cards is None or card in cards}
    given = {card for card in flags if (cards is None or card in cards) and card not in labelled.left_out}
    return Tally(right=len(gold & given), false=len(given - gold), missed=len(gold - given))


def score(tallies: Sequence[Tally], *, intervals: bool = False, seed: int = 1) -> Score:
    """Sums the tallies up; with `intervals` it resamples the sentences a thousand times (seeded)."""
    counts = np.array([[one.right, one.false, one.missed, one.false > 0] for one in tallies], dtype=float)
    counts = counts.reshape(len(tallies), 4)
    right, false, missed, with_false = counts.sum(axis=0)
    precision, recall, f1, share = _ratios(right, false, missed, with_false, len(tallies))
    return Score(
        sentences=len(tallies),
        right=int(right),
        false=int(false),
        missed=int(missed),
        precision=float(precision),
        recall=float(recall),
        f1=float(f1),
        false_sentences=float(share),
        intervals=_intervals(counts, seed) if intervals and tallies else {},
    )


def best_threshold(sentences: Sequence[Labelled], scores: np.ndarray, cards: Sequence[str]) -> float:
    """The threshold that gives the best F1 when each (sentence, card) of at least that score is flagged.

    `scores`: sentences x cards.
    """
    labels = np.array([[card in one.gold for card in cards] for one in sentences])
    counted = np.array([[card not in one.left_out for card in cards] for one in sentences])
    values, truth = scores[counted], labels[counted]
    order = np.argsort(-values, kind="stable")
    values, truth = values[order], truth[order]
    right = np.cumsum(truth)
    f1 = 2 * right / (np.arange(1, len(values) + 1) + max(1, int(truth.sum())))
    # Equal scores stand or fall together, so only the last of each run is a threshold that can be had.
    f1[:-1][values[:-1] == values[1:]] = -1.0
    return float(values[int(np.argmax(f1))])


@dataclass(frozen=True)
class Passing:
    """Whether flagged cards that are mentioned were rightly called passing, or rightly not."""

    cards: int
    passing: int
    """How many of them the labels call passing."""
    accuracy: float
    found: float
    """Share of the passing ones that were called so."""
    always_plot: float
    """Accuracy of calling none passing."""


def score_passing(sentences: Sequence[Labelled], answers: Sequence[Sequence[Mention]]) -> Passing:
    """Scores `passing` on flags that are right and that the labels put among `mentions` or `passing`."""
    pairs = [
        (mention.card in one.passing, mention.passing)
        for one, mentions in zip(sentences, answers, strict=True)
        for mention in mentions
        if mention.score >= FLAG and mention.card in one.mentions | one.passing
    ]
    slight = [said for truth, said in pairs if truth]
    return Passing(
        cards=len(pairs),
        passing=len(slight),
        accuracy=_ratio(sum(truth == said for truth, said in pairs), len(pairs)),
        found=_ratio(sum(slight), len(slight)),
        always_plot=_ratio(len(pairs) - len(slight), len(pairs)),
    )


@dataclass(frozen=True)
class Bin:
    """Mentions whose scores lie close together, and how many of them are right."""

    low: float
    high: float
    mentions: int
    mean_score: float
    right: float


def reliability(sentences: Sequence[Labelled], answers: Sequence[Sequence[Mention]], bins: int = 10) -> list[Bin]:
    """Of mentions scored 0.8, four in five should be right. Empty bins are left out."""
    pairs = [
        (mention.score, mention.card in one.gold)
        for one, mentions in zip(sentences, answers, strict=True)
        for mention in mentions
        if mention.card not in one.left_out
    ]
    found: list[Bin] = []
    for number in range(bins):
        inside = [pair for pair in pairs if min(int(pair[0] * bins), bins - 1) == number]
        if inside:
            mean, right = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            found.append(Bin(number / bins, (number + 1) / bins, len(inside), mean, right))
    return found


def _intervals(counts: np.ndarray, seed: int) -> dict[str, tuple[float, float]]:
    luck = np.random.default_rng(seed)
    total = len(counts)
    weights = luck.multinomial(total, np.full(total, 1 / total), size=_RESAMPLES)
    right, false, missed, with_false = (weights @ counts).T
    drawn = _ratios(right, false, missed, with_false, total)
    names = ("precision", "recall", "f1", "false_sentences")
    ends = (np.percentile(one, [2.5, 97.5]) for one in drawn)
    return {name: (float(low), float(high)) for name, (low, high) in zip(names, ends, strict=True)}


def _ratios(
    right: np.ndarray, false: np.ndarray, missed: np.ndarray, with_false: np.ndarray, sentences: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Precision, recall, F1 and share of sentences with a false flag."""
    return (
        _divide(right, right + false),
        _divide(right, right + missed),
        _divide(2 * right, 2 * right + false + missed),
        _divide(with_false, np.full_like(with_false, sentences)),
    )


def _divide(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Nothing flagged, or nothing to find, scores 0."""
    return np.divide(above, below, out=np.zeros_like(below, dtype=float), where=below > 0)


def _ratio(above: float, below: float) -> float:
    return above / below if below else 0.0
