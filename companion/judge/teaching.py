"""What the judge's weights learn from: folders of labelled endings and of closings (eval/data/endings.md).

A folder holds `endings_<lang>.jsonl`, one labelled ending a line, and may hold `closings_<lang>.jsonl`, one tale's end
a line with an ending that closes it and one that does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.errors import BadInput
from companion.judge.frames import LANGUAGES
from companion.language import sentences

_APART = 5
"""Every fifth couple of closings teaches nothing: figures on it are figures on unseen tales."""


@dataclass(frozen=True)
class Taught:
    """An ending beside a tale, and whether it closes it."""

    language: str
    couple: str
    """Couples of tales: those of the same couple, also in two languages, are learnt from together or not at all."""
    story: str
    ending: str
    plausible: bool
    source: str
    """`labelled`; of closings `crossed`, where each tale tells of the other's matter in passing, or `plain`."""
    folder: Path
    is_apart: bool = False

    @cached_property
    def lines(self) -> list[str]:
        return sentences(self.story, self.language)


def read_folder(folder: Path) -> list[Taught]:
    """The labelled endings and closings of a folder. Raises BadInput, naming file and line."""
    rows = []
    for language in LANGUAGES:
        rows += _read(folder, "endings", language, _labelled)
        rows += _read(folder, "closings", language, _closing)
    if not rows:
        raise BadInput(f"{folder}: no endings_<lang>.jsonl in it: give a folder of labelled endings")
    return list({(row.story, row.ending): row for row in rows}.values())


def _read(
    folder: Path, name: str, language: str, understood: Callable[[dict[str, Any], str, Path], Iterator[Taught]]
) -> list[Taught]:
    path = folder / f"{name}_{language}.jsonl"
    rows: list[Taught] = []
    if not path.is_file():
        return []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            rows += understood(json.loads(line), language, folder)
        except (ValueError, KeyError, TypeError) as fault:
            raise BadInput(f"{path}: line {number}: no labelled ending ({fault})") from fault
    return rows


def _labelled(row: dict[str, Any], language: str, folder: Path) -> Iterator[Taught]:
    couple = f"{language} {folder} {row['couple']}"
    yield Taught(language, couple, row["story"], row["ending"], bool(row["plausible"]), "labelled", folder)


def _closing(row: dict[str, Any], language: str, folder: Path) -> Iterator[Taught]:
    story = f"{row['early']} {row['late']}".strip()
    source = "crossed" if row["crossed"] else "plain"
    apart = int(row["couple"][-3:]) % _APART == 0
    for ending, plausible in ((row["good"], True), (row["bad"], False)):
        yield Taught(language, f"{folder} {row['couple']}", story, ending, plausible, source, folder, apart)
