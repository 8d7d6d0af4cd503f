"""What sort of player an AI seat is: the settings that a host chooses for it, kept with the seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from companion.errors import BadInput
from companion.language.level import Level

Temperament = Literal["merry", "solemn", "sly", "dreamy"]
TEMPERAMENTS: tuple[Temperament, ...] = get_args(Temperament)
Grade = Literal["low", "medium", "high"]
GRADES: tuple[Grade, ...] = get_args(Grade)
Pace = Literal["slow", "normal", "fast", "at_once"]
PACES: tuple[Pace, ...] = get_args(Pace)


@dataclass(frozen=True)
class Character:
    """How an AI seat plays and tells. The defaults make a fair rival who speaks freely."""

    temperament: Temperament = "merry"
    patience: Grade = "medium"
    """How long it lets a mention of its card pass before it claims."""
    boldness: Grade = "medium"
    """How readily it uses interrupts, and objects."""
    skill: Grade = "medium"
    """How many mentions it sees; one of little skill tells too long and now and then names what is not its own."""
    level: Level = "C1"
    """The hardest language that it uses."""
    pace: Pace = "normal"
    """How fast its text appears."""

    def __post_init__(self) -> None:
        for one in fields(self):
            if getattr(self, one.name) not in _CHOICES[one.name]:
                raise BadInput(f"{one.name} of an AI seat is one of {', '.join(_CHOICES[one.name])}")

    def as_settings(self) -> dict[str, str]:
        """As a seat's record keeps it."""
        return asdict(self)

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Character:
        """The character in a seat's record. Raises BadInput when it names something that there is not."""
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in settings.items() if name in known})


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "temperament": TEMPERAMENTS,
    "patience": GRADES,
    "boldness": GRADES,
    "skill": GRADES,
    "level": get_args(Level),
    "pace": PACES,
}
