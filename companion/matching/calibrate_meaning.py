"""Calibration of meaning for one encoder: the cards' directions in its space, and the model that reads them.

The directions are a ridge regression from texts to cards: names and descriptions of every card in all languages, with
ordinary sentences as the background. The model is fitted on pairs of sentence and card that the words do not find.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from companion.decks.deck import DEFAULT_DECK, load_deck
from companion.errors import BadInput
from companion.language import tokens
from companion.matching.calibrate import Labelled, as_text, cross_validated, plain, rounded
from companion.matching.calibration import Strictness
from companion.matching.card_texts import LANGUAGES, CardText, card_texts, digest_of
from companion.matching.meaning import FACTS, LONGEST, NAMES, Directions, Encoder, clauses, content_words, fact_table
from companion.matching.words import WordMatcher

_RIDGE = 3.0
_ABSENT_KEPT = 0.25
"""Of the pairs without a mention so many are learnt from: they are a thousand to one."""
_WANTED_PRECISION: dict[Strictness, float] = {"strict": 0.33, "normal": 0.2, "loose": 0.12}
"""So many of the questions that meaning raises should be about a real mention."""
_BATCH = 64
_AT_ONCE = 256
"""Texts between two steps of the progress bar."""
_ON_A_TERMINAL: dict[str, Any] = {"file": sys.stderr, "disable": None}
"""Where the progress bars stand."""

Vectors = dict[str, np.ndarray]


def calibrate_meaning(rows: list[Labelled], name: str, encoder: Encoder) -> tuple[dict[str, Any], Directions]:
    """The model of an encoder as JSON, and the directions that it reads. Shows progress on a terminal.

    Raises BadInput when there are too few sentences to learn from, and what the encoder raises.
    """
    texts = card_texts()
    background = [row for row in rows if not row.told and not row.unsure and zlib.crc32(row.tale.encode()) % 2]
    ordinary = [piece for row in background for piece in _pieces(row)]
    known = _encoded(encoder, [*(one.text for one in texts), *(piece for row in rows for piece in _pieces(row))])
    directions = _directions(known, texts, ordinary)
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
    try:
        guessed, model = cross_validated(table, answers, tales, kept=_kept(answers))
    except ValueError as fault:
        raise BadInput(
            f"too few labelled sentences to learn from: {len(set(tales))} tales, {int(answers.sum())} mentions that no "
            f"word says ({fault}): give more folders"
        ) from fault
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
        "texts": digest_of(texts),
    }
    return told, directions


def save_meaning(path: Path, model: dict[str, Any], directions: Directions) -> None:
    """Writes the directions beside the model. Raises BadInput when they cannot be written."""
    # Under other names first: a table that loads them meanwhile finds the old ones or the new ones whole.
    fresh = path.with_name(f"new-{path.name}")
    try:
        directions.save(fresh.with_suffix(".npz"))
        fresh.write_text(as_text(model), encoding="utf-8")
        fresh.with_suffix(".npz").replace(path.with_suffix(".npz"))
        fresh.replace(path)
    except OSError as fault:
        raise BadInput(f"{path}: the calibration cannot be written: {fault.strerror}") from fault


def verdict(model: dict[str, Any]) -> str:
    """Whether meaning pays with that encoder, as one sentence for whoever calibrated it."""
    measured, wanted = model["measured"], f"{_WANTED_PRECISION['normal']:.0%}"
    if not measured["questions"]:
        return (
            f"Meaning does not pay with this encoder: however sure it is, fewer than {wanted} of its questions would "
            "be right, so a table of normal strictness is never asked."
        )
    found = measured["questions"] * measured["of them right"]
    return (
        f"Meaning pays with this encoder: at least {wanted} of its questions are to be right, and "
        f"{measured['of them right']:.0%} are. At normal strictness it asks about one sentence in "
        f"{measured['sentences'] / measured['questions']:.0f}, and so finds {found:.0f} of the "
        f"{measured['mentions that words miss']:.0f} mentions that words miss."
    )


def _pieces(row: Labelled) -> list[str]:
    return [window for windows in _windows(row) for window in windows]


def _windows(row: Labelled) -> tuple[list[str], list[str], list[str]]:
    """Words, clauses and the whole of a sentence, as `Meaning` reads them."""
    words = [word.lemmas[0] for word in content_words(tokens(row.sentence, row.language))]
    return words, [piece.text[:LONGEST] for piece in clauses(row.sentence)], [row.sentence[:LONGEST]]


def _encoded(encoder: Encoder, texts: list[str]) -> Vectors:
    """Each text once: an encoder behind an endpoint costs time, and perhaps money."""
    fresh = list(dict.fromkeys(texts))
    known: Vectors = {}
    with tqdm(total=len(fresh), desc="encoding", unit=" texts", **_ON_A_TERMINAL) as progress:
        for start in range(0, len(fresh), _AT_ONCE):
            some = fresh[start : start + _AT_ONCE]
            vectors = np.asarray(encoder.encode(some, batch_size=_BATCH, show_progress_bar=False), dtype=np.float32)
            known.update(zip(some, vectors, strict=True))
            progress.update(len(some))
    return known


def _directions(known: Vectors, texts: list[CardText], ordinary: list[str]) -> Directions:
    cards = tuple(card.id for card in load_deck(LANGUAGES[0], DEFAULT_DECK).cards)
    vectors = np.stack([known[text] for text in (*(one.text for one in texts), *dict.fromkeys(ordinary))])
    labels = np.array([one.card for one in texts] + [len(cards)] * (len(vectors) - len(texts)))
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
    for vector, one in zip(vectors, texts, strict=False):
        if one.described:
            told[:, one.card] += vector
    told /= np.linalg.norm(told, axis=0) + 1e-9
    nothing = np.zeros((len(FACTS), len(cards)), dtype=np.float32)
    return Directions(cards, centre, apart.astype(np.float32), told, means=nothing, spreads=nothing + 1)


def _read(known: Vectors, directions: Directions, row: Labelled) -> tuple[tuple[Any, Any, Any], np.ndarray]:
    """A sentence along the directions, and its raw facts (FACTS x cards)."""
    lemmas, pieces, whole = _windows(row)
    apart, described = directions.along(np.stack([known[text] for text in (*lemmas, *pieces, *whole)]))
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
    for row, parts in tqdm(read, desc="matching", unit=" sentences", **_ON_A_TERMINAL):
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
