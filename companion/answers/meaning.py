"""What the encoder says of answers that share no telling word: is it the same in another language, or in other words?

Near in meaning is not right: quiz answers go wrong by naming the neighbour (October for November), which an encoder
holds for nearly the same. So within one alphabet it may only ask, unless the texts mean the same almost to the point;
across alphabets, where translations meet, it may accept. The thresholds are those of the bundled encoder, chosen on
eval/data/dev (`companion eval answers` measures them).
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.answers.fit import Asked, Fit
from companion.answers.names import is_common
from companion.answers.reference import Alternative
from companion.answers.words import Word, fold

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

SAME = 0.88
"""From this cosine on two texts in one alphabet mean the same."""
TRANSLATED = 0.66
"""From this cosine on a text is the other's translation."""
PHRASE = 0.57
"""From this cosine on a phrase of several words is the other's translation."""
REWORDED, LIKE = 0.83, 0.5
"""From these cosines on (of the whole, and of what differs) a phrase says the same with another word in it."""
PART, BARE_PART = 0.6, 0.75
"""From these cosines on what is left of a phrase tells enough, with the word that says what it is, and without."""
STATED = 0.72
"""From this cosine on a sentence says what another sentence says, where they share a word."""
SAME_STEM = 0.95
"""From this cosine on a word of the same long stem is the same in another part of speech."""
NEAR = 0.6
"""From this cosine on the host is asked."""
_STEM = 6
"""Letters with which words of one stem begin alike."""
_KEPT = 4096
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
        self.failing = False

    def of_other(self, alternative: Alternative, given: Sequence[Word], asked: Asked) -> Fit:
        """No telling word is shared."""
        return self._judged(alternative, given)

    def of_replaced(
        self,
        alternative: Alternative,
        given: Sequence[Word],
        missing: Sequence[Word],
        extra: Sequence[Word],
        asked: Asked,
    ) -> Fit:
        """Some words are shared, and others stand for those that are missing."""
        text, params = _text(given), {"given": _text(given), "answer": alternative.text}
        if _script(given) != _script(alternative.words):
            return self._judged(alternative, given)
        cosine = self._cosine(alternative.text.lower(), text)
        names = any(word.capital for word in missing) and any(word.capital for word in extra)
        may = cosine >= REWORDED and not alternative.title and not names
        if may and self._cosine(_text(missing), _text(extra)) >= LIKE:
            return Fit(0.5 + 0.4 * (cosine - REWORDED) / (1.0 - REWORDED), "ask", "same_meaning", params)
        return Fit(
            0.12 + 0.3 * max(0.0, cosine - NEAR),
            "ask" if cosine >= NEAR else "wrong",
            "replaced",
            {"extra": _text(extra), "missing": _text(missing)},
        )

    def of_statement(self, alternative: Alternative, given: Sequence[Word]) -> Fit | None:
        """Both are sentences that share a telling word; None: they do not say the same."""
        text = _text(given)
        cosine = self._cosine(alternative.text.lower(), text)
        if _script(given) != _script(alternative.words) or cosine < STATED:
            return None
        params = {"given": text, "answer": alternative.text}
        return Fit(0.55 + 0.4 * (cosine - STATED) / (1.0 - STATED), "ask", "same_meaning", params, partial=True)

    def of_part(self, alternative: Alternative, given: Sequence[Word], *, head: bool) -> float:
        """How surely a part of the right answer is enough. `head`: the word that says what it is stays."""
        enough = self._cosine(alternative.text.lower(), _text(given)) >= (PART if head else BARE_PART)
        return 0.55 if enough else 0.35

    def _judged(self, alternative: Alternative, given: Sequence[Word]) -> Fit:
        text = _text(given)
        params = {"given": text, "answer": alternative.text}
        translated = _script(given) != _script(alternative.words)
        cosine = self._cosine(alternative.text.lower(), text)
        phrases = min(_length(given), _length(alternative.words)) > 1
        enough = SAME if not translated else PHRASE if phrases else TRANSLATED
        alike = _looks_alike(text, alternative.text.lower())
        may = translated or not (alike or _is_name(alternative, given))
        if alike and cosine >= SAME_STEM and _share_stem(text, alternative.text.lower()):
            may = True
        if cosine >= enough and len(text) > 2 and may:
            score = 0.6 + 0.3 * (cosine - enough) / (1.0 - enough)
            return Fit(score, "other-name", "translated" if translated else "same_meaning", params)
        if _is_tail(text, alternative) and (cosine >= NEAR or len(alternative.text) - len(text) >= 4):
            return Fit(
                0.52,
                "ask",
                "part",
                {"missing": alternative.text.lower().removesuffix(text), "answer": alternative.text},
            )
        if cosine >= NEAR:
            return Fit(0.25 + 0.2 * (cosine - NEAR) / (1.0 - NEAR), "ask", "near", params)
        return Fit(max(0.02, 0.1 * cosine), "wrong", "different", params)

    def _cosine(self, one: str, other: str) -> float:
        if self.failing or not one or not other:
            return 0.0
        try:
            self._learn([one, other])
        except Exception as fault:
            # An encoder is other people's code on other people's machines: it may raise whatever it likes.
            self.failing = True
            _log.warning("answers are judged by words alone: the encoder fails: %s: %s", type(fault).__name__, fault)
            return 0.0
        cosine = float(self._vectors[one] @ self._vectors[other])
        while len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)
        return cosine

    def _learn(self, texts: Sequence[str]) -> None:
        """Vectors of the texts, those that are new in one call."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            if self._encoder is None:
                self._encoder = self._load()
            vectors = self._encoder.encode(new, normalize_embeddings=True, show_progress_bar=False)
            self._vectors.update(zip(new, vectors, strict=True))
        for text in texts:
            self._vectors.move_to_end(text)


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


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words if not word.is_filler)


def _script(words: Sequence[Word]) -> str:
    scripts = [word.script for word in words if word.script]
    return max(set(scripts), key=scripts.count) if scripts else ""


def _is_name(alternative: Alternative, given: Sequence[Word]) -> bool:
    """Names that are near in meaning are names of neighbours: Einstein and Eisenstein."""
    return len(alternative.words) == 1 and any(
        "name" in word.parts or not word.parts & {"noun", "adjective", "verb"} or _is_proper(word)
        for word in (*alternative.words, *given)
    )


def _is_proper(word: Word) -> bool:
    return word.script == "latin" and word.text.isascii() and not is_common(word.text)


def _length(words: Sequence[Word]) -> int:
    return sum(not word.is_light for word in words)


def _is_tail(text: str, alternative: Alternative) -> bool:
    """The end of a compound, which says what it is: бойскауты, скауты."""
    whole = fold(alternative.text)
    return len(text) >= 5 and " " not in whole and len(whole) - len(text) >= 3 and whole.endswith(text) and whole > "а"


def _share_stem(one: str, other: str) -> bool:
    shared = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return shared >= _STEM and max(len(one), len(other)) - shared <= 2


def _looks_alike(one: str, other: str) -> bool:
    """An encoder of word pieces takes what is spelt alike for alike: cyclops and cyclone, жало and жалко."""
    begins = min(4, len(one) - 1, len(other) - 1)
    return " " not in one and " " not in other and begins > 1 and one[:begins] == other[:begins]
