"""The claim "the judge tells a plausible ending from one that is not", measured on labelled endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from companion.judge.scripted import judge_for
from companion.language import sentences
from companion.memory import StoryMemory
from embeddings import load_encoder
from eval.mentions import shown
from eval.provenance import Provenance
from eval.report import LANGUAGES, REPORTS, made_by, table, targets_table, write_report
from eval.stories import Closing, resampled

TARGETS = {"accuracy": 0.80, "pairwise": 0.85, "plausible refused": 0.10}


@dataclass(frozen=True)
class Result:
    """How well one method does. `pairwise`: of a tale's two endings the plausible one scores higher."""

    name: str
    note: str
    accuracy: float
    interval: tuple[float, float]
    """Where 95 % of resampled sets of couples lie."""
    pairwise: float
    refused: float
    """Share of plausible endings that are called implausible."""
    found: dict[str, str]
    """By kind of ending: how many are answered rightly, of how many."""


@dataclass(frozen=True)
class Evaluation:
    """Everything a report says."""

    data: str
    language: str
    rows: int
    methods: tuple[Result, ...]
    provenance: Provenance


def evaluate(
    rows: Sequence[Closing], chosen_on: Sequence[Closing], language: str, data: str, provenance: Provenance
) -> Evaluation:
    """The product beside the baselines, whose thresholds are chosen on other rows."""
    methods = [_result("Story Companion", "", rows, scripted(rows, language), 0.5)]
    methods.append(_result("always plausible", "", rows, [1.0] * len(rows), 0.5))
    for name, whole in (("cosine to the whole tale", True), ("cosine to its last two sentences", False)):
        threshold = _best_threshold(chosen_on, cosines(chosen_on, language, whole=whole))
        note = f"bundled encoder, threshold {threshold:.3f} chosen on dev"
        methods.append(_result(name, note, rows, cosines(rows, language, whole=whole), threshold))
    return Evaluation(data, language, len(rows), tuple(methods), provenance)


def scripted(rows: Sequence[Closing], language: str) -> list[float]:
    """The scripted judge's scores."""
    memories: dict[str, StoryMemory] = {}
    scores = []
    for row in shown(rows, f"endings {language}"):
        if row.story not in memories:
            memories[row.story] = StoryMemory(language)
            for sentence in sentences(row.story, language):
                memories[row.story].tell(sentence)
        scores.append(judge_for(language).judge(memories[row.story], row.ending).score)
    return scores


def cosines(rows: Sequence[Closing], language: str, *, whole: bool) -> list[float]:
    """How near the ending lies to the tale, or to its end, in the bundled encoder."""
    texts = [row.story if whole else " ".join(sentences(row.story, language)[-2:]) for row in rows]
    encoder = load_encoder()
    stories = np.asarray(encoder.encode(texts, normalize_embeddings=True))
    endings = np.asarray(encoder.encode([row.ending for row in rows], normalize_embeddings=True))
    return [float(one) for one in (stories * endings).sum(axis=1)]


def _best_threshold(rows: Sequence[Closing], scores: Sequence[float]) -> float:
    return max(
        sorted(set(scores)), key=lambda one: sum((s >= one) == r.plausible for r, s in zip(rows, scores, strict=True))
    )


def _result(name: str, note: str, rows: Sequence[Closing], scores: Sequence[float], threshold: float) -> Result:
    right = [(score >= threshold) == row.plausible for row, score in zip(rows, scores, strict=True)]
    kinds = Counter((row.plausible, row.kind) for row in rows)
    good = Counter((row.plausible, row.kind) for row, one in zip(rows, right, strict=True) if one)
    plausible = [one for row, one in zip(rows, right, strict=True) if row.plausible]
    return Result(
        name=name,
        note=note,
        accuracy=sum(right) / len(right),
        interval=_interval(rows, right),
        pairwise=_pairwise(rows, scores),
        refused=1 - sum(plausible) / max(1, len(plausible)),
        found={
            f"{'plausible' if fits else 'not'}: {kind}": f"{good[fits, kind]} of {count}"
            for (fits, kind), count in kinds.items()
        },
    )


def _pairwise(rows: Sequence[Closing], scores: Sequence[float]) -> float:
    tales: dict[str, dict[bool, float]] = {}
    for row, score in zip(rows, scores, strict=True):
        tales.setdefault(row.tale, {})[row.plausible] = score
    pairs = [one for one in tales.values() if len(one) == 2]
    return sum((one[True] > one[False]) + 0.5 * (one[True] == one[False]) for one in pairs) / max(1, len(pairs))


def _interval(rows: Sequence[Closing], right: Sequence[bool]) -> tuple[float, float]:
    by_couple: dict[str, list[bool]] = {}
    for row, one in zip(rows, right, strict=True):
        by_couple.setdefault(row.couple, []).append(one)
    return resampled(list(by_couple.values()), lambda drawn: sum(drawn) / len(drawn))


def write_judge(result: Evaluation, folder: Path = REPORTS) -> Path:
    """Writes judge-<data>-<lang>.{json,md} and gives the path of the Markdown file."""
    return write_report(f"judge-{result.data}-{result.language}", asdict(result), markdown(result), folder)


def markdown(result: Evaluation) -> str:
    """The report as Markdown."""
    product = result.methods[0]
    measured = {"accuracy": product.accuracy, "pairwise": product.pairwise, "plausible refused": product.refused}
    targets = []
    for name, target in TARGETS.items():
        most = name == "plausible refused"
        reached = measured[name] <= target if most else measured[name] >= target
        wanted = f"{'at most' if most else 'at least'} {target:.2f}"
        targets.append((name, wanted, f"{measured[name]:.3f}", reached))
    methods = [
        (
            one.name,
            f"{one.accuracy:.3f} ({one.interval[0]:.3f}–{one.interval[1]:.3f})",
            f"{one.pairwise:.3f}",
            f"{one.refused:.1%}",
            one.note or "–",
        )
        for one in result.methods
    ]
    parts = [
        f"# Does this ending close this tale? {LANGUAGES[result.language]}, {result.data} data",
        made_by(result.provenance),
        f"Data: {result.rows} endings, half of them plausible; every ending stands once with a tale that it closes and "
        "once with one that it does not. In brackets: where 95 % of resampled sets of couples lie.",
        "## Figures to reach",
        targets_table(targets),
        "## Beside the baselines",
        table(("", "accuracy", "pairwise", "plausible refused", "how"), methods),
        "## By kind: answered rightly",
        table(("kind", "right"), sorted(product.found.items())),
    ]
    return "\n\n".join(parts) + "\n"
