"""How far two passes over the same sentences agree: `python eval/data/agreement.py en` (or `ru`; without one, both).

eval/data/second_pass/mentions_<language>.jsonl holds, for a random sample, what the first pass said and what a second
one said from the text alone: `{"id", "first": {"mentions", "passing", "implied", "ask"}, "second": {the same}}`. Both
stand there as they were before slips were mended. The labels of today (dev and test) are compared with the second
pass too.

One decision is one sentence and one card. "Said" is mentions, passing and implied together. F1 takes one pass as the
truth for the other, which is symmetric; kappa (Cohen) is agreement beyond chance.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent
ROOT = DATA.parents[1]
SAID = ("mentions", "passing", "implied")
ANSWERS = (*SAID, "ask")

Pair = tuple[str, str]
"""The two passes' answers about one card: one of ANSWERS, or "no"."""


def answers(labels: dict[str, Any], cards: Iterable[str]) -> list[str]:
    """What a pass says of each card, in the order of the cards."""
    given = {card: answer for answer in ANSWERS for card in labels.get(answer, ())}
    return [given.get(card, "no") for card in cards]


def kappa(pairs: list[Pair]) -> float:
    """Cohen's kappa; 1.0 where both passes only ever gave one and the same answer."""
    count = len(pairs)
    alike = sum(one == other for one, other in pairs) / count
    left, right = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(left[answer] * right[answer] for answer in left) / count**2
    return 1.0 if chance == 1 else (alike - chance) / (1 - chance)


def f1(pairs: list[Pair], counted: tuple[str, ...]) -> float:
    """F1 between the passes of the cards that got one of the counted answers."""
    both = sum(one in counted and other in counted for one, other in pairs)
    either = sum((one in counted) + (other in counted) for one, other in pairs)
    return 1.0 if either == 0 else 2 * both / either


def merged(pairs: list[Pair]) -> list[Pair]:
    """The same pairs with said and not said alone; cards that a pass leaves to the table are left out, as in scores."""
    return [
        ("said" if one in SAID else "no", "said" if other in SAID else "no")
        for one, other in pairs
        if "ask" not in (one, other)
    ]


def report(title: str, pairs: list[Pair]) -> str:
    clear = merged(pairs)
    apart = sum(one != other for one, other in pairs)
    return (
        f"{title}\n"
        f"  said or not (ask left out)   F1 {f1(clear, ('said',)):.3f}   kappa {kappa(clear):.3f}\n"
        f"  said or not (ask as not)     F1 {f1(pairs, SAID):.3f}\n"
        f"  ask                          F1 {f1(pairs, ('ask',)):.3f}\n"
        f"  all five answers             kappa {kappa(pairs):.3f}   apart in {apart} of {len(pairs)} decisions\n"
    )


def compare(language: str, cards: list[str]) -> str:
    """The printed comparison of a language's two passes."""
    rows = _rows(DATA / "second_pass" / f"mentions_{language}.jsonl")
    today = {row["id"]: row for half in ("dev", "test") for row in _rows(DATA / half / f"mentions_{language}.jsonl")}
    before: list[Pair] = []
    after: list[Pair] = []
    for row in rows:
        second = answers(row["second"], cards)
        before += zip(answers(row["first"], cards), second, strict=True)
        after += zip(answers(today[row["id"]], cards), second, strict=True)
    return f"{language}: {len(rows)} sentences, {len(cards)} cards\n" + "".join(
        report(title, pairs)
        for title, pairs in (("first pass and second pass", before), ("labels of today and second pass", after))
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def main(arguments: list[str]) -> int:
    stored = sorted(path.stem.removeprefix("mentions_") for path in (DATA / "second_pass").glob("mentions_*.jsonl"))
    for language in arguments or stored:
        if language not in stored:
            sys.stderr.write(f"no second pass in '{language}': there is {', '.join(stored) or 'none'}\n")
            return 2
        sys.path.insert(0, str(ROOT))
        from companion.decks.deck import load_deck

        sys.stdout.write(compare(language, sorted(load_deck(language).by_id)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
