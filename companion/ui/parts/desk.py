"""The narrator's desk: where the next sentence is written, with the silence clock beside it.

The draft lives in the browser until the table has accepted it. So nothing half-typed is ever lost to a rerun or a
reload, leaving the box publishes nothing, and what is on the screen when Send is tapped is what is sent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.rules.tale.setup import MAX_SENTENCE
from companion.ui.parts.base import answered, once, register, words_of

_DESK = register("desk")


@dataclass(frozen=True)
class DeskWords:
    """Texts of the desk."""

    label: str
    """Of the box: "The next sentence"."""
    placeholder: str
    send: str
    hint: str
    """How to send and how to begin a new line."""
    counter: str
    """`{count}` and `{limit}` characters."""
    too_long: str
    """`{count}`, `{limit}` and `{over}` characters."""
    empty: str
    """Said when Send is pressed on an empty box."""
    sending: str
    not_sent: str
    """Said when no answer came: the text is still there, send again."""
    clock: str
    """Name of the silence clock."""
    seconds: str
    """`{seconds}` of `{limit}` seconds."""
    run_out: str
    """Said when the narrator has been silent for too long."""


@dataclass(frozen=True)
class SilenceClock:
    """The silence clock as the server knows it."""

    limit: float
    """Seconds."""
    since: float | None
    """UTC seconds of the narrator's last deed; None: the clock stands still."""


@dataclass(frozen=True)
class Told:
    """What the narrator sent."""

    text: str
    id: str
    """Of the command: the same for a message that comes twice."""


def desk(
    *,
    words: DeskWords,
    on_tell: Callable[[Told], bool | None],
    key: str,
    draft_key: str,
    clock: SilenceClock | None = None,
    on_typing: Callable[[], None] | None = None,
    waiting: str = "",
    sends_drafts: str = "",
    restored: Told | None = None,
    limit: int = MAX_SENTENCE,
) -> None:
    """Draws the desk. `on_tell` is called once a sentence and returns False when it was refused: the text then stays
    in the box. It gets what the browser sent: check it again.

    key, draft_key: of the part, and of the draft in this browser; name game and seat in both.
    on_typing: called at most every 3 s while the narrator types (the silence clock of the others starts anew).
    sends_drafts: address that gets the text as it is typed, for the others to see; relative to the page's.
    restored: what was taken back stands in the box again, before whatever was begun since: once for each id.
    waiting: not this player's turn: says so in the box's place, with the clock; the draft is kept.
    """

    def tell(message: Mapping[str, Any]) -> bool | None:
        text = message.get("text")
        return on_tell(Told(text, str(message["id"]))) if isinstance(text, str) else False

    data = {
        "key": key,
        "draftKey": f"story-companion/draft/{draft_key}",
        "words": words_of(words),
        "limit": limit,
        "waiting": waiting,
        "restored": asdict(restored) if restored else None,
        "heartbeat": on_typing is not None,
        "drafts": sends_drafts,
        "answered": answered(key),
        "clock": None,
    }
    if clock is not None:
        now = time.time()
        # `since` tells the browser whether this is news; clocks of server and browser may differ, so it gets the age.
        data["clock"] = {
            "limit": clock.limit,
            "since": clock.since,
            "age": max(0.0, now - clock.since) if clock.since is not None else 0.0,
        }
    _DESK(
        key=key,
        data=data,
        on_told_change=once(key, "told", tell),
        on_typed_change=on_typing or (lambda: None),
    )
