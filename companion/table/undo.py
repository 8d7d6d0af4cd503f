"""Taking back the last deed of a tale: whose it must be, and where the game stands again."""

from __future__ import annotations

from companion.rules import tale
from companion.rules.kernel import Refusal, Seat
from companion.table.history import History


def undo_refusal(history: History, seat: Seat) -> Refusal | None:
    """Why the seat cannot take back its last deed; None: it can."""
    if history.state.phase is tale.Phase.OVER:
        return Refusal("tale/game_over")
    if not history.counting or history.counting[-1][1].seat != seat:
        return Refusal("table/undo_only_own_last")
    last = history.counting[-1][1].action
    is_open = history.state.question is not None  # what waits for the table's word may be withdrawn, a vote too
    if not isinstance(last, tale.Tell | tale.LayCard) and not is_open:
        return Refusal("table/undo_only_told_or_laid")  # cards were drawn and seen, or the turn is another's
    return None


def before_last(history: History) -> int:
    """The version at which the game stood before its last deed."""
    return history.counting[-2][0] if len(history.counting) > 1 else 0
