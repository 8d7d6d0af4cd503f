"""Who changed something tells the others at once: within one process, or through PostgreSQL to all that share it.

An announcement only says that something moved, the truth is in the store: one that is lost costs a moment, no data.
Topics: `game:<id>` and `room:<id>`, each with the new version as its payload ("" for what is gone), after the change
was committed; whatever else the table service tells; and MISSED.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable
from threading import Lock
from typing import Protocol

from companion.storage.database import parse_url

_log = logging.getLogger(__name__)

MISSED = "*"
"""The topic that says: announcements of any topic may have been missed, look at everything again."""

Listener = Callable[[str, str], None]
"""Called with topic and payload, in the announcer's thread or in the publisher's: it must not wait for anything."""


class Announcer(Protocol):
    """Carries announcements between those who share a store. Safe to share between threads."""

    def publish(self, topic: str, payload: str) -> None:
        """Tells every listener. Never raises and never waits for a database; what goes wrong is logged."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls the listener with every announcement of any topic, until the returned function is called."""

    def close(self) -> None:
        """Tells nobody any more. May be called twice."""


class Listeners:
    """The listeners of one announcer: a fault of one is logged, and the others hear nevertheless."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._numbers = itertools.count()
        self._listeners: dict[int, Listener] = {}

    def add(self, listener: Listener) -> Callable[[], None]:
        """Returns what removes it again."""
        with self._lock:
            number = next(self._numbers)
            self._listeners[number] = listener
        return lambda: self._remove(number)

    def tell(self, topic: str, payload: str) -> None:
        """Calls each of them, the first to come first."""
        with self._lock:
            listeners = list(self._listeners.values())
        for listener in listeners:
            try:
                listener(topic, payload)
            except Exception:
                _log.exception("a listener failed at %s", topic)

    def clear(self) -> None:
        """Removes all."""
        with self._lock:
            self._listeners.clear()

    def _remove(self, number: int) -> None:
        with self._lock:
            self._listeners.pop(number, None)


class LocalAnnouncer:
    """Within one process: listeners are called in the publisher's thread."""

    def __init__(self) -> None:
        self._listeners = Listeners()

    def publish(self, topic: str, payload: str) -> None:
        self._listeners.tell(topic, payload)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self._listeners.add(listener)

    def close(self) -> None:
        self._listeners.clear()


def announcer_for(url: str) -> Announcer:
    """For the stores of that database. One for each process is enough: give it to all its stores.

    Nothing is connected before the first announcement or listener. Raises WrongSetting.
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() != "postgresql":
        return LocalAnnouncer()
    from companion.storage.announce_postgres import PostgresAnnouncer  # its driver is optional

    return PostgresAnnouncer(parsed)
