"""A bound on the whole of a request: clients' time-outs count from byte to byte, and a server that sends one every few
seconds could hold a request for ever.

Whatever is still going on when the time is over loses its connection, by the means that the HTTP client documents:
event hooks, the trace extension, and the network stream behind a response. What was waiting for it then fails as if
the server had gone; `is_late` tells the two apart.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openai import DefaultHttpxClient

LATE = "no answer in time; try later or take a faster model"


def bounded_client(seconds: float, *, keeps_connections: bool = False) -> DefaultHttpxClient:
    """A client for the provider's package, none of whose requests takes longer than that.

    `keeps_connections`: requests share connections, which is faster; of a shared one the time is bounded from the
    answer's headers on.
    """
    from openai import DefaultHttpxClient

    def begins(request: Any) -> None:
        watch = _Watch(seconds)
        request.extensions["watch"] = watch
        request.extensions["trace"] = watch.hears

    def answers(response: Any) -> None:
        response.request.extensions["watch"].follows(response.extensions.get("network_stream"))

    return DefaultHttpxClient(
        event_hooks={"request": [begins], "response": [answers]},
        headers={} if keeps_connections else {"connection": "close"},
    )


def is_late(began: float, seconds: float) -> bool:
    """Whether a request that began then (by time.monotonic) has had all its time."""
    return time.monotonic() - began >= seconds


class _Watch:
    """One request's clock."""

    def __init__(self, seconds: float) -> None:
        self._stream: Any = None
        self._is_over = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._ends)
        self._timer.daemon = True
        self._timer.start()

    def hears(self, event: str, info: dict[str, Any]) -> None:
        """What the client tells of the request: the connection that it has made, and that all is done."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self.follows(info["return_value"])
        elif event.endswith(("response_closed.complete", ".failed")):
            self._timer.cancel()

    def follows(self, stream: Any) -> None:
        """The network stream that the request goes through."""
        with self._lock:
            self._stream = stream if stream is not None else self._stream
            is_over = self._is_over
        if is_over:
            _cut(stream)

    def _ends(self) -> None:
        with self._lock:
            self._is_over = True
            stream = self._stream
        _cut(stream)


def _cut(stream: Any) -> None:
    """Whoever reads from the stream, in whatever thread, finds it at its end."""
    found = stream.get_extra_info("socket") if stream is not None else None
    if isinstance(found, socket.socket):
        with suppress(OSError):  # it is closed already
            socket.socket.shutdown(found, socket.SHUT_RDWR)  # also of an encrypted one, whose own would touch its state
