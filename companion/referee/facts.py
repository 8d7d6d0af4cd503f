"""What a narration looks like beside the tale so far, as numbers: the referee's verdict is weighed from these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.language import Token, sentences, tokens
from companion.language.clauses import clauses
from companion.matching import Matcher
from companion.memory import Clash, Heard, StoryMemory
from companion.memory.lexicon import Lexicon, lexicon
from companion.referee.order import surprise
from companion.referee.sense import ODDITIES, oddities, sense

_CONTENT = ("noun", "verb", "adjective", "participle", "name")
FACTS = (
    "clash", "doubtful clash", "sentences", "words a sentence", "deeds a sentence", "fresh a sentence", "fresh words",
    "repeated words", "alike within", "alike before", "filler", "laid", "mentions a sentence", "passing", "laid slight",
    "nouns a deed", "modern", "modern new", "known share", "spoken share", "idle share", "aside", "longest list",
    "no deed", "quality share", *ODDITIES, "surprise",
)  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """A narration as it was heard after the tale."""

    memory: StoryMemory
    """The tale with the narration told."""
    heard: tuple[Heard, ...]
    clashes: tuple[Clash, ...]
    facts: tuple[float, ...]
    """In the order of FACTS."""
    slight: tuple[str, ...]
    """Laid cards that were told in passing, or not at all."""
    repeated: tuple[str, str] | None
    """The two sentences most alike: of the narration, and of it or the tale before it."""
    odd: tuple[str, ...]
    """Words of another world than a tale's."""


def read(memory: StoryMemory, narration: str, laid: Sequence[str], matcher: Matcher | None) -> Reading:
    """Hears the narration in a copy of the memory, which is not changed."""
    language = memory.language
    known = lexicon(language)
    after, before = memory.copy(), len(memory.lines)
    told = sentences(narration, language) or [narration]
    words = [tokens(one, language) for one in told]
    parsed = [clauses(one, language) for one in told]
    heard = tuple(after.tell(one) for one in told)
    # A ghost that is named two sentences later was one all along.
    doubtful = known is not None and any(known.explains(one.lemmas, memory.told) for one in heard)
    clashes = tuple(
        replace(clash, doubtful=clash.doubtful or doubtful)
        for one in heard
        for clash in one.clashes
        if clash.fact.line < before
    )
    content = [[word.lemmas[0] for word in row if _is_content(word, known)] for row in words]
    flat = [lemma for row in content for lemma in row]
    all_words = [word.lemmas[0] for row in words for word in row]
    mentions = [matcher.mentions(one) if matcher is not None else [] for one in told]
    flagged = [one for row in mentions for one in row if one.score >= 0.5]
    weighty = {one.card for one in flagged if not one.passing}
    slight = tuple(card for card in laid if card not in weighty)
    entities = {number for one in heard for number in one.told_of}
    known_before = [number for number in entities if after.cast[number].line < before] if known else []
    count = max(1, len(told))
    within, before_alike = _alike(content), _alike_before(content, memory, language, known)
    about = sense(language)
    odd = tuple(dict.fromkeys(one for one in all_words if known is not None and one in known.modern))
    deeds = sum(one.deeds for one in heard)
    flat_clauses = [one for row in parsed for one in row]
    facts = (
        float(sum(not one.doubtful for one in clashes) > 0),
        float(any(one.doubtful for one in clashes)),
        float(len(told)),
        len(all_words) / count,
        deeds / count,
        sum(len(one.fresh) for one in heard) / count,
        _share([one not in memory.told for one in set(flat)]),
        1 - len(set(flat)) / max(1, len(flat)),
        within[0],
        before_alike[0],
        _share([known is not None and one in known.filler for one in all_words]),
        float(len(laid)),
        len(flagged) / count,
        float(sum(one.passing for one in flagged)),
        len(slight) / max(1, len(laid)),
        sum(_is_noun(word) for row in words for word in row) / max(1, deeds),
        float(len(odd)),
        float(sum(one not in memory.told for one in odd)),
        len(known_before) / max(1, len(entities)),
        _share([one.spoken for one in flat_clauses]),
        _share([one.unreal or one.negated for one in flat_clauses]),
        float(sum(known is not None and one in known.aside for one in all_words)),
        float(max((_longest_list(row, one) for row, one in zip(words, told, strict=True)), default=0)),
        float(deeds == 0),
        _share([word.readings[0].part in ("adjective", "adverb") for row in words for word in row if word.readings]),
        *(
            oddities(words, parsed, memory.told, known, about, _people(after))
            if known is not None and about is not None
            else (0.0,) * len(ODDITIES)
        ),
        max((surprise(row, one, language) for row, one in zip(words, told, strict=True)), default=0.0),
    )
    pairs = sorted((within, before_alike), key=lambda one: one[0])
    repeated = _quoted(pairs[-1], told, memory) if pairs[-1][0] > 0 else None
    return Reading(after, heard, clashes, facts, slight, repeated, odd)


def _people(memory: StoryMemory) -> frozenset[str]:
    """What the tale's people are called."""
    return frozenset(key for entity in memory.cast for key in (entity.name, *entity.keys) if entity.is_person)


Alike = tuple[float, int, int]
"""How alike (0 to 1), the sentence of the narration, and the other one: of the tale from 0, of the narration below."""


def _alike(content: Sequence[Sequence[str]]) -> Alike:
    best: Alike = (0.0, 0, 0)
    for one, other in combinations(range(len(content)), 2):
        best = max(best, (_jaccard(content[one], content[other]), other, -1 - one))
    return best


def _alike_before(content: Sequence[Sequence[str]], memory: StoryMemory, language: str, known: Lexicon | None) -> Alike:
    best: Alike = (0.0, 0, 0)
    for number, line in enumerate(memory.lines):
        told = memory.content.get(line)
        if told is None:
            told = memory.content[line] = [one.lemmas[0] for one in tokens(line, language) if _is_content(one, known)]
        for index, row in enumerate(content):
            best = max(best, (_jaccard(row, told), index, number))
    return best


def _quoted(alike: Alike, told: Sequence[str], memory: StoryMemory) -> tuple[str, str]:
    _, one, other = alike
    return told[one], memory.lines[other] if other >= 0 else told[-1 - other]


def _jaccard(one: Sequence[str], other: Sequence[str]) -> float:
    first, second = Counter(one), Counter(other)
    if len(one) < 2 or len(other) < 2:
        return 0.0
    return sum((first & second).values()) / max(1, sum((first | second).values()))


def _is_content(word: Token, known: Lexicon | None) -> bool:
    if not word.readings or word.readings[0].part not in _CONTENT:
        return False
    return len(word.text) > 2 and not (known is not None and word.lemmas[0] in known.filler)


def _is_noun(word: Token) -> bool:
    return bool(word.readings) and word.readings[0].part in ("noun", "name")


def _share(found: Sequence[bool]) -> float:
    return sum(found) / len(found) if found else 0.0


def _longest_list(words: Sequence[Token], text: str) -> int:
    """Nouns in a row with nothing but commas, "and", adjectives and prepositions between them."""
    longest = run = 0
    for index, word in enumerate(words):
        part = word.readings[0].part if word.readings else "other"
        if part == "verb":
            run = 0
        elif (_is_noun(word) and index and "," in text[words[index - 1].end : word.start]) or (_is_noun(word) and run):
            run += 1
        elif _is_noun(word):
            run = 1
        longest = max(longest, run)
    return longest


__all__ = ["FACTS", "Reading", "read"]
