"""Writes the referee's calibration: `python -m companion.referee.calibrate --data FOLDER ...` (`make referee`).

Each folder holds `challenges_<lang>.jsonl`, one labelled narration a line (eval/data/challenges.md). The order of words
is counted in whatever else lies there: `mentions_<lang>.jsonl` and `endings_<lang>.jsonl`, so that it is unseen by the
narrations. Figures come from cross-validation by tale. scikit-learn is needed here and nowhere else.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.errors import BadInput, CompanionError
from companion.language import sentences, tokens
from companion.matching import matcher_for
from companion.memory import StoryMemory
from companion.memory.lexicon import LANGUAGES
from companion.referee.calibration import PATH, SHORT
from companion.referee.facts import FACTS, Reading, read
from companion.referee.order import PATH as ORDER
from companion.referee.order import count as order_of

_FALSE_ALARMS = 0.035
"""Share of fine narrations that may be called faulty by the weighed verdicts; clashes come on top."""
_FOLDS = 10
_C = 0.3
_WEIGHED = ("nonsense", "ok", "tedium", "unimportant")
_CLASH_THRESHOLD = 0.5
_LENGTH = FACTS.index("sentences")


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """The labelled narrations. Raises BadInput, naming file and line."""
    rows = []
    for language in LANGUAGES:
        path = folder / f"challenges_{language}.jsonl"
        if not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                row = json.loads(line)
                rows.append(
                    {**row, "lang": language, "group": f"{language} {row['id'].rsplit('-', 1)[0]} {row['tale']}"}
                )
            except (ValueError, KeyError, TypeError) as fault:
                raise BadInput(f"{path}: line {number}: no labelled narration ({fault})") from fault
    if not rows:
        raise BadInput(f"{folder}: no challenges_<lang>.jsonl in it: give a folder of labelled narrations")
    return rows


def orders(folders: list[Path]) -> dict[str, dict[str, dict[str, int]]]:
    """By language: how the words of sentences that are no narrations to be judged follow each other."""
    found = {}
    for language in LANGUAGES:
        texts: dict[str, None] = {}
        for folder in folders:
            for name in (f"mentions_{language}.jsonl", f"endings_{language}.jsonl"):
                path = folder / name
                rows = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
                for row in map(json.loads, rows):
                    texts |= dict.fromkeys(str(row.get(key, "")) for key in ("context", "sentence", "story"))
        told = [one for text in texts for one in sentences(text, language)]
        found[language] = order_of((tokens(one, language), one) for one in told)
    return found


def told_at_a_table(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The stories' own sentences as fine narrations, from the very first on, some with a card that is laid: so people
    tell, while the labelled narrations come late in a tale, and the long ones among them are mostly tedious. Thresholds
    must hold for all of them too."""
    stories = {row["story"]: row for row in rows}
    found = []
    for story, row in stories.items():
        told = sentences(story, row["lang"])
        for start, count in (
            (0, 1),
            (0, 2),
            (0, 4),
            (0, 6),
            (1, 2),
            (1, 5),
            (len(told) // 3, 6),
            (len(told) // 2, 1),
            (len(told) // 2, 3),
            (len(told) - 1, 1),
        ):
            narration = " ".join(told[start : start + count])
            said = [one.card for one in matcher_for(row["lang"]).mentions(narration) if one.answer != "ask"]
            laid = said[:1] if start % 2 else []
            before = " ".join(told[:start])
            found.append({**row, "story": before, "narration": narration, "laid": laid, "verdict": "ok"})
    return found


def readings(rows: list[dict[str, Any]]) -> list[Reading]:
    """Each narration as it is heard after its story."""
    memories: dict[tuple[str, str], StoryMemory] = {}
    found = []
    for row in rows:
        before = row["lang"], row["story"]
        if (memory := memories.get(before)) is None:
            memory = memories[before] = StoryMemory(row["lang"])
            for sentence in sentences(row["story"], row["lang"]):
                memory.tell(sentence)
        found.append(read(memory, row["narration"], row.get("laid", ()), matcher_for(row["lang"])))
    return found


def calibrate(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The model as JSON."""
    from sklearn.model_selection import GroupKFold  # type: ignore[import-untyped]

    heard, table = readings(rows), told_at_a_table(rows)
    labels = np.array([row["verdict"] for row in rows])
    weighed = labels != "contradiction"
    facts = np.array([one.facts for one in heard])
    means, scales = facts.mean(axis=0), np.maximum(facts.std(axis=0), 0.05)
    x = (facts - means) / scales
    x_table = (np.array([one.facts for one in readings(table)]) - means) / scales
    groups, groups_table = (np.array([row["group"] for row in some]) for some in (rows, table))
    chances, chances_table = np.zeros((len(x), len(_WEIGHED))), np.zeros((len(x_table), len(_WEIGHED)))
    for seen, unseen in GroupKFold(_FOLDS).split(x, labels, groups):
        some = seen[weighed[seen]]
        model = _fitted(x[some], labels[some])
        chances[unseen] = model.predict_proba(x[unseen])
        told = np.isin(groups_table, groups[unseen])
        chances_table[told] = model.predict_proba(x_table[told])
    model = _fitted(x[weighed], labels[weighed])
    fine = np.concatenate([chances[labels == "ok"], chances_table])
    lengths = np.concatenate([facts[labels == "ok", _LENGTH], x_table[:, _LENGTH] * scales[_LENGTH] + means[_LENGTH]])
    return {
        "names": FACTS,
        "means": _rounded(means),
        "scales": _rounded(scales),
        "weights": {one: _rounded(row) for one, row in zip(model.classes_, model.coef_, strict=True)},
        "intercepts": {one: round(float(b), 4) for one, b in zip(model.classes_, model.intercept_, strict=True)},
        "thresholds": _thresholds(fine[lengths > SHORT + 0.5]),
        "short_thresholds": _thresholds(fine[lengths < SHORT + 0.5]),
        "clashes": _clashes(rows, heard),
        "clash_threshold": _CLASH_THRESHOLD,
        "measured": {"narrations": float(len(rows))},
    }


def _fitted(x: Any, labels: Any) -> Any:
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    return LogisticRegression(C=_C, max_iter=2000, class_weight="balanced").fit(x, labels)


def _thresholds(fine: Any) -> dict[str, float]:
    """The lowest chance of any fault at which fine narrations, whose chances these are, are called faulty no more often
    than allowed."""
    guess = fine.argmax(axis=1)
    ok = _WEIGHED.index("ok")
    rivals = sorted((1 - row[ok] for row, one in zip(fine, guess, strict=True) if one != ok), reverse=True)
    allowed = int(_FALSE_ALARMS * len(fine))
    least = round(float(rivals[allowed]) + 0.0005, 3) if len(rivals) > allowed else 0.4
    return {one: least for one in _WEIGHED if one != "ok"}


def _clashes(rows: list[dict[str, Any]], heard: list[Reading]) -> dict[str, float]:
    """How often the first sure clash of each kind was a contradiction, drawn towards the share of all kinds."""
    right: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for row, one in zip(rows, heard, strict=True):
        for kind in {clash.kind for clash in one.clashes if not clash.doubtful}:
            all_[kind] += 1
            right[kind] += row["verdict"] == "contradiction"
    share = (sum(right.values()) + 1) / (sum(all_.values()) + 2)
    return {kind: round((right[kind] + 2 * share) / (all_[kind] + 2), 3) for kind in sorted(all_)}


def _rounded(values: Any) -> list[float]:
    return [round(float(one), 4) for one in values]


def _write(path: Path, what: object) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(what, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    fresh.replace(path)


def main(data: Annotated[list[Path], typer.Option("--data", help="A folder of labelled narrations.")]) -> None:
    """Write the referee's calibration."""
    try:
        for language, follows in orders(data).items():
            _write(ORDER / f"order_{language}.json", follows)
        model = calibrate([row for folder in data for row in read_rows(folder)])
    except CompanionError as fault:
        typer.echo(str(fault), err=True)
        raise typer.Exit(1) from fault
    _write(PATH, model)
    typer.echo(f"{PATH}: thresholds {model['thresholds']}, clashes {model['clashes']}")


if __name__ == "__main__":
    typer.run(main)
