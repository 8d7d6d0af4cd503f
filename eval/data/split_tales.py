"""Divides labelled rows into dev and test, once: `python eval/data/split_tales.py challenges ru` (endings, answers).

The parts lie in eval/data/<language>/<kind>_*.jsonl. Rows that share a tale (challenges), a couple of tales (endings)
or a question (answers) stay together: every other one of them, in the order of their ids, goes to
dev/<kind>_<language>.jsonl, the rest to test/. Where either file exists nothing is done; the parts are removed, so that
each row lies in one place.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

DATA = Path(__file__).parent
HALVES = ("dev", "test")
TOGETHER = {"challenges": "tale", "endings": "couple", "answers": "question"}


def split(lines: list[str], kind: str) -> tuple[list[str], list[str]]:
    """Two halves of JSON lines; what belongs together stays together."""
    groups: dict[str, list[str]] = {}
    for line in sorted(lines, key=lambda one: str(json.loads(one)["id"])):
        row = json.loads(line)
        groups.setdefault(f"{row['id'].rsplit('-', 1)[0]} {row[TOGETHER[kind]]}", []).append(line)
    halves: tuple[list[str], list[str]] = ([], [])
    for number, group in enumerate(groups.values()):
        halves[number % 2].extend(group)
    return halves


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] not in TOGETHER:
        sys.stderr.write("usage: python eval/data/split_tales.py challenges|endings|answers LANGUAGE\n")
        return 2
    kind, language = arguments
    parts = sorted((DATA / language).glob(f"{kind}_*.jsonl"))
    targets = [DATA / half / f"{kind}_{language}.jsonl" for half in HALVES]
    for target in targets:
        if target.exists():
            sys.stderr.write(f"{target} exists: these rows were split before, and are split only once\n")
            return 1
    lines = [line for part in parts for line in part.read_text(encoding="utf-8").splitlines() if line.strip()]
    if not lines:
        sys.stderr.write(f"{DATA / language}: no {kind}_*.jsonl with rows in it: write them there first\n")
        return 1
    for target, half in zip(targets, split(lines, kind), strict=True):
        target.parent.mkdir(exist_ok=True)
        target.write_text("".join(line + "\n" for line in half), encoding="utf-8")
        sys.stdout.write(f"{target.relative_to(DATA)}: {len(half)} rows\n")
    for part in parts:
        part.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
