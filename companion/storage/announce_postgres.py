"""Announcements between processes that share a PostgreSQL: LISTEN and NOTIFY (its manual, "Asynchronous Notification").

Two threads with a connection each, since one connection cannot wait and speak at once. Both begin when they are
first needed, and connect again, after pauses that grow, whenever the server was away.
"""

from __future__ import annotations

import json
import logging
import secrets
import selectors
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from queue import Empty, Full, Queue
from threading import Event, Lock, Thread
from typing import Any

import psycopg
from sqlalchemy import URL

from companion.storage.announce import MISSED, Listener, Listeners
from companion.storage.database import server_options

_log = logging.getLogger(__name__)

CHANNEL = "story_companion"
LARGEST = 7999
"""Bytes of one NOTIFY: PostgreSQL takes "shorter than 8000"."""
_WAITING = 1000
"""Announcements that wait for a slow server; beyond that they are dropped for one MISSED."""


class PostgresAnnouncer:
    """An `Announcer` for all processes on one database. Its own listeners are called at once, in the publisher's
    thread; those of other processes hear through the server, a payload that is too long for it as "".

    Whenever listening begins, or begins again after the server was away, listeners hear MISSED.
    """

    def __init__(self, url: URL, *, first_pause: float = 0.25, longest_pause: float = 15.0) -> None:
        """Pauses in seconds before a lost server is tried again; each is twice the one before."""
        self._arguments, self._options = url.get_dialect()().create_connect_args(url)
        self._options = {**self._options, **server_options(url, 10.0)}
        self._pauses = first_pause, longest_pause
        self._origin = secrets.token_hex(4)
        self._listeners = Listeners()
        self._outbox: Queue[str | None] = Queue(_WAITING)
        self._closing = Event()
        self._lock = Lock()
        self._threads: dict[str, Thread] = {}
        self._bell, self._ear = socket.socketpair()

    def publish(self, topic: str, payload: str) -> None:
        self._listeners.tell(topic, payload)
        if not self._closing.is_set():
            self._put(self._wire(topic, payload))
            self._begin("announce", self._send)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        leave = self._listeners.add(listener)
        if not self._closing.is_set():
            self._begin("listen", self._listen)
        return leave

    def close(self) -> None:
        if self._closing.is_set():
            return
        self._closing.set()
        self._listeners.clear()
        self._put(None)
        self._bell.send(b"x")
        with self._lock:
            threads = list(self._threads.values())
        for thread in threads:
            thread.join(5.0)
        self._bell.close()
        self._ear.close()

    def _begin(self, name: str, work: Callable[[], None]) -> None:
        with self._lock:
            if name not in self._threads:
                self._threads[name] = Thread(target=work, name=f"{name} {CHANNEL}", daemon=True)
                self._threads[name].start()

    def _put(self, wire: str | None) -> None:
        while True:
            try:
                return self._outbox.put_nowait(wire)
            except Full:
                self._drop()
                wire = None if wire is None else self._wire(MISSED, "")

    def _drop(self) -> None:
        try:
            while True:
                self._outbox.get_nowait()
        except Empty:
            pass

    def _wire(self, topic: str, payload: str) -> str:
        """As it goes to the server: the part of it that fits."""
        for parts in ((topic, payload), (topic, ""), (MISSED, "")):
            told = json.dumps([self._origin, *parts], ensure_ascii=False).encode("utf-8", "replace")
            if len(told) <= LARGEST:
                break
        return told.decode("utf-8")

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(*self._arguments, autocommit=True, **self._options)

    def _grow(self) -> Iterator[float]:
        pause, longest = self._pauses
        while True:
            yield pause
            pause = min(2 * pause, longest)

    def _send(self) -> None:
        connection: psycopg.Connection[Any] | None = None
        try:
            while (wire := self._outbox.get()) is not None:
                connection = self._sent(wire, connection)
                if connection is None:
                    return
        finally:
            if connection:
                connection.close()

    def _sent(self, wire: str, connection: psycopg.Connection[Any] | None) -> psycopg.Connection[Any] | None:
        """Tries until the server has it, or MISSED in its place, and returns the connection that it took.

        None: the announcer closes, and the server is away.
        """
        pauses = self._grow()
        while True:
            was_used = connection is not None
            try:
                connection = connection or self._connect()
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, wire))
                return connection
            except psycopg.Error as fault:
                if connection:
                    connection.close()
                connection = None
                if was_used:
                    continue  # the server was restarted meanwhile: a new connection may do at once
                if self._closing.is_set():
                    return None
                _log.warning("other processes cannot be told of changes: %s", _one_line(fault))
                # Whoever listens again hears MISSED by itself, but others may have listened all the time.
                wire = self._wire(MISSED, "")
                self._closing.wait(next(pauses))

    def _listen(self) -> None:
        pauses = self._grow()
        while not self._closing.is_set():
            try:
                with closing(self._connect()) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    pauses = self._grow()
                    self._listeners.tell(MISSED, "")
                    self._hear(connection)
            except psycopg.Error as fault:
                if self._closing.is_set():
                    return
                _log.warning("changes of other processes are not heard: %s", _one_line(fault))
                self._closing.wait(next(pauses))

    def _hear(self, connection: psycopg.Connection[Any]) -> None:
        """Until the connection breaks (psycopg.Error) or the announcer closes."""
        with selectors.DefaultSelector() as either:
            either.register(connection.fileno(), selectors.EVENT_READ)
            either.register(self._ear, selectors.EVENT_READ)
            while True:
                either.select()
                if self._closing.is_set():
                    return
                for heard in connection.notifies(timeout=0):
                    self._pass_on(heard.payload)

    def _pass_on(self, wire: str) -> None:
        try:
            origin, topic, payload = map(str, json.loads(wire))
        except (ValueError, TypeError):
            _log.warning("something else speaks on the channel %s", CHANNEL)
            return
        if origin != self._origin:
            self._listeners.tell(topic, payload)


def _one_line(fault: psycopg.Error) -> str:
    return " ".join(str(fault).split()) or type(fault).__name__
