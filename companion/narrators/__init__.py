"""The AI players: each sees its own View and proposes one action at a time; the table checks and applies it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.narrators.character import Character
from companion.narrators.player import Counsel, Moment, Objection, Player

if TYPE_CHECKING:
    from companion.narrators.llm.voice import Voice

__all__ = ["Character", "Counsel", "Moment", "Objection", "Player", "player_for"]


def player_for(kind: str, *, seat: int, voice: Voice | None = None) -> Player:
    """The AI player of that kind for a seat. `voice`: the language model of `llm` seats; without one the house's
    narrator tells for them. Raises BadInput when there is no such kind."""
    if kind == "scripted":
        from companion.narrators.scripted.player import ScriptedPlayer

        return ScriptedPlayer(seat)
    if kind == "llm":
        from companion.narrators.llm.player import LlmPlayer

        return LlmPlayer(seat, voice)
    raise BadInput(f"there is no AI player of kind {kind!r} (seat {seat}): use 'scripted' or 'llm'")
