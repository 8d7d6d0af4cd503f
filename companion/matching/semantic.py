"""The matcher of a table: words at once, and meaning beside them as soon as the encoder is there.

    matcher.mentions("…")        what the words say
    matcher.warm("bundled")      loads the encoder in the background
    matcher.notice               key of the message catalogue that says why meaning is missing, or ""

What is only meant is a question for the table. An encoder that is not the bundled one may be slow: the words of a
sentence are answered at once, and its meaning when it is asked for again (`stage` has changed).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.decks.deck import DEFAULT_DECK, load_deck
from companion.errors import CompanionError
from companion.matching.calibration import Strictness, meaning_model, meaning_path
from companion.matching.mention import Mention
from companion.matching.phrases import phrases
from companion.matching.words import WordMatcher

if TYPE_CHECKING:
    from companion.matching.background import Reader
    from companion.matching.meaning import Likely

NO_CALIBRATION = "matching/encoder_not_calibrated"
NO_ENCODER = "matching/encoder_failed"
OTHER_DECK = "matching/words_only_for_deck"

_log = logging.getLogger(__name__)
_readers: dict[str, Reader] = {}
"""By encoder: one for all tables of the process."""
_loading = threading.Lock()


@lru_cache(maxsize=16)
def _words_of(language: str, deck: str) -> WordMatcher:
    """One for tables of every strictness: making it takes a second and some memory."""
    return WordMatcher(language, deck)


class TableMatcher:
    """Words and meaning of one language and deck. Threads may share it."""

    def __init__(self, language: str, deck: str = DEFAULT_DECK, strictness: Strictness = "normal") -> None:
        """Raises DamagedDeck when the deck cannot be read or is not written in the language."""
        self._language, self._strictness = language, strictness
        self._words = _words_of(language, deck)
        self._deck = load_deck(language, deck)
        self._has_directions = deck == DEFAULT_DECK
        self._reader: Reader | None = None
        self._waits = False
        self._missing = ""
        self._warming: threading.Thread | None = None
        self._starting = threading.Lock()

    def warm(self, encoder: str = "auto", *, offline: bool = False, wait: bool = False) -> None:
        """Loads the encoder in the background, once; until then, and without it, words alone are heard.

        `wait`, for batches: returns when it is loaded, and from then on `mentions` waits for a slow encoder too.
        """
        with self._starting:
            if self._warming is None:
                self._warming = threading.Thread(
                    target=self._load, args=(encoder, offline), name="encoder", daemon=True
                )
                self._warming.start()
        if wait:
            self._waits = True
            self._warming.join()

    @property
    def stage(self) -> int:
        """0 until there is an encoder; grows whenever answers of before are worth asking for again."""
        return 0 if self._reader is None else 1 + self._reader.stage

    @property
    def notice(self) -> str:
        """Why words alone are heard: a key of the message catalogue, "" when nothing is missing."""
        return self._missing or (NO_ENCODER if self._reader is not None and self._reader.failing else "")

    def mentions(self, sentence: str, *, context: str = "", cards: Sequence[str] | None = None) -> list[Mention]:
        """Mentions worth showing, best first, at most one a card. Raises KeyError for an unknown card id."""
        said = self._words.mentions(sentence, context=context, cards=cards, strictness=self._strictness)
        reader = self._reader
        if reader is None or not sentence.strip():
            return said
        wanted = set(self._deck.by_id if cards is None else cards) - {one.card for one in said}
        meant = [self._meant(one, sentence) for one in self._worth_showing(reader, sentence) if one.card in wanted]
        return said + sorted(meant, key=lambda one: (-one.score, one.start, one.card))

    def _worth_showing(self, reader: Reader, sentence: str) -> list[Likely]:
        """The cards that are known to be likely enough, the two likeliest at most."""
        found = reader.likely(self._language, sentence, wait=self._waits) or []
        shown = [one for one in found if one.probability >= reader.thresholds[self._strictness]]
        return sorted(shown, key=lambda one: -one.probability)[:2]

    def _meant(self, likely: Likely, sentence: str) -> Mention:
        quote = sentence[likely.start : likely.end]
        why = phrases(self._language).why.meaning.replace("{name}", self._deck.by_id[likely.card].name)
        return Mention(
            card=likely.card,
            score=round(_ASK_MOST * likely.probability, 3),
            answer="ask",
            passing=False,
            start=likely.start,
            end=likely.end,
            quote=quote,
            why=why.replace("{quote}", quote),
        )

    def _load(self, encoder: str, offline: bool) -> None:
        from embeddings import encoder_in_use

        name = encoder_in_use(encoder)
        if not self._has_directions:
            self._missing = OTHER_DECK
            return
        try:
            with _loading:
                if name not in _readers:
                    made = _make(name, offline)
                    if made is None:
                        self._missing = NO_CALIBRATION
                        return
                    _readers[name] = made
        except (CompanionError, ImportError, OSError, MemoryError, ValueError, RuntimeError) as fault:
            _log.warning("words alone are heard: the encoder '%s' cannot be used: %s", name, fault)
            self._missing = NO_ENCODER
            return
        self._reader = _readers[name]


_ASK_MOST = 0.49
"""A question stays below the 0.5 from which a mention counts as flagged."""


def _make(name: str, offline: bool) -> Reader | None:
    """The reader of that encoder; None when it was never calibrated."""
    model = meaning_model(name)
    if model is None:
        return None
    from companion.matching.background import Reader
    from companion.matching.meaning import Directions, Meaning
    from embeddings import BUNDLED, load_encoder

    directions = Directions.load(meaning_path(name).with_suffix(".npz"))
    # The bundled encoder takes a few milliseconds; what another takes, here or elsewhere, nobody knows.
    return Reader(Meaning(load_encoder(name, offline=offline), directions, model), slow=name != BUNDLED)
