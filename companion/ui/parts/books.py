"""Two open books with everything that lies around them: chips, the pile, the discard, both hands. One tap does a deed.

One part rather than several, because cards and chips move from one place of it to another, and are seen to move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from companion.ui.parts.base import answered, once, register, words_of

_BOOKS = register("books")

DeedKind: TypeAlias = Literal["draw", "skip", "end", "cell", "card", "take", "step"]
DEED_KINDS: tuple[DeedKind, ...] = get_args(DeedKind)


@dataclass(frozen=True)
class BookDeed:
    """What was tapped: the pile, a button, a cell of the rival's book (for a chip), an own card, a card to take.
    `step`: nothing; it is time for the machine to act."""

    do: DeedKind
    id: str
    """Of the command: the same for a message that comes twice."""
    cell: int = 0
    card: str = ""


@dataclass(frozen=True)
class BookCell:
    """One chapter's place in a book."""

    state: Literal["free", "chip", "laid"]
    telling: str = ""
    """Of a chapter that lies there: what is read when it is tapped."""
    chip: bool = False
    """A tap puts a chip there."""
    card: str = ""
    """A tap lays this own card there."""


@dataclass(frozen=True)
class BookBoard:
    """One player's book."""

    seat: int
    title: str
    """"Ann's book"."""
    count: str
    """How many chapters lie: "5 of 19"."""
    cells: Sequence[BookCell]
    chips: str
    """CSS colour of the chips on it: of whoever places them."""
    lifted: bool = False
    """A chip of this book is in the air."""
    marked: bool = False
    """Its owner is on turn, or has won."""
    held: int = 0
    """Cards in the owner's hand, shown as backs; 0 where the hand itself is shown."""
    held_text: str = ""
    known: Sequence[str] = ()
    """Of these, the cards that the reader knows: shown open."""


@dataclass(frozen=True)
class BookCard:
    """A card with its face up: a manuscript, or a card that takes others."""

    id: str
    number: int
    """Chapter, or how many cards it takes."""
    title: str
    gives: bool = False
    ready: bool = False
    note: str = ""
    """Why it cannot be played, or what it does."""


@dataclass(frozen=True)
class BookButton:
    """The pile, or a button beside it."""

    label: str
    may: bool
    note: str
    """What it does, or why it cannot be pressed."""


@dataclass(frozen=True)
class BookWords:
    """Texts of the part."""

    hand: str
    """Name of the list, for screen readers."""
    take: str
    """Above the cards that may be taken; "" when there are none."""
    pile: str
    """How many cards lie in it."""
    discard: str
    """The same of the discard."""
    empty: str
    """Stands there when the hand is empty."""
    hint: str
    """Stands in the reading line while nothing is read."""
    chip: str
    """Said of a cell: a chip stands there."""
    laid: str
    free: str
    may: str
    """Said of what a tap does."""
    unwritten: str
    """Read of a chapter that does not lie yet; `{number}`."""
    waits: str
    """The same of one with a chip."""
    sending: str


@dataclass(frozen=True)
class BookDesk:
    """What lies beside the books, for whoever may play; None of it on a wall."""

    pile: BookButton
    skip: BookButton
    end: BookButton
    hand: Sequence[BookCard]
    take: Sequence[BookCard] = ()


def books(
    boards: Sequence[BookBoard],
    desk: BookDesk | None,
    *,
    titles: Sequence[str],
    cards: Mapping[str, BookCard],
    pile: int,
    discard: Sequence[str],
    version: int,
    language: str,
    words: BookWords,
    on_deed: Callable[[BookDeed], bool | None],
    step_after: float | None,
    key: str,
    large: bool = False,
) -> None:
    """Draws the game. `titles`: of the chapters, the first one first. `cards`: faces of the open cards that boards and
    discard name. `step_after`: seconds after which the page asks the machine to act (the deed `step`); None: nobody
    waits for it. `key` must differ from seat to seat. `on_deed` is called once a tap; the browser may lie: check."""

    def deliver(message: Mapping[str, Any]) -> bool | None:
        do, cell = message.get("do"), message.get("cell")
        if do not in DEED_KINDS:
            return False
        number = cell if isinstance(cell, int) else 0
        return on_deed(BookDeed(cast(DeedKind, do), str(message["id"]), number, str(message.get("card"))))

    _BOOKS(
        key=key,
        data={
            "key": key,
            "boards": [asdict(board) for board in boards],
            "desk": None if desk is None else asdict(desk),
            "titles": list(titles),
            "cards": {id: asdict(card) for id, card in cards.items()},
            "pile": pile,
            "discard": list(discard),
            "version": version,
            "language": language,
            "large": large,
            "stepAfter": step_after,
            "words": words_of(words),
            "answered": answered(key),
        },
        on_played_change=once(key, "played", deliver),
    )
