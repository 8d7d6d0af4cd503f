"""Sending a deed to the books' table, and saying what became of it. Used in callbacks, by the same rules as the tale's
(`companion.ui.table.commands`): the deed comes first and whole, what is noted about it afterwards."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.rules import book
from companion.rules.book import Action, Phase
from companion.rules.kernel import Seat
from companion.table.book_table import BookTableView
from companion.ui.parts import BookDeed
from companion.ui.session import book_tables
from companion.ui.table.commands import carry_out, command_id, fault


def send(game: str, action: Action, command_id: str, expected: int | None = None) -> bool:
    """Does the deed once; False: refused, and the reason is shown on the next run of the page."""
    return carry_out(
        game, action.seat, lambda: book_tables().command(game, action, command_id=command_id, expected=expected)
    )


def press(game: str, action: Action, command_id: str, expected: int | None = None) -> None:
    """`send` for a button."""
    send(game, action, command_id, expected)


def play(view: BookTableView, seat: Seat, deed: BookDeed) -> bool:
    """What was tapped in the part, for whoever plays that seat. False: refused."""
    if deed.do == "step":
        let_machine_act(view)
        return True
    # Both place their chips at the same time: neither can know how far the other is.
    expected = None if view.book.phase is Phase.PLACING else view.version
    return send(view.game, _action(view, seat, deed), deed.id, expected)


def let_machine_act(view: BookTableView) -> None:
    """One deed of the machine; none when another screen was first."""
    try:
        if book_tables().look(view.game, None).version == view.version:
            book_tables().react(view.game)
    except CompanionError as error:
        fault(error)


def ask_undo(view: BookTableView, seat: Seat) -> None:
    """The seat would like its last deed back."""
    id = command_id(view.game, seat, "ask_undo", view.version)
    carry_out(
        view.game,
        seat,
        lambda: book_tables().ask_undo(view.game, seat, command_id=id, expected=view.version),
    )


def answer_undo(view: BookTableView, seat: Seat, agrees: bool) -> None:
    """The seat grants what the other asks for, or not."""
    id = command_id(view.game, seat, f"answer_undo_{agrees}", view.version)
    carry_out(
        view.game,
        seat,
        lambda: book_tables().answer_undo(view.game, seat, agrees, command_id=id, expected=view.version),
    )


def _action(view: BookTableView, seat: Seat, deed: BookDeed) -> Action:
    if deed.do == "cell":
        placing = view.book.phase is Phase.PLACING
        return book.PlaceChip(seat, deed.cell) if placing else book.MoveChip(seat, deed.cell)
    if deed.do == "card":
        gives = deed.card in book.GIVE_OF
        return book.Rob(seat, deed.card) if gives else book.LayChapter(seat, deed.card)
    if deed.do == "take":
        return book.Take(seat, deed.card)
    return {"draw": book.Draw, "skip": book.Skip}.get(deed.do, book.EndTurn)(seat)
