"""Do two answers in one language say the same in other words? A chance, from what words, dictionaries and meaning tell.

Near in meaning alone is not right: an encoder holds the neighbour (October for November) for nearly the same. So each
word of the right answer looks for its like among the given ones and the other way round, by form, by dictionary and by
meaning, and a small model weighs that (calibration/likeness.json, made by `make answers`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from companion.answers.fit import Asked
from companion.answers.knowledge import relation
from companion.answers.reference import Alternative
from companion.answers.words import Word

FACTS = (
    "asked",
    "text",
    "needed",
    "given",
    "least",
    "narrower",
    "unknown",
    "length",
    "names",
)
"""What the model weighs.

asked, text: cosines of the answers, with the question before each and without; needed, given: shares of the words that
count, the rare ones more, that find their like on the other side; least: how well the worst of the given ones does;
narrower, unknown: what dictionaries say of the whole (0 or 1); length: telling words given, 6 at most; names: the right
answer holds capitals inside.
"""
MODEL = Path(__file__).parent / "calibration" / "likeness.json"

Cosine = Callable[[str, str], float]

_FROM, _TO = 0.35, 0.85
"""Cosines of single words: up to the first they have nothing in common, from the second on nearly all."""
_MOST = 0.9
"""How much alike words are at most that only meaning holds for alike."""
_RARE = 7.0
"""wordfreq's Zipf frequency of the commonest words; a word weighs as much as it is rarer."""


@dataclass(frozen=True, slots=True)
class Model:
    """Weights of the facts, standardised, and the chance from which on an answer is called right."""

    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    threshold: float

    def score(self, facts: Sequence[float]) -> float:
        """0 to 1; 0.5 at the threshold."""
        told = zip(facts, self.means, self.scales, self.weights, strict=True)
        total = self.intercept + sum(weight * (fact - mean) / scale for fact, mean, scale, weight in told)
        return 1.0 / (1.0 + math.exp(-(total - math.log(self.threshold / (1.0 - self.threshold)))))


@cache
def model() -> Model:
    """The model of the package. Raises OSError or ValueError when its file is damaged."""
    told = json.loads(MODEL.read_text(encoding="utf-8"))
    if tuple(told["names"]) != FACTS:
        raise ValueError(f"{MODEL}: made for other facts: run `make answers`")
    means, scales, weights = (tuple(told[name]) for name in ("means", "scales", "weights"))
    return Model(means, scales, weights, told["intercept"], told["threshold"])


def facts(alternative: Alternative, given: Sequence[Word], asked: Asked, cosine: Cosine) -> list[float]:
    """What speaks for the given words, in the order of FACTS."""
    wanted, said = beside(telling(alternative.words), asked), beside(telling(given), asked)
    one, other = texts(alternative, given)
    question = f"{asked.text} "
    how, _ = relation(alternative.words, given)
    needed, _ = _covered(wanted, said, asked.language, cosine)
    covered, least = _covered(said, wanted, asked.language, cosine)
    return [
        cosine(question + one, question + other),
        cosine(one, other),
        needed,
        covered,
        least,
        float(how == "narrower"),
        float(how == "unknown"),
        float(min(len(said), 6)),
        float(any(word.capital for word in alternative.words[1:])),
    ]


def needed_texts(alternative: Alternative, given: Sequence[Word], asked: Asked) -> list[str]:
    """Every text whose meaning `facts` asks for, so that they can be read at once."""
    whole = texts(alternative, given)
    words = (_base(word) for word in (*telling(alternative.words), *telling(given)) if word.value is None)
    return list(dict.fromkeys((*whole, *(f"{asked.text} {one}" for one in whole), *words)))


def texts(alternative: Alternative, given: Sequence[Word]) -> tuple[str, str]:
    return alternative.text.lower(), " ".join(word.text for word in given if not word.is_filler)


def telling(words: Iterable[Word]) -> list[Word]:
    return [word for word in words if not word.is_light and not word.is_filler]


def beside(words: Sequence[Word], asked: Asked) -> Sequence[Word]:
    """The words that the question does not say itself, where there are any."""
    return [word for word in words if not asked.names(word)] or words


def _covered(words: Sequence[Word], others: Sequence[Word], language: str, cosine: Cosine) -> tuple[float, float]:
    """How far the words find their like among the others: on average, the rare ones counting more, and at worst."""
    found = [
        (_weight(word, language), max((_alike(word, one, cosine) for one in others), default=0.0)) for word in words
    ]
    total = sum(weight for weight, _ in found)
    if not total:
        return 1.0, 1.0
    return sum(weight * alike for weight, alike in found) / total, min(alike for _, alike in found)


def _alike(word: Word, other: Word, cosine: Cosine) -> float:
    if word.text == other.text or not word.lemmas.isdisjoint(other.lemmas):
        return 1.0
    if word.value is not None or other.value is not None:
        return float(word.value == other.value)
    how, sure = relation((word,), (other,))
    if how == "same":
        return 0.7 + 0.3 * sure
    if how in ("sisters", "opposite"):
        return 0.0
    return min(_MOST, max(0.0, (cosine(_base(word), _base(other)) - _FROM) / (_TO - _FROM)))


def _base(word: Word) -> str:
    return min(word.lemmas, default=word.text)


@lru_cache(maxsize=20_000)
def _frequency(text: str, language: str) -> float:
    from wordfreq import zipf_frequency

    return float(zipf_frequency(text, language))


def _weight(word: Word, language: str) -> float:
    return 4.0 if word.value is not None else max(0.5, _RARE - _frequency(word.text, language))
