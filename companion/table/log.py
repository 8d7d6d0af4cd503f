"""The table's log: what happened, as catalogue keys with values, so that each reader sees it in the own language.

Only what everybody may know gets in: a drawn card is "a card".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.tale import Ruling
from companion.rules.tale import events as ev


@dataclass(frozen=True)
class LogLine:
    """One line. `params` may hold `who`, `narrator` (seats), `card`, `ending` (ids) and plain values: the page puts
    names in their place."""

    version: int
    code: str
    """Catalogue key, for instance `log/claim_stands`."""
    at: float
    """UTC seconds."""
    params: Mapping[str, Any] = field(default_factory=dict)
    ruling: Ruling | None = None
    """Who decided, with quote and reason, where something was decided."""


def lines_of(version: int, at: float, events: tuple[ev.Event, ...]) -> list[LogLine]:
    """The lines that an entry's events add to the log."""
    lines = []
    for event in events:
        made = _LINE.get(type(event), _nothing)(event)
        if made is not None:
            code, params, ruling = made
            lines.append(LogLine(version, code, at, params, ruling))
    return lines


Made = tuple[str, dict[str, Any], Ruling | None] | None


def _nothing(event: Any) -> Made:
    return None


def _question(event: ev.QuestionOpened) -> Made:
    asked = event.question
    params: dict[str, Any] = {"who": asked.seat, "narrator": asked.narrator}
    if asked.about == "challenge":
        return f"log/challenge_{asked.challenge}", params, None
    return f"log/asked_{asked.about}", params | {"ending" if asked.about == "ending" else "card": asked.card}, None


def _vote(event: ev.VoteCast) -> Made:
    return ("log/voted_for" if event.stands else "log/voted_against"), {"who": event.seat}, None


def _laid(event: ev.CardLaid) -> Made:
    return f"log/laid_{event.how}", {"who": event.seat, "card": event.card}, event.ruling


def _lay_refused(event: ev.LayRefused) -> Made:
    return "log/lay_refused", {"who": event.seat, "card": event.card}, event.ruling


def _claim_failed(event: ev.ClaimFailed) -> Made:
    code = "log/claim_wrongful" if event.penalty else "log/claim_returned"
    return code, {"who": event.seat, "card": event.card}, event.ruling


def _upheld(event: ev.ChallengeUpheld) -> Made:
    params: dict[str, Any] = {"who": event.seat, "narrator": event.narrator}
    if event.returned is None:
        return "log/challenge_upheld", params, event.ruling
    return "log/challenge_upheld_card_back", params | {"card": event.returned}, event.ruling


def _challenge_failed(event: ev.ChallengeFailed) -> Made:
    return "log/challenge_failed", {"who": event.seat}, event.ruling


def _passed(event: ev.StoryPassed) -> Made:
    return "log/passed", {"who": event.seat}, None


def _discarded(event: ev.Discarded) -> Made:
    if event.card is None:
        return "log/kept_all", {"who": event.seat}, None
    return "log/discarded", {"who": event.seat, "card": event.card}, None


def _drew(event: ev.Drew) -> Made:
    return "log/drew", {"who": event.seat}, None


def _nothing_to_draw(event: ev.NothingToDraw) -> Made:
    return "log/nothing_to_draw", {"who": event.seat}, None


def _reshuffled(event: ev.DiscardReshuffled) -> Made:
    return "log/reshuffled", {}, None


def _narrator(event: ev.NarratorChanged) -> Made:
    return "log/narrator", {"who": event.seat}, None


def _ending_refused(event: ev.EndingRefused) -> Made:
    code = "log/ending_not_yet" if event.kept else "log/ending_refused"
    return code, {"who": event.seat, "ending": event.ending}, event.ruling


def _ending_drawn(event: ev.EndingDrawn) -> Made:
    return "log/ending_drawn", {"who": event.seat}, None


def _won(event: ev.Won) -> Made:
    code = "log/told_together" if event.together else "log/won"
    return code, {"who": event.seat, "ending": event.ending}, event.ruling


_LINE: dict[type, Callable[[Any], Made]] = {
    ev.QuestionOpened: _question,
    ev.VoteCast: _vote,
    ev.CardLaid: _laid,
    ev.LayRefused: _lay_refused,
    ev.ClaimFailed: _claim_failed,
    ev.ChallengeUpheld: _upheld,
    ev.ChallengeFailed: _challenge_failed,
    ev.StoryPassed: _passed,
    ev.Discarded: _discarded,
    ev.Drew: _drew,
    ev.NothingToDraw: _nothing_to_draw,
    ev.DiscardReshuffled: _reshuffled,
    ev.NarratorChanged: _narrator,
    ev.EndingRefused: _ending_refused,
    ev.EndingDrawn: _ending_drawn,
    ev.Won: _won,
}
