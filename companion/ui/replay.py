"""A told tale cut into steps: a sentence, a card, a sentence, ... in the order of the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.tale.state import Laid, Sentence, TaleView


@dataclass(frozen=True)
class Shot:
    """The table after one step."""

    sentences: tuple[Sentence, ...]
    laid: tuple[Laid, ...]


def shots(view: TaleView) -> tuple[Shot, ...]:
    """Every step of the tale, in order. Cards that a challenge sent back to the hand are not among them."""
    steps, laid = [], 0
    for told in range(len(view.sentences) + 1):
        if told:
            steps.append(Shot(view.sentences[:told], view.laid[:laid]))
        while laid < len(view.laid) and view.laid[laid].told == told:
            laid += 1
            steps.append(Shot(view.sentences[:told], view.laid[:laid]))
    return tuple(steps)
