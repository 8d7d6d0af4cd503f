"""Open threads of a tale: what somebody promised, wished or set out for, and whether it has been told of since.

Read off the told sentences when it is asked for, clause by clause: "he promised to bring the apple" opens a thread that
"he brought her the apple" closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from companion.language.clauses import Clause, clauses
from companion.memory.story import StoryMemory

ThreadKind = Literal["promise", "wish", "quest"]

_OPENERS: dict[str, dict[ThreadKind, frozenset[str]]] = {
    "en": {
        "promise": frozenset("promise swear vow pledge".split()),
        "wish": frozenset("want wish long dream hope yearn".split()),
        "quest": frozenset("seek search look".split()),
    },
    "ru": {
        "promise": frozenset("обещать пообещать поклясться клясться обещаться".split()),
        "wish": frozenset("хотеть захотеть мечтать желать пожелать надеяться".split()),
        "quest": frozenset("искать разыскивать".split()),
    },
}
_SPANS = frozenset("time while moment hour day night week month year ever".split())
_JOINS = re.compile(r"\b(?:to|that|he would|she would|they would)\s*(?:\w+\s+){0,2}$", re.IGNORECASE)
"""Between an English verb of promising and what is promised."""
_EMPTY = frozenset("be have do go come be иметь быть делать сделать пойти идти прийти".split())


@dataclass(frozen=True)
class Thread:
    """Something that the tale has left to be told."""

    kind: ThreadKind
    line: int
    """Index of the sentence that opened it."""
    lemmas: frozenset[str]
    """What it is about: the deed, and whom or what it concerns."""


def open_threads(memory: StoryMemory) -> tuple[Thread, ...]:
    """The threads that no later sentence has taken up; () in languages that are not read."""
    if memory.language not in _OPENERS:
        return ()
    told = [clauses(line, memory.language) for line in memory.lines]
    return tuple(thread for thread in _opened(memory.lines, told, memory.language) if not _is_closed(thread, told))


def _opened(lines: Sequence[str], told: Sequence[Sequence[Clause]], language: str) -> Iterator[Thread]:
    for number, found in enumerate(told):
        for opener, matter in zip_longest(found, found[1:]):
            kind = next((kind for kind, verbs in _OPENERS[language].items() if opener.verb in verbs), None)
            if kind is None or opener.negated or opener.unreal:
                continue
            lemmas = _sought(opener) if kind == "quest" else _meant(opener, matter, lines[number])
            if lemmas:
                yield Thread(kind, number, lemmas)


def _sought(quest: Clause) -> frozenset[str]:
    """What is sought: the object, or what stands behind "for"; "looked a long time" seeks nothing."""
    nouns = [noun for mark, noun in quest.around if mark == "for" and noun.lemma not in _SPANS]
    if quest.object is not None and quest.verb != "look":
        nouns.append(quest.object)
    return frozenset(noun.lemma for noun in nouns if noun.kind != "pronoun")


def _meant(opener: Clause, matter: Clause | None, line: str) -> frozenset[str]:
    """What is promised or wished: the clause behind, if it hangs on that verb."""
    if matter is None or matter.negated or not (matter.unreal or _JOINS.search(line[opener.end : matter.start])):
        return frozenset()
    return _about(matter)


def _about(matter: Clause) -> frozenset[str]:
    nouns = [matter.object, *(noun for _, noun in matter.around)]
    return frozenset({matter.verb, *(noun.lemma for noun in nouns if noun and noun.kind != "pronoun")}) - _EMPTY


def _is_closed(thread: Thread, told: Sequence[Sequence[Clause]]) -> bool:
    for found in told[thread.line + 1 :]:
        for one in found:
            if one.unreal or one.negated:
                continue
            shared = thread.lemmas & _about(one)
            if len(shared) >= min(2, len(thread.lemmas)):
                return True
    return False
