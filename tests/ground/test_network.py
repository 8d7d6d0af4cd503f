"""The tests' own promise: nothing leaves this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

ELSEWHERE = ("192.0.2.1", 80)
"""An address that documentation may use and nobody has."""


@pytest.mark.parametrize(
    "reach",
    [
        lambda: socket.create_connection(ELSEWHERE, timeout=0.01),
        lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(ELSEWHERE),
        lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ELSEWHERE),
        lambda: socket.getaddrinfo("example.org", 443),
        lambda: socket.gethostbyname("example.org"),
    ],
    ids=["tcp", "udp connect", "udp send", "look up", "old look up"],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_another_machine_cannot_be_reached(reach: Callable[[], object]) -> None:
    with pytest.raises(RuntimeError, match="tests may not reach"):
        reach()


def test_this_machine_can() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()
