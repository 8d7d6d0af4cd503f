"""Sending a deed to the hill, and saying what became of it; in callbacks, like `companion.ui.table.commands`."""

from __future__ import annotations

from companion.rules.hill import HOST, Action, Judge
from companion.rules.kernel import Seat
from companion.table.hill_table import HillTableView
from companion.ui.session import hill_tables
from companion.ui.table.commands import carry_out, command_id


def send(game: str, action: Action, command_id: str, expected: int | None = None) -> bool:
    """Does the deed once; False: refused, and the reason is shown on the next run of the page."""
    return carry_out(
        game, action.seat, lambda: hill_tables().command(game, action, command_id=command_id, expected=expected)
    )


def press(view: HillTableView, action: Action, deed: str) -> None:
    """`send` for a button. The host's deeds are refused when the game has moved on since the button was drawn; what
    teams do at the same time is not."""
    id = command_id(view.game, action.seat, deed, view.version)
    send(view.game, action, id, view.version if action.seat == HOST else None)


def go_on(view: HillTableView) -> None:
    """People don't want to wait for the automatic host."""
    id = command_id(view.game, HOST, "go on", view.version)
    carry_out(view.game, HOST, lambda: hill_tables().go_on(view.game, command_id=id, expected=view.version))


def accept_suggestions(view: HillTableView) -> None:
    """The host takes the checker's word where it is sure."""
    for seat in sure(view):
        found = view.suggestions[seat]
        assert found is not None
        deed = Judge(seat, found.correct, by="checker", why=found.why, params=found.params)
        if not send(view.game, deed, command_id(view.game, HOST, f"accept {seat}", view.version)):
            return


def sure(view: HillTableView) -> list[Seat]:
    """Teams that nobody has judged yet and of whose answer the checker is sure."""
    found = enumerate(zip(view.hill.verdicts, view.suggestions, strict=True))
    return [seat for seat, (given, said) in found if given is None and said is not None and said.verdict != "ask"]
