"""Whose hand this screen shows. One person alone: always theirs. Several around one screen: behind a curtain.

The screen belongs to the narrator, or to the rival who has asked for it; a hand is shown only after its owner has
said so, and is covered again as soon as the screen belongs to somebody else.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from companion.rules import tale
from companion.rules.kernel import Seat
from companion.table import TableView


@dataclass(frozen=True)
class Sitting:
    """Who sits before this screen."""

    people: tuple[Seat, ...]
    """Seats of people; the others are the house's narrators."""
    wanted: Seat | None
    """Whose hand belongs on the screen now."""
    shown: Seat | None
    """Whose hand may be shown: `wanted`, once the curtain is open."""

    @property
    def curtain(self) -> bool:
        return self.wanted is not None and self.shown is None


def sitting(view: TableView) -> Sitting:
    """Who sits here, for a view of the table (any seat's)."""
    people = tuple(seat for seat, info in enumerate(view.seats) if info.kind == "human")
    if view.tale.phase in (tale.Phase.RULING, tale.Phase.OVER):
        # Whoever decides has the screen in hand: afterwards every hand waits behind the curtain again.
        ask_for_screen(view.game, None)
        return Sitting(people, None, None)
    if len(people) == 1:
        return Sitting(people, people[0], people[0])
    rival = st.session_state.get(_rival(view.game))
    narrator = view.tale.narrator
    if rival not in people or rival == narrator or view.tale.phase is tale.Phase.DISCARDING:
        rival = None
    wanted = rival if rival is not None else (narrator if narrator in people else None)
    if st.session_state.get(_opened(view.game)) != wanted:
        st.session_state[_opened(view.game)] = None  # for good: it does not open by itself when the seat is back
        return Sitting(people, wanted, None)
    return Sitting(people, wanted, wanted)


def open_curtain(game: str, seat: Seat) -> None:
    """Its owner is ready to see the hand."""
    st.session_state[_opened(game)] = seat


def ask_for_screen(game: str, seat: Seat | None, *, silent: bool = False) -> None:
    """A rival wants to look at the own cards; None: the screen goes back to the narrator. `silent`: the narrator had
    fallen silent by then. Afterwards, without the screen, nobody could have told on."""
    st.session_state[_silent(game)] = silent
    st.session_state[_opened(game)] = None
    st.session_state[_rival(game)] = seat


def was_silent(game: str) -> bool:
    """The narrator had been silent for too long when the rival asked for the screen."""
    return bool(st.session_state.get(_silent(game)))


def _rival(game: str) -> str:
    return f"table/{game}/rival"


def _silent(game: str) -> str:
    return f"table/{game}/silent"


def _opened(game: str) -> str:
    return f"table/{game}/opened"
