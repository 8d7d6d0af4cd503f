"""The claim "when a narrator tells a sentence, the right cards light up", measured on labelled sentences.

The product's matcher and the baselines answer the same sentences; every row of a report is scored by the same code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

from tqdm import tqdm

from companion.decks.deck import load_deck
from companion.matching import Answer, Matcher, Mention, matcher_for
from companion.matching.calibration import passing_model
from companion.matching.semantic import TableMatcher
from companion.matching.words import WordMatcher
from companion.rules.cards import Category
from companion.settings import settings
from embeddings import encoder_in_use
from eval.baselines import by_cosine, by_name, by_names, encoders
from eval.data import DataSet, Labelled
from eval.provenance import Provenance
from eval.scoring import FLAG, Bin, Passing, Score, flagged, reliability, score, score_passing, tally

T = TypeVar("T")
Flags = Sequence[frozenset[str]]
"""A method's flagged cards, sentence by sentence."""

COMPANION = "Story Companion"
WORDS = "its words alone"


@dataclass(frozen=True)
class Method:
    """One way to flag cards, and how well it does."""

    name: str
    note: str
    overall: Score
    categories: dict[str, Score]
    kinds: dict[str, Score]
    """By kind of difficulty; a sentence may be of several kinds or none."""


@dataclass(frozen=True)
class Unseen:
    """What the model of `passing` scores on tales that it has not seen: nothing else in a flag is fitted to data."""

    how: str
    figures: dict[str, float]


@dataclass(frozen=True)
class Answered:
    """The mentions that got one answer (hit, implied, ask), flags and weaker ones."""

    shown: int
    flags: int
    mentioned: int
    """How many of those shown the labels say are mentioned."""
    left_out: int
    """How many the labels leave to the table as well."""


@dataclass(frozen=True)
class CardFaults:
    """A card with false or missing flags."""

    card: str
    false: int
    missed: int


@dataclass(frozen=True)
class Evaluation:
    """Everything that a report tells."""

    data: str
    language: str
    tales: int
    labels: dict[str, int]
    methods: tuple[Method, ...]
    """The product first, then its words alone, then the baselines."""
    passing: Passing
    passing_unseen: Unseen
    answers: dict[str, Answered]
    """By the matcher's answer."""
    reliability: tuple[Bin, ...]
    faults: tuple[CardFaults, ...]
    """Worst first; empty for test data, which nobody should tune to."""
    provenance: Provenance


def evaluate(data: DataSet, chosen_on: DataSet, made_by: Provenance, *, refit: bool = False) -> Evaluation:
    """Runs the product and the baselines.

    `chosen_on`: where the baselines' thresholds are chosen. `refit`: fit anew what is fitted, on other tales of the
    same data each time.
    """
    matcher = everything_on(data.language)
    answers = answers_of(matcher, data)
    how = f"words alone: {matcher.notice}" if matcher.notice else f"words and meaning, encoder {encoder()}"
    flags: Flags = [flagged(mentions) for mentions in answers]
    by_words = [flagged(mentions) for mentions in answers_of(WordMatcher(data.language), data)]
    return Evaluation(
        data=data.name,
        language=data.language,
        tales=len({one.tale for one in data.sentences if one.tale}),
        labels=_labels(data.sentences),
        methods=(
            _method(data, COMPANION, how, flags),
            _method(data, WORDS, "", by_words),
            *_baselines(data, chosen_on),
        ),
        passing=score_passing(data.sentences, answers),
        passing_unseen=_cross_validated(data) if refit else Unseen("when it was made", passing_model().measured),
        answers=_by_answer(data.sentences, answers),
        reliability=tuple(reliability(data.sentences, answers)),
        faults=() if data.name == "test" else tuple(_faults(data.sentences, flags)),
        provenance=made_by,
    )


def everything_on(language: str) -> TableMatcher:
    """The product's matcher, with the encoder that the settings name loaded. Its `notice` says when that failed."""
    matcher = matcher_for(language)
    matcher.warm(encoder(), wait=True)
    return matcher


def encoder() -> str:
    """The encoder that the settings name."""
    return encoder_in_use(settings().encoder)


def answers_of(matcher: Matcher, data: DataSet) -> list[list[Mention]]:
    """What the matcher says of each sentence, told what came before it."""
    return [
        matcher.mentions(one.sentence, context=one.context)
        for one in shown(data.sentences, f"{data.name} {data.language}")
    ]


def faults_in(data: DataSet, answers: Sequence[Sequence[Mention]]) -> Iterable[str]:
    """Each sentence that was answered wrongly, with what was false and what was missed, as lines for a terminal."""
    for one, mentions in zip(data.sentences, answers, strict=True):
        cards = flagged(mentions)
        false = sorted(cards - one.gold - one.left_out)
        missed = sorted(one.gold - cards)
        quotes = {mention.card: mention.quote for mention in mentions}
        if false or missed:
            yield f"{one.id}  {one.sentence}"
            yield from (f"    false   {card}  «{quotes[card]}»" for card in false)
            yield from (f"    missed  {card}" for card in missed)


def shown(items: Sequence[T], what: str) -> Iterable[T]:
    """The items, with progress on a terminal."""
    return tqdm(items, desc=what, unit=" sentences", file=sys.stderr, disable=None, leave=False)


def _baselines(data: DataSet, chosen_on: DataSet) -> Iterable[Method]:
    named: list[tuple[str, Callable[[Iterable[Labelled], str], Flags]]] = [
        ("lemma of the name", by_name),
        ("names and other names", by_names),
    ]
    for name, flags in named:
        yield _method(data, name, "", flags(data.sentences, data.language))
    for bare in encoders(data.language):
        near, threshold = by_cosine(data.sentences, chosen_on.sentences, data.language, bare)
        where = "this data" if chosen_on is data else chosen_on.name
        yield _method(data, bare.name, f"threshold {threshold:.3f}, the best one on {where}", near)


def _method(data: DataSet, name: str, note: str, flags: Flags) -> Method:
    pairs = list(zip(data.sentences, flags, strict=True))
    categories = {
        category.value: frozenset(card.id for card in load_deck(data.language).cards if card.category is category)
        for category in Category
    }
    kinds = sorted({kind for one in data.sentences for kind in one.kinds})
    return Method(
        name=name,
        note=note,
        overall=score([tally(one, cards) for one, cards in pairs], intervals=True),
        categories={
            category: score([tally(one, cards, only) for one, cards in pairs], intervals=True)
            for category, only in categories.items()
        },
        kinds={
            kind: score([tally(one, cards) for one, cards in pairs if kind in one.kinds], intervals=True)
            for kind in kinds
        },
    )


def _labels(sentences: Sequence[Labelled]) -> dict[str, int]:
    return {
        "sentences": len(sentences),
        "sentences with no card": sum(not one.gold for one in sentences),
        "mentions": sum(len(one.mentions) for one in sentences),
        "passing": sum(len(one.passing) for one in sentences),
        "implied": sum(len(one.implied) for one in sentences),
        "left out": sum(len(one.left_out) for one in sentences),
    }


def _cross_validated(data: DataSet) -> Unseen:
    from companion.matching.calibrate import calibrate_passing, read_labelled

    rows = [row for row in read_labelled([data.path.parent]) if row.language == data.language]
    return Unseen("fitted anew to other tales of this data each time", calibrate_passing(rows)["measured"])


def _by_answer(sentences: Sequence[Labelled], answers: Sequence[Sequence[Mention]]) -> dict[str, Answered]:
    pairs = [(one, mention) for one, found in zip(sentences, answers, strict=True) for mention in found]
    return {answer: _answered([pair for pair in pairs if pair[1].answer == answer]) for answer in get_args(Answer)}


def _answered(pairs: Sequence[tuple[Labelled, Mention]]) -> Answered:
    return Answered(
        shown=len(pairs),
        flags=sum(mention.score >= FLAG for _, mention in pairs),
        mentioned=sum(mention.card in one.gold for one, mention in pairs),
        left_out=sum(mention.card in one.left_out for one, mention in pairs),
    )


def _faults(sentences: Sequence[Labelled], flags: Flags) -> list[CardFaults]:
    pairs = list(zip(sentences, flags, strict=True))
    false = [card for one, cards in pairs for card in cards - one.gold - one.left_out]
    missed = [card for one, cards in pairs for card in one.gold - cards]
    found = [CardFaults(card, false.count(card), missed.count(card)) for card in sorted({*false, *missed})]
    return sorted(found, key=lambda one: (-one.false - one.missed, one.card))
