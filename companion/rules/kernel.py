"""What all three games share: the same verbs, refusals that a page can translate, and replaying.

A game is a module (for instance `companion.rules.tale`) that offers the verbs of `Game`. States, actions and events
are immutable values. `apply` decides what happens (events); `evolve` is the only place where a state changes, so a
stored game is the fold of its events and never depends on the luck or the decisions of a newer program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import IllegalAction

__all__ = [
    "TABLE",
    "Game",
    "IllegalAction",
    "Outcome",
    "Refusal",
    "Seat",
    "Step",
    "copy_with",
    "fold",
    "replay",
]

Seat = int
"""Place at the table, from 0; the seat to the left of seat s is s + 1, and after the last comes 0."""

TABLE: Seat = -1
"""The acting "seat" of what the table itself does: a host's or a policy's ruling."""

StateT = TypeVar("StateT")
SetupT = TypeVar("SetupT", contravariant=True)
ActionT = TypeVar("ActionT", contravariant=True)
EventT = TypeVar("EventT")


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed: a key of the message catalogue and the place in the rulebook, never prose."""

    code: str
    """For instance `tale/interrupt_wrong_category`."""
    section: str = ""
    """The rulebook's own heading, or `house` for a choice of the house (design, section 4)."""
    params: Mapping[str, str | int | float] = field(default_factory=dict)
    """Values for the message's placeholders."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[Seat, ...]
    reason: str
    """A key of the message catalogue."""


@dataclass(frozen=True)
class Step(Generic[StateT, EventT]):
    """What an action led to: the new state, and what happened on the way."""

    state: StateT
    events: tuple[EventT, ...]


class Game(Protocol):
    """The verbs of a game's rules. Modules implement it with functions."""

    def new_game(self, setup: Any, seed: int) -> Any: ...
    def legal_actions(self, state: Any, seat: Seat) -> tuple[Any, ...]: ...
    def refusal(self, state: Any, action: Any) -> Refusal | None: ...
    def apply(self, state: Any, action: Any) -> Step[Any, Any]: ...
    def evolve(self, state: Any, event: Any) -> Any: ...
    def view(self, state: Any, seat: Seat | None) -> Any: ...


def replay(game: Game, setup: Any, seed: int, actions: Iterable[Any]) -> Any:
    """The state of a game played from its start: same setup, seed and actions, same state. Raises IllegalAction."""
    state = game.new_game(setup, seed)
    for action in actions:
        state = game.apply(state, action).state
    return state


def fold(game: Game, state: Any, events: Iterable[Any]) -> Any:
    """The state after the events, as a store keeps them."""
    for event in events:
        state = game.evolve(state, event)
    return state


def copy_with(state: StateT, **changes: Any) -> StateT:
    """A changed copy of a frozen dataclass without slots; the same as `dataclasses.replace`, several times faster.

    Simulation applies tens of thousands of actions a second, and most of each is copying the state.
    """
    new = object.__new__(type(state))
    new.__dict__.update(state.__dict__)
    new.__dict__.update(changes)
    return new
