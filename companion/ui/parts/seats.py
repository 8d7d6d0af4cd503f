"""Who sits at the table: a face for each seat, with a name and a line about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.ui.parts.base import register, seat_colour
from companion.ui.portraits import portraits

_SEATS = register("seats")


@dataclass(frozen=True)
class SeatFace:
    """One seat. All texts are plain text."""

    name: str
    seat: int
    portrait: str = ""
    """Name of the drawing; without one the name's first letter stands for the face."""
    alt: str = ""
    """What a screen reader says of the portrait."""
    note: str = ""
    """The line below the name."""
    about: str = ""
    """Tooltip, and read after the note."""
    is_marked: bool = False
    """The narrator, or a winner."""


def seats(faces: Sequence[SeatFace], *, label: str, key: str) -> None:
    """Draws the row of seats; `label` names it for screen readers."""
    _SEATS(key=key, data={"label": label, "bare": False, "faces": [_data(face) for face in faces]})


def portrait(face: SeatFace, *, key: str) -> None:
    """Draws the face alone: where its name stands beside it in a field."""
    _SEATS(key=key, data={"label": "", "bare": True, "faces": [_data(face)]})


def _data(face: SeatFace) -> dict[str, object]:
    drawn = portraits().get(face.portrait)
    return {
        "name": face.name,
        "colour": seat_colour(face.seat),
        "picture": {"viewBox": drawn.view_box, "body": drawn.body} if drawn else None,
        "alt": face.alt,
        "note": face.note,
        "about": face.about,
        "marked": face.is_marked,
    }
