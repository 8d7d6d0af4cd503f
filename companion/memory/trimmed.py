"""A long tale cut to what a language model needs: what holds now stays, what is over goes."""

from __future__ import annotations

from collections.abc import Sequence

from companion.llm import as_data
from companion.memory.story import StoryMemory

LONGEST_STORY = 6_000
"""Characters of the tale that are sent."""
SHORTER_STORY = 1_500
"""As many, when a model's context was too short for those."""
_LATEST = 12
"""Sentences at the end that are always sent, if they fit."""


def told(memory: StoryMemory, longest: int = LONGEST_STORY) -> str:
    """The tale as numbered quoted sentences: its opening, the lines that something still holds by, and its end."""
    count = len(memory.lines)
    order = [*range(max(0, count - _LATEST), count)[::-1], 0]
    order += [fact.line for fact in reversed(memory.facts) if fact.line >= 0]
    order += range(count - 1, -1, -1)
    chosen: set[int] = set()
    size = 0
    for line in dict.fromkeys(order):
        if 0 <= line < count and size + len(memory.lines[line]) <= longest:
            chosen.add(line)
            size += len(memory.lines[line])
    return "\n".join(_numbered(line, memory.lines[line]) for line in sorted(chosen)) or "-"


def told_on(memory: StoryMemory, sentences: Sequence[str]) -> str:
    """What is told after the tale, numbered on."""
    return "\n".join(_numbered(line, text) for line, text in enumerate(sentences, start=len(memory.lines)))


def _numbered(line: int, text: str) -> str:
    return f"{line + 1}. {as_data(text)}"
