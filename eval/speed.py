"""The claim "flags come at once", measured: time a sentence, the first flag after a cold start, memory, throughput.

Each figure comes from a process of its own, so that none profits from another's warm caches or pays for its memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from eval.data import DataSet, Labelled
from eval.provenance import Provenance

COLD_STARTS = 5
NAIVE_SENTENCES = 100
_MEGABYTE = 1_000_000
_FIRST_SENTENCE = {"ru": "Жил-был король.", "en": "Once there was a king."}
_FIRST_FLAG = """
from companion.matching import matcher_for
assert matcher_for({language!r}).mentions({sentence!r})
print("flag", flush=True)
"""

Given = tuple[str, str]
"""A sentence and what was told before it."""


@dataclass(frozen=True)
class Pace:
    """How long one sentence takes against the whole deck: milliseconds of the clock, and of the processor."""

    sentences: int
    median: float
    percentile_95: float
    longest: float
    processor: float
    """Median; all threads together. Other work on the machine does not change it much."""
    start: float
    """Seconds until the matcher is ready for its first sentence, imports included."""
    memory: float
    """Peak of the whole process in megabytes."""


@dataclass(frozen=True)
class ColdStart:
    """From the start of a new Python to its first flag by words: median of some starts."""

    seconds: float
    processor: float
    """Seconds of the processor."""


@dataclass(frozen=True)
class Batch:
    """`companion match` over a file, its start included."""

    sentences: int
    seconds: float
    processor: float
    """Seconds of the processor, all cores together."""
    per_second: float
    memory: float
    """Peak of the process in megabytes."""


@dataclass(frozen=True)
class Speed:
    """Everything that a report on the speed in one language tells."""

    language: str
    full: Pace
    words: Pace
    cold: ColdStart
    batch: Batch
    small_batch: Batch
    """A tenth as many sentences: memory must not grow with the file."""
    naive: Pace | None
    """MiniLM encodes the sentence and all names anew each time; None where it is not installed, or not its language."""
    load: float
    """Mean number of processes that wanted to run in the minute before: more than the cores, and others slow us."""
    provenance: Provenance


def measure(data: DataSet, sentences: int, made_by: Provenance) -> Speed:
    """Measures one language on its sentences; `sentences`: how many the generated file has."""
    from eval.baselines import minilm_folder

    has_naive = data.language == "en" and minilm_folder() is not None
    given = [(one.sentence, one.context) for one in data.sentences]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    with tqdm(total=6, desc=f"speed {data.language}", file=sys.stderr, disable=None, leave=False) as steps:

        def step(measured: Callable[..., Any], *arguments: Any) -> Any:
            value = measured(*arguments)
            steps.update()
            return value

        return Speed(
            language=data.language,
            full=step(_alone, pace_of_all, data.language, given),
            words=step(_alone, pace_of_words, data.language, given),
            cold=step(cold_start, data.language),
            batch=step(run_batch, data.language, data.sentences, sentences),
            small_batch=step(run_batch, data.language, data.sentences, max(1, sentences // 10)),
            naive=step(_alone, pace_of_naive, data.language, given[:NAIVE_SENTENCES]) if has_naive else None,
            load=load,
            provenance=made_by,
        )


def pace_of_all(language: str, given: Sequence[Given]) -> Pace:
    """The product's matcher as a game uses it."""
    started = time.perf_counter()
    from eval.mentions import everything_on

    matcher = everything_on(language)
    matcher.mentions(_FIRST_SENTENCE[language])
    return _pace(given, started, lambda sentence, context: matcher.mentions(sentence, context=context))


def pace_of_words(language: str, given: Sequence[Given]) -> Pace:
    """The words alone: what flags before meaning follows."""
    started = time.perf_counter()
    from companion.matching.words import WordMatcher

    matcher = WordMatcher(language)
    matcher.mentions(_FIRST_SENTENCE[language])
    return _pace(given, started, lambda sentence, context: matcher.mentions(sentence, context=context))


def pace_of_naive(language: str, given: Sequence[Given]) -> Pace:
    """An encoder from the shelf, asked for the sentence and every card's name each time."""
    started = time.perf_counter()
    from companion.decks.deck import load_deck
    from embeddings import load_encoder
    from eval.baselines import minilm_folder

    encoder = load_encoder(str(minilm_folder()))
    names = [card.name for card in load_deck(language).cards]

    def nearest(sentence: str, _: str) -> object:
        vectors = encoder.encode([sentence, *names], show_progress_bar=False)
        return vectors[1:] @ vectors[0]

    nearest(_FIRST_SENTENCE[language], "")
    return _pace(given, started, nearest)


def cold_start(language: str, starts: int = COLD_STARTS) -> ColdStart:
    """Starts a new Python some times, and waits for its first flag by words."""
    program = _FIRST_FLAG.format(language=language, sentence=_FIRST_SENTENCE[language])
    clock, processor = [], []
    for _ in range(starts):
        started, used = time.perf_counter(), _used_by_children()
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, encoding="utf-8") as process:
            assert process.stdout
            told = process.stdout.readline()
            clock.append(time.perf_counter() - started)
        processor.append(_used_by_children() - used)
        assert told == "flag\n", "the matcher must flag a king"
    return ColdStart(float(np.median(clock)), float(np.median(processor)))


def run_batch(language: str, sentences: Sequence[Labelled], count: int) -> Batch:
    """Runs `companion match` over a file of so many sentences, made by repeating those given."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sentences.jsonl"
        with path.open("w", encoding="utf-8") as out:
            for number, one in enumerate(islice(cycle(sentences), count)):
                line = {"id": number, "sentence": one.sentence, "context": one.context}
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
        answers = Path(folder) / "flags.jsonl"
        words = [sys.executable, "-m", "companion", "match", "--lang", language, str(path)]
        started, used = time.perf_counter(), _used_by_children()
        with answers.open("wb") as out_file:
            memory = _peak_of(subprocess.Popen(words, stdout=out_file))
        seconds = time.perf_counter() - started
        with answers.open("rb") as lines:
            assert sum(1 for _ in lines) == count, "every sentence must be answered"
    return Batch(count, seconds, _used_by_children() - used, count / seconds, memory)


def _alone(measured: Callable[[str, Sequence[Given]], Pace], language: str, given: Sequence[Given]) -> Pace:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measured, language, given).result()


def _pace(given: Sequence[Given], started: float, answer: Callable[[str, str], object]) -> Pace:
    ready = time.perf_counter() - started
    clock, processor = [], []
    for sentence, context in given:
        before, before_processor = time.perf_counter(), time.process_time()
        answer(sentence, context)
        clock.append(1000 * (time.perf_counter() - before))
        processor.append(1000 * (time.process_time() - before_processor))
    return Pace(
        sentences=len(given),
        median=float(np.median(clock)),
        percentile_95=float(np.percentile(clock, 95)),
        longest=max(clock),
        processor=float(np.median(processor)),
        start=ready,
        memory=_peak(Path("/proc/self/status")),
    )


def _used_by_children() -> float:
    """Seconds of the processor that ended child processes have used."""
    times = os.times()
    return times.children_user + times.children_system


def _peak_of(process: subprocess.Popen[bytes], every: float = 0.1) -> float:
    """Peak memory of another process, asked for until it ends. Raises CalledProcessError when it fails."""
    status, peak = Path(f"/proc/{process.pid}/status"), 0.0
    while True:
        peak = max(peak, _peak(status))
        try:
            if code := process.wait(timeout=every):
                raise subprocess.CalledProcessError(code, process.args)
            return peak
        except subprocess.TimeoutExpired:
            continue


def _peak(status: Path) -> float:
    """Megabytes. From Linux's own record: `getrusage` of a child counts what its parent held when it was started."""
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 / _MEGABYTE
    if status.parent.name == "self" and sys.platform != "win32":
        import resource

        return (
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / _MEGABYTE
        )
    return 0.0
