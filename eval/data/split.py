"""Divides newly written sentences into dev and test, once and for all: `python eval/data/split.py ru`.

Reads every eval/data/<language>/*.jsonl and writes dev/mentions_<language>.jsonl and test/mentions_<language>.jsonl.
Each kind of difficulty is shuffled by a seed and halved; the seed is the first one that leaves every card mentioned in
both halves. Files that exist are never written again: a second split would let test sentences slip into dev.
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from itertools import count
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent

Row = dict[str, Any]


def split(rows: list[Row]) -> tuple[int, list[Row], list[Row]]:
    """The seed, dev and test; the same rows are always split the same way."""
    often: dict[str, int] = defaultdict(int)
    for card in (card for row in rows for card in row["mentions"]):
        often[card] += 1
    if once := sorted(card for card, times in often.items() if times < 2):
        raise SystemExit(
            f"mentioned once only, so that one half would lack it: {', '.join(once)}: write more sentences"
        )
    for seed in count():
        dev, test = halves(rows, seed)
        if _cards(dev) == _cards(test):
            return seed, dev, test
    raise AssertionError("count() never ends")


def halves(rows: list[Row], seed: int) -> tuple[list[Row], list[Row]]:
    """Every kind of difficulty halved; the odd sentence of a kind goes to either half in turn."""
    luck = random.Random(seed)
    kinds: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["id"]):
        kinds[row["kind"]].append(row)
    both: tuple[list[Row], list[Row]] = ([], [])
    turn = 0
    for kind in sorted(kinds):
        of_kind = kinds[kind]
        luck.shuffle(of_kind)
        for row in of_kind:
            both[turn].append(row)
            turn = 1 - turn
    dev, test = (sorted(half, key=lambda row: row["id"]) for half in both)
    return dev, test


def _cards(rows: list[Row]) -> set[str]:
    return {card for row in rows for card in row["mentions"]}


def _read(language: str) -> list[Row]:
    parts = sorted((DATA / language).glob("*.jsonl"))
    return [json.loads(line) for part in parts for line in part.read_text(encoding="utf-8").splitlines() if line]


def _write(path: Path, rows: list[Row]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def main(language: str) -> None:
    """Splits the sentences of one language, unless that was done before."""
    targets = [DATA / half / f"mentions_{language}.jsonl" for half in ("dev", "test")]
    if there := [str(path) for path in targets if path.exists()]:
        raise SystemExit(f"split before, and kept that way: {', '.join(there)}")
    rows = _read(language)
    if not rows:
        raise SystemExit(f"no sentences in {DATA / language}: write them there first")
    seed, *both = split(rows)
    for path, half in zip(targets, both, strict=True):
        _write(path, half)
    sys.stdout.write(f"seed {seed}: {len(both[0])} sentences in dev, {len(both[1])} in test\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python eval/data/split.py <language>")
    main(sys.argv[1])
