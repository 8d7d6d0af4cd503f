"""The presets that a host may start from: each is nothing but settings of the rules and of the table.

relay        so many sentences each, in order; nobody takes the story over, objects or draws
speaking     the full game without interrupt cards: they are laid as other story cards are
full         the full game
alternating  a card each, in order; nobody is hurried or objected to: for small children
cooperative  everybody's cards are laid together, then any ending closes the tale for all
table        as with printed cards: the game shows and suggests nothing, votes decide
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import BadInput
from companion.rules.tale import ClaimHow
from companion.table.seats import NewTable, Preset


@dataclass(frozen=True)
class Changes:
    """What a preset changes of an order."""

    rules: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `TaleSetup` that it fixes."""
    usual: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `TaleSetup` that it begins with, and that the host may choose otherwise."""
    table: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `NewTable` that it fixes."""
    silence_clock: bool = True
    """False: no narrator can be silent too long."""

    @property
    def is_in_order(self) -> bool:
        """Nobody takes the story over, and nobody objects."""
        return self.rules.get("claims") == () and self.rules.get("challenges") == ()

    def fixes(self, setting: str) -> bool:
        """Whether the host is not asked about that field of `TaleSetup` or `NewTable`."""
        no_clock = setting == "silence_seconds" and not self.silence_clock
        return setting in self.rules or setting in self.table or no_clock


_IN_ORDER = {"claims": (), "challenges": (), "passing_costs": False}

PRESETS: Mapping[Preset, Changes] = {
    "relay": Changes(rules=_IN_ORDER, usual={"sentences_a_turn": 2}, silence_clock=False),
    "speaking": Changes(rules={"claims": (ClaimHow.ELEMENT,)}),
    "full": Changes(),
    "alternating": Changes(rules={**_IN_ORDER, "cards_a_turn": 1}, silence_clock=False),
    "cooperative": Changes(
        rules={
            "cooperative": True,
            "claims": (ClaimHow.ELEMENT,),
            "passing_costs": False,
            "refused_ending_not_yet": True,
        }
    ),
    "table": Changes(table={"help": "none", "policy": "vote", "referee": "off"}),
}


def with_preset(order: NewTable, preset: Preset) -> NewTable:
    """The order with what the preset fixes; what it only begins with gives way to what the order says. Raises BadInput
    when there is no such preset."""
    if preset not in PRESETS:
        raise BadInput(f"preset is one of {', '.join(PRESETS)}, not {preset!r}")
    changes = PRESETS[preset]
    rules = {**changes.usual, **order.rules, **changes.rules}
    if not changes.silence_clock:
        rules["silence_seconds"] = (None,) * len(order.seats)
    return replace(order, preset=preset, rules=rules, **changes.table)
