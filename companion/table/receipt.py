"""What became of a command, the same at the tables of all games."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.kernel import Refusal
from companion.table.history import History

RACES = 8
"""How often a command is tried again when others were first."""


@dataclass(frozen=True)
class Receipt:
    """What became of a command: stored at `version`, or refused; `repeated` when its id was known already."""

    version: int
    refusal: Refusal | None = None
    repeated: bool = False


def answered(history: History, command_id: str, expected: int | None) -> Receipt | None:
    """The receipt of a command that is known already, or comes too late: `expected` is the version that its page had
    shown, None where that does not matter. None: it is to be done."""
    if command_id in history.commands:
        return Receipt(history.commands[command_id], repeated=True)
    return moved_on(history) if expected is not None and expected != history.version else None


def moved_on(history: History) -> Receipt:
    """Refuses what others came before with."""
    return Receipt(history.version, Refusal("table/moved_on"))
