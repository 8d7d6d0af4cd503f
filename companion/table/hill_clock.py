"""How long a stage of a game on the hill has been running, by the times of its entries: pauses left out, restarts of
the server included."""

from __future__ import annotations

from companion.rules.hill import HillSetup, Pause, Resume, Stage
from companion.table.history import History


def elapsed(history: History, now: float) -> float:
    """Seconds since the present stage began, by the server's clock; before the first deed, since the game was made."""
    first, began = _beginning(history)
    ran, running_since = 0.0, began
    paused = False
    for _, entry in history.counting[first:]:
        if isinstance(entry.action, Pause):
            ran, paused = ran + _between(running_since, entry.at), True
        elif isinstance(entry.action, Resume):
            running_since, paused = entry.at, False
    return ran if paused else ran + _between(running_since, now)


def limit_of(setup: HillSetup, stage: Stage) -> float | None:
    """Seconds that the stage lasts; None: no clock runs in it."""
    return {Stage.CHOICE: setup.choice_seconds, Stage.ANSWERS: setup.answer_seconds}.get(stage)


def _beginning(history: History) -> tuple[int, float]:
    """How many of the entries that count came up to the beginning of the stage, and when it began."""
    counting = history.counting
    for number in range(len(counting), 0, -1):
        version, entry = counting[number - 1]
        before = history.states[counting[number - 2][0] if number > 1 else 0]
        after = history.states[version]
        if (before.round, before.stage) != (after.round, after.stage):
            return number, entry.at
    return 0, history.record.created


def _between(then: float, now: float) -> float:
    """A server's clock that was set back has lost time, not run backwards."""
    return max(0.0, now - then)
