"""The hill in the reader's language, as plain text: pages and terminal say the same."""

from __future__ import annotations

from collections.abc import Sequence

from companion.language.catalogue import Catalogue
from companion.rules.hill import HOLD, SUMMIT, Standing
from companion.rules.kernel import Seat
from companion.table.log import LogLine


def log_text(line: LogLine, names: Sequence[str], texts: Catalogue) -> str:
    """A line of the log; `names` by seat."""
    params = dict(line.params)
    for role in ("who", "king"):
        if isinstance(seat := params.get(role), int) and 0 <= seat < len(names):
            params[role] = names[seat]
    if won := params.get("winners"):
        params["who"] = ", ".join(names[seat] for seat in won)
    return texts.t(line.code, **params)


def place_of(standing: Standing, seat: Seat, texts: Catalogue) -> str:
    """Where a team stands."""
    if standing.teams[seat].step == SUMMIT:
        return texts.t("hill.is_king", held=standing.held, hold=HOLD)
    return texts.t("hill.on_step", step=standing.teams[seat].step)


def where(standing: Standing, seat: Seat, texts: Catalogue) -> str:
    """Where a team stands, with its points."""
    return f"{place_of(standing, seat, texts)}, {texts.n('hill.points', standing.teams[seat].points)}"
