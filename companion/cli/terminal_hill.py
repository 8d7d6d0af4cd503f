"""Царь Горы in a terminal: the game itself hosts, teams of people take turns at the keyboard, the machine's answer by
themselves.

Time runs only while a team is asked, for each team from the beginning of the stage: who types second has as long as
who typed first. Nobody waits for the clock: what is due when all have answered is due at once.
"""

from __future__ import annotations

import uuid
from pathlib import Path
from time import monotonic, time

from companion.cli.hill_lines import (
    TOLD_OTHERWISE,
    answer_line,
    question_lines,
    standing_lines,
    verdict_line,
    winners_line,
)
from companion.cli.keyboard import KeyboardGame, gone_on_with, store_in, texts_of
from companion.cli.plain import plain_line
from companion.errors import BadInput
from companion.language.catalogue import Catalogue
from companion.questions import LEVELS, load_pack, pack_languages
from companion.rules import hill
from companion.rules.hill import Move, Stage
from companion.rules.kernel import Seat
from companion.settings import settings
from companion.storage import GameStore
from companion.table.hill_answers import answer_check
from companion.table.hill_order import STRENGTHS, NewHill, Strength, TeamSeat
from companion.table.hill_table import HillTables, HillTableView
from companion.table.hill_text import log_text
from companion.table.packs import hill_questions
from companion.table.rooms.hill_kind import COLOURS
from companion.table.seats import new_seed

A_MOMENT = 0.001
"""Seconds: what is due at a moment is due after it, however times are rounded."""
_MOVES = (Move.PLAIN, Move.JUMP, Move.REVOLUTION)


class KeyboardClock:
    """The time of one game: it stands, except while somebody is at the keyboard."""

    def __init__(self) -> None:
        self.now = time()
        """UTC seconds; set by whoever lets time pass, or begin anew for the next team."""

    def __call__(self) -> float:
        return self.now


class HillTerminal(KeyboardGame):
    """One game, played in the terminal."""

    welcome = "cli.hill_welcome"

    def __init__(
        self, store: GameStore, tables: HillTables, clock: KeyboardClock, game: str, save: Path | None
    ) -> None:
        view = tables.look(game, None)
        super().__init__(store, game, save, view.language)
        self._tables, self._clock = tables, clock
        self._names = [plain_line(team.name) for team in view.teams]
        self._people = [seat for seat, team in enumerate(view.teams) if team.kind == "human"]
        self._logged = 0
        self._asked: set[tuple[int, Stage, Seat]] = set()
        """Round, stage and team of whoever had the keyboard: an answer left out is not asked for again."""
        self._told: set[tuple[int, Stage]] = set()
        """Round and stage that were shown."""

    @classmethod
    def open(
        cls, folder: Path, language: str, seats: tuple[tuple[str, str], ...], seed: int | None, save: Path | None
    ) -> HillTerminal:
        """A new game, or the one in the file `save`; its database is made in the folder. Raises BadInput, DamagedSave,
        StoreUnavailable."""
        store, clock = store_in(folder), KeyboardClock()
        tables = HillTables(store, check_answer=answer_check(settings().encoder), now=clock)
        game = gone_on_with(store, save, "hill")
        return cls(store, tables, clock, game or tables.create(_order(language, seats, seed)), save)

    def _goes_on(self) -> bool:
        self._keep()
        view = self._tables.look(self._game, None)
        self._news(view)
        if view.hill.outcome is not None:
            self._winners(view)
            return False
        if (seat := self._to_ask(view)) is not None:
            self._turn(view, seat)
        elif view.hill.paused:
            self._tables.command(self._game, hill.Resume(), command_id=uuid.uuid4().hex)
        elif view.due_in is not None and view.hill.stage is not Stage.MOVES:
            self._clock.now += view.due_in + A_MOMENT
            self._tables.tick(self._game)
        else:
            if self._people:
                self._ask(self._texts.t("cli.hill_next" if view.hill.round else "cli.hill_begin"))
            self._tables.go_on(self._game, command_id=uuid.uuid4().hex)
        return True

    def _to_ask(self, view: HillTableView) -> Seat | None:
        """The next team of people that the stage waits for and that was not asked yet."""
        game = view.hill
        waiting = (seat for seat in game.waited_for if seat in self._people)
        return next((seat for seat in waiting if (game.round, game.stage, seat) not in self._asked), None)

    def _turn(self, view: HillTableView, seat: Seat) -> None:
        """One team declares its move, or answers, in its own time."""
        self._asked.add((view.hill.round, view.hill.stage, seat))
        if len(self._people) > 1:
            self._hand_over(self._names[seat])
        began = self._clock.now - view.elapsed
        action, took = self._declared(seat) if view.hill.stage is Stage.CHOICE else self._answered(view, seat)
        if action is not None:
            self._clock.now = began + took
            self._answer(self._tables.command(self._game, action, command_id=uuid.uuid4().hex).refusal)
        self._clock.now = max(self._clock.now, began + view.elapsed)
        if len(self._people) > 1:
            self._clear()  # the next team must not read what this one has written

    def _declared(self, seat: Seat) -> tuple[hill.Action | None, float]:
        moves = [move for move in _MOVES if move in self._tables.look(self._game, seat).hill.may_declare]
        for number, move in enumerate(moves, start=1):
            about = self._texts.t(f"hill.about_move_{move.value}")
            self._say(f"  {number}. {self._texts.t(f'hill.move_{move.value}')}. {about}")
        line, took = self._timed(self._texts.t("cli.hill_move", name=self._names[seat]))
        chosen = int(line) if line.isdecimal() and 1 <= int(line[:3]) <= len(moves) else 1
        return hill.Declare(seat, moves[chosen - 1]), took

    def _answered(self, view: HillTableView, seat: Seat) -> tuple[hill.Action | None, float]:
        if view.question is not None and len(self._people) > 1:
            for told in question_lines(
                view.question.question, view.question.category, view.question.level, self._texts
            ):
                self._say(told)
        seconds = f"{view.hill.setup.answer_seconds:g}"
        line, took = self._timed(self._texts.t("cli.hill_answer", name=self._names[seat], seconds=seconds))
        return (hill.Answer(seat, line, 0.0) if line else None), took

    def _timed(self, prompt: str) -> tuple[str, float]:
        begun = monotonic()
        return self._ask(prompt).strip(), monotonic() - begun

    # What is shown

    def _news(self, view: HillTableView) -> None:
        """What happened since the last look; of each stage once, what everybody may see."""
        for line in view.log[self._logged :]:
            if line.code not in TOLD_OTHERWISE:
                self._say(f"  — {plain_line(log_text(line, self._names, self._texts))}")
        self._logged = len(view.log)
        stage = (view.hill.round, view.hill.stage)
        if stage in self._told or not self._may_tell(view):
            return
        self._told.add(stage)
        shown = view.question
        if view.hill.stage is Stage.ANSWERS and shown is not None:
            for told in question_lines(shown.question, shown.category, shown.level, self._texts):
                self._say(told)
        elif view.hill.stage is Stage.REVEAL and shown is not None:
            self._say(answer_line(shown.answer or "", shown.accepted, self._texts))
            for seat, name in enumerate(self._names):
                self._say(verdict_line(name, view.hill.answers[seat], view.hill.verdicts[seat], self._texts))
        elif view.hill.stage is Stage.MOVES and view.hill.round:
            for told in standing_lines(view.hill.standing, self._names, self._texts):
                self._say(told)

    def _may_tell(self, view: HillTableView) -> bool:
        """Verdicts are told together, and a question to teams that share a keyboard when it is theirs."""
        if view.hill.stage is Stage.REVEAL:
            return None not in view.hill.verdicts
        return view.hill.stage is not Stage.ANSWERS or len(self._people) < 2

    def _winners(self, view: HillTableView) -> None:
        outcome = view.hill.outcome
        assert outcome is not None
        self._say(self._texts.t(outcome.reason) if self._texts.has(outcome.reason) else "")
        for told in standing_lines(view.hill.standing, self._names, self._texts):
            self._say(told)
        self._say(winners_line(outcome, self._names, self._texts))


def _order(language: str, seats: tuple[tuple[str, str], ...], seed: int | None) -> NewHill:
    if language not in pack_languages():
        raise BadInput(
            f"--lang {language}: no quiz is asked in that language; there are: {', '.join(pack_languages())}"
        )
    texts, seed = texts_of(language), new_seed() if seed is None else seed
    usual = ((texts.t("hill.you"), "human"), *((_colour_name(texts, number), "middling") for number in (1, 2)))
    chosen = seats or usual
    if not hill.MIN_TEAMS <= len(chosen) <= hill.MAX_TEAMS:
        raise BadInput(f"--seat: {hill.MIN_TEAMS} to {hill.MAX_TEAMS} teams play, not {len(chosen)}")
    teams = tuple(_team(name, kind, number) for number, (name, kind) in enumerate(chosen))
    questions = hill_questions(load_pack(language=language).questions, levels=LEVELS, seed=seed)
    return NewHill(language, teams, questions, seed=seed)


def _team(name: str, kind: str, number: int) -> TeamSeat:
    if kind == "human":
        return TeamSeat(name, COLOURS[number])
    strength: Strength = next((one for one in STRENGTHS if one == kind), "middling")
    return TeamSeat(name, COLOURS[number], "scripted", strength)


def _colour_name(texts: Catalogue, number: int) -> str:
    return texts.t(f"hill.team_{COLOURS[number].value}")
