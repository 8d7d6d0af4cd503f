"""The report on load as JSON and Markdown."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from eval.load import KEYS, Delay, Idle, Load, Memory, Play
from eval.report import REPORTS, made_by, table, targets_table, write_report

TARGET_MS, TARGET_TAB, TARGET_IDLE = 500, 4.0, 0.10
"""Milliseconds until a change is on every screen; megabytes a tab; share of a core for the idle house."""


def write_load(result: Load, folder: Path = REPORTS) -> Path:
    """Writes load.{json,md} and gives the path of the Markdown file."""
    return write_report("load", asdict(result), load_markdown(result), folder)


def load_markdown(result: Load) -> str:
    """The report as Markdown."""
    size, play, idle, polling = result.size, result.play, result.idle, result.polling
    people = size.tables * size.people
    parts = [
        "# How many play at once?",
        f"{made_by(result.provenance)} When it began, {result.load:.1f} processes wanted to run, and "
        f"{result.load_after:.1f} when it was over; where that is more than the cores, the server had to wait for "
        "them, and what it used of the processor says more than the delays.",
        f"{people} people at {size.tables} tables, each with an open page of one room; every table tells a sentence in "
        f"{size.pause:g} s for {size.seconds:g} s, and its narrator types {KEYS:g} letters a second that the others "
        "see. The server is one process over a SQLite file with the bundled encoder. The people are another process "
        "on the same machine, which speaks Streamlit's websocket protocol and reads the room's server-sent events as "
        "a browser does; it draws nothing. A tale's first sentences are told: a page grows with its tale.",
        "## Figures to reach",
        _reached(play, result.memory, idle),
        "## While all tables play",
        _delays(play, polling),
        f"{play.shown.count + play.missed} sentences, {play.missed} of them not on every screen in time. "
        f"{_work(play)} The people took {play.driver:.0%} of a core.{_waited(play)}",
    ]
    if polling is not None:
        missed = polling.missed / max(1, polling.shown.count + polling.missed)
        parts.append(
            f"Asking once a second instead: {missed:.0%} of the sentences were not on every screen within 20 s. "
            f"{_work(polling)}{_waited(polling)}"
        )
    parts += ["## Memory", _memory(result.memory, people)]
    if idle is not None:
        parts += [
            "## A house in which nobody does anything",
            f"{idle.tabs} tabs at {idle.tables} tables in the middle of their games: {idle.processor:.1%} of a core, "
            f"{idle.memory:.0f} MB.",
        ]
    if result.faults:
        parts += ["## What went wrong meanwhile", "\n".join(f"- {one}" for one in result.faults)]
    return "\n\n".join(parts) + "\n"


def _reached(play: Play, memory: Memory, idle: Idle | None) -> str:
    slow, tab = play.shown.percentile_95, max(memory.per_tab, memory.per_tab_played)
    rows = [
        (
            "a change is on every screen of its table, 95th percentile",
            f"at most {TARGET_MS} ms",
            f"{slow:.0f} ms",
            slow <= TARGET_MS and not play.missed,
        ),
        (
            "memory of each tab beyond the first table's, its tale included",
            f"under {TARGET_TAB:g} MB",
            f"{tab:.2f} MB",
            tab < TARGET_TAB,
        ),
    ]
    if idle is not None:
        rows.append(
            (
                f"{idle.tabs} idle tabs",
                f"under {TARGET_IDLE:.0%} of a core",
                f"{idle.processor:.1%}",
                idle.processor < TARGET_IDLE,
            )
        )
    return targets_table(rows)


def _delays(play: Play, polling: Play | None) -> str:
    rows = [
        _row("the last screen has heard that there is something new", play.told),
        _row("it is on the last screen", play.shown),
        _row("it is on any one screen", play.screens),
        _row("the last screen has the whole of its new page", play.whole),
        _row("from a letter typed to the words on another screen", play.typed),
    ]
    if polling is not None:
        rows.append(_row("*asking once a second:* it is on the last screen", polling.shown))
    return table(("from the narrator's message until", "measured", "median", "95th percentile", "longest"), rows)


def _row(name: str, one: Delay) -> tuple[str, ...]:
    return (name, str(one.count), *(f"{ms:.0f} ms" for ms in (one.median, one.percentile_95, one.longest)))


def _work(play: Play) -> str:
    return (
        f"The server used {play.processor:.0%} of a core: {play.run:.1f} ms for each of {play.runs} drawings of a "
        f"page, typed words, signs of life and matching included; {play.kilobytes:.0f} kB went to a browser for each."
    )


def _waited(play: Play) -> str:
    if play.waited is None:
        return ""
    return f" In {play.waited:.0%} of that time something on the machine had to wait for a core."


def _memory(memory: Memory, tabs: int) -> str:
    rows = [
        ("the server has started", memory.empty),
        ("the first table's tabs are open and have played; the encoder is loaded", memory.first),
        ("all tabs are open", memory.all_open),
        ("after the play", memory.played),
        *((f"{seconds} s after all tabs were closed", value) for seconds, value in memory.closed.items()),
        ("as many tabs have been opened again and have played as long", memory.second),
        (f"{list(memory.closed)[-1]} s after these were closed", memory.second_closed),
    ]
    last = list(memory.closed.values())[-1]
    grown, again = memory.played - memory.first, memory.second - last
    return (
        table(("resident", "MB"), [(name, f"{value:.0f}") for name, value in rows])
        + f"\n\nEach further tab took {memory.per_tab:.2f} MB when it was opened, and {memory.per_tab_played:.2f} MB "
        f"with its table's tale. Of the {grown:.0f} MB that they and the play had taken, "
        f"{_share(memory.played - last, grown)} were given back to the system. What stayed is what a first lesson "
        f"makes ready for all others: the second took {again:+.0f} MB, {again / max(1, tabs):.2f} MB a tab, and "
        f"{_share(memory.second - memory.second_closed, again)} of that came back."
    )


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole > 0.5 else "all"
