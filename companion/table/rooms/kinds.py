"""What a room needs of the games that are played in it, whichever these are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from companion.language.catalogue import SOURCE_LANGUAGE, catalogue, interface_languages
from companion.narrators import Character
from companion.rules import tale
from companion.rules.kernel import Refusal, Seat
from companion.table.presets import with_preset
from companion.table.rooms.document import Member, Room, RoomTable
from companion.table.rooms.names import same_name
from companion.table.seats import NewTable, SeatInfo
from companion.table.service import Tables

HOUSE_NARRATORS = 10
"""They have names in the catalogue."""


@dataclass(frozen=True)
class Dealt:
    """A new game, and who of the room holds which seat."""

    game: str
    seats: tuple[str, ...]
    """Member by seat; "": a seat that nobody of the room holds, or several do."""
    crew: dict[str, Seat] = field(default_factory=dict)
    """Seat by member, where several share one."""


class Kind(Protocol):
    """One kind of game. All methods raise UnknownGame, DamagedSave, StoreUnavailable."""

    def deal(self, room: Room, people: tuple[Member, ...], before: RoomTable) -> Dealt | Refusal:
        """A game for these people, after the table's last one. Raises BadInput."""

    def delete(self, game: str) -> None:
        """Removes the game and all its data."""

    def is_over(self, game: str) -> bool:
        """Somebody has won, or nobody can any more."""

    def teller(self, game: str) -> Seat | None:
        """Whose silence counts, and whose words are shown as they are typed; None: nobody's."""

    def gives_sign(self, game: str, time_given: float = 0.0) -> None:
        """The teller is alive; its time begins `time_given` seconds from now."""

    def pause(self, game: str, paused: bool) -> None:
        """The room pauses, or goes on: clocks of the game's own stand still meanwhile."""

    def sit(self, game: str, seat: Seat, name: str) -> None:
        """A person of that name plays the seat from now on."""

    def let_house_play(self, room: Room, game: str, seat: Seat, name: str) -> bool:
        """The house plays the seat from now on, under that name. False: it cannot."""

    def play_on(self, game: str) -> bool:
        """Does what is due without anybody's deed: a clock that has run out, a machine's turn. Whether it did."""


class TaleKind:
    """The tale game."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def deal(self, room: Room, people: tuple[Member, ...], before: RoomTable) -> Dealt | Refusal:
        people = people[: tale.MAX_PLAYERS]
        order = self._order(room, people, self._first(before, people))
        game = self._tables.create(order, room=room.id)
        return Dealt(game, tuple(one.id for one in people) + ("",) * (len(order.seats) - len(people)))

    def delete(self, game: str) -> None:
        self._tables.delete(game)

    def is_over(self, game: str) -> bool:
        return self._tables.is_over(game)

    def teller(self, game: str) -> Seat | None:
        return self._tables.narrator(game)

    def gives_sign(self, game: str, time_given: float = 0.0) -> None:
        self._tables.typed(game, time_given=time_given)

    def pause(self, game: str, paused: bool) -> None:
        """Nobody may act while the room pauses (`Tables.halted`), and the silence clock stands."""

    def sit(self, game: str, seat: Seat, name: str) -> None:
        self._tables.reseat(game, seat, SeatInfo(name))

    def let_house_play(self, room: Room, game: str, seat: Seat, name: str) -> bool:
        self._tables.reseat(game, seat, SeatInfo(name, "scripted", Character(level=room.plan.level)))
        return True

    def play_on(self, game: str) -> bool:
        return False  # AI seats answer whoever looks; a narrator of the house is asked for each sentence

    def _first(self, before: RoomTable, people: tuple[Member, ...]) -> Seat | None:
        """In the next game whoever held most cards tells first, if that person plays again."""
        if before.game is None or before.ended or before.kind != "tale":
            return None
        most = self._tables.holds_most_cards(before.game)
        member = before.seats[most] if most is not None and most < len(before.seats) else ""
        return next((seat for seat, one in enumerate(people) if one.id == member), None)

    def _order(self, room: Room, people: tuple[Member, ...], first: Seat | None) -> NewTable:
        plan = room.plan
        company = min(max(plan.company, tale.MIN_PLAYERS - len(people)), tale.MAX_PLAYERS - len(people))
        names = house_names(room.language, {one.name for one in people})
        house = (SeatInfo(name, "scripted", Character(level=plan.level)) for name in names[:company])
        clocks = [None if one.id in plan.calm else plan.clocks.get(one.id, plan.clock) for one in people]
        rules = {
            "endings_each": plan.endings_each,
            "drawn_when_interrupted": plan.drawn_when_interrupted,
            "refused_ending_not_yet": plan.not_yet,
            "silence_seconds": (*clocks, *([None] * company)),
        }
        if first is not None:
            rules["first_narrator"] = first
        order = NewTable(
            language=room.language,
            seats=(*(SeatInfo(one.name) for one in people), *house),
            length=plan.length,
            policy=plan.policy,
            help=plan.help,
            rules=rules,
        )
        return with_preset(order, plan.preset)


def house_names(language: str, taken: set[str]) -> list[str]:
    """Names for players of the house, none of them a person's."""
    words = catalogue(language if language in interface_languages() else SOURCE_LANGUAGE)
    names = [words.t(f"home.teller_{number}") for number in range(1, HOUSE_NARRATORS + 1)]
    return [name for name in names if not any(same_name(name, one) for one in taken)] + names
