"""How far two passes over narrations and endings agree: `python eval/data/agreement_tales.py ru` (or en, or both).

second_pass/challenges_<lang>.jsonl and endings_<lang>.jsonl hold, for a random sample, what a second reader said from
the text alone: {"id", "verdict", "earlier"} and {"id", "plausible"}. Printed are the share of rows that agree, Cohen's
kappa, and of contradictions that both saw how often they point to the same earlier sentence.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from agreement import kappa  # type: ignore[import-not-found]  # beside this file, where a script finds it

DATA = Path(__file__).parent
LANGUAGES = ("ru", "en")


def compare(kind: str, language: str) -> str:
    """One line for a terminal."""
    first = {row["id"]: row for half in ("dev", "test") for row in _rows(DATA / half / f"{kind}_{language}.jsonl")}
    second = _rows(DATA / "second_pass" / f"{kind}_{language}.jsonl")
    key = "verdict" if kind == "challenges" else "plausible"
    pairs = [(str(first[row["id"]][key]), str(row[key])) for row in second]
    alike = sum(one == other for one, other in pairs) / len(pairs)
    line = f"{kind} {language}: {len(pairs)} rows, {alike:.1%} alike, kappa {kappa(pairs):.3f}"
    both = [row for row in second if row.get("verdict") == first[row["id"]].get("verdict") == "contradiction"]
    if both:
        same = sum(_same(row["earlier"], first[row["id"]]["earlier"]) for row in both)
        line += f"; of {len(both)} contradictions seen by both {same} point to the same sentence"
    return line


def _same(one: str, other: str) -> bool:
    return bool(one.strip()) and (one.strip() in other or other.strip() in one)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def main(arguments: list[str]) -> int:
    for language in arguments or LANGUAGES:
        for kind in ("challenges", "endings"):
            sys.stdout.write(compare(kind, language) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
