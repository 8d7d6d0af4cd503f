"""Measures and writes the calibration: `python -m companion.matching.calibrate --data FOLDER...` (`make matcher`).

With `--encoder NAME` that encoder alone is calibrated, and the files of the words and of other encoders stay.

A data folder holds `mentions_<lang>.jsonl` or `mentions_<lang>_dev.jsonl`, one labelled sentence a line: {"sentence",
"context", "source", "mentions", "passing", "implied"?, "unsure"?, "ask"?}. Figures come from cross-validation by tale
(`source`). scikit-learn is needed here and nowhere else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.errors import BadInput, CompanionError
from companion.matching.calibration import FOLDER, Strictness, writable_meaning_path
from companion.matching.card_texts import LANGUAGES
from companion.matching.vocabulary import store_vocabulary
from companion.matching.weight import NAMES
from companion.matching.words import WordMatcher

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
    path.write_text(as_text(model), encoding="utf-8")
    typer.echo(f"{path.name}: {figures(model)}")


def as_text(model: dict[str, Any]) -> str:
    return json.dumps(model, indent=1, ensure_ascii=False) + "\n"


def figures(model: dict[str, Any]) -> str:
    """What was measured, in one line."""
    return ", ".join(f"{name} {value:g}" for name, value in model["measured"].items())


def main(
    data: Annotated[list[Path], typer.Option("--data", help="A folder of labelled sentences; may be given again.")],
    encoder: Annotated[
        str, typer.Option("--encoder", help="Another encoder to calibrate, alone; named as in COMPANION_ENCODER.")
    ] = "auto",
) -> None:
    """Calibrate the matcher on labelled sentences.

    For the bundled encoder the words are calibrated too, and the vocabulary of the bundled deck is stored.
    """
    from embeddings import BUNDLED, encoder_in_use

    if find_spec("sklearn") is None:
        raise typer.BadParameter("scikit-learn is needed: install Story Companion with its extra, .[dev]")
    name = encoder_in_use(encoder)
    try:
        rows = read_labelled(data)
        if name == BUNDLED:
            for language in LANGUAGES:
                typer.echo(f"{store_vocabulary(language).name}: made")
            write(FOLDER / "passing.json", calibrate_passing(rows))
        calibrate_encoder(rows, name)
    except BadInput as fault:
        raise typer.BadParameter(str(fault)) from fault
    except CompanionError as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(1) from fault


def calibrate_encoder(rows: list[Labelled], name: str) -> None:
    """Makes and writes the model of one encoder, and says whether it pays. Raises BadInput, EncoderUnavailable."""
    from companion.matching.calibrate_meaning import calibrate_meaning, save_meaning, verdict
    from companion.settings import settings
    from embeddings import load_encoder

    path = writable_meaning_path(name)
    loaded = load_encoder(name, offline=settings().offline)
    typer.echo(f"{path.name}: {len(rows)} sentences are read by '{name}'")
    model, directions = calibrate_meaning(rows, name, loaded)
    save_meaning(path, model, directions)
    typer.echo(f"{path}: {figures(model)}")
    typer.echo(verdict(model))


if __name__ == "__main__":
    typer.run(main)
