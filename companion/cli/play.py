"""`companion play`: a game in the terminal, people and AI seats around one keyboard."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import BadInput

KINDS = ("human", "scripted", "llm")
BOOK_KINDS = ("human", "careless", "sensible", "strong")
HILL_KINDS = ("human", "scripted", "weak", "middling", "strong")
GAMES = ("tale", "book", "hill")


def play(
    game: Annotated[str, typer.Option(help="Which game: tale, book (Two Books) or hill (King of the Hill).")] = "tale",
    lang: Annotated[str | None, typer.Option(help="Language of the tale, for instance ru or en.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME=human, NAME=scripted or NAME=llm (a language model, see COMPANION_LLM), once for each seat. "
            "Default: you and two of the house. In the book game: NAME=human, NAME=careless, NAME=sensible or "
            "NAME=strong, twice; default: you and a sensible machine. On the hill: NAME=human, NAME=scripted, "
            "NAME=weak, NAME=middling or NAME=strong for each of two to eight teams; default: you and two of the "
            "machine's."
        ),
    ] = None,
    preset: Annotated[
        str,
        typer.Option(help="How a tale is played: relay, speaking, full, alternating, cooperative or table."),
    ] = "full",
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the game in this file after every deed; an existing file is gone on with.")
    ] = None,
) -> None:
    """Play in the terminal."""
    if game not in GAMES:
        raise BadInput(f"--game {game}: no such game; there is: {', '.join(GAMES)}")
    if preset != "full" and game != "tale":
        raise BadInput(f"--preset {preset}: only the tale game is played in several ways; leave it out")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    if game == "book":
        _play_book(lang, read_seats(seat or (), BOOK_KINDS), seed, save)
        return
    if game == "hill":
        _play_hill(lang, read_seats(seat or (), HILL_KINDS), seed, save)
        return
    seats = read_seats(seat or ())
    # A table needs the store, decks and lemmas: too slow to import for every other command.
    from companion.cli.terminal import Terminal
    from companion.decks.deck import languages
    from companion.settings import settings
    from companion.table.seats import PRESET_NAMES

    chosen = next((one for one in PRESET_NAMES if one == preset), None)
    if chosen is None:
        raise BadInput(f"--preset {preset}: no such way to play; there is: {', '.join(PRESET_NAMES)}")
    language = lang or settings().language or "en"
    if language not in languages():
        raise BadInput(f"--lang {language}: no tale is told in that language; there are: {', '.join(languages())}")
    # The game's own database; what is to last is in the file `save`.
    with tempfile.TemporaryDirectory(prefix="story-companion-", ignore_cleanup_errors=True) as folder:
        Terminal.open(Path(folder), language, seats, seed, save, chosen).run()


def _play_book(lang: str | None, seats: tuple[tuple[str, str], ...], seed: int | None, save: Path | None) -> None:
    from companion.cli.terminal_book import BookTerminal
    from companion.settings import settings

    with tempfile.TemporaryDirectory(prefix="story-companion-", ignore_cleanup_errors=True) as folder:
        BookTerminal.open(Path(folder), lang or settings().language or "en", seats, seed, save).run()


def _play_hill(lang: str | None, seats: tuple[tuple[str, str], ...], seed: int | None, save: Path | None) -> None:
    from companion.cli.terminal_hill import HillTerminal
    from companion.settings import settings

    with tempfile.TemporaryDirectory(prefix="story-companion-", ignore_cleanup_errors=True) as folder:
        HillTerminal.open(Path(folder), lang or settings().language or "en", seats, seed, save).run()


def read_seats(given: list[str] | tuple[str, ...], kinds: tuple[str, ...] = KINDS) -> tuple[tuple[str, str], ...]:
    """(name, kind) of each `NAME=kind`. Raises BadInput, naming what is wrong."""
    seats: list[tuple[str, str]] = []
    for one in given:
        name, equals, kind = one.rpartition("=")
        if not equals or not name.strip():
            ways = [f"NAME={kind}" for kind in kinds]
            raise BadInput(f"--seat {one}: write {', '.join(ways[:-1])} or {ways[-1]}")
        if kind not in kinds:
            raise BadInput(f"--seat {one}: there is no kind '{kind}'; there are: {', '.join(kinds)}")
        if name.strip().casefold() in (other.casefold() for other, _ in seats):
            raise BadInput(f"--seat {one}: that name is taken: give each seat its own")
        seats.append((name.strip(), kind))
    return tuple(seats)
