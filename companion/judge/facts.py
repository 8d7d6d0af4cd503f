"""An ending beside the tale that it is to close: which of its matters the tale has, what stays open, what clashes.

These are the reasons that people hear; the opinion itself is weighed from signs.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.judge.frames import Frame, Frames
from companion.language import Token, sentences, tokens
from companion.memory import Clash, StoryMemory
from companion.memory.threads import open_threads

_CONTENT = ("noun", "verb", "adjective", "participle", "name")
_LATE = 4
"""Sentences at the end of a tale that lead to its ending."""
_OPEN = ("bound", "asleep")
_EMPTY = frozenset(
    "быть стать мочь один весь свой этот тот день пора раз год время жизнь сказать больше друг быть "
    "be become one all day time year more thing way life let say make go come so never ever".split()
)


@dataclass(frozen=True)
class Reading:
    """An ending as it was heard after the tale."""

    told: tuple[str, ...]
    """Its words that the tale has told, as they are written."""
    untold: tuple[str, ...]
    """Its nouns that nothing in the tale is related to."""
    fitting: tuple[Frame, ...]
    unfitting: tuple[Frame, ...]
    clashes: tuple[Clash, ...]
    open: tuple[int, ...]
    """Lines that leave something open which the ending passes by: somebody asleep or locked in, a promise, a search."""
    late: str
    """The last sentence that leads up to the ending; "" for none."""


def read(memory: StoryMemory, ending: str, known: Frames) -> Reading:
    """Hears the ending after the tale. The memory is not changed."""
    language = memory.language
    words = [one for one in tokens(ending, language) if _is_content(one)]
    lemmas = {one.lemmas[0] for one in tokens(ending, language)}
    found = [one for one in known.frames if all(not says.isdisjoint(lemmas) for says in one.says)]
    fitting = [one for one in found if all(not needs.isdisjoint(memory.told) for needs in one.needs)]
    after = memory.copy()
    clashes = tuple(clash for one in sentences(ending, language) for clash in after.tell(one).clashes)
    held_back = [fact.line for fact in memory.facts if fact.state in _OPEN]
    passed_by = [one.line for one in open_threads(memory) if not _takes_up(words, one.lemmas, known)]
    told = [one for one in words if one.lemmas[0] in memory.told]
    related = [one for one in words if _is_related(one, memory.told, known)]
    return Reading(
        tuple(one.text for one in told),
        tuple(one.text for one in words if _is_noun(one) and one not in related),
        tuple(fitting),
        tuple(one for one in found if one not in fitting),
        clashes,
        tuple(dict.fromkeys([*held_back, *passed_by])),
        _leading(memory, words, known),
    )


def _leading(memory: StoryMemory, words: Sequence[Token], known: Frames) -> str:
    for one in reversed(memory.heard[-_LATE:]):
        if any(_is_related(word, one.lemmas, known) for word in words):
            return one.sentence
    return ""


def _is_related(word: Token, told: frozenset[str] | set[str], known: Frames) -> bool:
    lemma = word.lemmas[0]
    return lemma in told or not known.related.get(lemma, frozenset()).isdisjoint(told)


def _takes_up(words: Sequence[Token], matter: frozenset[str], known: Frames) -> bool:
    return any(_is_related(one, matter, known) for one in words)


def _is_content(word: Token) -> bool:
    if not word.readings or word.readings[0].part not in _CONTENT or word.lemmas[0] in _EMPTY:
        return False
    return len(word.text) > 2


def _is_noun(word: Token) -> bool:
    return word.readings[0].part in ("noun", "name")
