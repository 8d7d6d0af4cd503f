"""A house with a table service whose clock, words and AI players the tests hold in their hands.

    house.open(people=2, ai=1)      a game; seat 0 tells first, people sit before AI players
    house.restart()                 the server was killed: a new service on the same database

The stub matcher hears a card when the sentence holds its id as a word: `king` is said, `king?` is for the table to
decide, `(king)` is said in passing.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.matching import Mention
from companion.narrators import Moment
from companion.rules import tale
from companion.rules.tale import Claim, ClaimHow, LayCard, Tell
from companion.storage import GameStore
from companion.table import NewTable, Receipt, SeatInfo, Tables, TableView

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


class StubMatcher:
    """Hears ids of cards; counts how often it is asked."""

    stage, notice = 0, ""

    def __init__(self) -> None:
        self.asked = 0

    def mentions(self, sentence: str, *, context: str = "", cards: Sequence[str] | None = None) -> list[Mention]:
        self.asked += 1
        found = []
        for word in re.finditer(r"\(?([a-z]+(?:-[a-z]+)*)([?)]?)", sentence):
            card, mark = word.group(1), word.group(2)
            if cards is None or card in cards:
                answer = "ask" if mark == "?" else "hit"
                found.append(Mention(card, 0.9, answer, mark == ")", word.start(1), word.end(1), card, "it is said"))
        return found


class Player:
    """An AI player that does what its script says; asked again at the end of it, it wants nothing."""

    def __init__(self, *script: Any) -> None:
        self.script, self.moments = list(script), []

    def act(self, moment: Moment) -> Any:
        self.moments.append(moment)
        step = self.script.pop(0) if self.script else None
        if isinstance(step, Exception):
            raise step
        return step(moment) if callable(step) else step


class House:
    """A service on a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'house.sqlite3'}"
        self.time = 1000.0
        self.matcher = StubMatcher()
        self._ids = itertools.count(1)
        self.restart()

    def restart(self) -> Tables:
        self.store = GameStore(self.url)
        self.tables = Tables(self.store, now=lambda: self.time, matcher=lambda *_: self.matcher)
        return self.tables

    def open(self, people: int = 3, ai: int = 0, **choices: Any) -> str:
        seats = [SeatInfo(NAMES[n], "human" if n < people else "scripted") for n in range(people + ai)]
        rules = {"first_narrator": 0, **choices.pop("rules", {})}
        order = {"language": "en", "seats": tuple(seats), "length": "short", "seed": 5, "rules": rules, **choices}
        self.game = self.tables.create(NewTable(**order))
        return self.game

    def new_id(self) -> str:
        return f"command {next(self._ids)}"

    def does(self, *actions: tale.Action) -> Receipt:
        """Every action in its turn; the test fails where one is refused."""
        for action in actions:
            receipt = self.tries(action)
            assert receipt.refusal is None, f"{action} was refused: {receipt.refusal}"
        return receipt

    def tries(self, action: tale.Action, **more: Any) -> Receipt:
        return self.tables.command(self.game, action, **{"command_id": self.new_id(), **more})

    def refuses(self, action: tale.Action) -> str:
        no = self.tries(action).refusal
        return no.code if no else ""

    def see(self, seat: int | None = None) -> TableView:
        return self.tables.look(self.game, seat)

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.see(seat).tale.hand

    def tell(self, text: str = "Once upon a time.", seat: int | None = None) -> None:
        self.does(Tell(self.see().tale.narrator if seat is None else seat, text))

    def tells(self, *sentences: str) -> None:
        for sentence in sentences:
            self.tell(sentence)

    def last(self) -> int:
        return len(self.see().tale.sentences) - 1

    def lay(self, seat: int, card: str) -> LayCard:
        return LayCard(seat, card, self.last())

    def claim(self, seat: int, card: str) -> Claim:
        return Claim(seat, card, ClaimHow.ELEMENT, self.last())

    def codes(self) -> list[str]:
        return [line.code for line in self.see().log]

    def undo(self, seat: int, command_id: str | None = None) -> Receipt:
        return self.tables.undo(self.game, seat, command_id=command_id or self.new_id())


Cast = Callable[..., None]
"""`cast({1: Player(...)})`: who plays the AI seats."""


def react_all(house: House) -> int:
    """How many things the AI seats did before they waited for people."""
    done = 0
    while house.tables.react(house.game):
        done += 1
        assert done < 100, "the AI seats would go on for ever"
    return done


def claims_last(seat: int) -> Any:
    def choose(moment: Moment) -> Claim:
        last = len(moment.view.sentences) - 1
        card = next(card for card in moment.view.hand if card in moment.view.sentences[last].text)
        return Claim(seat, card, ClaimHow.ELEMENT, last)

    return choose


def lays_last(moment: Moment) -> LayCard:
    return LayCard(moment.view.narrator, moment.view.hand[0], len(moment.view.sentences) - 1)
