"""Games as JSON and back, the same in the database and in save files.

The rules' dataclasses stay free of pydantic; here it checks every key and type, so that what was damaged or written
by a newer program is reported with its place instead of being half understood. A further game joins in `_CODECS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticSerializationError

from companion.errors import BadInput, DamagedSave
from companion.rules.book.actions import Action as BookAction
from companion.rules.book.events import Event as BookEvent
from companion.rules.book.setup import BookSetup
from companion.rules.hill.actions import Action as HillAction
from companion.rules.hill.events import Event as HillEvent
from companion.rules.hill.setup import HillSetup
from companion.rules.tale.actions import Action as TaleAction
from companion.rules.tale.events import Event as TaleEvent
from companion.rules.tale.setup import TaleSetup
from companion.storage.records import Entry, GameRecord, SeatRecord

FORMAT = 3
"""Written into every game and entry. Raise it with any change that this program's predecessor could not read."""
OLDEST_READABLE = 1
# History of the format:
# 1: the tale game; records and entries as in records.py.
# 2: turns with a limit, cooperative tales, more cards drawn by the interrupted; what is missing in 1 has its default.
# 3: a checker's reason in the quiz is a code with its values; in 2 it was a sentence.

SetupT = TypeVar("SetupT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")


class _Form(BaseModel):
    # Infinity: a clock that never ran must come back as it was, and null would not.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, ser_json_inf_nan="constants")


class _RecordForm(_Form, Generic[SetupT]):
    id: Annotated[str, Field(min_length=1, max_length=100)]
    game: str
    language: str
    title: str
    setup: SetupT
    seed: int
    seats: tuple[SeatRecord, ...]
    options: dict[str, Any]
    created: float


class _EntryForm(_Form, Generic[ActionT, EventT]):
    command_id: Annotated[str, Field(min_length=1, max_length=100)]
    seat: int
    action: ActionT | None
    events: tuple[EventT, ...]
    at: float
    note: dict[str, Any]
    rewound_to: Annotated[int, Field(ge=0)] | None

    @model_validator(mode="after")
    def _acts_or_rewinds(self) -> Self:
        if (self.action is None) == (self.rewound_to is None) or (self.action is None and self.events):
            raise ValueError("an entry either has an action with its events, or rewinds the game")
        return self


class Codec:
    """Reads and writes the games of one set of rules. Safe to share between threads."""

    def __init__(self, record_form: type[_Form], entry_form: type[_Form]) -> None:
        self._record_form, self._entry_form = record_form, entry_form

    def dump_record(self, record: GameRecord) -> str:
        """As JSON. Raises BadInput for what could not be read again."""
        return _dump(self._record_form, vars(record), f"game {record.id}")

    def dump_entry(self, entry: Entry, owner: str, version: int) -> str:
        """As JSON; it becomes that version of its `owner`. Raises BadInput for what could not be read again."""
        where = f"{owner}, entry {version}"
        if entry.rewound_to is not None and entry.rewound_to >= version:
            raise BadInput(f"{where}: it cannot rewind to version {entry.rewound_to}")
        return _dump(self._entry_form, vars(entry), where)

    def read_record(self, text: str, where: str) -> GameRecord:
        """Raises DamagedSave."""
        return GameRecord(**dict(_read(self._record_form, text, where)))

    def read_entry(self, text: str, owner: str, version: int) -> Entry:
        """The entry that made this version of its `owner`. Raises DamagedSave."""
        where = f"{owner}, entry {version}"
        entry = Entry(**dict(_read(self._entry_form, text, where)))
        if entry.rewound_to is not None and entry.rewound_to >= version:
            raise DamagedSave(where, f"it rewinds to version {entry.rewound_to}, which came later")
        return entry


def codec_for(game: str, where: str) -> Codec:
    """The codec of the game by that name. Raises DamagedSave when this program does not know it."""
    if game not in _CODECS:
        known = ", ".join(_CODECS)
        raise DamagedSave(where, f"unknown game '{game}' (known: {known}): open it with a newer Story Companion")
    return _CODECS[game]()


def check_format(found: object, where: str) -> None:
    """Raises DamagedSave unless this program reads that format."""
    if type(found) is not int or found < 1:
        raise DamagedSave(where, f"format: {found!r} is no format number")
    if found > FORMAT:
        raise DamagedSave(where, f"it was saved by a newer Story Companion (format {found}): update this one")
    if found < OLDEST_READABLE:
        raise DamagedSave(where, f"its format {found} is too old: open it with an older Story Companion")


@cache
def _tale() -> Codec:
    action = Annotated[TaleAction, Field(discriminator="kind")]
    event = Annotated[TaleEvent, Field(discriminator="kind")]
    return Codec(_RecordForm[TaleSetup], _EntryForm[action, event])


@cache
def _hill() -> Codec:
    action = Annotated[HillAction, Field(discriminator="kind")]
    event = Annotated[HillEvent, Field(discriminator="kind")]
    return Codec(_RecordForm[HillSetup], _EntryForm[action, event])


@cache
def _book() -> Codec:
    action = Annotated[BookAction, Field(discriminator="kind")]
    event = Annotated[BookEvent, Field(discriminator="kind")]
    return Codec(_RecordForm[BookSetup], _EntryForm[action, event])


_CODECS: dict[str, Callable[[], Codec]] = {"tale": _tale, "book": _book, "hill": _hill}


def _dump(form: type[_Form], fields: dict[str, Any], where: str) -> str:
    try:
        return form(**fields).model_dump_json()
    except ValidationError as fault:
        raise BadInput(f"{where}: it cannot be saved: {_first(fault)}") from fault
    except PydanticSerializationError as fault:
        # Half a character (a lone surrogate) has no UTF-8 form; it can only come from a broken terminal or client.
        raise BadInput(f"{where}: it cannot be saved: {fault}") from fault


def _read(form: type[_Form], text: str, where: str) -> _Form:
    try:
        return form.model_validate_json(text)
    except ValidationError as fault:
        raise DamagedSave(where, _first(fault)) from fault


def _first(fault: ValidationError) -> str:
    first = fault.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]
