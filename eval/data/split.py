"""Divides the labelled sentences of a language into dev and test, once: `python eval/data/split.py en`.

Sentences are written in parts, eval/data/<language>/*.jsonl. Within each kind of difficulty they are shuffled with a
fixed seed, and every other one goes to dev/mentions_<language>.jsonl, the rest to test/. The parts are removed, so that
each sentence lies in one place. Where either file exists nothing is done: a second split would mix what was tuned on
with what is measured on.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

DATA = Path(__file__).parent
SEED = "mentions: split once"
HALVES = ("dev", "test")


def split(lines: list[str], seed: str = SEED) -> tuple[list[str], list[str]]:
    """Two halves of JSON lines, alike in their kinds, each ordered by id. The order of the lines does not matter."""
    by_kind: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        row = json.loads(line)
        by_kind.setdefault(row["kind"], []).append((row["id"], line))
    shuffle = random.Random(seed).shuffle
    halves: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    turn = 0  # runs on over the kinds, so that odd ones do not all fall to one side
    for _, rows in sorted(by_kind.items()):
        rows.sort()
        shuffle(rows)
        for row in rows:
            halves[turn % 2].append(row)
            turn += 1
    dev, test = ([line for _, line in sorted(half)] for half in halves)
    return dev, test


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not (DATA / arguments[0]).is_dir():
        sys.stderr.write("usage: python eval/data/split.py LANGUAGE, with sentences in eval/data/LANGUAGE/*.jsonl\n")
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
        sys.stderr.write(f"{DATA / language}: no *.jsonl with sentences in it\n")
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
