"""The claim "the house's narrators tell tales that one wants to hear", measured on seeded games of three of them.

The games go through the same table as everybody's, in a database of their own, and are read afterwards by matcher,
referee and judge.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from companion.decks import load_deck
from companion.judge.scripted import judge_for
from companion.language import tokens
from companion.matching import Matcher, matcher_for
from companion.memory import StoryMemory
from companion.rules import tale
from companion.settings import settings
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, SeatKind, Tables
from companion.table.opening import open_voice
from eval.narrator_levels import GAMES, Spoken, levels_of
from eval.provenance import Provenance
from eval.report import LANGUAGES, REPORTS, made_by, table, targets_table, write_report

SEATS = 3
LONGEST = 120
"""Sentences within which a tale should end."""
_GIVEN_UP = 3 * LONGEST
_SHARED_PHRASES = 50
"""Games whose phrases are compared with one another."""
_SAMPLES = 3
_WHO = {"scripted": "scripted narrators", "llm": "narrators of a language model"}


@dataclass(frozen=True)
class Target:
    """A figure to reach."""

    wanted: float
    at_most: bool = False

    def reached(self, measured: float) -> bool:
        """Whether the figure is as wanted."""
        return measured <= self.wanted if self.at_most else measured >= self.wanted


TARGETS = {
    f"ends within {LONGEST} sentences": Target(0.98),
    "laid cards that the matcher finds": Target(0.98),
    "of these not in passing": Target(0.90),
    "sentences with a fault": Target(0.05, at_most=True),
    "endings that the judge accepts": Target(0.85),
    "sentences told twice in a game": Target(0.0, at_most=True),
    f"distinct runs of four words in {_SHARED_PHRASES} games": Target(0.60),
    "games won by the luckiest seat": Target(0.45, at_most=True),
    "seconds a turn, 95th percentile": Target(0.15, at_most=True),
}


@dataclass
class Played:
    """One game, and what its readers found."""

    told: tuple[str, ...]
    turns: tuple[int, ...]
    """Which seat told each sentence."""
    winner: int | None
    ending: str
    laid: list[tuple[bool, bool]] = field(default_factory=list)
    """Of each card that lies: was it found in its sentence, and was it more than told in passing?"""
    faults: Counter[str] = field(default_factory=Counter)
    """Verdicts of the referee on sentences as they were told."""
    accepted: bool = False
    """The judge finds the ending plausible."""
    seconds: list[float] = field(default_factory=list)
    """How long each step of the house took."""
    stood_in: Counter[str] = field(default_factory=Counter)
    """Why scripted narrators told sentences in place of a language model."""
    requests: int = 0
    """To the language model."""


@dataclass(frozen=True)
class Evaluation:
    """Everything a report says."""

    language: str
    games: int
    measured: dict[str, float]
    faults: dict[str, int]
    sentences: int
    samples: tuple[Played, ...]
    provenance: Provenance
    by: SeatKind = "scripted"
    stood_in: dict[str, int] = field(default_factory=dict)
    """Sentences of the house's narrators in place of the model's, by the reason."""
    requests: int = 0
    """To the language model, in all games."""
    levels: tuple[Spoken, ...] = ()
    """How scripted narrators of each level spoke."""


def evaluate(
    language: str,
    games: int,
    seed: int,
    provenance: Provenance,
    watch: Callable[[range], Sequence[int] | range] = lambda numbers: numbers,
    by: SeatKind = "scripted",
) -> Evaluation:
    """Plays games of the seeds from `seed` on and measures them. `watch`: shows how far it is; `by`: who sits at the
    tables. Raises BadInput when that is a language model and none is set."""
    with TemporaryDirectory() as folder:
        voice = open_voice(settings())
        tables = Tables(GameStore(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), voice=voice)
        played = [play(tables, language, number, by) for number in watch(range(seed, seed + games))]
    faults = sum((one.faults for one in played), Counter())
    return Evaluation(
        language=language,
        games=games,
        measured=figures(played, language),
        faults=dict(sorted(faults.items())),
        sentences=sum(len(one.told) for one in played),
        samples=tuple(one for one in played if one.winner is not None)[:_SAMPLES],
        provenance=provenance,
        by=by,
        stood_in=dict(sum((one.stood_in for one in played), Counter())),
        requests=sum(one.requests for one in played),
        levels=levels_of(language, seed) if by == "scripted" else (),
    )


def play(tables: Tables, language: str, seed: int, by: SeatKind = "scripted") -> Played:
    """One game of three equal narrators from the deal to the end, or until it is given up."""
    seats = tuple(SeatInfo(f"seat {seat}", by) for seat in range(SEATS))
    game = tables.create(NewTable(language, seats, seed=seed))
    matcher = matcher_for(language)
    faults: Counter[str] = Counter()
    seconds, heard = [], 0
    while True:
        looked = tables.look(game, None)
        view = looked.tale
        if len(view.sentences) > heard:
            heard = len(view.sentences)
            if said := tables.advice.on_narration(game, view, language, "tale"):
                faults[said.verdict] += said.verdict != "ok"
        if view.phase is tale.Phase.OVER or heard > _GIVEN_UP:
            break
        began = time.perf_counter()
        if not tables.tell_on(game):
            break
        seconds.append(time.perf_counter() - began)
    ending = load_deck(language).endings[view.final_ending] if view.final_ending else ""
    played = Played(
        told=tuple(one.text for one in view.sentences),
        turns=tuple(one.seat for one in view.sentences),
        winner=view.outcome.winners[0] if view.outcome and view.outcome.winners else None,
        ending=ending,
        laid=[_found(matcher, view, one) for one in view.laid if one.how != "interrupt"],
        faults=+faults,
        seconds=seconds,
        stood_in=Counter(looked.stood_in.values()),
        requests=looked.model.requests if looked.model is not None else 0,
    )
    played.accepted = bool(ending) and judge_for(language).judge(_memory(language, played.told), ending).plausible
    return played


def _found(matcher: Matcher, view: tale.TaleView, laid: tale.Laid) -> tuple[bool, bool]:
    found = matcher.mentions(view.sentences[laid.sentence].text, cards=[laid.card])
    said = [one for one in found if one.answer != "ask"]
    return bool(said), any(not one.passing for one in said)


def _memory(language: str, told: Sequence[str]) -> StoryMemory:
    memory = StoryMemory(language)
    for sentence in told:
        memory.tell(sentence)
    return memory


def figures(played: Sequence[Played], language: str) -> dict[str, float]:
    """The figures of TARGETS, in their order."""
    laid = [one for game in played for one in game.laid]
    told = sum(len(game.told) for game in played)
    found = [weighty for is_found, weighty in laid if is_found]
    ended = [game for game in played if game.winner is not None]
    wins = Counter(game.winner for game in ended)
    twice = sum(len(game.told) - len(set(game.told)) for game in played)
    values = (
        _share(sum(len(game.told) <= LONGEST for game in ended), len(played)),
        _share(len(found), len(laid)),
        _share(sum(found), len(found)),
        _share(sum(sum(game.faults.values()) for game in played), told),
        _share(sum(game.accepted for game in ended), len(ended)),
        float(twice),
        _distinct(played[:_SHARED_PHRASES], language),
        _share(max(wins.values(), default=0), len(ended)),
        float(np.percentile([one for game in played for one in game.seconds], 95)),
    )
    return dict(zip(TARGETS, values, strict=True))


def _distinct(played: Sequence[Played], language: str) -> float:
    """Share of the runs of four words that are different ones."""
    runs: Counter[tuple[str, ...]] = Counter()
    for game in played:
        for sentence in game.told:
            words = [word.text.lower() for word in tokens(sentence, language)]
            runs.update(zip(words, words[1:], words[2:], words[3:], strict=False))
    return _share(len(runs), sum(runs.values()))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def write_narrators(result: Evaluation, folder: Path = REPORTS) -> Path:
    """Writes narrators-<lang>.{json,md}, or narrators-llm-<lang>, and gives the path of the Markdown file."""
    stem = f"narrators-{result.language}" if result.by == "scripted" else f"narrators-{result.by}-{result.language}"
    figures_only = {name: value for name, value in asdict(result).items() if name != "samples"}
    return write_report(stem, figures_only, markdown(result), folder)


def markdown(result: Evaluation) -> str:
    """The report as Markdown, with whole sample tales."""
    targets = [
        (
            name,
            f"{'at most' if target.at_most else 'at least'} {target.wanted:g}",
            f"{result.measured[name]:.3f}",
            target.reached(result.measured[name]),
        )
        for name, target in TARGETS.items()
    ]
    parts = [
        f"# Narrators of the house: {LANGUAGES[result.language]}",
        made_by(result.provenance),
        f"{result.games} games of {SEATS} equal {_WHO[result.by]}, {result.sentences} sentences."
        + (f" {stood_in_line(result)}" if result.by == "llm" else ""),
        "## Figures to reach",
        targets_table(targets),
        "## What the referee would object to",
        table(("verdict", "sentences"), [(name, str(count)) for name, count in result.faults.items()]),
        *_levels(result.levels),
        "## Tales",
        *(f"### Tale {number}\n\n{_tale(one)}" for number, one in enumerate(result.samples, 1)),
    ]
    return "\n\n".join(parts) + "\n"


def _levels(levels: Sequence[Spoken]) -> list[str]:
    if not levels:
        return []
    rows = [
        (one.level, str(one.sentences), f"{one.within:.0%}", f"{one.near:.0%}", f"{one.words:.1f}") for one in levels
    ]
    return [
        f"## The level that was chosen for them ({GAMES} games each)",
        table(("level", "sentences", "of that level or easier", "at most one level harder", "words a sentence"), rows),
    ]


def stood_in_line(result: Evaluation) -> str:
    """What a language model cost, and how often the house's narrators told in its place."""
    reasons = ", ".join(f"{name} {count}" for name, count in sorted(result.stood_in.items()))
    return (
        f"{result.requests} requests to the model; {sum(result.stood_in.values())} sentences told by the house's "
        f"narrator in its place ({reasons or 'none'})."
    )


def _tale(one: Played) -> str:
    """A paragraph for each turn; the ending last."""
    text = "".join(
        sentence + ("\n\n" if before != after else " ")
        for sentence, (before, after) in zip(one.told, pairwise((*one.turns, -1)), strict=True)
    )
    return f"{text.strip()}\n\n*{one.ending}*"
