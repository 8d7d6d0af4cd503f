"""The report on speed as JSON and Markdown."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from eval.report import LANGUAGES, REPORTS, made_by, table, targets_table, write_report
from eval.speed import Pace, Speed


def write_speed(result: Speed, folder: Path = REPORTS) -> Path:
    """Writes speed-<lang>.{json,md} and gives the path of the Markdown file."""
    return write_report(f"speed-{result.language}", asdict(result), speed_markdown(result), folder)


def speed_markdown(result: Speed) -> str:
    """The report as Markdown."""
    parts = [
        f"# How fast are the flags? {LANGUAGES[result.language]}",
        f"{made_by(result.provenance)} When it began, {result.load:.1f} processes wanted to run; where that is more "
        "than the cores, other work made clocks slower, and the processor's own time says what the machine can do.",
        "## Figures to reach",
        _reached(result),
        "## A sentence against the whole deck",
        table(
            ("", "sentences", "median", "95th percentile", "longest", "processor time", "ready after", "memory"),
            [
                _pace("Story Companion, everything on", result.full),
                _pace("words alone", result.words),
                *([_pace("MiniLM, sentence and names each time", result.naive)] if result.naive else []),
            ],
        ),
        f"The first flag by words took {result.cold.seconds:.2f} s from the start of a new process, "
        f"and {result.cold.processor:.2f} s of the processor until that process had ended.",
        "## `companion match` on a file",
        "The file repeats the sentences above; starting the process counts.",
        table(
            ("sentences", "seconds", "of the processor", "sentences a second", "memory"),
            [
                (
                    str(one.sentences),
                    f"{one.seconds:.1f}",
                    f"{one.processor:.1f}",
                    f"{one.per_second:.0f}",
                    f"{one.memory:.0f} MB",
                )
                for one in (result.small_batch, result.batch)
            ],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _pace(name: str, one: Pace) -> tuple[str, ...]:
    figures = (one.median, one.percentile_95, one.longest, one.processor)
    return (name, str(one.sentences), *(f"{ms:.1f} ms" for ms in figures), f"{one.start:.1f} s", f"{one.memory:.0f} MB")


def _reached(result: Speed) -> str:
    grows = result.batch.memory - result.small_batch.memory
    rows = [
        ("median, everything on", "at most 25 ms", f"{result.full.median:.1f} ms", result.full.median <= 25),
        ("95th percentile", "at most 60 ms", f"{result.full.percentile_95:.1f} ms", result.full.percentile_95 <= 60),
        ("median, words alone", "at most 3 ms", f"{result.words.median:.1f} ms", result.words.median <= 3),
        (
            "first flag by words, new process",
            "at most 1.5 s",
            f"{result.cold.seconds:.2f} s",
            result.cold.seconds <= 1.5,
        ),
        ("memory, everything on", "under 900 MB", f"{result.full.memory:.0f} MB", result.full.memory < 900),
        ("`companion match`", "at least 60 a second", f"{result.batch.per_second:.0f}", result.batch.per_second >= 60),
        ("memory for ten times the sentences", "does not grow", f"{grows:+.0f} MB", grows <= 0.1 * result.batch.memory),
    ]
    return targets_table(rows)
