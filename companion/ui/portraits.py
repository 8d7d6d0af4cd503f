"""The faces of the AI seats: ten drawings of ours, one for each narrator of the house, chosen by name or seat.

Drawn for these pages (licence: the program's). Two colours: the line is the text's, the fill the seat's; what is left
is paper. A body holds plain shapes, as pictograms do; line and width come from the style that draws it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.decks.pictograms import Pictogram, read_pictograms
from companion.language.catalogue import catalogue, interface_languages
from companion.table import Temperament

FILE = Path(__file__).parent / "parts" / "portraits.json"

TELLERS: tuple[tuple[str, Temperament], ...] = (
    ("frost", "solemn"),
    ("owl", "sly"),
    ("cat", "merry"),
    ("thistle", "dreamy"),
    ("ember", "merry"),
    ("heron", "solemn"),
    ("piper", "dreamy"),
    ("hedgehog", "sly"),
    ("willow", "dreamy"),
    ("watchman", "solemn"),
)
"""The house's narrators in the order of their names (`home.teller_1` and on): portrait, and the usual temperament."""


def house_names(language: str) -> tuple[str, ...]:
    """Names of the house's narrators in a language of the interface."""
    words = catalogue(language)
    return tuple(words.t(f"home.teller_{number}") for number in range(1, len(TELLERS) + 1))


def portrait_of(name: str, seat: int) -> str:
    """The drawing for an AI seat: that of the house's narrator with this name in any language, else one by seat."""
    return TELLERS[_tellers().get(name.casefold(), seat % len(TELLERS))][0]


@lru_cache(maxsize=1)
def portraits() -> dict[str, Pictogram]:
    """All portraits by name. Raises DamagedDeck when the file is damaged."""
    return read_pictograms(FILE)


@lru_cache(maxsize=1)
def _tellers() -> dict[str, int]:
    return {name.casefold(): n for code in interface_languages() for n, name in enumerate(house_names(code))}
