"""Packs of quiz questions for the pages: a house's own ones in the store, those of the product, and drafts of a model.

A pack becomes the questions of a game by `hill_questions`; the game keeps them itself.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from companion.llm import Asker, NoAnswer
from companion.questions import Fault, Pack, Question, from_document, load_pack, to_document, vocabulary_pack
from companion.questions.topic import refusal, write_topic_pack
from companion.storage import PackStore, PackSummary
from companion.table.hill_order import HillQuestion

HOUR = 3600.0
"""Seconds: the drafts of one hour share what a game may ask of the model."""
EVERYBODYS = ""
"""Owner of the packs of a house: whoever hosts here may change them."""


@dataclass(frozen=True)
class OwnPack:
    """A pack of the house's own, and the version that a change of it starts from."""

    id: str
    version: int
    pack: Pack


@dataclass(frozen=True)
class Drafts:
    """What a language model wrote on a topic, for a person to look through; or why there is nothing."""

    questions: tuple[Question, ...]
    faults: tuple[Fault, ...]


class Packs:
    """The packs of one house. Safe to share between threads."""

    def __init__(self, store: PackStore, asker: Asker, *, now: Callable[[], float] = time.time) -> None:
        self._store, self._asker, self._now = store, asker, now

    @property
    def has_model(self) -> bool:
        """Whether a language model is set that can write drafts."""
        return self._asker.is_set

    def list(self) -> list[PackSummary]:
        """The house's own packs, the latest first. Raises StoreUnavailable."""
        return self._store.list(EVERYBODYS)

    def load(self, id: str) -> OwnPack | None:
        """None: it is gone. Raises DamagedSave, DamagedDeck, StoreUnavailable."""
        record = self._store.load(id)
        if record is None:
            return None
        return OwnPack(id, record.summary.version, from_document(record.document))

    def add(self, pack: Pack) -> OwnPack:
        """Keeps a new pack. Raises StoreUnavailable."""
        id = uuid.uuid4().hex[:12]
        return self._save(id, 0, replace(pack, name=f"own-{id}"))

    def change(self, own: OwnPack, pack: Pack) -> OwnPack:
        """Keeps the pack in the other's place. Raises StaleVersion when somebody else has changed or deleted it."""
        return self._save(own.id, own.version, pack)

    def delete(self, id: str) -> None:
        """Removes it for good; games that were begun with it keep their questions. Raises StoreUnavailable."""
        self._store.delete(id, EVERYBODYS)

    def drafts(self, topic: str, *, language: str, level: str, count: int) -> Drafts:
        """Questions on a topic by the language model, none of them checked; takes seconds."""
        found = write_topic_pack(
            self._asker,
            topic,
            language=language,
            level=level,  # type: ignore[arg-type]
            count=count,
            game=f"packs/{int(self._now() // HOUR)}",
        )
        if isinstance(found, NoAnswer):
            return Drafts((), (refusal(found),))
        return Drafts(found.pack.questions, found.faults)

    def _save(self, id: str, version: int, pack: Pack) -> OwnPack:
        version = self._store.save(
            id,
            version,
            to_document(pack),
            self._now(),
            owner=EVERYBODYS,
            title=pack.title,
            language=pack.language,
            questions=len(pack.questions),
        )
        return OwnPack(id, version, pack)


def named_pack(packs: Packs, pack: tuple[str, str, str], language: str) -> Pack | None:
    """The pack that these words name: `house` and language ("": the given one), `vocabulary` with the languages learned
    and known, `own` and an id. None: it has been deleted. Raises BadInput when it cannot be read."""
    kind, first, second = pack
    if kind == "house":
        return load_pack(language=first or language)
    if kind == "vocabulary":
        return vocabulary_pack(language=first, gloss_language=second)
    own = packs.load(first)
    return None if own is None else own.pack


def hill_questions(
    questions: Sequence[Question], *, levels: Collection[str], seed: int | None = None
) -> tuple[HillQuestion, ...]:
    """What a game asks: the checked questions of these levels, in the pack's order or, with a seed, shuffled."""
    chosen = [one for one in questions if one.checked and one.level in levels]
    if seed is not None:
        random.Random(seed).shuffle(chosen)
    return tuple(
        HillQuestion(
            id=one.id,
            question=one.question,
            answer=one.answer,
            accepted=one.accepted,
            refused=one.refused,
            level=one.level,
            category=one.category,
            picture=one.picture or None,
            sound=one.sound or None,
        )
        for one in chosen
    )


__all__ = ["EVERYBODYS", "Drafts", "OwnPack", "PackSummary", "Packs", "hill_questions", "named_pack"]
