"""`companion serve`: starts the server of the pages, from a clone or from an installed wheel."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.places import beside_package
from companion.settings import settings


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
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    typer.echo(f"Story Companion: http://{shown}:{port}  (Ctrl+C stops it)")

    # Streamlit's own command finds the App object, its settings file and a busy port's message by itself.
    from streamlit.web.cli import main as streamlit

    app = str(beside_package("app.py"))
    streamlit.main(args=["run", app, "--server.address", host, "--server.port", str(port)], prog_name="companion serve")
