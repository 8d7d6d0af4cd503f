"""What a notebook holds: the notes of a table that plays with cards of paper. And as a JSON document and back.

Nothing here is a game: no hands, no turns, no legality. Suggestions stand beside the lines that they are about, what
people decided stands in the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from pydantic import TypeAdapter, ValidationError

from companion.decks.deck import DEFAULT_DECK
from companion.errors import DamagedSave
from companion.judge import Opinion
from companion.matching import Mention
from companion.referee import Suggestion
from companion.table.policy import FLAG_FROM

Mode = Literal["suggest", "request", "off"]
MODES: tuple[Mode, ...] = get_args(Mode)
"""Does the referee speak of its own accord, only when asked, or not at all?"""
About = Literal["contradiction", "tedium", "nonsense", "unimportant", "silence", "ending"]
ABOUT: tuple[About, ...] = get_args(About)
"""What people may have to decide about."""
UNKIND: tuple[About, ...] = ("tedium", "silence")
"""Not brought up at a gentle table."""
Verdict = Literal["upheld", "rejected"]
"""Of an ending, `upheld` means that it closes the tale."""


@dataclass(frozen=True)
class NotedLine:
    """A told sentence."""

    text: str
    at: float
    """UTC seconds."""
    narration: str
    """Id of what was sent in one go; neighbours of the same id came together."""
    begins_paragraph: bool = False
    mentions: tuple[Mention, ...] = ()
    """Of the whole deck; which of them are in play is asked when they are shown."""
    suggestion: Suggestion | None = None
    """None: the referee was not asked."""
    asked: bool = False
    """Somebody wanted to hear the referee about it."""


@dataclass(frozen=True)
class NotedRuling:
    """What people decided."""

    about: About
    verdict: Verdict
    line: str
    """The told sentence or the ending, as it was said: it stays readable when the line is taken back."""
    index: int | None
    """Which line; None: it is about no line that still stands."""
    by: str
    """In the words of those at the table; may be empty."""
    reason: str
    suggested: Verdict | None
    """What the referee or judge had suggested; None: nothing."""
    at: float


@dataclass(frozen=True)
class NotedEnding:
    """An ending card that was read out, with what the judge says of it."""

    text: str
    opinion: Opinion | None
    """None: the judge had no answer."""
    at: float
    told: int
    """Lines that had been told by then."""


@dataclass(frozen=True)
class Notebook:
    """All notes of one table."""

    id: str
    language: str
    deck: str = DEFAULT_DECK
    version: int = 0
    """0: nothing is kept yet."""
    lines: tuple[NotedLine, ...] = ()
    cards: tuple[str, ...] = ()
    """Ids of the cards in play."""
    whole_deck: bool = False
    """Every card counts as in play: where nobody wants to show which ones are held."""
    mode: Mode = "suggest"
    gentle: bool = False
    """For children and first words of a language: neither tedium nor silence is brought up."""
    silence_seconds: int = 30
    """0: no clock."""
    sign: float | None = None
    """UTC seconds of the narrator's last sign of life; None: the clock stands still."""
    rulings: tuple[NotedRuling, ...] = ()
    ending: NotedEnding | None = None
    final: str = ""
    """The ending that closed the tale."""

    def mentions(self, index: int) -> tuple[Mention, ...]:
        """Of cards in play, in the order of the sentence, those that are sure enough to be shown."""
        worth = [
            one
            for one in self.lines[index].mentions
            if one.score >= FLAG_FROM and (self.whole_deck or one.card in self.cards)
        ]
        return tuple(sorted(worth, key=lambda one: one.start))

    def suggestion(self, index: int) -> Suggestion | None:
        """What the referee says of a line, where this table wants to hear it; None: nothing to be shown."""
        line = self.lines[index]
        wanted = line.asked or self.mode == "suggest"
        if self.mode == "off" or not wanted or line.suggestion is None:
            return None
        if self.gentle and line.suggestion.verdict in UNKIND:
            return None
        return line.suggestion

    def suggested(self, index: int, about: About) -> bool:
        """Had the referee, as this table hears it, suggested that?"""
        found = self.suggestion(index)
        return found is not None and found.verdict == about

    def ruled(self, index: int) -> bool:
        """People have decided about that line."""
        return any(one.index == index for one in self.rulings)

    @property
    def latest(self) -> range:
        """Indices of the lines that came last, in one go."""
        first = len(self.lines)
        while first and self.lines[first - 1].narration == self.lines[-1].narration:
            first -= 1
        return range(first, len(self.lines))

    @property
    def abouts(self) -> tuple[About, ...]:
        """What may be objected to at this table."""
        return tuple(one for one in ABOUT if one != "ending" and not (self.gentle and one in UNKIND))


def as_document(notebook: Notebook) -> dict[str, Any]:
    """As JSON values; id and version are kept beside the document."""
    document: dict[str, Any] = _form().dump_python(notebook, mode="json", exclude={"id", "version"})
    return document


def from_document(id: str, version: int, document: dict[str, Any]) -> Notebook:
    """Raises DamagedSave, naming the notebook and the place in it."""
    where = f"notebook {id}"
    try:
        notebook = _form().validate_python({**document, "id": id, "version": version})
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        raise DamagedSave(where, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from fault
    for number, line in enumerate(notebook.lines):
        if not all(0 <= one.start < one.end <= len(line.text) for one in line.mentions):
            raise DamagedSave(where, f"lines.{number}.mentions: a mention lies outside its line")
    return notebook


@cache
def _form() -> TypeAdapter[Notebook]:
    return TypeAdapter(Notebook)
