"""Whose hand a screen shows. One person against the machine: always theirs. Two around one screen: behind a curtain."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from companion.rules.book import CHIPS, BookView, Phase, rival_of
from companion.rules.kernel import Seat
from companion.table.book_table import BookTableView


@dataclass
class Screen:
    """Whose curtain is open on this screen, for one game. Callbacks fill it in place (see table/sitting.py)."""

    opened: Seat | None = None


@dataclass(frozen=True)
class Sitting:
    """Who sits before this screen."""

    wanted: Seat | None
    """Whose hand belongs on the screen now; None: everybody may look."""
    shown: Seat | None
    """Whose hand may be shown."""
    screen: Screen

    @property
    def curtain(self) -> bool:
        return self.wanted is not None and self.shown is None


def sitting(view: BookTableView) -> Sitting:
    """Who sits here, for a view of the table (the projector's will do)."""
    screen: Screen = st.session_state.setdefault(f"book/{view.game}/screen", Screen())
    people = [seat for seat, info in enumerate(view.seats) if info.kind == "human"]
    if len(people) < len(view.seats):
        alone = people[0] if people else None
        return Sitting(alone, alone, screen)
    wanted = awaited(view)
    if wanted is None or view.book.phase is Phase.PLACING:  # nobody has cards to hide
        screen.opened = None
        return Sitting(wanted, wanted, screen)
    if screen.opened != wanted:
        screen.opened = None  # for good: it does not open by itself when the seat is back
    return Sitting(wanted, screen.opened, screen)


def awaited(view: BookTableView) -> Seat | None:
    """Whose deed the game waits for; of two who place their chips, the first that has any left. None: nobody's."""
    game = view.book
    if game.phase is Phase.OVER:
        return None
    if view.undo_asked is not None:
        return rival_of(view.undo_asked)
    if game.stop_offer is not None:
        return rival_of(game.stop_offer)
    if game.phase is Phase.PLACING:
        return next(seat for seat in range(len(view.seats)) if chips_left(game, seat))
    return rival_of(game.turn) if game.phase is Phase.MOVING else game.turn


def chips_left(game: BookView, seat: Seat) -> int:
    """How many chips the seat has still to put on the other's book before the deal."""
    return CHIPS - len(game.boards[rival_of(seat)].chips)


def open_curtain(seat: Seat, screen: Screen) -> None:
    """The seat's owner says to be alone with the screen."""
    screen.opened = seat
