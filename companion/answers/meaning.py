"""What an encoder adds to the words: is it the same in another language, or in other words?

Across alphabets, where translations meet, its cosine decides from a threshold on. Within one alphabet it is one witness
among others (companion.answers.likeness). Thresholds and weights are those of the bundled encoder, chosen on
eval/data/dev (`companion eval answers` measures them).
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.answers.fit import Asked, Fit
from companion.answers.likeness import facts, model, needed_texts, texts
from companion.answers.reference import Alternative
from companion.answers.words import Word, fold

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

TRANSLATED = 0.66
"""From this cosine on a text is the other's translation."""
PHRASE = 0.57
"""From this cosine on a phrase of several words is the other's translation."""
NEAR = 0.6
"""From this cosine on the host is asked about a translation."""
ASKED = 0.2
"""From this score on the host is asked about other words, and below what is left to 1 too."""
_KEPT = 8192
"""Texts whose vectors are kept; those longest unasked for are forgotten."""

_log = logging.getLogger(__name__)


class Meaning:
    """Cosines of texts by one encoder, loaded when the first answer needs it (seconds).

    After a failure it says nothing any more, and words alone decide; the log tells why.
    """

    def __init__(self, load: Callable[[], SentenceTransformer]) -> None:
        self._load = load
        self._encoder: SentenceTransformer | None = None
        self._vectors: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()
        self.failing = False

    def read(self, alternative: Alternative, given: Sequence[Word], asked: Asked, by_words: Fit) -> Fit:
        """What the answer is worth, given what words alone say of it; it may be worth more, never less."""
        if _script(given) != _script(alternative.words):
            return self._translated(alternative, given, by_words)
        if (tail := _of_tail(alternative, given)) is not None:
            return tail
        self._vectors_of(needed_texts(alternative, given, asked))
        return self._reworded(alternative, given, by_words, self.facts(alternative, given, asked))

    def facts(self, alternative: Alternative, given: Sequence[Word], asked: Asked) -> list[float]:
        """What the model of likeness weighs."""
        return facts(alternative, given, asked, self._cosine)

    def _reworded(self, alternative: Alternative, given: Sequence[Word], by_words: Fit, told: Sequence[float]) -> Fit:
        score = 0.0 if self.failing else model().score(told)
        if score < max(by_words.score, ASKED):
            return by_words
        params = {"given": texts(alternative, given)[1], "answer": alternative.text}
        if score >= 0.5:
            sure = score >= 1.0 - ASKED
            return Fit(score, "other-name" if sure else "ask", "same_meaning", params, partial=not sure)
        if by_words.code == "different":
            return Fit(score, "ask", "near", params)
        return replace(by_words, score=score, verdict="ask")

    def _translated(self, alternative: Alternative, given: Sequence[Word], by_words: Fit) -> Fit:
        one, text = texts(alternative, given)
        params = {"given": text, "answer": alternative.text}
        cosine = self._cosine(one, text)
        phrases = min(_length(given), _length(alternative.words)) > 1
        enough = PHRASE if phrases else TRANSLATED
        if cosine >= enough and len(text) > 2:
            return Fit(0.6 + 0.3 * (cosine - enough) / (1.0 - enough), "other-name", "translated", params)
        if cosine >= NEAR:
            return Fit(0.25 + 0.2 * (cosine - NEAR) / (1.0 - NEAR), "ask", "near", params)
        return by_words

    def _cosine(self, one: str, other: str) -> float:
        vectors = self._vectors_of([one, other]) if one and other else None
        return float(vectors[0] @ vectors[1]) if vectors is not None else 0.0

    def _vectors_of(self, wanted: Sequence[str]) -> list[Any] | None:
        """Vectors of the texts, those that are new read in one call; None: the encoder has failed."""
        if self.failing:
            return None
        try:
            with self._lock:
                return self._learnt(wanted)
        except Exception as fault:
            # An encoder is other people's code on other people's machines: it may raise whatever it likes.
            self.failing = True
            _log.warning("answers are judged by words alone: the encoder fails: %s: %s", type(fault).__name__, fault)
            return None

    def _learnt(self, wanted: Sequence[str]) -> list[Any]:
        new = [text for text in dict.fromkeys(wanted) if text not in self._vectors]
        if new:
            if self._encoder is None:
                self._encoder = self._load()
            vectors = self._encoder.encode(new, normalize_embeddings=True, show_progress_bar=False)
            self._vectors.update(zip(new, vectors, strict=True))
        for text in wanted:
            self._vectors.move_to_end(text)
        found = [self._vectors[text] for text in wanted]
        while len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)
        return found


@cache
def meaning_of(encoder: str = "auto") -> Meaning | None:
    """The meaning of answers by that encoder, one for the process; None where words alone must do.

    Only the bundled encoder's thresholds are known: of another one the log tells that it is not used.
    """
    from embeddings import BUNDLED, encoder_in_use, load_encoder

    name = encoder_in_use(encoder)
    if name != BUNDLED:
        _log.warning("answers are judged by words alone: the encoder '%s' was never measured at them", name)
        return None
    return Meaning(lambda: load_encoder(name))


def _script(words: Sequence[Word]) -> str:
    scripts = [word.script for word in words if word.script]
    return max(set(scripts), key=scripts.count) if scripts else ""


def _length(words: Sequence[Word]) -> int:
    return sum(not word.is_light for word in words)


def _of_tail(alternative: Alternative, given: Sequence[Word]) -> Fit | None:
    """The end of a compound, which says what it is: бойскауты, скауты."""
    text, whole = texts(alternative, given)[1], fold(alternative.text)
    if len(text) < 5 or " " in whole or len(whole) - len(text) < 4 or not whole.endswith(text):
        return None
    return Fit(0.52, "ask", "part", {"missing": whole.removesuffix(text), "answer": alternative.text})
