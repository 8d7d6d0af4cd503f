"""What is wrong with a teacher's file, told by its place and with the remedy; codes are keys of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.language.catalogue import catalogue


@dataclass(frozen=True)
class Fault:
    """One thing to put right. A row with a fault is left out; faults without a row concern the whole file."""

    code: str
    """A key of the message catalogue."""
    row: int | None = None
    """As a spreadsheet counts, the header being row 1; in YAML the number of the question, from 1."""
    column: str | None = None
    """The column's English name ("question", "level"), or its header as it stands when it is unknown."""
    params: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str) -> str:
        """What was wrong and what to do, in an interface language; row and column are told beside it."""
        return catalogue(language).t(self.code, **self.params)
