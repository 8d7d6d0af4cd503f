"""Calibration of meaning for one encoder: the cards' directions in its space, and the model that reads them.

The directions are a ridge regression from texts to cards: names and descriptions of every card in all languages, with
ordinary sentences as the background. The model is fitted on pairs of sentence and card that the words do not find.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from companion.decks.deck import DEFAULT_DECK, load_deck
from companion.language import tokens
from companion.matching.calibrate import LANGUAGES, Labelled, cross_validated, plain, rounded
from companion.matching.calibration import Strictness
from companion.matching.lexicon import lexicon
from companion.matching.meaning import FACTS, NAMES, Directions, Encoder, clauses, content_words, fact_table
from companion.matching.words import WordMatcher

_NAMES_OF_A_CARD = 40
_RIDGE = 3.0
_ABSENT_KEPT = 0.25
"""Of the pairs without a mention so many are learnt from: they are a thousand to one."""
_WANTED_PRECISION: dict[Strictness, float] = {"strict": 0.33, "normal": 0.2, "loose": 0.12}
"""So many of the questions that meaning raises should be about a real mention."""
_BATCH = 64


def calibrate_meaning(rows: list[Labelled], name: str, encoder: Encoder) -> tuple[dict[str, Any], Directions]:
    """The model of an encoder as JSON, and the directions that it reads."""
    texts, owners, described = card_texts()
    background = [row for row in rows if not row.told and not row.unsure and zlib.crc32(row.tale.encode()) % 2]
    ordinary = [piece for row in background for piece in _pieces(row)]
    directions = _directions(encoder, texts, owners, described, ordinary)
    known = _known(encoder, rows)
    seen = [_read(known, directions, row) for row in rows]
    raw = np.stack([facts for _, facts in seen])
    directions = Directions(
        directions.cards,
        directions.centre,
        directions.apart,
        directions.described,
        means=raw.mean(axis=0).astype(np.float32),
        spreads=(raw.std(axis=0) + 1e-6).astype(np.float32),
    )
    learnt = {id(row) for row in background}
    fresh = [(row, parts) for row, (parts, _) in zip(rows, seen, strict=True) if id(row) not in learnt]
    table, answers, tales = _pairs(fresh, directions)
    guessed, model = cross_validated(table, answers, tales, kept=_kept(answers))
    thresholds: dict[str, float] = {
        how: _threshold(guessed, answers, wanted) for how, wanted in _WANTED_PRECISION.items()
    }
    shown = guessed >= thresholds["normal"]
    measured = {
        "mentions that words miss": float(answers.sum()),
        "questions": float(shown.sum()),
        "of them right": float(answers[shown].mean()) if shown.any() else 0.0,
        "sentences": float(len(rows) - len(background)),
        **{f"right of the {count} surest": _right(guessed, answers, count) for count in (10, 25, 50, 100)},
    }
    told = {
        **plain(model, NAMES),
        "thresholds": rounded(thresholds),
        "measured": rounded(measured),
        "encoder": name,
        "texts": hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16],
    }
    return told, directions


def card_texts() -> tuple[list[str], list[int], list[bool]]:
    """Names and descriptions of every card in all languages, each with its card's number; is it a description?"""
    texts: list[str] = []
    owners: list[int] = []
    described: list[bool] = []
    for language in LANGUAGES:
        listed = lexicon(language).cards
        for number, card in enumerate(load_deck(language, DEFAULT_DECK).cards):
            words = listed.get(card.id)
            names = dict.fromkeys((card.name, *card.face.other, *(one.text for one in (words.hit if words else ()))))
            told = [card.face.gloss, *(words.describe if words else ())]
            some = list(names)[:_NAMES_OF_A_CARD]
            texts += [*some, *told]
            owners += [number] * (len(some) + len(told))
            described += [False] * len(some) + [True] * len(told)
    return texts, owners, described


def _pieces(row: Labelled) -> list[str]:
    words = content_words(tokens(row.sentence, row.language))
    return [row.sentence, *(piece.text for piece in clauses(row.sentence)), *(word.lemmas[0] for word in words)]


def _encode(encoder: Encoder, texts: Sequence[str]) -> np.ndarray:
    return np.asarray(encoder.encode(list(texts), batch_size=_BATCH, show_progress_bar=False), dtype=np.float32)


def _directions(
    encoder: Encoder, texts: list[str], owners: list[int], described: list[bool], ordinary: list[str]
) -> Directions:
    cards = tuple(card.id for card in load_deck(LANGUAGES[0], DEFAULT_DECK).cards)
    vectors = _encode(encoder, [*texts, *dict.fromkeys(ordinary)])
    labels = np.array(owners + [len(cards)] * (len(vectors) - len(texts)))
    centre = vectors.mean(axis=0)
    away = vectors - centre
    # A card with many names weighs no more than one with few.
    share = 1 / np.sqrt(np.bincount(labels))[labels]
    share /= share.mean()
    wanted = np.eye(len(cards) + 1, dtype=np.float32)[labels]
    wanted -= wanted.mean(axis=0)
    weighed = (away * share[:, None]).T
    apart = np.linalg.solve(weighed @ away + _RIDGE * np.eye(away.shape[1]), weighed @ wanted)[:, : len(cards)]
    told = np.zeros((vectors.shape[1], len(cards)), dtype=np.float32)
    for vector, owner, is_told in zip(vectors, owners, described, strict=False):
        if is_told:
            told[:, owner] += vector
    told /= np.linalg.norm(told, axis=0) + 1e-9
    nothing = np.zeros((len(FACTS), len(cards)), dtype=np.float32)
    return Directions(cards, centre, apart.astype(np.float32), told, means=nothing, spreads=nothing + 1)


def _known(encoder: Encoder, rows: list[Labelled]) -> dict[str, np.ndarray]:
    """The vectors of all windows of all sentences, encoded at once."""
    texts = list(dict.fromkeys(piece for row in rows for piece in _pieces(row)))
    return dict(zip(texts, _encode(encoder, texts), strict=True))


def _read(
    known: dict[str, np.ndarray], directions: Directions, row: Labelled
) -> tuple[tuple[Any, Any, Any], np.ndarray]:
    """A sentence along the directions, and its raw facts (FACTS x cards)."""
    lemmas = [word.lemmas[0] for word in content_words(tokens(row.sentence, row.language))]
    pieces = [piece.text for piece in clauses(row.sentence)]
    apart, described = directions.along(np.stack([known[text] for text in (*lemmas, *pieces, row.sentence)]))
    middle = slice(len(lemmas), len(lemmas) + len(pieces))
    parts = (
        apart[: len(lemmas)] if lemmas else None,
        (apart[middle], described[middle]) if pieces else None,
        (apart[-1], described[-1]),
    )
    table = fact_table(directions, *parts)
    return parts, table[:, : len(FACTS)].T


def _pairs(read: list[tuple[Labelled, Any]], directions: Directions) -> tuple[Any, Any, list[str]]:
    """Facts, answers and tales of all pairs of sentence and card that the words do not find."""
    matchers = {language: WordMatcher(language) for language in LANGUAGES}
    facts, answers, tales = [], [], []
    for row, parts in read:
        said = {one.card for one in matchers[row.language].mentions(row.sentence, context=row.context)}
        table = fact_table(directions, *parts)
        for number, card in enumerate(directions.cards):
            if card not in said and card not in row.unsure:
                facts.append(table[number])
                answers.append(card in row.told)
                tales.append(row.tale)
    return np.stack(facts), np.array(answers), tales


def _kept(answers: Any) -> Any:
    return answers | (np.random.default_rng(0).random(len(answers)) < _ABSENT_KEPT)


def _right(guessed: Any, answers: Any, count: int) -> float:
    return float(answers[np.argsort(-guessed)[:count]].mean())


def _threshold(guessed: Any, answers: Any, precision: float) -> float:
    """The lowest probability above which so many are right; 1 when none is: meaning then stays silent."""
    order = np.argsort(-guessed)
    right = np.cumsum(answers[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(right[4:] >= precision)
    return float(guessed[order[good[-1] + 4]]) if len(good) else 1.0
