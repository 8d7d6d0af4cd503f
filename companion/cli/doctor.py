"""`companion doctor`: what is installed, what is in use, can it be reached."""

from __future__ import annotations

import platform

import typer

from companion import __version__


def doctor() -> None:
    """Check that everything the companion needs is here and works."""
    typer.echo(f"ok    Story Companion {__version__}, Python {platform.python_version()}")
