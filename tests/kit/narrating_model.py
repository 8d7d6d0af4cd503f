"""A language model that narrates, out of what its prompt says: for `OpenAIServer(narrates)`.

It plans one sentence for the first card of its hand, or two that lead to the ending, and then writes just that.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tests.kit.openai_server import Says, asked_in, in_form

_CARD = re.compile(r'^([a-z-]+) = "([^"]+)"', re.MULTILINE)
_LINE = re.compile(r"^(\d+)\. \"", re.MULTILINE)
_PLANNED = re.compile(r'^"(.+)" \((?:"[^"]+"|-)\)$', re.MULTILINE)


def narrates(body: dict[str, Any]) -> Says:
    """A plan, or the prose for it: good ones."""
    return writes(body) if body.get("stream") else plans(body)


def plans(body: dict[str, Any]) -> Says:
    """One sentence for the first card of the hand."""
    year = told_in(body) + 1
    cards = _CARD.findall(asked_in(body))
    if not cards:
        return plan((f"So the year {year} brought them peace.", ""), ("They were glad of it.", ""))(body)
    card, name = cards[0]
    return plan((f"In the year {year} the {name.lower()} changed her whole life.", card))(body)


def writes(body: dict[str, Any]) -> Says:
    """The sentences of the plan as they are."""
    return Says("\n".join(json.loads(f'"{what}"') for what in _PLANNED.findall(asked_in(body))), tokens=20)


def plan(*steps: tuple[str, str]) -> Any:
    """A plan of (what, card), as an answer to whatever question."""
    return in_form(steps=[{"what": what, "card": card} for what, card in steps])


def told_in(body: dict[str, Any]) -> int:
    """How many sentences the tale in the question has."""
    return max(map(int, _LINE.findall(asked_in(body))), default=0)


def hand_in(body: dict[str, Any]) -> list[str]:
    """Ids of the cards that the question shows."""
    return [card for card, _ in _CARD.findall(asked_in(body))]
