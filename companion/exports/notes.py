"""A tale that was told with cards of paper, as a Markdown document: the prose, its ending, and what was ruled.

Whatever the told text holds of Markdown or HTML is escaped, as in a transcript.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.exports.transcript import escape
from companion.language.catalogue import Catalogue


@dataclass(frozen=True)
class Notes:
    """What the document is made of. All texts are plain text."""

    title: str
    told_on: str
    """The date in words."""
    paragraphs: tuple[str, ...]
    final: str = ""
    """The ending that closed the tale."""
    rulings: tuple[str, ...] = ()
    """What was decided on the way, in order."""


def notes_as_markdown(notes: Notes, texts: Catalogue) -> str:
    """The document; ends with a newline."""
    blocks = [f"# {escape(notes.title)}", f"*{escape(notes.told_on)}*", *map(escape, notes.paragraphs)]
    blocks.append(f"***{escape(notes.final)}***" if notes.final else f"*{escape(texts.t('transcript.unfinished'))}*")
    blocks += _rulings(notes.rulings, texts)
    return "\n\n".join(blocks) + "\n"


def _rulings(rulings: Sequence[str], texts: Catalogue) -> list[str]:
    if not rulings:
        return []
    return [f"## {escape(texts.t('transcript.rulings'))}", "\n".join(f"- {escape(line)}" for line in rulings)]
