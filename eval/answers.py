"""The claim "the companion accepts the quiz answers that a fair host would", measured on labelled answers."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from companion.answers import Meaning, check, meaning_of
from companion.answers.reference import parse
from companion.answers.words import letters, read
from companion.errors import BadInput
from embeddings import load_encoder
from eval.data import OWN
from eval.mentions import shown
from eval.provenance import Provenance
from eval.report import LANGUAGES, REPORTS, made_by, table, targets_table, write_report
from eval.stories import resampled

TARGETS = {
    "accuracy": 0.92,
    "wrong accepted": 0.04,
    "milliseconds, words alone": 5.0,
    "milliseconds, with the encoder": 30.0,
}


@dataclass(frozen=True)
class Given:
    """A team's answer, and what a fair host would say."""

    id: str
    question: str
    reference: str
    given: str
    accept: tuple[str, ...]
    reject: tuple[str, ...]
    correct: bool
    kind: str

    @property
    def right(self) -> tuple[str, ...]:
        return (self.reference, *self.accept)


@dataclass(frozen=True)
class Result:
    """How well one method does."""

    name: str
    note: str
    accuracy: float
    interval: tuple[float, float]
    """Where 95 % of resampled sets of questions lie."""
    wrong_accepted: float
    """Share of the wrong answers."""
    right_refused: float
    """Share of the right answers."""
    found: dict[str, str]
    """By kind of answer: how many are decided rightly, of how many."""


@dataclass(frozen=True)
class Evaluation:
    """Everything a report says."""

    data: str
    language: str
    rows: int
    right: int
    asked: int
    """Rows of which the companion asks the host."""
    methods: tuple[Result, ...]
    milliseconds: dict[str, float]
    """Median for an answer without the encoder, and for one that the encoder is asked about."""
    provenance: Provenance


def own_answers(language: str, split: str) -> list[Given]:
    """The project's own. Raises BadInput, naming file and line."""
    return answers_in(OWN / split / f"answers_{language}.jsonl", language)


def answers_in(path: Path, language: str) -> list[Given]:
    """The answers of that language in a file of JSON lines. Raises BadInput, naming file and line."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path}: cannot be read: {fault}") from fault
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if row.get("lang", language) == language:
                found.append(_given(row))
        except BadInput as fault:
            raise BadInput(f"{path}, line {number}: {fault}") from fault
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            raise BadInput(f"{path}, line {number}: no labelled answer ({fault!r})") from fault
    if not found:
        raise BadInput(f"{path}: it holds no answer in '{language}'")
    return found


def _given(row: dict[str, Any]) -> Given:
    if not isinstance(row["correct"], bool):
        raise BadInput("'correct' must be true or false")
    if not str(row["reference"]).strip():
        raise BadInput("'reference' is empty")
    return Given(
        row["id"],
        row.get("question", ""),
        row["reference"],
        row["given"],
        tuple(row.get("accept", ())),
        tuple(row.get("reject", ())),
        row["correct"],
        row.get("kind", ""),
    )


def evaluate(
    rows: Sequence[Given], chosen_on: Sequence[Given], language: str, data: str, provenance: Provenance
) -> Evaluation:
    """The product with and without the encoder beside the baselines, whose thresholds are chosen on other rows."""
    words, words_took = _checked(rows, language, None)
    with_encoder, took = _checked(rows, language, meaning_of())
    # Of the answers that words leave open: the others never meet the encoder.
    asked = [ms for one, ms in zip(words, took, strict=True) if one.why_code in ("different", "replaced", "part")]
    methods = [
        _result("Story Companion", "", rows, [one.correct for one in with_encoder]),
        _result("Story Companion, words alone", "no encoder", rows, [one.correct for one in words]),
        _result("normalised equality", "letters and digits alone", rows, [_equal(row) == 1.0 for row in rows]),
    ]
    for name, note, scores in (
        ("fuzzy ratio", "difflib", lambda given: [_fuzzy(row) for row in given]),
        ("encoder cosine", "bundled encoder", _cosines),
    ):
        threshold = _best_threshold(chosen_on, scores(chosen_on))
        accepted = [score >= threshold for score in scores(rows)]
        methods.append(_result(name, f"{note}, threshold {threshold:.3f} chosen on dev", rows, accepted))
    return Evaluation(
        data=data,
        language=language,
        rows=len(rows),
        right=sum(row.correct for row in rows),
        asked=sum(one.verdict == "ask" for one in with_encoder),
        methods=tuple(methods),
        milliseconds={"words alone": median(words_took), "with the encoder": median(asked or took)},
        provenance=provenance,
    )


def _checked(rows: Sequence[Given], language: str, meaning: Meaning | None) -> tuple[list[Any], list[float]]:
    """What the companion says of each row, and how long it took in milliseconds, dictionaries read."""
    check("", "words", language=language, reference="other words")
    if meaning is not None:
        check("", "red square", language=language, reference="красная площадь", meaning=meaning)
    read.cache_clear()
    parse.cache_clear()
    found, took = [], []
    for row in shown(rows, f"answers {language}"):
        begun = time.perf_counter()
        one = check(
            row.question,
            row.given,
            language=language,
            reference=row.reference,
            accept=row.accept,
            reject=row.reject,
            meaning=meaning,
        )
        took.append((time.perf_counter() - begun) * 1000)
        found.append(one)
    return found, took


def _equal(row: Given) -> float:
    given = letters(row.given)
    if given in {letters(one) for one in row.reject}:
        return 0.0
    return float(given in {letters(one) for one in row.right})


def _fuzzy(row: Given) -> float:
    given = letters(row.given)
    if given in {letters(one) for one in row.reject}:
        return 0.0
    return max(SequenceMatcher(None, given, letters(one), autojunk=False).ratio() for one in row.right)


def _cosines(rows: Sequence[Given]) -> list[float]:
    encoder = load_encoder()
    texts = list(dict.fromkeys(text for row in rows for text in (row.given, *row.right)))
    vectors = dict(zip(texts, np.asarray(encoder.encode(texts, normalize_embeddings=True)), strict=True))
    refused = {row.id for row in rows if letters(row.given) in {letters(one) for one in row.reject}}
    return [
        0.0 if row.id in refused else max(float(vectors[row.given] @ vectors[one]) for one in row.right) for row in rows
    ]


def _best_threshold(rows: Sequence[Given], scores: Sequence[float]) -> float:
    return max(
        sorted(set(scores)), key=lambda one: sum((s >= one) == r.correct for r, s in zip(rows, scores, strict=True))
    )


def _result(name: str, note: str, rows: Sequence[Given], accepted: Sequence[bool]) -> Result:
    decided = [took == row.correct for row, took in zip(rows, accepted, strict=True)]
    kinds = Counter((row.correct, row.kind) for row in rows)
    good = Counter((row.correct, row.kind) for row, one in zip(rows, decided, strict=True) if one)
    wrong = [took for row, took in zip(rows, accepted, strict=True) if not row.correct]
    right = [not took for row, took in zip(rows, accepted, strict=True) if row.correct]
    by_question: dict[str, list[bool]] = {}
    for row, one in zip(rows, decided, strict=True):
        by_question.setdefault(f"{row.question} {row.reference}", []).append(one)
    share: Callable[[Sequence[bool]], float] = lambda values: sum(values) / max(1, len(values))  # noqa: E731
    return Result(
        name=name,
        note=note,
        accuracy=share(decided),
        interval=resampled(list(by_question.values()), share),
        wrong_accepted=share(wrong),
        right_refused=share(right),
        found={
            f"{'right' if is_right else 'wrong'}: {kind}": f"{good[is_right, kind]} of {count}"
            for (is_right, kind), count in kinds.items()
        },
    )


def write_answers(result: Evaluation, folder: Path = REPORTS) -> Path:
    """Writes answers-<data>-<lang>.{json,md} and gives the path of the Markdown file."""
    return write_report(f"answers-{result.data}-{result.language}", asdict(result), markdown(result), folder)


def markdown(result: Evaluation) -> str:
    """The report as Markdown."""
    product = result.methods[0]
    measured = {
        "accuracy": product.accuracy,
        "wrong accepted": product.wrong_accepted,
        **{f"milliseconds, {name}": value for name, value in result.milliseconds.items()},
    }
    targets = []
    for name, target in TARGETS.items():
        at_least = name == "accuracy"
        reached = measured[name] >= target if at_least else measured[name] <= target
        wanted = f"{'at least' if at_least else 'at most'} {target:g}"
        targets.append((name, wanted, f"{measured[name]:.3f}", reached))
    methods = [
        (
            one.name,
            f"{one.accuracy:.3f} ({one.interval[0]:.3f}–{one.interval[1]:.3f})",
            f"{one.wrong_accepted:.1%}",
            f"{one.right_refused:.1%}",
            one.note or "–",
        )
        for one in result.methods
    ]
    parts = [
        f"# Is this quiz answer right? {LANGUAGES.get(result.language, result.language)}, {result.data} data",
        made_by(result.provenance),
        f"Data: {result.rows} answers, {result.right} of them right. The companion asks the host about {result.asked}; "
        "there its better guess is counted. In brackets: where 95 % of resampled sets of questions lie.",
        "## Figures to reach",
        targets_table(targets),
        "## Beside the baselines",
        table(("", "accuracy", "wrong accepted", "right refused", "how"), methods),
        "## By kind: decided rightly",
        table(("kind", "decided rightly"), sorted(product.found.items())),
    ]
    return "\n\n".join(parts) + "\n"
