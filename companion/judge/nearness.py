"""How near a tale's parts lie to an ending in the bundled encoder, and to the scenes that lead to an ending card.

The bare cosine of ending and tale says little: tales and endings differ in how near they are to anything. So it is
read beside others: of the same tale to a set of endings, of the same ending to a set of tales, and to a card's scenes
beside those of other cards (docs/decisions.md). The vectors of these sets are kept in calibration/scenes.npz, made by
`make referee`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar
from zipfile import BadZipFile

import numpy as np

from companion.decks.deck import load_deck
from companion.errors import BadInput
from companion.judge.cards import scenes
from companion.judge.frames import LANGUAGES
from embeddings.vectors import bundled_vectors

_log = logging.getLogger(__name__)

T = TypeVar("T")

PATH = Path(__file__).parent / "calibration" / "scenes.npz"
_STEPS = 400.0
"""Of 1, in the file: a number of a unit vector of so many dimensions stays far below 127 of them."""
_SAME = 0.6
"""Cosine from which an ending says what a card says: no labelled ending of another matter comes so near."""
_LONGEST = 2000
"""Characters of one text that are read: a tale may be long."""


@dataclass(frozen=True)
class NearCard:
    """Cosines, each less the mean of all cards: how near beyond what is near to any ending."""

    lead: float
    """The last two sentences to the card's nearest scene."""
    last: float
    """The last sentence to it."""
    barred: float
    """The sentences before to the nearest situation in which the card closes nothing."""
    late: float
    """The last three sentences to the ending."""
    early: float
    """All but the last two sentences to the ending."""


@dataclass(frozen=True)
class NearOther:
    """Cosines of an ending that is no card."""

    late: float
    """The last three sentences to the ending, less what they are to the deck's endings on average."""
    whole: float
    """The whole tale to the ending, less the same of the deck's endings."""
    late_of_endings: float
    """The last three sentences to the ending, in standard deviations from what they are to the deck's endings in all
    languages."""
    late_of_tales: float
    """The same, from what the last three sentences of other tales are to the ending."""
    whole_of_endings: float
    """All sentences to the ending, from what they are to the deck's endings."""
    whole_of_tales: float
    """The same, from what other tales are to the ending."""


@dataclass(frozen=True)
class Vectors:
    """Unit vectors of the cards' scenes and texts, and of tales."""

    cards: tuple[str, ...]
    leads: np.ndarray
    """Cards x scenes x dimensions."""
    bars: np.ndarray
    """Cards x situations x dimensions."""
    endings: Mapping[str, np.ndarray]
    """By language: cards x dimensions."""
    late: np.ndarray
    """The last three sentences of tales: tales x dimensions."""
    whole: np.ndarray
    """The same tales' sentences together."""


@cache
def scene_vectors() -> Vectors:
    """Raises BadInput when the file is damaged or missing."""
    try:
        with PATH.open("rb") as file, np.load(file, allow_pickle=False) as held:
            numbers = {name: held[name].astype(np.float32) / _STEPS for name in held.files if name != "cards"}
            ids = tuple(str(one) for one in held["cards"])
            endings = {one: numbers[one] for one in LANGUAGES}
            return Vectors(ids, numbers["leads"], numbers["bars"], endings, numbers["late"], numbers["whole"])
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as fault:
        raise BadInput(f"{PATH}: the scenes cannot be read ({fault}): make them again with `make referee`") from fault


def write_scene_vectors(tales: Sequence[Sequence[str]], path: Path = PATH) -> None:
    """Encodes the scenes, the deck's endings and these tales (lists of sentences), and writes their vectors."""
    known = scenes()
    texts = {one: load_deck(one).endings for one in LANGUAGES}
    held = {
        "leads": np.stack([bundled_vectors(one.leads) for one in known.values()]),
        "bars": np.stack([bundled_vectors(one.not_) for one in known.values()]),
        **{language: bundled_vectors([endings[card] for card in known]) for language, endings in texts.items()},
        "late": np.stack([_late(one) for one in tales]),
        "whole": np.stack([_together(one) for one in tales]),
    }
    steps = {name: np.rint(numbers * _STEPS).clip(-127, 127).astype(np.int8) for name, numbers in held.items()}
    np.savez_compressed(path, cards=np.array(list(known)), **steps)  # type: ignore[arg-type]
    scene_vectors.cache_clear()


def same_card(ending: str, language: str) -> str | None:
    """The card that the ending says in other words. None without one, or where the encoder cannot be used."""

    def nearest() -> str | None:
        known = scene_vectors()
        alike = known.endings[language] @ _vector(ending)
        return known.cards[int(np.argmax(alike))] if alike.max() >= _SAME else None

    return _unless_broken(nearest)


def near_card(lines: Sequence[str], card: str, ending: str, language: str) -> NearCard | None:
    """How near the tale lies to an ending card. None where the encoder cannot be used: then words alone are heard."""

    def near() -> NearCard:
        known = scene_vectors()
        place, before = known.cards.index(card), _together(lines[:-2] or lines[:1])
        one, two, three = (_vector(" ".join(lines[-count:])) for count in (1, 2, 3))
        texts, own = known.endings[language], _vector(ending)
        late, early = (float(own @ part - (texts @ part).mean()) for part in (three, before))
        lead, last = (_beyond(known.leads, part, place) for part in (two, one))
        return NearCard(lead, last, _beyond(known.bars, before, place), late, early)

    return _unless_broken(near)


def near_other(lines: Sequence[str], ending: str, language: str) -> NearOther | None:
    """How near the tale lies to an ending that is no card. None where the encoder cannot be used."""

    def near() -> NearOther:
        known, own = scene_vectors(), _vector(ending)
        endings = np.concatenate(list(known.endings.values()))
        late, whole, texts = _late(lines), _together(lines), known.endings[language]
        told_late, told = (float(own @ part - (texts @ part).mean()) for part in (late, _vector(" ".join(lines))))
        return NearOther(
            told_late,
            told,
            _standing(own @ late, endings @ late),
            _standing(own @ late, known.late @ own),
            _standing(own @ whole, endings @ whole),
            _standing(own @ whole, known.whole @ own),
        )

    return _unless_broken(near)


def _unless_broken(near: Callable[[], T]) -> T | None:
    try:
        return near()
    except Exception as fault:
        # An encoder is other people's code on other people's machines: it may raise whatever it likes.
        _log.warning("endings are judged by words alone: %s: %s", type(fault).__name__, fault)
        return None


def _standing(cosine: float, others: np.ndarray) -> float:
    return float((cosine - others.mean()) / max(float(others.std()), 1e-6))


def _beyond(of_cards: np.ndarray, part: np.ndarray, place: int) -> float:
    nearest = (of_cards @ part).max(axis=1)
    return float(nearest[place] - nearest.mean())


def _late(lines: Sequence[str]) -> np.ndarray:
    return _vector(" ".join(lines[-3:]))


def _together(lines: Sequence[str]) -> np.ndarray:
    """Of the sentences one by one: a tale grows by one, and its whole text would be read anew at each."""
    total = np.sum([_vector(one) for one in lines], axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-6))


@lru_cache(maxsize=4096)
def _vector(text: str) -> np.ndarray:
    vector = bundled_vectors([text[-_LONGEST:]])[0]
    vector.setflags(write=False)
    return vector
