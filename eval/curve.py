"""The learning curve: what the lexicon's entries bring, and so what more of them would.

A share of the entries is kept, drawn at random, and the words alone answer the sentences. Descriptions and phrases that
silence a card stay: they are no more ways to say it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from unittest import mock

from companion.decks.deck import DEFAULT_DECK, load_deck
from companion.matching import words
from companion.matching.vocabulary import Vocabulary, vocabulary
from eval.data import DataSet
from eval.mentions import answers_of
from eval.provenance import Provenance
from eval.report import LANGUAGES, REPORTS, made_by, table, write_report
from eval.scoring import Score, flagged, score, tally

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
DRAWS = 3
"""Which entries are kept is luck: shares between none and all are drawn as often."""


@dataclass(frozen=True)
class Point:
    """How well the words do with a share of the entries; means over the draws."""

    share: float
    entries: int
    precision: float
    recall: float
    f1: float
    lowest: float
    highest: float
    """F1 of the draws."""


@dataclass(frozen=True)
class Curve:
    """Everything that a report on the lexicon tells."""

    data: str
    language: str
    points: tuple[Point, ...]
    provenance: Provenance


def measure(data: DataSet, made_by: Provenance) -> Curve:
    """Answers the sentences with ever more entries."""
    return Curve(data.name, data.language, tuple(_point(data, share) for share in SHARES), made_by)


def thinned(whole: Vocabulary, language: str, share: float, seed: int) -> Vocabulary:
    """With a share of the lexicon's entries; of the same seed, a larger share holds a smaller one."""
    entries = _entries(whole, language)
    luck = random.Random(seed)
    dropped = {entry for entry in entries if luck.random() >= share}
    names = [(pattern, name) for pattern, name in whole.names if (name.card, pattern.text) not in dropped]
    return replace(whole, names=names)


def _entries(whole: Vocabulary, language: str) -> list[tuple[str, str]]:
    """The lexicon's entries as card and text: all names that the deck does not print on its cards."""
    shown = {
        (card.id, spelling)
        for card in load_deck(language).cards
        for text in (card.name, *card.face.other)
        for spelling in (text, text.replace("-", " ").strip())  # the matcher also reads a hyphen as a space
    }
    listed = dict.fromkeys((name.card, pattern.text) for pattern, name in whole.names)
    return [entry for entry in listed if entry not in shown]


def write_curve(result: Curve, folder: Path = REPORTS) -> Path:
    """Writes curve-<data>-<lang>.{json,md,png} and gives the path of the Markdown file."""
    stem = f"curve-{result.data}-{result.language}"
    path = write_report(stem, asdict(result), curve_markdown(result, f"{stem}.png"), folder)
    draw_curve(result, folder / f"{stem}.png")
    return path


def curve_markdown(result: Curve, picture: str) -> str:
    """The report as Markdown."""
    rows = [
        (
            f"{point.share:.0%}",
            str(point.entries),
            f"{point.precision:.3f}",
            f"{point.recall:.3f}",
            f"{point.f1:.3f}",
            f"{point.lowest:.3f}–{point.highest:.3f}",
        )
        for point in result.points
    ]
    last, before = result.points[-1].f1, result.points[-2].f1
    parts = [
        f"# What do the lexicon's entries bring? {LANGUAGES[result.language]}, {result.data} data",
        made_by(result.provenance),
        "The words alone, with a share of the lexicon's entries beside the deck's own names. Shares between none and "
        f"all are means of {DRAWS} draws.",
        table(("entries kept", "how many", "precision", "recall", "F1", "F1 of the draws"), rows),
        f"The last quarter of the entries changed F1 by {last - before:+.3f}.",
        f"![F1 by the number of entries]({picture})",
    ]
    return "\n\n".join(parts) + "\n"


def draw_curve(result: Curve, path: Path) -> None:
    """F1 by the number of entries, with the range of the draws."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 3.4), layout="constrained")
    axes = figure.subplots()
    entries = [point.entries for point in result.points]
    axes.fill_between(
        entries,
        [point.lowest for point in result.points],
        [point.highest for point in result.points],
        color="#cfe0da",
        linewidth=0,
    )
    axes.plot(entries, [point.f1 for point in result.points], marker="o", color="#2f6f5e")
    axes.set(xlabel="entries of the lexicon", ylabel="F1, words alone")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=90, metadata={"Software": None})


def _point(data: DataSet, share: float) -> Point:
    whole = vocabulary(data.language, DEFAULT_DECK)
    draws = [thinned(whole, data.language, share, seed) for seed in range(DRAWS if 0 < share < 1 else 1)]
    scores = [_scored(data, kept) for kept in draws]
    return Point(
        share=share,
        entries=round(_mean([len(_entries(kept, data.language)) for kept in draws])),
        precision=_mean([one.precision for one in scores]),
        recall=_mean([one.recall for one in scores]),
        f1=_mean([one.f1 for one in scores]),
        lowest=min(one.f1 for one in scores),
        highest=max(one.f1 for one in scores),
    )


def _scored(data: DataSet, kept: Vocabulary) -> Score:
    # Players have no use for half a vocabulary, so the product's matcher offers none.
    with mock.patch.object(words, "vocabulary", lambda *_: kept):
        matcher = words.WordMatcher(data.language)
    answers = answers_of(matcher, data)
    return score([tally(one, flagged(found)) for one, found in zip(data.sentences, answers, strict=True)])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
