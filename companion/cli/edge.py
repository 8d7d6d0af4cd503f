"""Where a command meets the terminal: how faults are said, and in which encoding."""

from __future__ import annotations

import io
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from companion.errors import CompanionError


class OneLineErrors(TyperGroup):
    """Commands that turn every error raised on purpose into one line and exit status 1."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CompanionError as fault:
            typer.echo(f"{ctx.info_name}: {fault}", err=True)
            raise typer.Exit(1) from fault


def speak_utf8() -> None:
    """Whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A lone surrogate of a JSON line comes out as the JSON escape that it came in as.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
