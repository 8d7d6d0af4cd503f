"""How far two passes of labelling agree: `python eval/data/agreement.py ru`.

The second pass (second_pass/mentions_<language>.jsonl) was made from sentence and context alone, before it was compared
with anything. It keeps the first pass of the same sentences, as it stood then, under "first"; so the figures stay true
after slips were put right. One decision is one card of one sentence, of all 114.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.decks.deck import load_deck

DATA = Path(__file__).parent
SAID = ("mentions", "passing", "implied")

Labels = dict[str, list[str]]


def answer(labels: Labels, card: str) -> str:
    """What one pass says of a card: one of the four lists, or "no"."""
    return next((name for name in (*SAID, "ask") if card in labels[name]), "no")


def f1(pairs: Iterable[tuple[bool, bool]]) -> float:
    """Of the decisions that either pass called positive, how many both did; 1 when there are none."""
    both = either = 0
    for first, second in pairs:
        both += 2 * (first and second)
        either += first + second
    return both / either if either else 1.0


def kappa(pairs: list[tuple[str, str]]) -> float:
    """Cohen's kappa: agreement beyond what the two passes' habits would give by chance."""
    seen = sum(first == second for first, second in pairs) / len(pairs)
    answers = {one for pair in pairs for one in pair}
    chance = (
        sum(sum(first == one for first, _ in pairs) * sum(second == one for _, second in pairs) for one in answers)
        / len(pairs) ** 2
    )
    return 1.0 if chance == 1 else (seen - chance) / (1 - chance)


def decisions(rows: list[dict[str, Any]], cards: Iterable[str]) -> list[tuple[str, str]]:
    """(first pass, second pass) for each card of each sentence."""
    cards = list(cards)
    return [(answer(row["first"], card), answer(row, card)) for row in rows for card in cards]


def main(language: str) -> None:
    """Prints the agreement for one language."""
    path = DATA / "second_pass" / f"mentions_{language}.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    pairs = decisions(rows, load_deck(language).by_id)
    settled = [pair for pair in pairs if "ask" not in pair]
    is_said: Callable[[str], bool] = SAID.__contains__
    said = [(is_said(first), is_said(second)) for first, second in pairs]
    figures = {
        "F1, said (mentions, passing, implied) or not": f1(said),
        "F1, the same where neither pass asks the table": f1((is_said(a), is_said(b)) for a, b in settled),
        "F1, for the table to decide": f1((a == "ask", b == "ask") for a, b in pairs),
        "kappa, said or not": kappa([(str(a), str(b)) for a, b in said]),
        "kappa, said or not, where neither asks": kappa([(str(is_said(a)), str(is_said(b))) for a, b in settled]),
        "kappa, all five answers": kappa(pairs),
    }
    sys.stdout.write(f"{language}: {len(rows)} sentences, {len(pairs)} decisions\n")
    for name, figure in figures.items():
        sys.stdout.write(f"  {name:<50}{figure:.3f}\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python eval/data/agreement.py <language>")
    main(sys.argv[1])
