"""Writes the judge's calibration: `python -m companion.judge.calibrate --data FOLDER...` (`make referee`).

Each folder holds `endings_<lang>.jsonl`, one labelled ending a line (eval/data/endings.md). Figures come from
cross-validation by couples of tales. scikit-learn is needed here and nowhere else.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.errors import BadInput, CompanionError
from companion.judge.calibration import PATH
from companion.judge.frames import LANGUAGES
from companion.judge.nearness import write_scene_vectors
from companion.judge.signs import CARD, OTHER, Signs, signs
from companion.language import sentences

_FOLDS = 10
_C = 0.1
"""Strongly drawn to nought: the rows are few."""
_REFUSED = 0.07
"""Share of plausible endings that the weights may refuse. Half of the labelled endings are plausible, at a table most
are, and it is lenient: a good ending that is doubted is worse than a weak one that goes to the vote."""


_STRANGE = 0.6
"""Weight of a tale with another tale's card: labelled endings are hard, and weights learnt from them alone would let
a card pass of which the tale has nothing."""
_SEED = 7


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """The labelled endings of a folder. Raises BadInput, naming file and line."""
    rows = []
    for language in LANGUAGES:
        path = folder / f"endings_{language}.jsonl"
        if not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                row = json.loads(line)
                rows.append(
                    {**row, "lang": language, "group": f"{language} {folder} {row['couple']}", "folder": folder}
                )
            except (ValueError, KeyError, TypeError) as fault:
                raise BadInput(f"{path}: line {number}: no labelled ending ({fault})") from fault
    if not rows:
        raise BadInput(f"{folder}: no endings_<lang>.jsonl in it: give a folder of labelled endings")
    return rows


def calibrate(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The models as JSON: of the bundled deck's cards, and of other endings.

    All rows teach the weights; how lenient they are, and what they are measured to be, is taken from the first folder:
    rows that were written for teaching alone are answered too well.
    """
    heard = [_heard(row) for row in rows]
    of_others = [one for one in heard if one[1].card is None]
    of_cards = [one for one in heard if one[1].card is not None]
    strange = [_heard(row) for row in _strangers([row for row, _ in of_cards], rows)]
    return {"card": _model([*of_cards, *strange], CARD), "other": _model(of_others, OTHER)}


def _heard(row: dict[str, Any]) -> tuple[dict[str, Any], Signs]:
    return row, signs(sentences(row["story"], row["lang"]), row["ending"], row["lang"])


def _strangers(of_cards: list[dict[str, Any]], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each tale with a card from another couple of tales, drawn by lot."""
    lot, found = random.Random(_SEED), []
    for row in {one["story"]: one for one in rows}.values():
        others = [one for one in of_cards if one["lang"] == row["lang"] and one["group"] != row["group"]]
        if others:
            found.append({**row, "ending": lot.choice(others)["ending"], "plausible": False, "strange": True})
    return found


def _model(heard: list[tuple[dict[str, Any], Signs]], names: tuple[str, ...]) -> dict[str, Any]:
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.model_selection import GroupKFold  # type: ignore[import-untyped]

    facts = np.array([found.values for _, found in heard])
    plausible = np.array([bool(row["plausible"]) for row, _ in heard])
    strange = np.array(["strange" in row for row, _ in heard])
    measured = ~strange & np.array([row["folder"] == heard[0][0]["folder"] for row, _ in heard])
    weights = np.where(strange, _STRANGE, 1.0)
    means, scales = facts.mean(axis=0), np.maximum(facts.std(axis=0), 1e-3)
    x = (facts - means) / scales
    guessed = np.zeros(len(heard))
    for seen, unseen in GroupKFold(_FOLDS).split(x, plausible, [row["group"] for row, _ in heard]):
        model = LogisticRegression(C=_C, max_iter=1000).fit(x[seen], plausible[seen], weights[seen])
        guessed[unseen] = model.decision_function(x[unseen])
    lenience = -float(np.quantile(guessed[plausible & measured], _REFUSED))
    guessed += lenience
    model = LogisticRegression(C=_C, max_iter=1000).fit(x, plausible, weights)
    return {
        "names": names,
        "means": [round(float(one), 4) for one in means],
        "scales": [round(float(one), 4) for one in scales],
        "weights": [round(float(one), 4) for one in model.coef_[0]],
        "intercept": round(float(model.intercept_[0]) + lenience, 4),
        "measured": {
            "endings": float(measured.sum()),
            "right": round(float(((guessed >= 0) == plausible)[measured].mean()), 4),
            "plausible refused": round(float((guessed[plausible & measured] < 0).mean()), 4),
            **({"strange refused": round(float((guessed[strange] < 0).mean()), 4)} if strange.any() else {}),
        },
    }


def main(
    data: Annotated[list[Path], typer.Option("--data", help="A folder of labelled endings; may be given again.")],
) -> None:
    """Write the judge's calibration."""
    try:
        write_scene_vectors()
        model = calibrate([row for folder in data for row in read_rows(folder)])
    except CompanionError as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(1) from fault
    fresh = PATH.with_suffix(".new")
    fresh.write_text(json.dumps(model, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    fresh.replace(PATH)
    for kind, one in model.items():
        typer.echo(f"{PATH}: {kind}: {one['measured']}")


if __name__ == "__main__":
    typer.run(main)
