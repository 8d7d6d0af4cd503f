"""The AI players: each sees its own View and proposes one action at a time; the table checks and applies it."""

from __future__ import annotations

from companion.errors import BadInput
from companion.narrators.character import Character
from companion.narrators.player import Moment, Player

__all__ = ["Character", "Moment", "Player", "player_for"]


def player_for(kind: str, *, seat: int) -> Player:
    """The AI player of that kind for a seat. Raises BadInput when there is no such kind."""
    if kind == "scripted":
        from companion.narrators.scripted.player import ScriptedPlayer

        return ScriptedPlayer(seat)
    raise BadInput(f"there is no AI player of kind {kind!r} (seat {seat}): use 'scripted'")
