"""The claim "the referee suggests challenges that a fair table would uphold", measured on labelled narrations."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from companion.language import sentences
from companion.memory import StoryMemory
from companion.referee import VERDICTS, Suggestion
from companion.referee.scripted import referee_for
from eval.mentions import shown
from eval.provenance import Provenance
from eval.report import LANGUAGES, REPORTS, made_by, table, targets_table, write_report
from eval.stories import Narration, resampled

TARGETS = {"macro F1": 0.65, "false alarms": 0.08, "contradiction precision": 0.85, "right line": 0.90}
LONG_TALE = 200
"""Sentences of the tale that a narration's time is measured with."""


@dataclass(frozen=True)
class Result:
    """How well one method does."""

    name: str
    macro_f1: float
    interval: tuple[float, float]
    """Where 95 % of resampled sets of tales lie."""
    false_alarms: float
    """Share of fine narrations that are called faulty."""
    precision: dict[str, float]
    recall: dict[str, float]
    right_line: float
    """Share of the rightly found contradictions whose earlier line is the labelled one."""
    found: dict[str, str]
    """By kind of narration: how many are answered rightly, of how many."""


@dataclass(frozen=True)
class Evaluation:
    """Everything a report says."""

    data: str
    language: str
    rows: int
    verdicts: dict[str, int]
    methods: tuple[Result, ...]
    milliseconds: float
    """Median for a narration after a tale of LONG_TALE sentences."""
    provenance: Provenance


def evaluate(rows: Sequence[Narration], language: str, data: str, provenance: Provenance) -> Evaluation:
    """The product beside the baselines."""
    answers = suggestions(rows, language)
    methods = [_result("Story Companion", rows, [one.verdict for one in answers], [_earlier(one) for one in answers])]
    for name, verdict in _baselines():
        guessed = [verdict(row, language) for row in rows]
        methods.append(_result(name, rows, guessed, [""] * len(rows)))
    return Evaluation(
        data=data,
        language=language,
        rows=len(rows),
        verdicts=dict(Counter(row.verdict for row in rows)),
        methods=tuple(methods),
        milliseconds=milliseconds(rows, language),
        provenance=provenance,
    )


def suggestions(rows: Sequence[Narration], language: str) -> list[Suggestion]:
    """What the scripted referee says of each."""
    memories: dict[str, StoryMemory] = {}
    found = []
    for row in shown(rows, f"narrations {language}"):
        if row.story not in memories:
            memories[row.story] = _memory(row.story, language)
        found.append(referee_for(language).judge(memories[row.story], row.narration, row.laid))
    return found


def milliseconds(rows: Sequence[Narration], language: str, most: int = 40) -> float:
    """Median time to judge a narration after a long tale, and to keep it."""
    long_tale: list[str] = []
    for row in rows:
        long_tale += sentences(row.story, language)
    memory = StoryMemory(language)
    for sentence in (long_tale * (1 + LONG_TALE // max(1, len(long_tale))))[:LONG_TALE]:
        memory.tell(sentence)
    referee, took = referee_for(language), []
    referee.judge(memory, rows[0].narration)
    for row in rows[:most]:
        begun = time.perf_counter()
        referee.judge(memory, row.narration, row.laid)
        memory.copy().tell(row.narration)
        took.append((time.perf_counter() - begun) * 1000)
    return median(took)


def _memory(story: str, language: str) -> StoryMemory:
    memory = StoryMemory(language)
    for sentence in sentences(story, language):
        memory.tell(sentence)
    return memory


def _earlier(suggestion: Suggestion) -> str:
    return suggestion.evidence[0].earlier if suggestion.evidence else ""


def _baselines() -> list[tuple[str, Callable[[Narration, str], str]]]:
    return [("always ok", lambda row, language: "ok"), ("repeated words, laid cards", _by_counts)]


def _by_counts(row: Narration, language: str) -> str:
    """Two thumbs: who repeats words is tedious, who lays three cards and more lays too many."""
    words = [one for one in row.narration.lower().split() if len(one) > 3]
    if len(words) >= 12 and len(set(words)) / len(words) < 0.75:
        return "tedium"
    return "unimportant" if len(row.laid) >= 3 else "ok"


def _result(name: str, rows: Sequence[Narration], guessed: Sequence[str], lines: Sequence[str]) -> Result:
    truth = [row.verdict for row in rows]
    fine = [guess for guess, true in zip(guessed, truth, strict=True) if true == "ok"]
    pairs = list(zip(guessed, truth, strict=True))
    hits = [
        (row, line)
        for row, guess, line in zip(rows, guessed, lines, strict=True)
        if guess == row.verdict == "contradiction"
    ]
    kinds = Counter((row.verdict, row.kind) for row in rows)
    right = Counter((row.verdict, row.kind) for row, guess in zip(rows, guessed, strict=True) if guess == row.verdict)
    return Result(
        name=name,
        macro_f1=_macro(pairs),
        interval=_interval(rows, guessed),
        false_alarms=sum(one != "ok" for one in fine) / max(1, len(fine)),
        precision={one: _precision(pairs, one) for one in VERDICTS},
        recall={one: _recall(pairs, one) for one in VERDICTS},
        right_line=sum(bool(line) and _same(line, row.earlier) for row, line in hits) / max(1, len(hits)),
        found={f"{verdict}: {kind}": f"{right[verdict, kind]} of {count}" for (verdict, kind), count in kinds.items()},
    )


def _same(one: str, other: str) -> bool:
    """Sentences may be cut elsewhere; one then holds the other."""
    return one.strip() in other or other.strip() in one


def _precision(pairs: Sequence[tuple[str, str]], verdict: str) -> float:
    said = [true for guess, true in pairs if guess == verdict]
    return sum(true == verdict for true in said) / len(said) if said else 0.0


def _recall(pairs: Sequence[tuple[str, str]], verdict: str) -> float:
    there = [guess for guess, true in pairs if true == verdict]
    return sum(guess == verdict for guess in there) / len(there) if there else 0.0


def _macro(pairs: Sequence[tuple[str, str]]) -> float:
    scores = []
    for verdict in VERDICTS:
        precision, recall = _precision(pairs, verdict), _recall(pairs, verdict)
        scores.append(2 * precision * recall / (precision + recall) if precision + recall else 0.0)
    return sum(scores) / len(scores)


def _interval(rows: Sequence[Narration], guessed: Sequence[str]) -> tuple[float, float]:
    by_tale: dict[str, list[tuple[str, str]]] = {}
    for row, guess in zip(rows, guessed, strict=True):
        by_tale.setdefault(row.tale, []).append((guess, row.verdict))
    return resampled(list(by_tale.values()), _macro)


def write_referee(result: Evaluation, folder: Path = REPORTS) -> Path:
    """Writes referee-<data>-<lang>.{json,md} and gives the path of the Markdown file."""
    return write_report(f"referee-{result.data}-{result.language}", asdict(result), markdown(result), folder)


def markdown(result: Evaluation) -> str:
    product = result.methods[0]
    counted = ", ".join(f"{count} {verdict}" for verdict, count in sorted(result.verdicts.items()))
    measured = {
        "macro F1": product.macro_f1,
        "false alarms": product.false_alarms,
        "contradiction precision": product.precision["contradiction"],
        "right line": product.right_line,
    }
    rows = [
        (
            name,
            f"{'at most' if name == 'false alarms' else 'at least'} {target:.2f}",
            f"{measured[name]:.3f}",
            (measured[name] <= target) == (name == "false alarms"),
        )
        for name, target in TARGETS.items()
    ]
    rows.append(("milliseconds", "at most 40", f"{result.milliseconds:.0f}", result.milliseconds <= 40))
    methods = [
        (
            one.name,
            f"{one.macro_f1:.3f} ({one.interval[0]:.3f}–{one.interval[1]:.3f})",
            f"{one.false_alarms:.1%}",
            *(f"{one.precision[verdict]:.2f} / {one.recall[verdict]:.2f}" for verdict in VERDICTS),
        )
        for one in result.methods
    ]
    return (
        "\n\n".join(
            [
                f"# Would a fair table challenge this? {LANGUAGES[result.language]}, {result.data} data",
                made_by(result.provenance),
                f"Data: {result.rows} narrations ({counted}). In brackets: where 95 % of resampled sets of tales lie.",
                "## Figures to reach",
                targets_table(rows),
                "## Beside the baselines (precision / recall of each verdict)",
                table(("", "macro F1", "false alarms", *VERDICTS), methods),
                "## By kind: answered rightly",
                table(("kind", "right"), sorted(product.found.items())),
            ]
        )
        + "\n"
    )
