"""Writes the judge's calibration: `python -m companion.judge.calibrate --data FOLDER...` (`make referee`).

The folders are read by teaching.py. Figures come from cross-validation by couples of tales. scikit-learn is needed
here and nowhere else.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.errors import BadInput, CompanionError
from companion.judge.calibration import PATH
from companion.judge.nearness import write_scene_vectors
from companion.judge.signs import CARD, FOREIGN, OTHER, Signs, own_signs, signs
from companion.judge.teaching import Taught, read_folder

_FOLDS = 10
_C = 0.1
"""Strongly drawn to nought: the rows are few."""
_REFUSED = 0.07
"""Share of plausible endings that the weights may refuse. Half of the labelled endings are plausible, at a table most
are, and it is lenient: a good ending that is doubted is worse than a weak one that goes to the vote."""
_REFUSED_FOREIGN = 0.02
"""The same of the weighing that tells endings of other tales, measured on closings too."""
_STRANGE = 0.6
"""Weight of a tale with another tale's card: labelled endings are hard, and weights learnt from them alone would let
a card pass of which the tale has nothing."""
_CLOSING_AS_OWN = 0.6
_TALES = 60
"""Tales that an ending is held against."""
_SEED = 7


@dataclass(frozen=True)
class Lesson:
    """A row and how it was heard."""

    row: Taught
    heard: Signs
    weight: float = 1.0
    is_strange: bool = False


@dataclass(frozen=True)
class Learnt:
    """One weighing: its rows' signs (rows x signs), and what each row got from weights that had not seen its couple."""

    names: tuple[str, ...]
    means: np.ndarray
    scales: np.ndarray
    weights: np.ndarray
    intercept: float
    unseen: np.ndarray

    def model(self, lenience: float, measured: dict[str, float]) -> dict[str, Any]:
        """As JSON."""
        return {
            "names": self.names,
            "means": [round(float(one), 4) for one in self.means],
            "scales": [round(float(one), 4) for one in self.scales],
            "weights": [round(float(one), 4) for one in self.weights],
            "intercept": round(self.intercept + lenience, 4),
            "measured": measured,
        }


def calibrate(rows: Sequence[Taught]) -> dict[str, Any]:
    """The models as JSON: of the bundled deck's cards, and of other endings.

    How lenient they are, and what they are measured to be, is taken from the labelled endings of the first folder: rows
    that were written for teaching alone are answered too well.
    """
    labelled = [Lesson(row, signs(row.lines, row.ending, row.language)) for row in rows if row.source == "labelled"]
    of_cards = [one for one in labelled if one.heard.card is not None]
    strange = [
        Lesson(row, signs(row.lines, row.ending, row.language), _STRANGE, True)
        for row in strangers([one.row for one in of_cards], [one.row for one in labelled])
    ]
    others = [one for one in labelled if one.heard.card is None]
    own = [replace(one, heard=_own(one.row)) for one in of_cards]
    own += [Lesson(row, _own(row)) for row in rows if row.source != "labelled"]
    return {"card": _card_model([*of_cards, *strange]), **_other_models(others, own)}


def strangers(of: Sequence[Taught], to: Sequence[Taught]) -> list[Taught]:
    """Each tale of `to` with an ending of `of` from another couple of tales, drawn by lot."""
    lot, found = random.Random(_SEED), []
    for row in {one.story: one for one in to}.values():
        others = [one.ending for one in of if one.language == row.language and one.couple != row.couple]
        if others:
            found.append(replace(row, ending=lot.choice(others), plausible=False))
    return found


def reference_tales(rows: Sequence[Taught]) -> list[list[str]]:
    """Tales that an ending is held against: plain closings, evenly over the files. Raises BadInput for too few."""
    tales = list({row.story: row.lines for row in rows if row.source == "plain" and not row.is_apart}.values())
    if len(tales) < _TALES:
        raise BadInput(f"{len(tales)} closings to hold endings against, {_TALES} are needed: add eval/data/tuning")
    return [tales[place * len(tales) // _TALES] for place in range(_TALES)]


def _own(row: Taught) -> Signs:
    return own_signs(row.lines, row.ending, row.language)


def _foreign_weight(lesson: Lesson) -> float:
    """An ending that belongs to the tale and goes wrong teaches nothing of those that do not belong to it."""
    if lesson.row.is_apart or not (lesson.row.plausible or lesson.is_strange):
        return 0.0
    return 1.0 if lesson.row.source == "labelled" else _CLOSING_AS_OWN


def _card_model(lessons: Sequence[Lesson]) -> dict[str, Any]:
    learnt = _learn([one.heard.values for one in lessons], lessons, [one.weight for one in lessons], CARD)
    plausible, measured = _plausible(lessons), _measured(lessons)
    lenience = -float(np.quantile(learnt.unseen[plausible & measured], _REFUSED))
    strange = np.array([one.is_strange for one in lessons])
    return learnt.model(lenience, _figures(learnt.unseen + lenience >= 0, plausible, measured, strange))


def _other_models(labelled: Sequence[Lesson], own: Sequence[Lesson]) -> dict[str, Any]:
    """Of endings that are no card: does it close the tale, and is it of this tale at all?

    The first learns from labelled endings; the second also from cards and closings (`own`), and from strangers.
    """
    free = [one.row for one in (*labelled, *own) if one.row.plausible and one.heard.card is None]
    strange = [
        Lesson(row, _own(row), is_strange=True) for row in strangers(free, [one.row for one in (*labelled, *own)])
    ]
    lessons, first = [*labelled, *own, *strange], np.arange(len(labelled) + len(own) + len(strange)) < len(labelled)
    plausible, is_strange = _plausible(lessons), np.array([one.is_strange for one in lessons])
    closing = _learn([one.heard.values for one in lessons], lessons, first.astype(float).tolist(), OTHER)
    foreign = _learn(
        [one.heard.foreign for one in lessons], lessons, [_foreign_weight(one) for one in lessons], FOREIGN
    )

    measured = first & _measured(lessons)
    lenience = -float(np.quantile(closing.unseen[plausible & measured], _REFUSED))
    closings = np.array([one.row.source != "labelled" for one in lessons])
    mercy = -float(np.quantile(foreign.unseen[plausible & (measured | closings)], _REFUSED_FOREIGN))
    accepted = (closing.unseen + lenience >= 0) & (foreign.unseen + mercy >= 0)
    figures = _figures(accepted, plausible, measured, is_strange & _is_first_folder(lessons))
    apart = np.array([one.row.is_apart for one in lessons])
    held_out = _figures(accepted, plausible, apart & ~is_strange, apart & is_strange)
    figures |= {f"held out: {name}": value for name, value in held_out.items()}
    return {"other": closing.model(lenience, figures), "foreign": foreign.model(mercy, {})}


def _is_first_folder(lessons: Sequence[Lesson]) -> np.ndarray:
    """Which rows are of the first folder's labelled endings."""
    return np.array([one.row.source == "labelled" and one.row.folder == lessons[0].row.folder for one in lessons])


def _measured(lessons: Sequence[Lesson]) -> np.ndarray:
    return _is_first_folder(lessons) & ~np.array([one.is_strange for one in lessons])


def _plausible(lessons: Sequence[Lesson]) -> np.ndarray:
    return np.array([one.row.plausible for one in lessons])


def _learn(
    heard: Sequence[Sequence[float]], lessons: Sequence[Lesson], share: Sequence[float], names: tuple[str, ...]
) -> Learnt:
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.model_selection import GroupKFold  # type: ignore[import-untyped]

    facts, plausible, weights = np.array(heard), _plausible(lessons), np.array(share)
    taught = weights > 0
    means, scales = facts[taught].mean(axis=0), np.maximum(facts[taught].std(axis=0), 1e-3)
    x = (facts - means) / scales
    unseen = np.zeros(len(lessons))
    for seen, others in GroupKFold(_FOLDS).split(x, plausible, [one.row.couple for one in lessons]):
        seen = seen[taught[seen]]
        model = LogisticRegression(C=_C, max_iter=1000).fit(x[seen], plausible[seen], weights[seen])
        unseen[others] = model.decision_function(x[others])
    model = LogisticRegression(C=_C, max_iter=1000).fit(x[taught], plausible[taught], weights[taught])
    return Learnt(names, means, scales, model.coef_[0], float(model.intercept_[0]), unseen)


def _figures(
    accepted: np.ndarray, plausible: np.ndarray, measured: np.ndarray, strange: np.ndarray
) -> dict[str, float]:
    figures = {
        "endings": float(measured.sum()),
        "right": float((accepted == plausible)[measured].mean()),
        "plausible refused": float((~accepted)[plausible & measured].mean()),
        "strange refused": float((~accepted)[strange].mean()),
    }
    return {name: round(value, 4) for name, value in figures.items() if not np.isnan(value)}


def main(
    data: Annotated[list[Path], typer.Option("--data", help="A folder of labelled endings; may be given again.")],
) -> None:
    """Write the judge's calibration."""
    try:
        rows = [row for folder in data for row in read_folder(folder)]
        write_scene_vectors(reference_tales(rows))
        model = calibrate(rows)
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
