"""Writes the judge's calibration: `python -m companion.judge.calibrate --data FOLDER` (`make referee`).

The folder holds `endings_<lang>.jsonl`, one labelled ending a line (eval/data/endings.md). Figures come from
cross-validation by couples of tales. scikit-learn is needed here and nowhere else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.errors import BadInput, CompanionError
from companion.judge.calibration import PATH
from companion.judge.facts import FACTS, read
from companion.judge.frames import LANGUAGES, frames
from companion.language import sentences
from companion.memory import StoryMemory

_FOLDS = 10
_C = 0.03
"""Strongly drawn to nought: the rows are few."""
_REFUSED = 0.05
"""Share of plausible endings that the weights may refuse. Half of the labelled endings are plausible, at a table most
are, and it is lenient: a good ending that is doubted is worse than a weak one that goes to the vote."""


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """The labelled endings. Raises BadInput, naming file and line."""
    rows = []
    for language in LANGUAGES:
        path = folder / f"endings_{language}.jsonl"
        if not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                row = json.loads(line)
                rows.append({**row, "lang": language, "group": f"{language} {row['couple']}"})
            except (ValueError, KeyError, TypeError) as fault:
                raise BadInput(f"{path}: line {number}: no labelled ending ({fault})") from fault
    if not rows:
        raise BadInput(f"{folder}: no endings_<lang>.jsonl in it: give a folder of labelled endings")
    return rows


def calibrate(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The model as JSON."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.model_selection import GroupKFold  # type: ignore[import-untyped]

    facts = np.array([_facts(row) for row in rows])
    plausible = np.array([bool(row["plausible"]) for row in rows])
    means, scales = facts.mean(axis=0), np.maximum(facts.std(axis=0), 0.05)
    x = (facts - means) / scales
    guessed = np.zeros(len(rows))
    for seen, unseen in GroupKFold(_FOLDS).split(x, plausible, [row["group"] for row in rows]):
        model = LogisticRegression(C=_C, max_iter=1000).fit(x[seen], plausible[seen])
        guessed[unseen] = model.decision_function(x[unseen])
    lenience = -float(np.quantile(guessed[plausible], _REFUSED))
    guessed += lenience
    model = LogisticRegression(C=_C, max_iter=1000).fit(x, plausible)
    return {
        "names": FACTS,
        "means": [round(float(one), 4) for one in means],
        "scales": [round(float(one), 4) for one in scales],
        "weights": [round(float(one), 4) for one in model.coef_[0]],
        "intercept": round(float(model.intercept_[0]) + lenience, 4),
        "measured": {
            "endings": float(len(rows)),
            "right": round(float(((guessed >= 0) == plausible).mean()), 4),
            "plausible refused": round(float((guessed[plausible] < 0).mean()), 4),
        },
    }


def _facts(row: dict[str, Any]) -> tuple[float, ...]:
    memory = StoryMemory(row["lang"])
    for sentence in sentences(row["story"], row["lang"]):
        memory.tell(sentence)
    known = frames(row["lang"])
    assert known is not None
    return read(memory, row["ending"], known).facts


def main(data: Annotated[Path, typer.Option("--data", help="A folder of labelled endings.")]) -> None:
    """Write the judge's calibration."""
    try:
        model = calibrate(read_rows(data))
    except CompanionError as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(1) from fault
    fresh = PATH.with_suffix(".new")
    fresh.write_text(json.dumps(model, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    fresh.replace(PATH)
    typer.echo(f"{PATH}: {model['measured']}")


if __name__ == "__main__":
    typer.run(main)
