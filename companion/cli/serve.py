"""`companion serve`: starts the server of the pages, from a clone or from an installed wheel."""

from __future__ import annotations

import runpy
import socket
import sys
from typing import Annotated

import typer

from companion.places import beside_package
from companion.settings import settings

EVERY_ADDRESS = ("0.0.0.0", "::")


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
    options = ["--server.address", host, "--server.port", str(port)]
    typer.echo(f"Story Companion: http://{'localhost' if host in EVERY_ADDRESS else host}:{port} (Ctrl+C stops it)")
    if host in EVERY_ADDRESS:
        others = _address_for_others()
        typer.echo(f"From other devices in this network: http://{others}:{port}")
        # Streamlit, not knowing it, would ask a server in the internet what this machine's address is.
        options += ["--browser.serverAddress", others]

    # Streamlit's own command finds the App object and the settings beside it, and says when the port is taken.
    sys.argv = ["streamlit", "run", str(beside_package("app.py")), *options]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


def _address_for_others() -> str:
    """This machine's address in its network: the one that the system would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
