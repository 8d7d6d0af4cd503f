"""Divides the labelled sentences of a language into dev and test, once: `python eval/data/split.py en`.

Sentences are written in parts, eval/data/<language>/*.jsonl. Within each kind of difficulty they are shuffled with a
fixed seed, and every other one goes to dev/mentions_<language>.jsonl, the rest to test/. The seed is the first that
leaves both halves with every card that is mentioned twice or more. The parts are removed, so that each sentence lies
in one place. Where either file exists nothing is done: a second split would mix what was tuned on with what is measured
on.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent
HALVES = ("dev", "test")

Row = dict[str, Any]


def split(lines: list[str]) -> tuple[list[str], list[str]]:
    """Two halves of JSON lines, alike in their kinds, each ordered by id. The order of the lines does not matter."""
    rows = sorted((json.loads(line) | {"line": line} for line in lines), key=lambda row: row["id"])
    times = Counter(card for row in rows for card in row["mentions"])
    wanted = {card for card, often in times.items() if often > 1}
    for seed in count():
        halves = _halves(rows, seed)
        if all(wanted <= {card for row in half for card in row["mentions"]} for half in halves):
            break
    dev, test = ([row["line"] for row in sorted(half, key=lambda row: row["id"])] for half in halves)
    return dev, test


def _halves(rows: list[Row], seed: int) -> tuple[list[Row], list[Row]]:
    shuffle = random.Random(seed).shuffle
    halves: tuple[list[Row], list[Row]] = ([], [])
    turn = 0  # runs on over the kinds, so that odd ones do not all fall to one side
    for kind in sorted({row["kind"] for row in rows}):
        alike = [row for row in rows if row["kind"] == kind]
        shuffle(alike)
        for row in alike:
            halves[turn % 2].append(row)
            turn += 1
    return halves


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write("usage: python eval/data/split.py LANGUAGE\n")
        return 2
    language = arguments[0]
    parts = sorted((DATA / language).glob("*.jsonl"))
    targets = [DATA / half / f"mentions_{language}.jsonl" for half in HALVES]
    for target in targets:
        if target.exists():
            sys.stderr.write(f"{target} exists: these sentences were split before, and are split only once\n")
            return 1
    lines = [line for part in parts for line in part.read_text(encoding="utf-8").splitlines() if line.strip()]
    if not lines:
        sys.stderr.write(f"{DATA / language}: no *.jsonl with sentences in it: write them there first\n")
        return 1
    for target, half in zip(targets, split(lines), strict=True):
        target.parent.mkdir(exist_ok=True)
        target.write_text("".join(line + "\n" for line in half), encoding="utf-8")
        sys.stdout.write(f"{target.relative_to(DATA)}: {len(half)} sentences\n")
    for part in parts:
        part.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
