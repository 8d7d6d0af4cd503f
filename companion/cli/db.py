"""`companion db`: are the database's tables up to date, and bring them up to date.

SQLite's are brought up to date by whatever opens the file; those of a server only here, since other processes may
be at work on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from companion.settings import settings

if TYPE_CHECKING:
    from companion.storage.database import Database

db = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Look after the database of COMPANION_DATABASE_URL.")


@db.command()
def check() -> None:
    """Say whether the tables are up to date; nothing is changed. Status 1: they are not."""
    from companion.storage.schema import HEAD, Standing, look

    with _database() as database:
        found = look(database)
        told = f"{database.place}: {found.standing.value}"
    if found.standing is Standing.CURRENT:
        typer.echo(f"{told} ({HEAD})")
        return
    told += f" ({found.name}, this one knows {HEAD})" if found.name else ""
    typer.echo(told if found.standing is Standing.NEWER else f"{told}: run `companion db upgrade`")
    raise typer.Exit(1)


@db.command()
def upgrade() -> None:
    """Make the tables, or bring them up to date; nothing is lost. A SQLite file is copied first, beside itself."""
    from companion.storage import schema

    with _database() as database:
        done = schema.upgrade(database)
        place = database.place
    match done.before.standing:
        case schema.Standing.CURRENT:
            typer.echo(f"{place}: {done.before.standing.value} ({schema.HEAD})")
        case schema.Standing.EMPTY:
            typer.echo(f"{place}: its tables were made ({schema.HEAD})")
        case _:
            typer.echo(f"{place}: brought from {done.before.name} to {schema.HEAD}")
    if done.copy:
        typer.echo(f"As it was: {done.copy}")


@contextmanager
def _database() -> Iterator[Database]:
    # SQLAlchemy is too slow to import for every other command.
    from companion.storage.database import Database

    database = Database(settings().database_url)
    try:
        yield database
    finally:
        database.close()
