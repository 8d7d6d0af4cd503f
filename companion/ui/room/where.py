"""Where a room is found: its parameters in the address, the link for phones and its QR code, the visitor's network."""

from __future__ import annotations

import socket
from urllib.parse import urlencode, urlsplit, urlunsplit

import segno
import streamlit as st

from companion.table.rooms import Room
from companion.ui.session import LANGUAGE_KEY, words

ROOM_KEY, CODE_KEY, VIEW_KEY, TABLE_KEY, SCREEN_KEY = "room", "code", "view", "table", "screen"
"""Parameters in the address: the room, an invitation to it, which of its views this screen shows, and which of the own
screens a host has chosen."""
PAGE = "screens/room.py"
_HERE_ALONE = ("localhost", "127.0.0.1", "::1")
_EVERYWHERE = ("0.0.0.0", "::")


def go_to_room(room: str) -> None:
    """Opens the room on this screen; a reload comes back to it."""
    st.switch_page(PAGE, query_params={ROOM_KEY: room, LANGUAGE_KEY: words().language})


def invitation(room: Room) -> str | None:
    """The address that lets a phone in; None: phones cannot reach this server as it was started."""
    address = _base()
    if address is None:
        return None
    return f"{address}?{urlencode({CODE_KEY: room.code.replace(' ', '-'), LANGUAGE_KEY: words().language})}"


def address_to_type() -> str | None:
    """What is written on the wall for those who cannot scan; None as in `invitation`."""
    address = _base()
    return None if address is None else address.partition("://")[2]


def qr_code(address: str, texts_alt: str) -> str:
    """The address as a QR code, in HTML with its own drawing: no request leaves the page."""
    drawn = segno.make(address, error="m").svg_data_uri(scale=6, border=2, dark="#1d2330", light="#ffffff")
    return f'<img src="{drawn}" alt="{texts_alt}" style="width:100%;max-width:17rem;border-radius:.6rem">'


def address_of_visitor() -> str:
    """Of the visitor's network, for slowing whoever guesses codes."""
    return st.context.ip_address or "local"


def _base() -> str | None:
    """This page's address as another device would open it."""
    parts = urlsplit(st.context.url or "")
    if not parts.hostname:
        return None
    place = parts.netloc
    if parts.hostname in _HERE_ALONE:
        if st.get_option("server.address") not in (None, "", *_EVERYWHERE):
            return None
        place = f"{_own_address()}:{parts.port}" if parts.port else _own_address()
    path = parts.path.rstrip("/")
    return urlunsplit((parts.scheme, place, path if path.endswith("/room") else f"{path}/room", "", ""))


def _own_address() -> str:
    """This machine's address in its network: the one that the system would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
