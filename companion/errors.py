"""Every error that the companion raises on purpose.

    CompanionError                  something went wrong that a person can act on
    ├── IllegalAction               a rules engine was asked to apply what it refuses: ask `refusal()` first
    ├── BadInput                    a file, setting or line is wrong: the message says where and what to do
    │   ├── DamagedDeck             a deck file: names file, card and field
    │   ├── DamagedSave             a saved game: names the game and the entry
    │   └── WrongSetting            an environment variable: names it and what it takes
    ├── StaleVersion                somebody else moved first: load again, then decide again
    ├── UnknownGame                 no such game in the store: pick one from the list
    ├── UnknownRoom                 no such room, or it has been closed: ask the host for its code
    ├── StoreUnavailable            the database cannot be reached or written: nothing was saved, try again
    ├── EncoderUnavailable          an encoder gave no usable answer: words alone are heard until it does
    ├── RepeatedCommand             (storage.records) the same command came twice: it counted once, go on from there
    └── BrokenInvariant             (cli.simulate) a bug in the rules: play the seed that it names again

Messages are written for people, in English, for logs and the terminal; pages translate by `code`.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Base of all; catch it at an edge (a page, the command line) and show its message."""

    code = "error/unknown"
    """Key of the message catalogue."""


class IllegalAction(CompanionError):
    """An action was applied although `refusal()` says no. A bug in the caller, or a race it must handle."""

    code = "error/illegal_action"

    def __init__(self, refusal: object) -> None:
        self.refusal = refusal
        super().__init__(f"refused: {refusal}")


class BadInput(CompanionError):
    """Something that a person wrote is wrong; the message names the place and the remedy."""

    code = "error/bad_input"


class DamagedDeck(BadInput):
    """A deck file does not hold what a deck must; `where` names file, card and field."""

    code = "error/damaged_deck"

    def __init__(self, where: str, what: str) -> None:
        self.where, self.what = where, what
        super().__init__(f"{where}: {what}")


class DamagedSave(BadInput):
    """A saved game cannot be read; `where` names the game or file and the entry."""

    code = "error/damaged_save"

    def __init__(self, where: str, what: str) -> None:
        self.where, self.what = where, what
        super().__init__(f"{where}: {what}")


class WrongSetting(BadInput):
    """An environment variable has a value that it cannot take."""

    code = "error/wrong_setting"

    def __init__(self, variable: str, what: str) -> None:
        self.variable, self.what = variable, what
        super().__init__(f"{variable}: {what}")


class StaleVersion(CompanionError):
    """The game moved on since it was loaded; nothing was written."""

    code = "error/stale_version"


class UnknownGame(CompanionError):
    """The store has no game of that id."""

    code = "error/unknown_game"


class UnknownRoom(CompanionError):
    """There is no room of that id: it was closed, or it was never there."""

    code = "error/unknown_room"


class StoreUnavailable(CompanionError):
    """The database cannot be reached, read or written; nothing was saved."""

    code = "error/store_unavailable"


class EncoderUnavailable(CompanionError):
    """An encoder, or the server that it lives on, gave no usable answer this time; the next may be better."""

    code = "matching/encoder_failed"
