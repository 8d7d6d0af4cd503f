"""A player's own screen in a room: the own hand, the tale as it grows, the narrator's words as they are typed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.table import TableView
from companion.table.rooms import RoomView, is_running
from companion.ui.parts import LiveTable, SilenceClock
from companion.ui.room.listening import listen
from companion.ui.room.lobby import leave_button
from companion.ui.room.news import news
from companion.ui.session import rooms, tables
from companion.ui.table import board
from companion.ui.table.commands import let_react
from companion.ui.table.sitting import at_own_screen


def table_of(view: RoomView, index: int, texts: Catalogue) -> None:
    """The game at that table as this person may see it."""
    room, there = view.room, view.room.tables[index]
    game = there.game
    assert game is not None
    if is_running(rooms(), there) and not room.paused:
        let_react(game)
    held = view.seat
    seat = held[1] if held is not None and held[0] == game and held[1] not in there.stand_ins else None
    shown = tables().look(game, seat)
    over = shown.tale.phase is tale.Phase.OVER
    news(view, index, [one.name for one in shown.seats], texts, is_over=over)
    tells = seat is not None and seat == shown.tale.narrator
    here = at_own_screen(
        shown,
        seat,
        rules=view.is_host or (view.hosts_away and seat is not None),
        sends_drafts=f"rooms/{room.id}/draft" if tells and room.plan.drafts != "off" else "",
        below_tale=partial(listen, view, index, shown.stamp, texts, _live_table(shown, seat)),
    )
    if room.paused or there.ended:
        # Nobody may act: everything is shown as to somebody who watches, and the own hand rests.
        here = replace(here, people=(), wanted=None, shown=None)
        shown = shown if over else tables().look(game, None)
    board.draw(shown, here, texts)
    leave_button(view, texts)


def watched(view: RoomView, shown: TableView, index: int, texts: Catalogue) -> None:
    """The live part for who has no hand."""
    listen(view, index, shown.stamp, texts, _live_table(shown, None))


def _live_table(shown: TableView, seat: Seat | None) -> LiveTable:
    game, narrator = shown.tale, shown.tale.narrator
    telling = game.phase in (tale.Phase.TELLING, tale.Phase.DISCARDING)
    clock = None
    if telling and shown.silence_limit:
        clock = SilenceClock(shown.silence_limit, None if shown.clock_stands else shown.silence_since)
    waits = telling and seat != narrator and shown.seats[narrator].kind == "human"
    return LiveTable([plain_name(one.name) for one in shown.seats], narrator, clock, waits)


def plain_name(name: str) -> str:
    """For a part that sets text as text: nothing to escape, only long names are cut."""
    return name if len(name) <= 40 else f"{name[:39]}…"
