"""Scripted teams on the hill, of three strengths: how they play a round, and whether they know the answer.

A team of the machine never holds an answer: `attempt` says only whether it would be right, wrong or silent, and after
how many seconds; the table, which has the question's card, turns that into text. So no team can know more than its
strength allows.

Example: `declare(view, "middling", random.Random(7))`, `attempt(60.0, "B1", "strong", random.Random(7))`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from companion.rules.hill import HOLD, LAST_STEP, Declare, HillView, Move

Strength = Literal["weak", "middling", "strong"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)

KNOWS: Mapping[Strength, Mapping[str, float]] = {
    "weak": {"A1": 0.75, "A2": 0.6, "B1": 0.45, "B2": 0.3, "C1": 0.2},
    "middling": {"A1": 0.9, "A2": 0.8, "B1": 0.65, "B2": 0.5, "C1": 0.35},
    "strong": {"A1": 0.97, "A2": 0.92, "B1": 0.85, "B2": 0.72, "C1": 0.55},
}
"""The chance to know the answer, by strength and the question's level (CEFR)."""
USUAL_LEVEL = "B1"
"""Stands for a question of no stated level."""
SILENT: Mapping[Strength, float] = {"weak": 0.4, "middling": 0.3, "strong": 0.2}
"""How often a team that does not know hands in nothing rather than a guess."""
PACE: Mapping[Strength, tuple[float, float]] = {"weak": (0.35, 0.9), "middling": (0.2, 0.7), "strong": (0.1, 0.5)}
"""The share of the time for answers after which an answer comes, from the quickest to the slowest."""
DECIDES = (0.1, 0.6)
"""The share of the time to choose after which a move is declared."""

REFLEX = 0.3
"""How often a weak team jumps or rebels when it may."""
GOOD_CHANCE = 0.5
"""A jump is worth more than a plain move from here on: 2p - (1 - p) > p."""
FAIR_REVOLT = 0.2
"""A middling team spends its token from this chance of success on."""
PRIOR = 4.0
"""Rounds that a team's own record must outweigh before it believes in it."""


@dataclass(frozen=True)
class Attempt:
    """What becomes of a question in a team's hands."""

    says: Literal["right", "wrong", "nothing"]
    seconds: float
    """After the time for answers began; within it."""


def declare(view: HillView, strength: Strength, luck: random.Random) -> Declare | None:
    """How the team plays this round, and after how many seconds it says so; None: only the plain move is open to it.

    A weak team trusts to luck, a middling one weighs its chance to be right, a strong one also how the race stands.
    """
    assert view.seat is not None
    when = round(view.setup.choice_seconds * luck.uniform(*DECIDES), 1)
    mood = luck.random()
    special = next((move for move in view.may_declare if move is not Move.PLAIN), None)
    if special is None:
        return None
    if strength == "weak":
        wants = mood < REFLEX
    elif special is Move.JUMP:
        wants = _jumps(view, strength)
    else:
        wants = _rebels(view, strength)
    return Declare(view.seat, special if wants else Move.PLAIN, when)


def attempt(answer_seconds: float, level: str, strength: Strength, luck: random.Random) -> Attempt:
    """Whether the team knows the answer to a question of that level; an unknown level counts as the usual one."""
    chances = KNOWS[strength]
    knows, guesses = luck.random() < chances.get(level, chances[USUAL_LEVEL]), luck.random() >= SILENT[strength]
    slowest, quickest = max(PACE[strength]), min(PACE[strength])
    seconds = round(answer_seconds * luck.triangular(quickest, slowest, quickest + 0.1 * (1 + (not knows))), 1)
    return Attempt("right" if knows else "wrong" if guesses else "nothing", seconds)


def _jumps(view: HillView, strength: Strength) -> bool:
    chance = _chance_of(view, view.seat, strength)
    if strength == "middling":
        return chance > GOOD_CHANCE
    assert view.seat is not None
    way = LAST_STEP - view.teams[view.seat].step
    if view.standing.king is not None:
        # On foot it must come to the last step with one question left for the revolution.
        return way > HOLD - view.standing.held - 1
    first = max(team.step for seat, team in enumerate(view.teams) if seat != view.seat)
    behind = first - view.teams[view.seat].step
    if behind > 1 or first == LAST_STEP:
        return chance > GOOD_CHANCE - 0.1
    return chance > GOOD_CHANCE + 0.1


def _rebels(view: HillView, strength: Strength) -> bool:
    standing = view.standing
    if standing.held == HOLD - 1:
        return True  # Nobody asks after the token when the king has won.
    if strength == "middling":
        success = _chance_of(view, view.seat, strength) * (1 - _chance_of(view, standing.king, strength))
        return success >= FAIR_REVOLT
    assert view.seat is not None
    # Richer rebels would take the summit before us, and if they fail our token is still there.
    rebels = [team for team in view.teams if team.step == LAST_STEP and team.token]
    return view.teams[view.seat].points >= max(team.points for team in rebels)


def _chance_of(view: HillView, seat: int | None, strength: Strength) -> float:
    """How often a team is right, by what it has shown and, while that is little, by what is usual for us."""
    usual = KNOWS[strength][USUAL_LEVEL]
    shown = 0 if seat is None else view.teams[seat].right
    return (shown + PRIOR * usual) / (max(view.round - 1, 0) + PRIOR)
