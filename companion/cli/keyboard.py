"""What every game in the terminal shares: it is kept after each deed, left at "/quit", and several people at one
keyboard never read each other's hands."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

import typer

from companion.errors import BadInput
from companion.language.catalogue import SOURCE_LANGUAGE, Catalogue, catalogue, interface_languages
from companion.rules.kernel import Refusal
from companion.storage import GameStore, read_save, write_save

QUIT: tuple[str, ...] = ("/quit", "quit", "exit", "выход")


class Leave(Exception):
    """The person at the keyboard wants to stop."""


class KeyboardGame(ABC):
    """One game, played in the terminal."""

    welcome: str
    """Key of the text that it begins with."""

    def __init__(self, store: GameStore, game: str, save: Path | None, language: str) -> None:
        self._store, self._game, self._save = store, game, save
        self._texts = texts_of(language)

    def run(self) -> None:
        """Plays until the game is over or somebody leaves."""
        self._say(self._texts.t(self.welcome))
        try:
            while self._goes_on():
                pass
        except (Leave, typer.Abort, EOFError, KeyboardInterrupt):
            self._say("")
            self._say(self._texts.t("cli.kept", file=str(self._save)) if self._save else self._texts.t("cli.bye"))
        finally:
            self._store.close()

    @abstractmethod
    def _goes_on(self) -> bool:
        """The next deed of the machine or of whoever is asked; False: the game is over."""

    def _keep(self) -> None:
        if self._save is not None:
            write_save(self._save, self._store.load(self._game))

    def _ask(self, prompt: str) -> str:
        line = str(typer.prompt(prompt, default="", show_default=False, prompt_suffix="> "))
        if line.strip().casefold() in QUIT:
            raise Leave
        return line

    def _hand_over(self, name: str) -> None:
        """The keyboard goes to somebody else, and what stood on the screen is gone before anything new is shown."""
        self._ask(self._texts.t("cli.curtain", name=name))
        self._clear()

    def _clear(self) -> None:
        """Nothing that was shown can be read any more, what the terminal has scrolled away included."""
        if sys.stdout.isatty():
            typer.echo("\033[2J\033[3J\033[H", nl=False)

    def _answer(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            params = {name: str(value) for name, value in refusal.params.items()}
            self._say(self._texts.t(refusal.code, **params))

    def _say(self, text: str) -> None:
        typer.echo(text)


def texts_of(language: str) -> Catalogue:
    """The texts of a game in that language; where the interface does not speak it, English ones."""
    return catalogue(language if language in interface_languages() else SOURCE_LANGUAGE)


def store_in(folder: Path) -> GameStore:
    """The database of one game; what is to last is in the file `save`. Raises StoreUnavailable."""
    return GameStore(f"sqlite:///{folder}/game.sqlite3")


def gone_on_with(store: GameStore, save: Path | None, kind: str) -> str | None:
    """Id of the game in the file, now also in the store; None: there is no such file, and a new game may begin.

    Raises DamagedSave, StoreUnavailable, and BadInput for a game of another kind.
    """
    if save is None or not save.exists():
        return None
    stored = read_save(save)
    if stored.record.game != kind:
        raise BadInput(f"--save {save}: this file holds a game of another kind ('{stored.record.game}')")
    store.create(stored.record)
    if stored.entries:
        store.append(stored.record.id, 0, stored.entries)
    return stored.record.id


def is_yes(line: str, yes: Sequence[str] = ("y", "д")) -> bool:
    """Does the answer begin like a yes?"""
    return line.strip().casefold()[:1] in yes
