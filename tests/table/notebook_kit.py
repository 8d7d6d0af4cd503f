"""A notebook on one screen, whose clock, matcher, referee and judge the tests hold in their hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.judge import Opinion, Reason
from companion.memory import StoryMemory
from companion.referee import Evidence, Suggestion
from companion.storage import GameStore
from companion.table.notebook import Notebooks
from companion.table.noted import Notebook
from tests.table.kit import StubMatcher

TOKEN = "a-token-of-a-table"


class StubReferee:
    """Objects to a sentence that names its fault: "tedium", or contradicts the line that holds the word after "not"."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[str, ...], str]] = []

    def judge(self, memory: StoryMemory, narration: str, laid: Sequence[str] = ()) -> Suggestion:
        self.asked.append((tuple(memory.lines), narration))
        if "tedium" in narration:
            return Suggestion("tedium", 0.9, (Evidence(narration, "referee.tedium"),))
        _, denied, word = narration.partition("not ")
        earlier = next((line for line in memory.lines if denied and word.strip(".") in line), "")
        if earlier:
            return Suggestion("contradiction", 0.9, (Evidence(word, "referee.clash_dead", {"word": word}, earlier),))
        return Suggestion("ok", 0.8)


class StubJudge:
    """An ending fits when the tale has one of its words."""

    def judge(self, memory: StoryMemory, ending: str) -> Opinion:
        told = " ".join(memory.lines)
        fits = any(word in told for word in ending.rstrip(".").split())
        return Opinion(fits, 0.9 if fits else 0.1, (Reason("bridge" if fits else "unresolved"),))


class Table:
    """A notebook on a screen: every deed is done on the notebook as it is shown then."""

    def __init__(self, folder: Path) -> None:
        self.url, self.time, self.sent = f"sqlite:///{folder / 'notes.sqlite3'}", 1000.0, 0
        self.matcher, self.referee, self.judge = StubMatcher(), StubReferee(), StubJudge()
        self.restart()

    def restart(self) -> None:
        """The server was killed: a new service on the same database."""
        self.store = GameStore(self.url)
        self.books = Notebooks(
            self.store.notebooks,
            self.store.cases,
            now=lambda: self.time,
            matcher=lambda *_: self.matcher,
            referee=lambda *_: self.referee,
            judge=lambda _: self.judge,
        )

    @property
    def book(self) -> Notebook:
        return self.books.open(TOKEN, "en")

    def does(self, deed: Callable[..., Any], *args: Any, **choices: Any) -> str:
        """The code of the refusal, or nothing."""
        no = deed(self.book, *args, **choices)
        return no.code if no else ""

    def tell(self, text: str) -> str:
        self.sent += 1
        return self.does(self.books.tell, text, narration=f"message {self.sent}")

    def texts(self) -> list[str]:
        return [line.text for line in self.book.lines]
