"""How much weight a mention has in its sentence: the facts of its place from which `passing` is judged.

"The king's palace burnt" is about the palace; the king is told in passing, as are items of a list and scenery.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from companion.language import Token
from companion.matching.cues import Surroundings
from companion.rules.cards import Category

PREPOSITIONS = {
    "en": frozenset(
        "of in on at by for with from into onto upon under over behind beside near against towards toward within among "
        "between before after across along around beneath above below beyond to through without than like".split()
    ),
    "ru": frozenset(
        "в во на о об обо по за под подо с со к ко при над надо перед передо между из изо от ото до у без безо для "
        "около возле вокруг мимо среди после из-за из-под кроме против через сквозь про промеж вдоль".split()
    ),
}
_OWNED = frozenset("his her its their my your our his свой его ее её их мой твой наш ваш".split())
_ONE = frozenset("a an some any every each один какой-то некий такой какой-нибудь каждый".split())
_RELATIVE = frozenset("who which where when that whose который где когда что чей которые если if as how".split())
_PAUSE = re.compile(r"[,;:.!?—–()]")

NAMES = (
    "character", "thing", "place", "aspect", "event", "list", "pair", "of", "preposition", "possessor", "owned",
    "article a", "quoted", "opens", "late", "subject", "object", "long", "others", "doubt", "subordinate", "plural",
    "told before", "again", "before name",
)  # fmt: skip


def place_of(
    words: Sequence[Token],
    text: str,
    language: str,
    first: int,
    last: int,
    *,
    category: Category,
    around: Surroundings,
    inside: Sequence[bool],
    others: int,
    doubtful: bool,
    told_before: bool,
    again: bool,
) -> list[float]:
    """The facts in the order of NAMES."""
    prepositions = PREPOSITIONS.get(language, frozenset())
    before, after = _before(words, text, first), _after(words, text, last)
    preposition = next((word for word in before if word in prepositions), "")
    head = words[last]
    part = head.readings[0].part if head.readings else "other"
    case = head.readings[0].case if head.readings else ""
    possessor = (last + 1 < len(words) and words[last + 1].text.lower() in ("'s", "’s")) or (
        language == "ru" and case == "oblique" and first > 0 and _is_noun(words[first - 1]) and not preposition
    )
    verb_behind = any(_is_verb(word) for word in after)
    verb_before = first > 0 and any(_is_verb(word) for word in words[max(0, first - 3) : first])
    subject = (case == "nominative") if language == "ru" else (not preposition and verb_behind and not possessor)
    facts = {
        category.value: True,
        "list": around.in_list(first, last),
        "pair": _is_paired(words, text, first, last),
        "of": preposition in ("of", "из", "от"),
        "preposition": bool(preposition) and preposition not in ("of", "из", "от"),
        "possessor": possessor,
        "owned": any(word in _OWNED for word in before[:2]),
        "article a": any(word in _ONE for word in before[:3]),
        "quoted": inside[first],
        "opens": first <= 2,
        "late": first / max(1, len(words)),
        "subject": subject,
        "object": verb_before and not preposition,
        "long": math.log(len(words) + 1) / 4,
        "others": math.log(others + 1),
        "doubt": doubtful,
        "subordinate": any(word in _RELATIVE for word in before),
        "plural": part == "noun" and language == "en" and head.text.lower().endswith("s"),
        "told before": told_before,
        "again": again,
        "before name": last + 1 < len(words) and _is_noun(words[last + 1]),
    }
    return [float(facts.get(name, 0.0)) for name in NAMES]


def _before(words: Sequence[Token], text: str, first: int) -> list[str]:
    """The words before, nearest first, back to a pause, a noun or a verb."""
    found = []
    for index in range(first - 1, max(first - 6, -1), -1):
        if _PAUSE.search(text[words[index].end : words[index + 1].start]):
            break
        found.append(words[index].text.lower())
        if _is_noun(words[index]) or _is_verb(words[index]):
            break
    return found


def _after(words: Sequence[Token], text: str, last: int) -> list[Token]:
    """Up to three words behind, to the next pause."""
    found: list[Token] = []
    for index in range(last + 1, min(last + 4, len(words))):
        if _PAUSE.search(text[words[index - 1].end : words[index].start]):
            break
        found.append(words[index])
    return found


def _is_paired(words: Sequence[Token], text: str, first: int, last: int) -> bool:
    """Joined to another noun by "and"."""
    joins = ("and", "or", "и", "или", "да")
    if last + 1 < len(words) and words[last + 1].text.lower() in joins:
        return any(_is_noun(word) for word in words[last + 2 : last + 5])
    back = [word.text.lower() for word in words[max(0, first - 3) : first]]
    return any(word in joins for word in back)


def _is_noun(word: Token) -> bool:
    return bool(word.readings) and word.readings[0].part in ("noun", "name")


def _is_verb(word: Token) -> bool:
    return bool(word.readings) and word.readings[0].part == "verb" and word.readings[0].weight >= 0.5
