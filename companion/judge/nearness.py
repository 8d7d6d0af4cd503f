"""How near a tale's parts lie to an ending in the bundled encoder, and to the scenes that lead to an ending card.

The bare cosine of ending and tale says little: how near its end lies, less what lies near every end, says more
(docs/decisions.md). Vectors of the scenes are kept in calibration/scenes.npz, made by `make referee`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from companion.decks.deck import load_deck
from companion.errors import BadInput
from companion.judge.cards import scenes
from companion.judge.frames import LANGUAGES
from embeddings.vectors import bundled_vectors

_log = logging.getLogger(__name__)

PATH = Path(__file__).parent / "calibration" / "scenes.npz"
_SAME = 0.6
"""Cosine from which an ending says what a card says: no labelled ending of another matter comes so near."""
_LONGEST = 2000
"""Characters of one text that are read: a tale may be long."""


@dataclass(frozen=True)
class Near:
    """Cosines, each less the mean of all cards: how near beyond what is near to any ending."""

    card: str | None
    """The card that the ending is, or says in other words."""
    lead: float
    """The last two sentences to the card's nearest scene; nan without a card."""
    last: float
    """The last sentence to it; nan without a card."""
    barred: float
    """The sentences before to the nearest situation in which the card closes nothing; nan without a card."""
    late: float
    """The last three sentences to the ending."""
    early: float
    """All but the last two sentences to the ending; nan without a card."""
    whole: float
    """All sentences to the ending; nan with a card."""


@dataclass(frozen=True)
class Vectors:
    """Unit vectors of the cards' scenes and texts."""

    cards: tuple[str, ...]
    leads: np.ndarray
    """Cards x scenes x dimensions."""
    bars: np.ndarray
    """Cards x situations x dimensions."""
    endings: Mapping[str, np.ndarray]
    """By language: cards x dimensions."""


@cache
def scene_vectors() -> Vectors:
    """Raises BadInput when the file is damaged or missing."""
    try:
        with PATH.open("rb") as file, np.load(file, allow_pickle=False) as held:
            numbers = {name: held[name].astype(np.float32) for name in held.files if name != "cards"}
            ids = tuple(str(one) for one in held["cards"])
            return Vectors(ids, numbers["leads"], numbers["bars"], {one: numbers[one] for one in LANGUAGES})
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as fault:
        raise BadInput(f"{PATH}: the scenes cannot be read ({fault}): make them again with `make referee`") from fault


def write_scene_vectors(path: Path = PATH) -> None:
    """Encodes the scenes and the deck's endings, and writes their vectors."""
    known = scenes()
    texts = {one: load_deck(one).endings for one in LANGUAGES}
    held = {
        "leads": np.stack([bundled_vectors(one.leads) for one in known.values()]),
        "bars": np.stack([bundled_vectors(one.not_) for one in known.values()]),
        **{language: bundled_vectors([endings[card] for card in known]) for language, endings in texts.items()},
    }
    halves = {name: numbers.astype(np.float16) for name, numbers in held.items()}
    np.savez_compressed(path, cards=np.array(list(known)), **halves)  # type: ignore[arg-type]
    scene_vectors.cache_clear()


def nearness(lines: Sequence[str], ending: str, language: str, card: str | None) -> Near | None:
    """How near the tale lies to the ending. `card`: the ending card that it is known to be.

    None where the encoder cannot be used: then words alone are heard.
    """
    try:
        return _nearness(lines, ending, language, card)
    except Exception as fault:
        # An encoder is other people's code on other people's machines: it may raise whatever it likes.
        _log.warning("endings are judged by words alone: %s: %s", type(fault).__name__, fault)
        return None


def _nearness(lines: Sequence[str], ending: str, language: str, card: str | None) -> Near:
    known = scene_vectors()
    texts = known.endings[language]
    own = _vector(ending)
    if card is None and (alike := texts @ own).max() >= _SAME:
        card = known.cards[int(np.argmax(alike))]
    one, two, three = (_vector(" ".join(lines[-count:])) for count in (1, 2, 3))

    def to_ending(part: np.ndarray) -> float:
        return float(own @ part - (texts @ part).mean())

    if card is None:
        return Near(None, np.nan, np.nan, np.nan, to_ending(three), np.nan, to_ending(_vector(" ".join(lines))))
    before, place = _together(lines[:-2] or lines[:1]), known.cards.index(card)
    lead, last = (_beyond(known.leads, part, place) for part in (two, one))
    return Near(card, lead, last, _beyond(known.bars, before, place), to_ending(three), to_ending(before), np.nan)


def _beyond(of_cards: np.ndarray, part: np.ndarray, place: int) -> float:
    nearest = (of_cards @ part).max(axis=1)
    return float(nearest[place] - nearest.mean())


def _together(lines: Sequence[str]) -> np.ndarray:
    """Of the sentences one by one: a tale grows by one, and its whole text would be read anew at each."""
    total = np.sum([_vector(one) for one in lines], axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-6))


@lru_cache(maxsize=4096)
def _vector(text: str) -> np.ndarray:
    vector = bundled_vectors([text[-_LONGEST:]])[0]
    vector.setflags(write=False)
    return vector
