"""`companion eval wake`: its relay cuts connections as a network does, and its report says what was reached."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

from eval.provenance import Provenance
from eval.wake import Relay, Return, write_wake


def echo(door: socket.socket) -> None:
    while True:
        try:
            browser, _ = door.accept()
        except OSError:
            return
        with browser:
            browser.sendall(browser.recv(100))
            browser.recv(100)  # until it hangs up


def answer(browser: socket.socket) -> bytes:
    """b"" when the connection has ended, in whatever way."""
    try:
        return browser.recv(100)
    except OSError:
        return b""


def test_a_relay_passes_bytes_until_it_is_cut_and_again_when_it_is_mended() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=echo, args=(door,), daemon=True).start()
        relay = Relay(f"127.0.0.1:{door.getsockname()[1]}")
        place = ("127.0.0.1", int(relay.address.rpartition(":")[2]))
        with socket.create_connection(place, timeout=10) as browser:
            browser.sendall(b"tale")
            assert browser.recv(100) == b"tale"
            relay.cut()
            assert not answer(browser)
        with socket.create_connection(place, timeout=10) as browser:
            assert not answer(browser)
        relay.mend()
        with socket.create_connection(place, timeout=10) as browser:
            browser.sendall(b"again")
            assert browser.recv(100) == b"again"
        relay.close()


def test_the_report_says_how_long_the_longest_sleeper_took(tmp_path: Path) -> None:
    found = [
        Return("without a network", 30.0, 2, (1900.0,)),
        Return("asleep, its connections cut", 100.0, 2, (2400.0,)),
        Return("asleep, its connections cut", 600.0, 2, (1512.4,)),
    ]
    text = write_wake(found, Provenance("abc", "eval wake", "3.11", 2), tmp_path).read_text(encoding="utf-8")
    assert "| asleep for 600 s, then the present state is shown | within 2000 ms | 1512 ms | yes |" in text
    assert "| without a network, 30 s | 1 | 1900 |" in text
