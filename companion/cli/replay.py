"""`companion replay`: a saved game told again in the terminal, step by step, as one seat saw it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def replay(
    file: Annotated[Path, typer.Argument(help="A game saved by `companion play --save`.")],
    seat: Annotated[
        int | None, typer.Option(min=0, help="Whose hand to show, counted from 0. Without it: what everybody may see.")
    ] = None,
) -> None:
    """Tell a saved game again, step by step, as one seat saw it."""
    # Checking a save needs pydantic, and names its deck: too slow to import for every other command.
    from companion.cli.retelling import retell
    from companion.storage import read_save

    stored = read_save(file)
    if seat is not None and seat >= len(stored.record.seats):
        raise typer.BadParameter(f"the game has seats 0 to {len(stored.record.seats) - 1}", param_hint="--seat")
    for line in retell(stored, str(file), seat):
        typer.echo(line)
