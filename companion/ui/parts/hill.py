"""The hill as a picture: a slope in each team's colour, filled as high as the team has climbed, its chip on top; on the
summit the king. Below it a row for each team with its points and what lies before it. Moves are animated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from companion.exports import hill_shape as shape
from companion.rules.hill import HOLD, STEPS, SUMMIT, Colour
from companion.ui.parts.base import register

_HILL = register("hill")
_ICONS = {
    "answered": shape.ENVELOPE,
    "jump": shape.CHEVRONS,
    "revolution": shape.FLAG,
    "token": shape.FLAG,
    "king": shape.CROWN,
    "right": shape.TICK,
    "wrong": shape.CROSS,
}

Tone = Literal["", "good", "bad", "strong", "faint"]


@dataclass(frozen=True)
class HillMark:
    """Something that lies before a team."""

    text: str
    """What it says; with an icon it is the tooltip and what a screen reader says."""
    icon: Literal["", "answered", "jump", "revolution", "token", "king", "right", "wrong"] = ""
    tone: Tone = ""


@dataclass(frozen=True)
class HillTeam:
    """A team on the hill. The name is plain text."""

    name: str
    colour: Colour
    step: int
    points: str
    marks: Sequence[HillMark] = ()
    badge: Literal["", "jump", "revolution"] = ""
    """What its chip carries on the hill."""
    note: str = ""
    """Below the name: where it stands, in words."""
    is_me: bool = False


def hill(
    teams: Sequence[HillTeam], *, alt: str, start: int, held: int, summit: str, start_word: str, key: str,
    large: bool = False, beside: bool = False,
) -> None:  # fmt: skip
    """Draws it. alt: the whole picture in words. held: questions that the king has kept the summit for. summit,
    start_word: what is written there. large: for a wall. beside: the teams' rows stand
    beside the hill where there is room, not below it."""
    count = len(teams)
    _HILL(
        key=key,
        data={
            "key": key,
            "large": large,
            "beside": beside,
            "alt": alt,
            "held": held,
            "hold": HOLD if any(team.step == SUMMIT for team in teams) else 0,
            "summit": summit,
            "start": start,
            "startWord": start_word,
            "box": f"0 0 {shape.WIDTH} {shape.HEIGHT}",
            "peak": shape.peak(),
            "crown": shape.CROWN,
            "icons": _ICONS,
            "rows": [_row(step) for step in range(1, STEPS + 1)],
            "teams": [_data(team, seat, count) for seat, team in enumerate(teams)],
        },
    )


def _row(step: int) -> dict[str, float]:
    half, middle = shape.half_width(step - 0.5), shape.FOOT - (step - 0.5) * shape.STEP
    return {"y": middle, "left": shape.MIDDLE - half - 26, "right": shape.MIDDLE + half + 26}


def _data(team: HillTeam, seat: int, count: int) -> dict[str, Any]:
    paint = shape.PAINTS[team.colour]
    x, y = shape.place(seat, count, team.step)
    return {
        "name": team.name,
        "fill": paint.fill,
        "ink": paint.ink,
        "symbol": paint.path,
        "cells": [shape.cell(seat, count, step) for step in range(1, STEPS + 1)],
        "step": team.step,
        "isKing": team.step == SUMMIT,
        "x": x,
        "y": y,
        "points": team.points,
        "marks": [asdict(mark) for mark in team.marks],
        "badge": team.badge,
        "note": team.note,
        "isMe": team.is_me,
    }
