"""A house for games on the hill, whose clock the tests hold in their hands."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from companion.rules import hill
from companion.rules.hill import HOST, Answer, Ask, CloseAnswers, Colour, MoveChips, StartRound, StartTime
from companion.storage import GameStore
from companion.table.hill_advice import Suggestion
from companion.table.hill_order import HillQuestion, NewHill, TeamSeat
from companion.table.hill_table import HillTables, HillTableView
from companion.table.receipt import Receipt

COLOURS = tuple(Colour)
QUESTIONS = tuple(
    HillQuestion(
        id=f"q{number}",
        question=f"What is the name of river number {number}?",
        answer=f"River {number}",
        accepted=(f"Stream {number}",),
        refused=(f"Lake {number}",),
        level="B1",
        category="geography",
    )
    for number in range(1, 41)
)


def same_words(question: HillQuestion, given: str) -> Suggestion:
    """A checker that compares words, whatever their case and spaces."""
    words = " ".join(given.casefold().split())
    is_right = words in {" ".join(text.casefold().split()) for text in (question.answer, *question.accepted)}
    code = "same" if is_right else "different"
    return Suggestion(is_right, "right" if is_right else "wrong", f"answers.{code}", (("answer", question.answer),))


class HillHouse:
    """A service on a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'hill.sqlite3'}"
        self.time = 1000.0
        self.check = same_words
        self._ids = itertools.count(1)
        self.restart()

    def restart(self) -> None:
        self.store = GameStore(self.url)
        self.tables = HillTables(self.store, check_answer=lambda *asked: self.check(*asked), now=lambda: self.time)

    def open(self, people: int = 2, scripted: int = 0, *, strength: str = "middling", **choices: Any) -> str:
        kinds = ["human"] * people + ["scripted"] * scripted
        teams = tuple(TeamSeat(f"Team {n}", COLOURS[n], kind, strength) for n, kind in enumerate(kinds))
        order = {"language": "en", "teams": teams, "questions": QUESTIONS, "seed": 5, **choices}
        self.game = self.tables.create(NewHill(**order))
        return self.game

    def tries(self, action: hill.Action, **more: Any) -> Receipt:
        return self.tables.command(self.game, action, **{"command_id": f"command {next(self._ids)}", **more})

    def does(self, *actions: hill.Action) -> Receipt:
        for action in actions:
            receipt = self.tries(action)
            assert receipt.refusal is None, f"{action} was refused: {receipt.refusal}"
        return receipt

    def refuses(self, action: hill.Action) -> str:
        no = self.tries(action).refusal
        return no.code if no else ""

    def go_on(self, **more: Any) -> Receipt:
        return self.tables.go_on(self.game, **{"command_id": f"command {next(self._ids)}", **more})

    def see(self, seat: int | None = None) -> HillTableView:
        return self.tables.look(self.game, seat)

    def wait(self, seconds: float) -> bool:
        """Time passes, and somebody looks."""
        self.time += seconds
        return self.tables.tick(self.game)

    def stage(self) -> str:
        return self.see().hill.stage.value

    def ask(self) -> None:
        """A host asks the next question of a first round, and the time runs."""
        coming = self.see(HOST).next_question
        assert coming is not None
        self.does(StartRound(), Ask(coming.id, 0.0), StartTime())

    def answer(self, seat: int, text: str) -> Receipt:
        return self.does(Answer(seat, text, 0.0))

    def play_round(self, right: tuple[int, ...]) -> None:
        """A person hosts a round of two teams; those give the right answer, the first team first."""
        self.does(StartRound())
        self.time += 15
        question = self.see(HOST).next_question
        assert question is not None
        self.does(Ask(question.id, 0.0), StartTime())
        for seat in range(2):
            self.time += 1
            self.answer(seat, question.answer if seat in right else "no idea")
        self.does(CloseAnswers(0.0))
        self.tables.accept_suggestions(self.game)
        self.does(MoveChips())
