"""The quiz on the hill, as a room plays it: several people share a team, and the clock runs for all."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from companion.errors import BadInput
from companion.language.catalogue import SOURCE_LANGUAGE, catalogue, interface_languages
from companion.rules import hill
from companion.rules.hill import Colour, Stage
from companion.rules.kernel import Refusal, Seat
from companion.table.hill_order import HillQuestion, NewHill, TeamSeat
from companion.table.hill_table import HillTables
from companion.table.rooms.document import Member, Plan, Room, RoomTable
from companion.table.rooms.kinds import Dealt

COLOURS = (
    Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.GREEN, Colour.VIOLET, Colour.ORANGE, Colour.LIGHT_BLUE,
    Colour.LILAC,
)  # fmt: skip
"""In the order in which teams get them: neighbours are told apart at once."""

Questions = Callable[[Plan, str], tuple[HillQuestion, ...]]
"""(plan, language) -> what is asked, in this order. Raises BadInput when the pack is gone or cannot be read."""


class HillKind:
    """As `Kind` wants it."""

    def __init__(self, games: HillTables, questions: Questions) -> None:
        self._games, self._questions = games, questions

    def deal(self, room: Room, people: tuple[Member, ...], before: RoomTable) -> Dealt | Refusal:
        plan = room.plan
        used = sorted({min(one.team, hill.MAX_TEAMS - 1) for one in people})
        crews = {number: [one for one in people if min(one.team, hill.MAX_TEAMS - 1) == number] for number in used}
        machines = min(max(plan.company, hill.MIN_TEAMS - len(used)), hill.MAX_TEAMS - len(used))
        free = [number for number in range(hill.MAX_TEAMS) if number not in crews][:machines]
        teams = [TeamSeat(self._name(room, number, crews[number]), COLOURS[number]) for number in used]
        teams += [TeamSeat(self._name(room, number, []), COLOURS[number], "scripted", plan.strength) for number in free]
        try:
            questions = self._questions(plan, room.language)
        except BadInput:
            return Refusal("room/no_questions")
        if not questions:
            return Refusal("room/no_questions")
        order = NewHill(
            language=room.language,
            teams=tuple(teams),
            questions=questions,
            host="person" if plan.quiz_host == "person" else "automatic",
            start=plan.start_step,
            answer_seconds=plan.answer_seconds,
        )
        game = self._games.create(order, room=room.id)
        crew = {one.id: seat for seat, number in enumerate(used) for one in crews[number]}
        return Dealt(game, ("",) * len(teams), crew)

    def delete(self, game: str) -> None:
        self._games.delete(game)

    def is_over(self, game: str) -> bool:
        return self._games.look(game, None).hill.stage is Stage.OVER

    def teller(self, game: str) -> Seat | None:
        return None

    def gives_sign(self, game: str, time_given: float = 0.0) -> None:
        """No silence counts here: whoever is late is wrong."""

    def pause(self, game: str, paused: bool) -> None:
        action = hill.Pause() if paused else hill.Resume()
        self._games.command(game, action, command_id=uuid.uuid4().hex)

    def sit(self, game: str, seat: Seat, name: str) -> None:
        """A team keeps its name, whoever is in it."""

    def let_house_play(self, room: Room, game: str, seat: Seat, name: str) -> bool:
        return False  # the others of the team are still there

    def play_on(self, game: str) -> bool:
        return self._games.tick(game)

    def _name(self, room: Room, number: int, crew: list[Member]) -> str:
        """Of one person alone the own name, of several the team's colour."""
        if len(crew) == 1:
            return crew[0].name
        texts = catalogue(room.language if room.language in interface_languages() else SOURCE_LANGUAGE)
        return texts.t(f"hill.team_{COLOURS[number].value}")
