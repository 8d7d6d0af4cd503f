"""The drawings on cards and beside labels: one SVG body by name, from `pictograms.json` (licence: PICTOGRAMS.md).

Every story card's drawing bears the card's id. Drawings are one colour (`currentColor`), so a theme can tint them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.errors import DamagedDeck

FILE = Path(__file__).with_name("pictograms.json")

_TAG = re.compile(r"<[^>]*>")
_SHAPE = re.compile(
    r'</g>|<g(?: transform="[-a-z0-9(). ]+")?>|<(?:path|circle)(?: (?:d|fill|fill-rule|c[xy]|r)="[^"<>&]*")+/>'
)


@dataclass(frozen=True)
class Pictogram:
    """A drawing: what goes inside `<svg viewBox=...>`."""

    view_box: str
    body: str


def pictogram(name: str) -> Pictogram:
    """The drawing of that name. Raises DamagedDeck when there is none."""
    try:
        return pictograms()[name]
    except KeyError:
        raise DamagedDeck(f"{FILE.name}: {name}", "there is no such pictogram: use a name that the file has") from None


@lru_cache(maxsize=1)
def pictograms() -> dict[str, Pictogram]:
    """All drawings by name. Raises DamagedDeck when the file is damaged or holds more than plain shapes."""
    return read_pictograms(FILE)


def read_pictograms(path: Path) -> dict[str, Pictogram]:
    """The drawings of a file. Raises DamagedDeck, naming file and drawing."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise DamagedDeck(str(path), f"the file cannot be read: {fault}") from fault
    if not isinstance(raw, dict):
        raise DamagedDeck(str(path), "the file must be an object of drawings by name")
    return {name: _checked(f"{path}: {name}", entry) for name, entry in raw.items()}


def _checked(where: str, entry: Any) -> Pictogram:
    match entry:
        case {"viewBox": str(view_box), "body": str(body)} if len(entry) == 2:
            pass
        case _:
            raise DamagedDeck(where, "a drawing has exactly `viewBox` and `body`, both text")
    if not re.fullmatch(r"-?\d+ -?\d+ \d+ \d+", view_box):
        raise DamagedDeck(where, "`viewBox` must be four whole numbers")
    # A drawing lands in a page's markup: anything but plain shapes could carry a script.
    if not body or _TAG.sub("", body).strip() or not all(_SHAPE.fullmatch(tag) for tag in _TAG.findall(body)):
        raise DamagedDeck(where, "`body` may hold only <path>, <circle> and <g transform> shapes")
    return Pictogram(view_box, body)
