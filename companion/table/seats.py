"""Who sits at a table, and what a host chooses when a table is opened."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from companion.decks import load_deck
from companion.decks.deck import languages
from companion.errors import BadInput
from companion.matching import STRICTNESSES, Strictness
from companion.narrators import Character
from companion.rules.tale import TaleSetup
from companion.storage import GameRecord, SeatRecord

SeatKind = Literal["human", "scripted", "llm"]
Length = Literal["short", "normal", "full"]
LENGTHS: tuple[Length, ...] = get_args(Length)
Policy = Literal["matcher", "vote", "host"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
Help = Literal["full", "hint", "none"]
"""What players are told of their own cards: which was mentioned and where; only that one was; nothing."""
HELPS: tuple[Help, ...] = get_args(Help)
RefereeMode = Literal["suggest", "on_request", "off"]
"""When the referee speaks: by itself, when somebody asks, never."""
Preset = Literal["relay", "speaking", "full", "alternating", "cooperative", "table"]
"""What a host started from (`presets.py`)."""
PRESET_NAMES: tuple[Preset, ...] = get_args(Preset)
REFEREE_MODES: tuple[RefereeMode, ...] = get_args(RefereeMode)

MAX_NAME = 40
"""Characters in a player's name."""
MAX_TITLE = 80
"""Characters in a tale's title."""

SILENCE_SECONDS = 10.0
"""A narrator's silence that the others may object to, if the host has not chosen another."""

HAND_SIZE: Mapping[Length, int | None] = {"short": 5, "normal": 7, "full": None}
"""Story cards dealt to each; None is the rulebook's number, which also is the most that the shorter games deal."""


@dataclass(frozen=True)
class SeatInfo:
    """One seat. The name is plain text of 1 to 40 characters."""

    name: str
    kind: SeatKind = "human"
    character: Character = field(default_factory=Character)
    """Of an AI seat; without meaning for a person."""

    def settings(self) -> dict[str, str]:
        """What the seat's record keeps beside name and kind."""
        return {} if self.kind == "human" else self.character.as_settings()


@dataclass(frozen=True)
class NewTable:
    """What a host chose. `rules` holds further fields of `TaleSetup` (the house's choices)."""

    language: str
    seats: tuple[SeatInfo, ...]
    length: Length = "normal"
    policy: Policy = "matcher"
    deck: str = "tale"
    title: str = ""
    seed: int | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    help: Help = "full"
    strictness: Strictness = "normal"
    referee: RefereeMode = "suggest"
    people_first: bool = True
    """AI rivals leave every sentence to the people before they claim; False: they may be quicker."""
    preset: Preset = "full"
    """Its name, for the pages; `presets.with_preset` sets what it changes."""

    def setup(self) -> TaleSetup:
        """The rules' setup. Raises BadInput when no game can be dealt, DamagedDeck when the deck is at fault."""
        for number, seat in enumerate(self.seats, start=1):
            if not 1 <= len(seat.name.strip()) <= MAX_NAME:
                raise BadInput(f"seat {number}: a name has 1 to {MAX_NAME} characters")
        if self.policy not in POLICIES or self.length not in HAND_SIZE:
            raise BadInput(f"policy is one of {', '.join(POLICIES)}; length is one of {', '.join(HAND_SIZE)}")
        if self.help not in HELPS:
            raise BadInput(f"help is one of {', '.join(HELPS)}")
        if self.strictness not in STRICTNESSES:
            raise BadInput(f"strictness is one of {', '.join(STRICTNESSES)}")
        if self.referee not in REFEREE_MODES:
            raise BadInput(f"referee is one of {', '.join(REFEREE_MODES)}")
        if self.preset not in PRESET_NAMES:
            raise BadInput(f"preset is one of {', '.join(PRESET_NAMES)}")
        if self.language not in (written := languages(self.deck)):
            raise BadInput(f"the deck {self.deck} has no language {self.language!r}: it has {', '.join(written)}")
        deck = load_deck(self.language, self.deck)
        hand = HAND_SIZE[self.length]
        try:
            choices = {**self.rules, "silence_seconds": self._silence_seconds()}
            if hand is not None:
                choices.setdefault("hand_size", min(hand, max(5, 11 - len(self.seats))))
            return TaleSetup(players=len(self.seats), cards=deck.story_cards, endings=deck.ending_ids, **choices)
        except (TypeError, ValueError) as fault:
            raise BadInput(f"no game can be dealt: {fault}") from fault

    def record(self, id: str, seed: int, created: float) -> GameRecord:
        """The new game's record. Raises what `setup` raises, and BadInput for a title that is too long."""
        return GameRecord(
            id=id,
            game="tale",
            language=self.language,
            title=checked_title(self.title),
            setup=self.setup(),
            seed=seed,
            seats=tuple(SeatRecord(seat.name.strip(), seat.kind, settings=seat.settings()) for seat in self.seats),
            options={
                "policy": self.policy,
                "length": self.length,
                "deck": self.deck,
                "help": self.help,
                "strictness": self.strictness,
                "referee": self.referee,
                "people_first": self.people_first,
                "preset": self.preset,
            },
            created=created,
        )

    def _silence_seconds(self) -> tuple[float | None, ...]:
        """An AI narrator tells when people ask it to: what they leave out is not its silence."""
        given = tuple(self.rules.get("silence_seconds") or (SILENCE_SECONDS,) * len(self.seats))
        if len(given) != len(self.seats):
            raise BadInput(f"silence_seconds has {len(given)} values for {len(self.seats)} seats")
        return tuple(limit if seat.kind == "human" else None for seat, limit in zip(self.seats, given, strict=True))


def seats_of(record: GameRecord) -> tuple[SeatInfo, ...]:
    """The seats of a stored game."""
    return tuple(SeatInfo(seat.name, cast(SeatKind, seat.kind), Character.of(seat.settings)) for seat in record.seats)


def new_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbelow(2**53)


def checked_title(title: str) -> str:
    """The title as it is stored. Raises BadInput when it is too long."""
    if len(title.strip()) > MAX_TITLE:
        raise BadInput(f"a title has at most {MAX_TITLE} characters, not {len(title.strip())}")
    return title.strip()
