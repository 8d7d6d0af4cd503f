"""Measures and writes the calibration: `python -m companion.matching.calibrate --data FOLDER...` (`make matcher`).

A data folder holds `mentions_<lang>.jsonl` or `mentions_<lang>_dev.jsonl`, one labelled sentence a line: {"sentence",
"context", "source", "mentions", "passing", "implied"?, "unsure"?, "ask"?}. Figures come from cross-validation by tale
(`source`). scikit-learn is needed here and nowhere else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.errors import BadInput
from companion.matching.calibration import FOLDER, Strictness, meaning_path
from companion.matching.vocabulary import store_vocabulary
from companion.matching.weight import NAMES
from companion.matching.words import WordMatcher

LANGUAGES = ("en", "ru")
_PASSING_THRESHOLDS: dict[Strictness, float] = {"strict": 0.14, "normal": 0.2, "loose": 0.3}
_FOLDS = 10


@dataclass(frozen=True)
class Labelled:
    """A sentence with its labels."""

    language: str
    tale: str
    sentence: str
    context: str
    told: frozenset[str]
    """Cards that are mentioned, in passing or not."""
    passing: frozenset[str]
    unsure: frozenset[str]
    """Cards that no figure counts."""


def read_labelled(folders: list[Path]) -> list[Labelled]:
    """The labelled sentences of these folders. Raises BadInput for a folder without any, naming file and line."""
    rows = []
    for folder in folders:
        files = [(lang, path) for lang in LANGUAGES for path in sorted(folder.glob(f"mentions_{lang}*.jsonl"))]
        if not files:
            raise BadInput(f"{folder}: no mentions_<lang>.jsonl in it: give a folder of labelled sentences")
        for language, path in files:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                try:
                    rows.append(_labelled(language, json.loads(line)))
                except (ValueError, KeyError, TypeError) as fault:
                    raise BadInput(f"{path}: line {number}: no labelled sentence ({fault})") from fault
    return rows


def _labelled(language: str, raw: dict[str, Any]) -> Labelled:
    passing = frozenset(raw.get("passing", ()))
    return Labelled(
        language=language,
        tale=str(raw.get("source") or raw["id"]),
        sentence=raw["sentence"],
        context=raw.get("context", ""),
        told=frozenset(raw["mentions"]) | passing | frozenset(raw.get("implied", ())),
        passing=passing,
        unsure=frozenset(raw.get("unsure", ())) | frozenset(raw.get("ask", ())),
    )


def calibrate_passing(rows: list[Labelled]) -> dict[str, Any]:
    """The model of `passing`, from mentions that the words find and the labels confirm."""
    matchers = {language: WordMatcher(language) for language in LANGUAGES}
    facts, answers, tales = [], [], []
    for row in rows:
        for card, values in matchers[row.language].passing_facts(row.sentence):
            if card in row.told:
                facts.append(values)
                answers.append(card in row.passing)
                tales.append(row.tale)
    x, y = np.array(facts), np.array(answers)
    guessed, model = cross_validated(x, y, tales)
    listed = x[:, NAMES.index("list")] > 0
    says = (guessed >= _PASSING_THRESHOLDS["normal"]) | listed
    measured = {
        "mentions": float(len(y)),
        "right": float((says == y).mean()),
        "right of those in passing": float(says[y].mean()),
        "right of the others": float(1 - says[~y].mean()),
    }
    return {**plain(model, NAMES), "thresholds": _PASSING_THRESHOLDS, "measured": rounded(measured)}


def cross_validated(x: Any, y: Any, tales: list[str], kept: Any = None) -> tuple[Any, Any]:
    """Probabilities for each row by models that never saw its tale, and the model of all rows.

    `kept`: the rows that are learnt from (None: all).
    """
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.model_selection import GroupKFold  # type: ignore[import-untyped]

    guessed = np.zeros(len(y))
    learnt = np.ones(len(y), dtype=bool) if kept is None else kept
    for seen, unseen in GroupKFold(_FOLDS).split(x, y, tales):
        some = seen[learnt[seen]]
        guessed[unseen] = LogisticRegression(C=0.5, max_iter=1000).fit(x[some], y[some]).predict_proba(x[unseen])[:, 1]
    return guessed, LogisticRegression(C=0.5, max_iter=1000).fit(x[learnt], y[learnt])


def plain(model: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """A fitted model as JSON."""
    return {
        "names": names,
        "weights": [round(float(weight), 4) for weight in model.coef_[0]],
        "intercept": round(float(model.intercept_[0]), 4),
    }


def rounded(figures: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in figures.items()}


def write(path: Path, model: dict[str, Any]) -> None:
    path.write_text(json.dumps(model, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    typer.echo(f"{path.name}: " + ", ".join(f"{name} {value}" for name, value in model["measured"].items()))


def main(
    data: Annotated[list[Path], typer.Option("--data", help="A folder of labelled sentences; may be given again.")],
    encoder: Annotated[str, typer.Option("--encoder", help="The encoder to calibrate, as COMPANION_ENCODER.")] = "auto",
) -> None:
    """Calibrate the matcher on labelled sentences, and store the vocabulary of the bundled deck."""
    from companion.matching.calibrate_meaning import calibrate_meaning
    from embeddings import encoder_in_use, load_encoder

    for language in LANGUAGES:
        typer.echo(f"{store_vocabulary(language).name}: made")
    try:
        rows = read_labelled(data)
        loaded = load_encoder(encoder)
    except BadInput as fault:
        raise typer.BadParameter(str(fault)) from fault
    write(FOLDER / "passing.json", calibrate_passing(rows))
    name = encoder_in_use(encoder)
    model, directions = calibrate_meaning(rows, name, loaded)
    directions.save(meaning_path(name).with_suffix(".npz"))
    write(meaning_path(name), model)


if __name__ == "__main__":
    typer.run(main)
