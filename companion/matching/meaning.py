"""What a sentence may mean beyond its words: windows of it seen through an encoder, against every card at once.

Each card of the bundled deck has a direction in the encoder's space, made by `make matcher` from its names and
descriptions in all languages, set apart from the other cards and from ordinary sentences. Words, clauses and the whole
sentence are read along these directions; the encoder runs once a sentence, and words once met are remembered.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from zipfile import BadZipFile

import numpy as np

from companion.errors import BadInput
from companion.language import Token
from companion.matching.calibration import MeaningModel

FACTS = ("word", "clause", "sentence", "described clause", "described sentence")
NAMES = (*FACTS, "words", *(f"{name}, squared" for name in FACTS), "behind the best", "best of all")

_CONTENT = ("noun", "verb", "adjective", "participle", "adverb")
_PAUSE = re.compile(r"[,;:.!?—–()«»\"“”]+|\s-\s")
_JOIN = re.compile(
    r"\s(?:and|but|that|who|which|when|where|и|что|а|но|который|которая|которое|которые|когда|где)\s", re.IGNORECASE
)
_LONG_CLAUSE = 14
_MOST_CLAUSES = 5
_MOST_WORDS = 20
LONGEST = 200
"""Characters of a window that are read."""
_REMEMBERED = 20_000
_LOW = -2.0
"""What a window that is not there counts."""


class Encoder(Protocol):
    """The part of SentenceTransformer that is used here."""

    def encode(self, sentences: list[str], *, batch_size: int, show_progress_bar: bool) -> Any: ...


@dataclass(frozen=True)
class Window:
    """A piece of a sentence."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Likely:
    """A card that may be meant, and the piece of the sentence that says so."""

    card: str
    probability: float
    start: int
    end: int


@dataclass(frozen=True)
class Directions:
    """Where the cards lie in the space of one encoder."""

    cards: tuple[str, ...]
    centre: np.ndarray
    apart: np.ndarray
    """Dimensions x cards: names and descriptions of one card against those of all others and the background."""
    described: np.ndarray
    """Dimensions x cards: descriptions alone."""
    means: np.ndarray
    spreads: np.ndarray
    """FACTS x cards: what ordinary windows give, so that every card is measured by its own usual."""

    def save(self, path: Path) -> None:
        small = {name: getattr(self, name).astype(np.float16) for name in ("centre", "apart", "described")}
        np.savez_compressed(
            path, cards=np.array(self.cards), means=self.means, spreads=self.spreads, allow_pickle=False, **small
        )

    @classmethod
    def load(cls, path: Path) -> Directions:
        """Raises BadInput when the file cannot be read."""
        try:
            # Opened here, because NumPy leaves a damaged file open.
            with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
                numbers = {name: held[name].astype(np.float32) for name in ("centre", "apart", "described")}
                return cls(
                    tuple(str(card) for card in held["cards"]), means=held["means"], spreads=held["spreads"], **numbers
                )
        except (OSError, EOFError, ValueError, KeyError, BadZipFile) as fault:
            raise BadInput(f"{path}: the directions cannot be read ({fault}): calibrate the encoder again") from fault

    def along(self, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Windows x cards, by both directions."""
        return (vectors - self.centre) @ self.apart, vectors @ self.described


class Meaning:
    """Reads sentences with one encoder. Threads may share it."""

    def __init__(self, encoder: Encoder, directions: Directions, model: MeaningModel) -> None:
        """Raises BadInput when the model was made for other facts than are read here."""
        if model.names != NAMES:
            raise BadInput(f"the calibration of '{model.encoder}' is of another version: calibrate the encoder again")
        self._encoder, self._directions, self.model = encoder, directions, model
        self._known_words: dict[str, np.ndarray] = {}
        self._encoding = threading.Lock()

    def likely(self, text: str, words: Sequence[Token]) -> list[Likely]:
        """Every card with the probability that it is meant though no word of it is said.

        Raises what the encoder raises, and BadInput when it is not the one that was calibrated.
        """
        if not words:
            return []
        table, places = self.facts(text, words)
        weights = np.array(self.model.weights, dtype=np.float32)
        odds = np.clip(table @ weights + self.model.intercept, -30, 30)
        probabilities = 1 / (1 + np.exp(-odds))
        return [
            Likely(card, float(probability), place.start, place.end)
            for card, probability, place in zip(self._directions.cards, probabilities, places, strict=True)
        ]

    def facts(self, text: str, words: Sequence[Token]) -> tuple[np.ndarray, list[Window]]:
        """Cards x NAMES, and the window that speaks loudest for each card."""
        content = content_words(words)
        pieces = clauses(text)
        by_word, by_clause, by_sentence = self._read([word.lemmas[0] for word in content], pieces, text[:LONGEST])
        table = fact_table(self._directions, by_word, by_clause, by_sentence)
        whole = Window(text, words[0].start, words[-1].end)
        places = []
        for index in range(len(self._directions.cards)):
            place = whole
            if pieces and by_clause is not None:
                place = pieces[int(np.argmax(by_clause[0][:, index]))]
            if content and by_word is not None and table[index, 0] >= max(table[index, 1], table[index, 3]):
                word = content[int(np.argmax(by_word[:, index]))]
                place = Window(word.text, word.start, word.end)
            places.append(place)
        return table, places

    def _read(self, lemmas: list[str], pieces: Sequence[Window], text: str) -> tuple[Any, Any, Any]:
        fresh = [lemma for lemma in dict.fromkeys(lemmas) if lemma not in self._known_words]
        texts = [*fresh, *(piece.text[:LONGEST] for piece in pieces), text]
        with self._encoding:
            vectors = np.asarray(self._encoder.encode(texts, batch_size=64, show_progress_bar=False), dtype=np.float32)
        if vectors.shape[1] != len(self._directions.centre):
            raise BadInput(
                f"'{self.model.encoder}' gives {vectors.shape[1]} dimensions, and gave "
                f"{len(self._directions.centre)} when it was calibrated: calibrate it again"
            )
        apart, described = self._directions.along(vectors)
        if len(self._known_words) > _REMEMBERED:
            self._known_words.clear()
        remembered = dict(zip(fresh, apart[: len(fresh)], strict=True))
        by_word = [
            remembered[one] if one in remembered else self._known_words.get(one, np.zeros(apart.shape[1]))
            for one in lemmas
        ]
        self._known_words.update(remembered)
        middle = slice(len(fresh), len(fresh) + len(pieces))
        return (
            np.stack(by_word) if by_word else None,
            (apart[middle], described[middle]) if pieces else None,
            (apart[-1], described[-1]),
        )


def fact_table(directions: Directions, by_word: Any, by_clause: Any, by_sentence: Any) -> np.ndarray:
    """Cards x NAMES of one sentence."""
    count = len(directions.cards)
    low = np.full(count, _LOW)
    raw = [
        None if by_word is None else by_word.max(axis=0),
        None if by_clause is None else by_clause[0].max(axis=0),
        by_sentence[0],
        None if by_clause is None else by_clause[1].max(axis=0),
        by_sentence[1],
    ]
    usual = [
        low if one is None else (one - directions.means[index]) / directions.spreads[index]
        for index, one in enumerate(raw)
    ]
    facts = np.stack(usual, axis=1)
    total = facts.sum(axis=1)
    return np.concatenate(
        [
            facts,
            np.full((count, 1), 0.0 if by_word is None else len(by_word) / 10),
            np.maximum(facts, 1) ** 2 / 4,
            (total - total.max())[:, None] / 5,
            facts.max(axis=1)[:, None],
        ],
        axis=1,
    ).astype(np.float32)


def content_words(words: Sequence[Token]) -> list[Token]:
    """The words that mean something by themselves."""
    return [word for word in words if word.readings and word.readings[0].part in _CONTENT and len(word.lemmas[0]) > 2][
        :60
    ]


def clauses(text: str) -> list[Window]:
    """Pieces of three words and more between pauses; long ones are parted at "and" and "that"."""
    found: list[Window] = []
    for start, end in _between(_PAUSE, text, 0, len(text)):
        inner = [(start, end)]
        if len(text[start:end].split()) > _LONG_CLAUSE:
            inner = list(_between(_JOIN, text, start, end))
        for begin, stop in inner:
            piece = text[begin:stop].strip()
            if len(piece.split()) >= 3:
                place = text.index(piece, begin)
                found.append(Window(piece, place, place + len(piece)))
    return found[:_MOST_CLAUSES]


def _between(marks: re.Pattern[str], text: str, start: int, end: int) -> list[tuple[int, int]]:
    places = []
    for mark in marks.finditer(text, start, end):
        places.append((start, mark.start()))
        start = mark.end()
    return [*places, (start, end)]
