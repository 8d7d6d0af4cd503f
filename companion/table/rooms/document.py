"""What a room is: who is in it, at which table they sit, what is played there, and what its hosts have done.

A room is a party or a whole class: one code to come in by, one table or several. It is kept as one document.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, get_args

from pydantic import TypeAdapter, ValidationError

from companion.errors import DamagedSave
from companion.language.level import Level
from companion.machine import book
from companion.machine.hill import Strength
from companion.rules.kernel import Seat
from companion.table.seats import Help, Length, Policy, Preset

MAX_MEMBERS = 240
"""People in one room, those who have left included."""
MAX_TABLES = 40
DEEDS_KEPT = 200
"""Lines of the hosts' log; older ones are dropped."""

MachineStrength = book.Strength
GameKind = Literal["tale", "hill", "book"]
GAME_KINDS: tuple[GameKind, ...] = get_args(GameKind)
DraftMode = Literal["keys", "sentences", "off"]
"""How the narrator's words reach the others before they are sent: as typed, sentence by sentence, not at all."""


@dataclass(frozen=True)
class Member:
    """One person in the room, known by a secret that the browser keeps."""

    id: str
    """Public; the secret is known by its hash alone."""
    name: str
    token: str
    """SHA-256 of the room's id and the browser's secret."""
    joined: float
    """UTC seconds."""
    table: int | None = 0
    """Index of the table; None: at none (a teacher, a projector)."""
    team: int = 0
    """In a quiz of teams: which one, from 0."""
    watches: bool = False
    """Sits at the table, or comes to it, without a hand."""
    gone: bool = False
    """Left, or was removed; comes back by the code, unless removed."""
    removed: bool = False


@dataclass(frozen=True)
class RoomTable:
    """One table of the room and its present game."""

    game: str | None = None
    kind: GameKind = "tale"
    seats: tuple[str, ...] = ()
    """Member by seat of the present game; "": a seat of the house's, or one that several share."""
    crew: dict[str, Seat] = field(default_factory=dict)
    """Seat by member, where several share one: teams of a quiz."""
    stand_ins: tuple[Seat, ...] = ()
    """Seats of people that a house's narrator holds for now."""
    ended: bool = False
    """A host has ended the game before its time."""


@dataclass(frozen=True)
class Deed:
    """What a host did, for everybody in the room to read."""

    at: float
    who: str
    """The host's name."""
    what: str
    """`start`, `pause`, `resume`, `undo`, `extend`, `rename`, `remove`, `overrule`, `end`, `host`, ...: the end of a
    catalogue key."""
    about: str = ""
    """Whom or what it concerned."""
    reason: str = ""
    table: int | None = None


@dataclass(frozen=True)
class Plan:
    """What is played at every table of the room."""

    game: GameKind = "tale"
    preset: Preset = "full"
    length: Length = "short"
    help: Help = "full"
    policy: Policy = "matcher"
    company: int = 0
    """House narrators at each table; where one person is alone, at least one."""
    level: Level = "B1"
    """Of the house narrators' language."""
    clock: float | None = 10.0
    """Seconds of silence before the others may object; None: no clock."""
    endings_each: int = 1
    drawn_when_interrupted: int = 1
    not_yet: bool = False
    """A refused ending costs nothing: the narrator tells on."""
    drafts: DraftMode = "keys"
    calm: tuple[str, ...] = ()
    """Members whom nobody may challenge for silence."""
    clocks: dict[str, float] = field(default_factory=dict)
    """Members with a silence clock of their own, in seconds."""
    teams: int = 3
    """Of a quiz: how many there are to choose from."""
    pack: tuple[str, str, str] = ("house", "", "")
    """Of a quiz, which questions: `house` and language ("": the room's), `vocabulary` and the languages learned and
    known, `own` and the pack's id."""
    levels: tuple[Level, ...] = ()
    """Of the questions; empty: all."""
    quiz_host: Literal["person", "automatic"] = "person"
    start_step: int = 6
    """Of a quiz: where all teams begin, from 1 at the foot."""
    answer_seconds: float = 60.0
    strength: Strength = "middling"
    """Of the machine's teams."""
    opponent: MachineStrength = "sensible"
    """The machine's, in a race of the book that somebody plays alone."""
    seen: bool = False
    """In the race of the book: cards are taken in sight, not blind."""


@dataclass(frozen=True)
class Room:
    """The whole room; a value, changed by copying."""

    id: str
    code: str
    language: str
    title: str
    created: float
    hosts: tuple[str, ...]
    """Members with a host's powers; the first opened the room."""
    members: tuple[Member, ...]
    tables: tuple[RoomTable, ...] = (RoomTable(),)
    plan: Plan = field(default_factory=Plan)
    paused: float | None = None
    """Since when, in UTC seconds; None: play goes on."""
    code_hidden: bool = False
    """Nobody new comes in, and no screen shows the code."""
    polite_names: bool = True
    """Names on the language's list of rude words are refused."""
    deeds: tuple[Deed, ...] = ()
    version: int = 0
    """As stored; not part of the document."""

    def member(self, id: str) -> Member | None:
        return next((one for one in self.members if one.id == id), None)

    def at_table(self, table: int) -> tuple[Member, ...]:
        """Who sits there now, in the order of coming."""
        return tuple(one for one in self.members if one.table == table and not one.gone)

    def seat_of(self, member: str) -> tuple[str, Seat] | None:
        """Game and seat that the member plays, on whichever table; None: no hand."""
        for table in self.tables:
            if table.game is not None and member in table.seats:
                return table.game, table.seats.index(member)
            if table.game is not None and member in table.crew:
                return table.game, table.crew[member]
        return None

    def index_of(self, game: str) -> int:
        """The table of a game that is the present one there. Raises StopIteration otherwise."""
        return next(index for index, table in enumerate(self.tables) if table.game == game)

    def table_of(self, game: str) -> RoomTable:
        """As `index_of`."""
        return self.tables[self.index_of(game)]

    def is_host(self, member: str) -> bool:
        return member in self.hosts


@cache
def _form() -> TypeAdapter[Room]:
    return TypeAdapter(Room)


def to_document(room: Room) -> dict[str, Any]:
    """As JSON values."""
    document: dict[str, Any] = _form().dump_python(room, mode="json")
    del document["version"]
    return document


def from_document(document: dict[str, Any], version: int) -> Room:
    """Raises DamagedSave, naming the room and the place."""
    try:
        return _form().validate_python({**document, "version": version})
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise DamagedSave(f"room {document.get('id', '?')}", f"{place}: {first['msg']}") from fault
