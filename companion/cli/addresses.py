"""This machine's addresses in its networks, found without sending anything."""

from __future__ import annotations

import ipaddress
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress

_SOMEWHERE = ("192.0.2.1", 9)
"""An address kept for documents (RFC 5737), to be reached through the default route."""
_SIOCGIFADDR = 0x8915
"""Linux: ask for an interface's address (netdevice(7))."""
_OF_CONTAINERS = ("docker", "br-", "veth", "virbr", "podman", "cni", "lxc")
"""Beginnings of the names of interfaces that lead to programs on this machine only."""


def main_address() -> str | None:
    """The IPv4 address that the system would send from; None: it is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)  # for datagrams this only looks up the route
        except OSError:
            return None
        return str(probe.getsockname()[0])


def addresses() -> tuple[str, ...]:
    """Every IPv4 address by which others in a network may reach this machine, the likeliest first."""
    main = main_address()
    found = dict.fromkeys([*([main] if main else []), *_of_interfaces()])
    return tuple(one for one in found if _is_for_others(one))


def _of_interfaces() -> Iterator[str]:
    try:
        import fcntl  # Linux and macOS; only Linux has the request in this form
    except ImportError:
        fcntl = None  # type: ignore[assignment]
    if fcntl is not None and hasattr(socket, "AF_NETLINK"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                if not name.startswith(_OF_CONTAINERS):
                    with suppress(OSError):  # it is down, or has no IPv4 address
                        answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                        yield socket.inet_ntoa(answer[20:24])
        return
    with suppress(OSError):  # the machine's own name is known to nobody
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM):
            yield str(entry[4][0])


def _is_for_others(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)
