"""The hill on one sheet to print and play on with chips of paper: eight slopes, twelve steps, the summit, and places
for what lies before each team. It loads nothing, and nothing in it runs."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Literal, get_args

from companion.exports import hill_shape as shape
from companion.language.catalogue import Catalogue
from companion.rules.hill import HIGHEST_START, HOLD, STEPS, Colour

Paper = Literal["A4", "A3"]
PAPERS: tuple[Paper, ...] = get_args(Paper)

_MARGIN, _PLACES = 8, 125
"""Millimetres around the sheet; units of the drawing below the hill for the teams' places."""
_KEY = {"answer": shape.TICK, "move": shape.CHEVRONS, "token": shape.FLAG}
"""Places before a team, and what is drawn in them."""
_STYLE = """
@page { size: %(paper)s landscape; margin: %(margin)smm; }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0; background: #fff; color: #33261a; font-family: Georgia, "PT Serif", serif; }
svg { display: block; width: 100%%; height: auto; max-height: 97vh; margin: 0 auto; }
text { dominant-baseline: central; fill: #33261a; }
"""


def as_board(texts: Catalogue, *, paper: Paper = "A4") -> str:
    """The page in the reader's language; a browser prints it on one sheet."""
    style = _STYLE % {"paper": paper, "margin": _MARGIN}
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(texts.t('hill.board_title'))}</title><style>{style}</style>"
    )
    return (
        f'<!doctype html>\n<html lang="{texts.language}"><head>{head}</head>\n<body>'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {shape.WIDTH} {shape.HEIGHT + _PLACES}">\n'
        + "\n".join(_drawn(texts))
        + "\n</svg></body></html>\n"
    )


def _drawn(texts: Catalogue) -> Iterator[str]:
    yield _text(texts.t("hill.board_title"), 235, 60, 46, bold=True)
    yield from _key(texts)
    yield from _summit(texts)
    for seat, colour in enumerate(Colour):
        yield from _slope(seat, colour)
    yield from _numbers(texts)
    for seat, colour in enumerate(Colour):
        yield from _places(seat, colour, texts)


def _summit(texts: Catalogue) -> Iterator[str]:
    x, y = shape.SUMMIT_PLACE
    yield f'<path d="{shape.peak()}" fill="#fdf0c4" stroke="#b38600" stroke-width="4"/>'
    yield f'<g transform="translate({x - 42} {y - 128}) scale(3.5)"><path d="{shape.CROWN}" fill="#e3a400"/></g>'
    yield f'<circle cx="{x}" cy="{y + 10}" r="38" fill="#fff" stroke="#b38600" stroke-width="3"/>'
    yield _text(texts.t("hill.summit"), x - 165, y + 46, 26, bold=True)
    for number in range(HOLD):
        cx = x + 110 + number * 56
        yield f'<circle cx="{cx}" cy="{y + 46}" r="22" fill="#fff" stroke="#b38600" stroke-width="3"/>'
        yield _text(str(number + 1), cx, y + 47, 24)
    yield _text(texts.t("hill.board_held"), x + 470, y + 46, 22)


def _slope(seat: int, colour: Colour) -> Iterator[str]:
    paint, teams = shape.PAINTS[colour], len(Colour)
    for step in range(1, STEPS + 1):
        opacity = 0.5 if step % 2 else 0.34
        yield (
            f'<polygon points="{shape.cell(seat, teams, step)}" fill="{paint.fill}" fill-opacity="{opacity}" '
            'stroke="#fff" stroke-width="4"/>'
        )
    x, y = shape.place(seat, teams, 1)
    symbol = f'<path d="{paint.path}" fill="{paint.fill}" stroke="#33261a" stroke-width=".7"/>'
    yield f'<g transform="translate({x - 20} {y - 20}) scale(1.66)">{symbol}</g>'


def _numbers(texts: Catalogue) -> Iterator[str]:
    for step in range(1, STEPS + 1):
        y, half = shape.FOOT - (step - 0.5) * shape.STEP, shape.half_width(step - 0.5) + 30
        for x in (shape.MIDDLE - half, shape.MIDDLE + half):
            yield _text(str(step), x, y, 32, bold=step <= HIGHEST_START)
    y = shape.FOOT - HIGHEST_START * shape.STEP
    half = shape.half_width(HIGHEST_START) + 62
    for side in (-1, 1):
        x = shape.MIDDLE + side * half
        yield f'<path d="M{x} {y}h{side * 200}" stroke="#75624c" stroke-width="2" stroke-dasharray="7 6"/>'
        yield _text(texts.t("hill.board_start"), x + side * 100, y + 20, 19)


def _places(seat: int, colour: Colour, texts: Catalogue) -> Iterator[str]:
    """Below a slope: where its answer chip, the chip of its move and its revolution token lie, and its points."""
    width = shape.WIDTH / len(Colour)
    left, top = seat * width + 5, shape.HEIGHT + 6
    fill = shape.PAINTS[colour].fill
    yield (
        f'<rect x="{left}" y="{top}" width="{width - 10}" height="{_PLACES - 12}" rx="14" fill="{fill}" '
        f'fill-opacity=".16" stroke="{fill}" stroke-width="3"/>'
    )
    for number, path in enumerate(_KEY.values()):
        cx = left + (width - 10) * (number + 0.5) / 3
        yield f'<circle cx="{cx:.1f}" cy="{top + 42}" r="27" fill="#fff" stroke="{fill}" stroke-width="3"/>'
        yield _icon(path, cx, top + 42, 1.2, 0.22)
    yield _text(f"{texts.t('hill.board_points')} ________", left + (width - 10) / 2, top + 92, 18)


def _key(texts: Catalogue) -> Iterator[str]:
    """What the places below the slopes are for."""
    for number, (name, path) in enumerate(_KEY.items()):
        y = 40 + number * 44
        yield f'<circle cx="1330" cy="{y}" r="19" fill="#fff" stroke="#75624c" stroke-width="2"/>'
        yield _icon(path, 1330, y, 0.9, 0.6)
        yield _text(texts.t(f"hill.board_{name}"), 1362, y, 23, anchor="start")


def _icon(path: str, x: float, y: float, scale: float, opacity: float) -> str:
    place = f"translate({x - 12 * scale:.1f} {y - 12 * scale:.1f}) scale({scale})"
    return f'<path d="{path}" transform="{place}" fill="#33261a" fill-opacity="{opacity}"/>'


def _text(text: str, x: float, y: float, size: int, *, bold: bool = False, anchor: str = "middle") -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{weight} text-anchor="{anchor}">{escape(text)}</text>'
