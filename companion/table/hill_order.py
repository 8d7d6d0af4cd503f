"""What a host chooses when a game on the hill is opened, and what its record keeps of that.

The questions lie whole in the game's own record: a pack that changes or is deleted later changes no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, cast, get_args

from pydantic import TypeAdapter

from companion.errors import BadInput, DamagedSave
from companion.machine.hill import STRENGTHS, Strength
from companion.rules.hill import Colour, HillSetup
from companion.storage import GameRecord, SeatRecord
from companion.table.seats import MAX_NAME, checked_title

HostKind = Literal["person", "automatic"]
HOSTS: tuple[HostKind, ...] = get_args(HostKind)
TeamKind = Literal["human", "scripted"]
KINDS: tuple[TeamKind, ...] = get_args(TeamKind)
SLOWEST_HOST = 600.0
"""Seconds that an automatic host may be told to wait between two steps."""


@dataclass(frozen=True)
class HillQuestion:
    """One question with what its card says of the answer."""

    id: str
    question: str
    answer: str
    accepted: tuple[str, ...] = ()
    """Other answers that are right."""
    refused: tuple[str, ...] = ()
    """Answers that are wrong though they may look right."""
    level: str = ""
    """A1 to C1; "": not stated."""
    category: str = ""
    picture: str | None = None
    """Address of a picture or a sound that belongs to the question."""
    sound: str | None = None
    language: str = ""
    """The game's; the table fills it in, for whoever checks answers."""


_QUESTIONS = TypeAdapter(tuple[HillQuestion, ...])


@dataclass(frozen=True)
class TeamSeat:
    """One team. The name is plain text of 1 to 40 characters."""

    name: str
    colour: Colour
    kind: TeamKind = "human"
    strength: Strength = "middling"
    """Of a scripted team; without meaning for people."""


@dataclass(frozen=True)
class NewHill:
    """What a host chose."""

    language: str
    teams: tuple[TeamSeat, ...]
    questions: Sequence[HillQuestion]
    """In the order in which they are asked."""
    host: HostKind = "automatic"
    title: str = ""
    seed: int | None = None
    start: int = 1
    choice_seconds: float = 15.0
    answer_seconds: float = 60.0
    hand_out_again: bool = True
    reading_seconds: float = 5.0
    """An automatic host gives so much time to read a question before the time for answers begins."""
    showing_seconds: float = 8.0
    """And so much to look at the answers, and at the board after the moves."""

    def record(self, id: str, seed: int, created: float) -> GameRecord:
        """The new game's record. Raises BadInput when there is no such game."""
        for number, team in enumerate(self.teams, start=1):
            if not 1 <= len(team.name.strip()) <= MAX_NAME:
                raise BadInput(f"team {number}: a name has 1 to {MAX_NAME} characters")
            if team.kind not in KINDS or team.strength not in STRENGTHS:
                known = f"a kind is one of {', '.join(KINDS)}, a strength one of {', '.join(STRENGTHS)}"
                raise BadInput(f"team {number}: {known}")
        if self.host not in HOSTS:
            raise BadInput(f"host is one of {', '.join(HOSTS)}")
        if not all(0 <= seconds <= SLOWEST_HOST for seconds in (self.reading_seconds, self.showing_seconds)):
            raise BadInput(f"reading_seconds and showing_seconds are 0 to {SLOWEST_HOST:g}")
        questions = [asdict(question) for question in self.questions]
        try:
            wrong = _fault_of(_QUESTIONS.validate_python(questions))
        except ValueError as fault:
            raise BadInput(f"a question cannot be read: {fault}") from fault
        if wrong:
            raise BadInput(wrong)
        try:
            setup = HillSetup(
                tuple(Colour(team.colour) for team in self.teams),
                self.start,
                float(self.choice_seconds),
                float(self.answer_seconds),
                self.hand_out_again,
            )
        except (TypeError, ValueError) as fault:
            raise BadInput(f"there is no such game: {fault}") from fault
        return GameRecord(
            id=id,
            game="hill",
            language=self.language,
            title=checked_title(self.title),
            setup=setup,
            seed=seed,
            seats=tuple(_seat_record(team) for team in self.teams),
            options={
                "host": self.host,
                "reading_seconds": float(self.reading_seconds),
                "showing_seconds": float(self.showing_seconds),
                "questions": questions,
            },
            created=created,
        )


def teams_of(record: GameRecord) -> tuple[TeamSeat, ...]:
    """The teams of a stored game."""
    return tuple(
        TeamSeat(
            seat.name,
            Colour(seat.colour),
            cast(TeamKind, seat.kind),
            cast(Strength, seat.settings.get("strength", "middling")),
        )
        for seat in record.seats
    )


def questions_of(record: GameRecord) -> Mapping[str, HillQuestion]:
    """The questions of a stored game by id, in the order in which they are asked. Raises ValueError."""
    return _read(_Stored(record.options["questions"]), record.language)


class _Stored:
    """A game's questions as its record has them; the same while they are the same object, which nobody changes."""

    def __init__(self, items: Any) -> None:
        self.items = items

    def __hash__(self) -> int:
        return id(self.items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stored) and self.items is other.items


@lru_cache(maxsize=64)
def _read(stored: _Stored, language: str) -> Mapping[str, HillQuestion]:
    # Every look of every page asks for them, and to read a pack of 2000 takes 20 ms.
    found = _QUESTIONS.validate_python(stored.items)
    return MappingProxyType({question.id: replace(question, language=language) for question in found})


def check(record: GameRecord) -> None:
    """Raises DamagedSave when the table cannot show the game: a team or a question that it does not know."""
    where = f"game {record.id}"
    try:
        teams, questions = teams_of(record), tuple(questions_of(record).values())
        host, waits = record.options["host"], (record.options["reading_seconds"], record.options["showing_seconds"])
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise DamagedSave(where, f"its teams, questions or host cannot be read: {fault!r}") from fault
    if tuple(team.colour for team in teams) != record.setup.colours:
        raise DamagedSave(where, "its teams do not have the colours of its board")
    if any(team.kind not in KINDS or team.strength not in STRENGTHS for team in teams):
        raise DamagedSave(where, "it has a team of a kind or strength that this table does not know")
    if host not in HOSTS or not all(type(seconds) is float and seconds >= 0 for seconds in waits):
        raise DamagedSave(where, f"host: {host!r} with {waits!r} seconds is none that this table knows")
    if (wrong := _fault_of(questions)) or len(questions) != len(record.options["questions"]):
        raise DamagedSave(where, wrong or "it has a question twice")


def _seat_record(team: TeamSeat) -> SeatRecord:
    settings: dict[str, Any] = {} if team.kind == "human" else {"strength": team.strength}
    return SeatRecord(team.name.strip(), team.kind, str(team.colour), settings)


def _fault_of(questions: Sequence[HillQuestion]) -> str:
    """What is wrong with the questions; "": nothing."""
    if not questions:
        return "a game needs at least one question"
    for number, one in enumerate(questions, start=1):
        if not (one.id.strip() and one.question.strip() and one.answer.strip()):
            return f"question {number}: it needs an id, a text and an answer"
    if len({one.id for one in questions}) != len(questions):
        return "two questions have the same id"
    return ""


__all__ = [
    "HOSTS", "KINDS", "STRENGTHS", "HillQuestion", "HostKind", "NewHill", "Strength", "TeamKind", "TeamSeat", "check",
    "questions_of", "teams_of",
]  # fmt: skip
