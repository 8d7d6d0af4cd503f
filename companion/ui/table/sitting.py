"""Whose hand this screen shows. One person alone: always theirs. Several around one screen: behind a curtain.

The screen belongs to the narrator, or to the rival who has asked for it; a hand is shown only after its owner has
said so, and is covered again as soon as the screen belongs to somebody else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from companion.rules import tale
from companion.rules.kernel import Seat
from companion.table import TableView


@dataclass
class Screen:
    """Who has this screen, for one game. Callbacks get it as it was drawn and fill it in place: touching the session's
    state they could be stopped half-way (see commands.py)."""

    rival: Seat | None = None
    """Who has asked for it instead of the narrator."""
    silent: bool = False
    """The narrator had been silent for too long when that rival asked."""
    opened: Seat | None = None
    """Whose curtain is open."""

    def ask(self, seat: Seat | None, *, silent: bool = False) -> None:
        """A rival wants to look at the own cards; None: the screen goes back to the narrator. `silent`: the narrator
        had fallen silent by then. Afterwards, without the screen, nobody could have told on."""
        self.rival, self.silent, self.opened = seat, silent, None


@dataclass(frozen=True)
class Sitting:
    """Who sits before this screen."""

    people: tuple[Seat, ...]
    """Seats of people; the others are the house's narrators."""
    wanted: Seat | None
    """Whose hand belongs on the screen now."""
    shown: Seat | None
    """Whose hand may be shown: `wanted`, once the curtain is open."""
    screen: Screen
    in_room: bool = False
    """Everybody has a screen of their own."""
    rules: bool = True
    """Whoever sits here may have the host's last word."""
    sends_drafts: str = ""
    """In a room: where the half-typed sentence goes for the others to see; "": nowhere."""
    below_tale: Callable[[], None] | None = None
    """Draws what belongs under the tale: in a room, the narrator's words as they are typed."""

    @property
    def curtain(self) -> bool:
        return self.wanted is not None and self.shown is None


def at_own_screen(view: TableView, seat: Seat | None, **of_room: Any) -> Sitting:
    """Somebody in a room, with a hand or (None) watching. `of_room`: what else the room says of the sitting."""
    screen: Screen = st.session_state.setdefault(f"table/{view.game}/screen", Screen())
    people = () if seat is None else (seat,)
    return Sitting(people, seat, seat, screen, in_room=True, **of_room)


def sitting(view: TableView) -> Sitting:
    """Who sits here, for a view of the table (any seat's)."""
    people = tuple(seat for seat, info in enumerate(view.seats) if info.kind == "human")
    screen: Screen = st.session_state.setdefault(f"table/{view.game}/screen", Screen())
    if view.tale.phase in (tale.Phase.RULING, tale.Phase.OVER):
        # Whoever decides has the screen in hand: afterwards every hand waits behind the curtain again.
        screen.ask(None)
        return Sitting(people, None, None, screen)
    if len(people) == 1:
        return Sitting(people, people[0], people[0], screen)
    rival, narrator = screen.rival, view.tale.narrator
    if rival not in people or rival == narrator or view.tale.phase is tale.Phase.DISCARDING:
        rival = None
    wanted = rival if rival is not None else (narrator if narrator in people else None)
    if screen.opened != wanted:
        screen.opened = None  # for good: it does not open by itself when the seat is back
        return Sitting(people, wanted, None, screen)
    return Sitting(people, wanted, wanted, screen)
