"""What the parts share: registering a component from its files, drawings as data, and hearing each message once.

A part is a Streamlit component (v2): Python here, script and style in the files of the same name beside it. All text
reaches the browser as data and is set with `textContent`; colours and fonts come from the theme's `--st-*` variables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from companion.decks.pictograms import pictogram

FOLDER = Path(__file__).parent
MAX_ID = 64
"""Characters; the browser makes UUIDs."""

SEAT_COLOURS = ("blue", "orange", "green", "violet", "red", "yellow", "gray")
"""Theme colours by seat, for seats that chose none."""

Mount = Callable[..., Any]


def register(name: str) -> Mount:
    """The mount function of a part, from `shared.js/css` and `<name>.js/css`. Once a process: call at module level."""
    return st.components.v2.component(
        f"story_{name}",
        html='<div class="part"></div>',
        css=_source("shared.css") + _source(f"{name}.css"),
        js=_source("shared.js") + _source(f"{name}.js"),
    )


def _source(file: str) -> str:
    return (FOLDER / file).read_text(encoding="utf-8")


def part_key(part: str, id: str) -> str:
    """A part's key that holds an id from outside: Streamlit refuses a component's key with two underscores in a row."""
    return f"{part}_{id.encode().hex()}"


def drawing(name: str) -> dict[str, str]:
    """A pictogram as the scripts take it."""
    found = pictogram(name)
    return {"viewBox": found.view_box, "body": found.body}


def seat_colour(seat: int, colour: str = "") -> str:
    """A CSS colour for a player: the one chosen (`#rrggbb`), else one of the theme by seat."""
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        return colour
    return f"var(--st-{SEAT_COLOURS[seat % len(SEAT_COLOURS)]}-color)"


def words_of(words: Any) -> dict[str, Any]:
    """A part's texts as data."""
    assert is_dataclass(words) and not isinstance(words, type)
    return asdict(words)


def answered(key: str) -> dict[str, Any] | None:
    """The last message of this part that was answered: its id, and whether it was accepted."""
    return st.session_state.get(_slot(key)) or None


def once(key: str, trigger: str, deliver: Callable[[Mapping[str, Any]], bool | None]) -> Callable[[], None]:
    """A callback for a trigger: delivers each message once by its id and notes the answer for the browser.

    `deliver` returns False when the message was not accepted; an exception counts as that too and goes on. When
    another click ends the run in mid-deed, nothing is noted: without an answer the browser sends the message again.
    """
    answer: dict[str, Any] = st.session_state.setdefault(_slot(key), {})
    # It is filled in place: touching session state after the deed could end the run before the note.

    def receive() -> None:
        held = st.session_state.get(key)
        # None: the page has moved on since and has no such part any more; the browser keeps what was written.
        message = held.get(trigger) if held is not None else None
        if not isinstance(message, Mapping) or not _is_id(message.get("id")):
            return
        if answer == {"id": message["id"], "accepted": True}:
            return
        try:
            accepted = deliver(message) is not False
        except Exception:  # not Streamlit's own signals, which say nothing of the message
            answer.update(id=message["id"], accepted=False)
            raise
        answer.update(id=message["id"], accepted=accepted)

    return receive


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_ID


def _slot(key: str) -> str:
    return f"{key}/answered"
