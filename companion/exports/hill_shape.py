"""How the hill looks, on a page and on paper: the eight slopes' paints and symbols, and where everything stands.

Every colour has a symbol of its own, so that nobody needs to tell colours apart. Measures are in units of a drawing
that is `WIDTH` by `HEIGHT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.hill import STEPS, SUMMIT, Colour

WIDTH, HEIGHT = 1600, 1000
MIDDLE = WIDTH / 2
FOOT, STEP = 985.0, 58.0
"""Where the lowest step begins, and how high each is."""
BELOW, ABOVE = 730.0, 345.0
"""Half the hill's width at its foot and where the summit begins."""
TOP = FOOT - STEPS * STEP
SUMMIT_PLACE = (MIDDLE, TOP - 74)


@dataclass(frozen=True)
class Paint:
    """A slope's colour."""

    fill: str
    ink: str
    """What can be read on it."""
    sign: str
    """Its symbol in a line of text."""
    path: str
    """Its symbol as an SVG path of 24 by 24."""


PAINTS: Mapping[Colour, Paint] = {
    Colour.VIOLET: Paint(
        "#6b3fa0", "#ffffff", "★", "M12 1.6l3 7 7.6.6-5.8 5 1.8 7.4-6.6-4-6.6 4 1.8-7.4-5.8-5 7.6-.6z"
    ),
    Colour.LILAC: Paint(
        "#d3a6e8", "#2a1538", "♥",
        "M12 21.5C5 16 2 12.4 2 8.2a5.2 5.2 0 0 1 10-2 5.2 5.2 0 0 1 10 2c0 4.2-3 7.8-10 13.3z",
    ),
    Colour.RED: Paint("#c92a2a", "#ffffff", "▲", "M12 2.5l10.5 19h-21z"),
    Colour.ORANGE: Paint("#f08c1d", "#2b1700", "■", "M3.5 3.5h17v17h-17z"),
    Colour.YELLOW: Paint("#f7d51d", "#2b2400", "●", "M2.5 12a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0z"),
    Colour.GREEN: Paint(
        "#2f8f3e", "#ffffff", "♣",
        "M12 1.5a4.8 4.8 0 0 1 4.1 7.2 4.8 4.8 0 1 1-2.7 7.9l1.3 5.9H9.3l1.3-5.9"
        "a4.8 4.8 0 1 1-2.7-7.9A4.8 4.8 0 0 1 12 1.5z",
    ),
    Colour.LIGHT_BLUE: Paint("#62c3ee", "#06283a", "◆", "M12 .8l9.6 11.2L12 23.2 2.4 12z"),
    Colour.BLUE: Paint("#2450b2", "#ffffff", "✚", "M8.6 1.6h6.8v7h7v6.8h-7v7H8.6v-7h-7V8.6h7z"),
}  # fmt: skip
ENVELOPE = "M1.5 4.5h21L12 13zM1.5 6.8v12.7h21V6.8L12 15.5z"
"""Of an answer that lies there."""
TICK = "M2 13l3.5-3.5 4 4 9-9L22 8 9.5 20.5z"
CROSS = "M4.2 2l7.8 7.8L19.8 2 22 4.2 14.2 12l7.8 7.8-2.2 2.2-7.8-7.8L4.2 22 2 19.8 9.8 12 2 4.2z"
"""Of a wrong answer."""
CROWN = "M1.6 6.6l5.6 4L12 2.4l4.8 8.2 5.6-4-2 14H3.6z"
FLAG = "M5 1.5h2.4v1.3H21l-4.4 5.1L21 13H7.4v9.5H5z"
"""Of a revolution."""
CHEVRONS = "M12 1.5l9.5 9.5h-5.7L12 7.2 8.2 11H2.5zM12 11.5l9.5 9.5h-5.7L12 17.2 8.2 21H2.5z"
"""Of a jump."""


def half_width(steps: float) -> float:
    """Of the hill so many steps above its foot: steep at the foot, flatter towards the summit."""
    share = steps / STEPS
    return BELOW - (BELOW - ABOVE) * (1.18 * share - 0.18 * share**2)


def cell(team: int, teams: int, step: int) -> str:
    """The corners of one step of a team's slope, as SVG has them; the lowest step is 1."""
    corners = [(team, step - 1), (team + 1, step - 1), (team + 1, step), (team, step)]
    return " ".join(f"{_across(at, teams, up):.1f},{FOOT - up * STEP:.1f}" for at, up in corners)


def place(team: int, teams: int, step: int) -> tuple[float, float]:
    """Where a team's chip stands on that step, or on the summit."""
    if step >= SUMMIT:
        return SUMMIT_PLACE
    return round(_across(team + 0.5, teams, step - 0.5), 1), round(FOOT - (step - 0.5) * STEP, 1)


def peak() -> str:
    """The summit's outline, as an SVG path."""
    left, right, top = MIDDLE - ABOVE, MIDDLE + ABOVE, TOP - 160
    return (
        f"M{left} {TOP}C{left + 90} {TOP - 26} {MIDDLE - 190} {top} {MIDDLE} {top}"
        f"S{right - 90} {TOP - 26} {right} {TOP}z"
    )


def _across(at: float, teams: int, steps: float) -> float:
    return MIDDLE + half_width(steps) * (2 * at / teams - 1)
