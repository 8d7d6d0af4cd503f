"""Somebody or something in a tale, and what is never taken for one."""

from __future__ import annotations

from dataclasses import dataclass

from companion.language.clauses import Gender

MEASURES = frozenset(
    "day night week month year hour minute time mile step inch foot pound penny coin yard league piece way side "
    "день ночь неделя месяц год час минута раз верста шаг рубль сторона".split()
)
"""What is counted anew each time, and what no pronoun means."""


@dataclass(frozen=True)
class Entity:
    """Somebody or something in the tale."""

    number: int
    keys: frozenset[str]
    """Its names and roles, in base form."""
    name: str
    """As it was first called, in base form."""
    gender: Gender
    plural: bool
    is_person: bool
    line: int
    """The sentence that brought it in."""
    last: int
    """The last sentence that told of it."""
    owner: int | None = None
    sorts: frozenset[str] = frozenset()
    """What tells it from another of its kind: the "north" road."""
    traits: frozenset[str] = frozenset()
    """Of its qualities, those that tell one person from another."""


SAYS = frozenset(
    "ask answer reply whisper shout think laugh "
    "сказать спросить ответить прошептать шепнуть крикнуть закричать рассказать подумать засмеяться попросить".split()
)
"""Who does one of these is somebody, whatever he is called: a stove, a gate, one who is known as Pearl."""
