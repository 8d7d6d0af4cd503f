"""The tale so far as a page of a book, with this turn's mentioned words quietly underlined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.decks.deck import Card
from companion.ui.parts.base import drawing, register, seat_colour, words_of

_STORY = register("story")


@dataclass(frozen=True)
class StorySentence:
    """A told sentence. Neighbours of the same seat and turn make one paragraph."""

    text: str
    player: str
    seat: int
    turn: int = 0
    cards: tuple[Card, ...] = ()
    """Cards that lie on the table for it: drawn small behind the sentence."""
    pace: float = 0.0
    """Characters a second at which it appears when it is new; 0: at once."""
    stood_in: str = ""
    """Why the house's narrator told it instead of the language model: it gets a mark that says so."""


@dataclass(frozen=True)
class StoryFlag:
    """Words of a sentence that mention a card. Only what this reader may know."""

    card: Card
    start: int
    end: int
    """Character offsets in the sentence, as Python counts."""
    why: str


@dataclass(frozen=True)
class StoryWords:
    """Texts of the story."""

    story: str
    """Name of the area, for screen readers."""
    empty: str
    newest: str
    """Button that leads down to what is new."""
    close: str
    """Label of the button that closes an explanation."""
    flag: str
    """Label of underlined words; `{quote}` and `{cards}`."""
    whole: str
    """Button that shows a sentence at once, instead of letter by letter."""
    faster: str
    """Button that makes the letters come faster; `{times}`: how many times faster than usual."""
    usual: str
    """The same button, back to the usual pace."""
    stood_in: str
    """Of a sentence that the house's narrator told instead of the language model."""


def story(
    sentences: Sequence[StorySentence],
    flags: Mapping[int, Sequence[StoryFlag]] | None = None,
    *,
    words: StoryWords,
    key: str,
    height: int = 420,
    final: str = "",
    whole: bool = False,
    large: bool = False,
    tale: str = "",
) -> None:
    """Draws the tale in an area of fixed height (pixels, on small screens a third of the screen), so that nothing below
    moves; it follows the tale unless the reader scrolled up. `flags` by sentence; `final` is the ending, if it lies.
    `whole`: for reading from the start, as high as the tale is long, without an area that scrolls. `large`: for a
    wall, to be read from the last row. `tale`: whose sentences these are; what joins the
    same tale is new, and an AI seat's newest sentence appears at its pace.
    """
    _STORY(
        key=key,
        data={
            "key": key,
            "tale": tale,
            "height": height,
            "whole": whole,
            "large": large,
            "sentences": [
                {
                    "pieces": list(_pieces(sentence.text, (flags or {}).get(index, ()))),
                    "player": sentence.player,
                    "colour": seat_colour(sentence.seat),
                    "paragraph": [sentence.turn, sentence.seat],
                    "pace": sentence.pace,
                    "stoodIn": sentence.stood_in,
                    "cards": [
                        {"name": c.name, "category": c.category.value, "picture": drawing(c.pictogram)}
                        for c in sentence.cards
                    ],
                }
                for index, sentence in enumerate(sentences)
            ],
            "final": final,
            "quill": drawing("ui-quill"),
            "house": drawing("hut"),
            "words": words_of(words),
        },
    )


def _pieces(text: str, flags: Sequence[StoryFlag]) -> Iterator[dict[str, Any]]:
    """The sentence cut where flags begin and end: offsets of Python and of a browser differ behind an emoji."""
    known = [flag for flag in flags if 0 <= flag.start < flag.end <= len(text)]
    edges = sorted({0, len(text), *(flag.start for flag in known), *(flag.end for flag in known)})
    for start, end in pairwise(edges):
        over = [flag for flag in known if flag.start <= start and end <= flag.end]
        yield {
            "text": text[start:end],
            "flags": [
                {
                    "name": flag.card.name,
                    "category": flag.card.category.value,
                    "picture": drawing(flag.card.pictogram),
                    "quote": text[flag.start : flag.end],
                    "why": flag.why,
                }
                for flag in over
            ],
        }
