"""Who is there: a browser with a room open says so every few seconds, and says goodbye when its page goes.

Several server processes may share a room, so each tells the others (through the announcer) what its browsers say.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.storage.announce import Announcer

TOPIC = "presence"
SHORT, LONG = 3.0, 20.0
"""Seconds between two signs of the narrator's browser, and of any other's."""
TOLERANCE = 2.5
"""Whoever has missed two signs is away."""
RETELL = 10.0
"""Seconds after which a sign that brings nothing new is told to other processes again."""


@dataclass
class _Sign:
    at: float
    every: float
    told: float


class Presence:
    """The signs of life of all members of all rooms. Threads share it."""

    def __init__(self, announcer: Announcer, now: Callable[[], float]) -> None:
        self._announcer, self._now = announcer, now
        self._keeping = threading.Lock()
        self._signs: dict[tuple[str, str], _Sign] = {}
        announcer.subscribe(self._hear)

    def beat(self, room: str, member: str, every: float) -> bool:
        """The member's browser is there, and will say so again in `every` seconds. True: it was away, or is new."""
        every, now = min(max(every, SHORT), LONG), self._now()
        with self._keeping:
            known = self._signs.get((room, member))
            returned = known is None or not _fresh(known, now)
            tell = returned or known is None or now - known.told > RETELL or every < known.every
            told = now if tell or known is None else known.told
            self._signs[room, member] = _Sign(now, every, told)
        if tell:
            self._tell(room, member, every)
        return returned

    def bye(self, room: str, member: str) -> None:
        """The member's last page of that room was closed."""
        with self._keeping:
            self._signs.pop((room, member), None)
        self._tell(room, member, 0.0)

    def is_here(self, room: str, member: str) -> bool:
        with self._keeping:
            known = self._signs.get((room, member))
            return known is not None and _fresh(known, self._now())

    def last_seen(self, room: str, member: str) -> float | None:
        """UTC seconds; None: never, as far as this process has heard."""
        with self._keeping:
            known = self._signs.get((room, member))
            return None if known is None else known.at

    def forget_room(self, room: str) -> None:
        with self._keeping:
            for key in [key for key in self._signs if key[0] == room]:
                del self._signs[key]

    def _tell(self, room: str, member: str, every: float) -> None:
        self._announcer.publish(f"{TOPIC}:{room}", json.dumps({"member": member, "every": every}))

    def _hear(self, topic: str, payload: str) -> None:
        kind, _, room = topic.partition(":")
        if kind != TOPIC:
            return
        told = json.loads(payload)
        key, now = (room, str(told["member"])), self._now()
        with self._keeping:
            if not told["every"]:
                self._signs.pop(key, None)
            else:
                self._signs[key] = _Sign(now, float(told["every"]), now)


def _fresh(sign: _Sign, now: float) -> bool:
    return abs(now - sign.at) <= sign.every * TOLERANCE
