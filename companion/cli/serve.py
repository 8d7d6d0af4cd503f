"""`companion serve`: starts the server of the pages, from a clone or from an installed wheel."""

from __future__ import annotations

import errno
import os
import re
import runpy
import socket
import sys
from ipaddress import ip_address
from typing import Annotated, Any

import typer

from companion.cli.addresses import main_address
from companion.errors import BadInput, WrongSetting
from companion.places import beside_package
from companion.settings import settings

EVERY_ADDRESS = ("0.0.0.0", "::")
_HOSTS = "takes 127.0.0.1 for this computer alone, 0.0.0.0 for other devices too, or an address of this computer"


def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; 0.0.0.0 lets other devices in. Default: HOST, else 127.0.0.1."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Port to listen on. Default: PORT, else 8501.")
    ] = None,
) -> None:
    """Start the game in the browser."""
    chosen = settings()
    host, port = host or chosen.host, port or chosen.port
    # Whatever would stop the server is told before an address that nobody could open.
    check_address(host, port)
    check_database(chosen.database_url)
    options = ["--server.address", host, "--server.port", str(port)]
    here = "localhost" if host in EVERY_ADDRESS else f"[{host}]" if ":" in host else host
    typer.echo(f"Story Companion: http://{here}:{port} (Ctrl+C stops it)")
    if host in EVERY_ADDRESS:
        others = main_address() or socket.gethostname()
        typer.echo(f"From other devices in this network: http://{others}:{port}")
        # Streamlit, not knowing it, would ask a server in the internet what this machine's address is.
        options += ["--browser.serverAddress", others]

    # Streamlit's own command finds the App object and the settings beside it.
    sys.argv = ["streamlit", "run", str(beside_package("app.py")), *options]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


def check_address(host: str, port: int) -> None:
    """Raises WrongSetting when the server cannot listen on that address, BadInput when the port is not free."""
    try:
        if re.fullmatch(r"[\d.]+|.*:.*", host):  # A wrong number such as 300.1.1.1 is asked of no name server.
            family = socket.AF_INET if ip_address(host).version == 4 else socket.AF_INET6
            address: tuple[Any, ...] = (host, port)
        else:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, ValueError) as fault:  # A name that cannot be encoded is a ValueError, too.
        raise WrongSetting("HOST or --host", f"'{host}' is no address: {_HOSTS}") from fault
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # As the server does it: a port that was just given up is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as fault:
            raise _no_place(host, port, fault) from fault


def _no_place(host: str, port: int, fault: OSError) -> BadInput:
    other = port + 1 if port < 65535 else port - 1
    match fault.errno:
        case errno.EADDRINUSE:
            what = f"{port} is taken, perhaps by another Story Companion: stop that, or take another port"
        case errno.EACCES:
            what, other = f"{port} is kept for the system: take another port", 8501
        case _:
            return WrongSetting("HOST or --host", f"'{host}' is no address of this computer: {_HOSTS}")
    return WrongSetting("PORT or --port", f"{what}, such as {other}")


def check_database(url: str) -> None:
    """Opens the database as the pages will; makes it if it is new. Raises WrongSetting, StoreUnavailable."""
    # SQLAlchemy is too slow to import for every other command.
    from companion.storage import GameStore

    GameStore(url).close()
