"""Writes the weights of answers in other words: `python -m companion.answers.calibrate` (`make answers`).

A file holds one labelled answer a line (eval/data/answers.md). What words and lists decide is none of the model's
business; of the other answers it learns which are right, in both languages together. The threshold is where
cross-validation by question accepts no more of the wrong answers than allowed. scikit-learn is needed here alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.answers.check import check
from companion.answers.fit import Asked, Fit
from companion.answers.likeness import FACTS, MODEL
from companion.answers.meaning import Meaning
from companion.answers.reference import Alternative
from companion.answers.words import Word
from companion.errors import BadInput

ACCEPTED = 0.01
"""Share of the wrong answers, those that words refuse among them, that may be called right by meaning. On answers that
nobody had read it was two to three times as many: the rules around the model were written after a look at these."""
_FOLDS = 20
_C = 0.1
_LEAST = 0.3
"""No threshold lies below: a host should not read guesses as advice."""


@dataclass(frozen=True, slots=True)
class Example:
    """An answer that words leave open."""

    facts: list[float]
    right: bool
    question: str


class _Listener(Meaning):
    """Notes what the model would be told, and says nothing."""

    told: list[list[float]]

    def read(self, alternative: Alternative, given: Sequence[Word], asked: Asked, by_words: Fit) -> Fit:
        if is_one_alphabet(alternative, given):
            self.told.append(self.facts(alternative, given, asked))
        return by_words


def is_one_alphabet(alternative: Alternative, given: Sequence[Word]) -> bool:
    return bool({word.script for word in alternative.words} & {word.script for word in given} - {""})


def examples(rows: Iterable[dict[str, Any]]) -> tuple[list[Example], int]:
    """What the model learns from, and how many wrong answers there are in all. Of several right answers the one most
    like the given words teaches."""
    from embeddings import BUNDLED, load_encoder

    listener = _Listener(lambda: load_encoder(BUNDLED))
    found, wrong = [], 0
    for row in rows:
        wrong += not row["correct"]
        listener.told = []
        said = check(
            row.get("question", ""),
            row["given"],
            language=row["lang"],
            reference=row["reference"],
            accept=row.get("accept", ()),
            reject=row.get("reject", ()),
            meaning=listener,
        )
        if listener.told and not said.correct and said.why_code != "rejected":
            best = max(listener.told, key=lambda facts: sum(facts[1:4]))
            found.append(Example(best, row["correct"], f"{row.get('question', '')} {row['reference']}"))
    return found, wrong


def calibrate(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The model as JSON."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.model_selection import GroupKFold, cross_val_predict  # type: ignore[import-untyped]

    known, wrong = examples(rows)
    x, y = np.array([one.facts for one in known]), np.array([one.right for one in known])
    means, scales = x.mean(axis=0), np.maximum(x.std(axis=0), 0.05)
    x = (x - means) / scales
    model = LogisticRegression(C=_C, max_iter=2000)
    groups = [one.question for one in known]
    chances = cross_val_predict(model, x, y, groups=groups, cv=GroupKFold(_FOLDS), method="predict_proba")[:, 1]
    threshold = _threshold(chances[~y], int(ACCEPTED * wrong))
    model.fit(x, y)
    return {
        "names": FACTS,
        "means": _rounded(means),
        "scales": _rounded(scales),
        "weights": _rounded(model.coef_[0]),
        "intercept": round(float(model.intercept_[0]), 4),
        "threshold": threshold,
        "measured": {
            "answers": len(known),
            "right": int(y.sum()),
            "found": round(float((chances[y] >= threshold).mean()), 3),
            "wrong accepted": int((chances[~y] >= threshold).sum()),
        },
    }


def _threshold(wrong: Any, allowed: int) -> float:
    """The lowest that accepts no more of the wrong answers, whose chances these are, than allowed."""
    highest = sorted(wrong, reverse=True)
    return max(_LEAST, round(float(highest[allowed]) + 0.0005, 3)) if len(highest) > allowed else _LEAST


def _rounded(values: Any) -> list[float]:
    return [round(float(one), 4) for one in values]


def read_rows(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """The labelled answers. Raises BadInput, naming file and line."""
    rows = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                row = json.loads(line)
                rows.append({name: row[name] for name in ("lang", "reference", "given", "correct")} | row)
            except (ValueError, KeyError, TypeError) as fault:
                raise BadInput(f"{path}: line {number}: no labelled answer ({fault})") from fault
    if not rows:
        raise BadInput("no labelled answers: name files of them")
    return rows


def main(
    data: Annotated[list[Path], typer.Option("--data", help="A file of labelled answers; may be repeated.")],
) -> None:
    """Write the weights of answers in other words."""
    model = calibrate(read_rows(data))
    MODEL.write_text(json.dumps(model, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    typer.echo(f"-> {MODEL}: {model['measured']}, threshold {model['threshold']}")


if __name__ == "__main__":
    typer.run(main)
