"""The address for the class is found without sending anything, and it is one that others can reach."""

from __future__ import annotations

import socket
import sys

import pytest

from companion.cli import addresses as module
from companion.cli.addresses import addresses, main_address
from companion.cli.doctor import _address
from companion.settings import read_settings


class Probe:
    """A datagram socket of a machine with that route."""

    def __init__(self, route: str | None) -> None:
        self.route = route

    def __call__(self, *_: object) -> Probe:
        return self

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def connect(self, address: tuple[str, int]) -> None:
        if self.route is None:
            raise OSError(101, "Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return str(self.route), 12345


def machine(monkeypatch: pytest.MonkeyPatch, route: str | None, *interfaces: str) -> None:
    monkeypatch.setattr(socket, "socket", Probe(route))
    monkeypatch.setattr(module, "_of_interfaces", lambda: iter(interfaces))


def told(host: str, port: str = "8501") -> tuple[str, str]:
    [finding] = _address(read_settings({"HOST": host, "PORT": port}))
    return finding.mark, finding.what


def test_the_likeliest_comes_first_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, "192.168.1.7", "127.0.0.1", "10.0.0.5", "192.168.1.7", "169.254.3.3")
    assert main_address() == "192.168.1.7"
    assert addresses() == ("192.168.1.7", "10.0.0.5")


def test_a_hotspot_without_internet_has_no_route_but_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, None, "127.0.0.1", "192.168.137.1")
    assert main_address() is None
    assert addresses() == ("192.168.137.1",)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers this way")
def test_linux_names_the_addresses_of_its_interfaces() -> None:
    assert "127.0.0.1" in module._of_interfaces()


def test_doctor_gives_the_address_to_the_class(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, "192.168.1.7", "192.168.1.7", "10.0.0.5")
    mark, what = told("0.0.0.0", "9000")
    assert mark == "ok"
    assert what == (
        "address: give http://192.168.1.7:9000 to the class; in other networks of this computer: http://10.0.0.5:9000"
    )


def test_doctor_tells_when_there_is_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, None, "127.0.0.1")
    mark, what = told("0.0.0.0")
    assert mark == "warn"
    assert "this computer is in no network" in what


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("127.0.0.1", "http://127.0.0.1:8501, for this computer alone"),
        ("::1", "http://[::1]:8501, for this computer alone"),
        ("192.168.1.7", "http://192.168.1.7:8501, for one network"),
    ],
)
def test_doctor_tells_how_to_let_other_devices_in(host: str, says: str) -> None:
    mark, what = told(host)
    assert mark == "ok"
    assert says in what
    assert "make run HOST=0.0.0.0" in what
