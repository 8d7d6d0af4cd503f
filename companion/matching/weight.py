"""How much weight a mention has in its sentence: the facts of its place from which `passing` is judged.

"The king's palace burnt" is about the palace; the king is told in passing, as are items of a list and scenery.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.language import Token
from companion.matching.cues import Surroundings
from companion.rules.cards import Category

_OWNED = frozenset("his her its their my your our his свой его ее её их мой твой наш ваш".split())
_ONE = frozenset("a an some any every each один какой-то некий такой какой-нибудь каждый".split())
_RELATIVE = frozenset("who which where when that whose который где когда что чей которые если if as how".split())
_PAUSE = re.compile(r"[,;:.!?—–()]")

NAMES = (
    "character", "thing", "place", "aspect", "event", "list", "pair", "possessor", "owned", "article a", "quoted",
    "opens", "late", "long", "others", "doubt", "subordinate", "plural", "before name",
)  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A sentence with what is asked of it for every mention."""

    words: Sequence[Token]
    text: str
    language: str
    around: Surroundings
    inside: Sequence[bool]
    """For each word whether it stands in quotation marks."""


def weight_facts(
    scene: Scene, first: int, last: int, category: Category, *, others: int, is_doubtful: bool
) -> list[float]:
    """The facts of the mention from word `first` to `last`, in the order of NAMES; `others`: other cards mentioned."""
    words, text = scene.words, scene.text
    before = _before(words, text, first)
    head = words[last]
    part = head.readings[0].part if head.readings else "other"
    facts = {
        category.value: True,
        "list": scene.around.in_list(first, last),
        "pair": _is_paired(words, first, last),
        "possessor": _is_possessor(scene, first, last),
        "owned": any(word in _OWNED for word in before[:2]),
        "article a": any(word in _ONE for word in before[:3]),
        "quoted": scene.inside[first],
        "opens": first <= 2,
        "late": first / max(1, len(words)),
        "long": math.log(len(words) + 1) / 4,
        "others": math.log(others + 1),
        "doubt": is_doubtful,
        "subordinate": any(word in _RELATIVE for word in before),
        "plural": part == "noun" and scene.language == "en" and head.text.lower().endswith("s"),
        "before name": last + 1 < len(words) and _is_noun(words[last + 1]),
    }
    return [float(facts.get(name, 0.0)) for name in NAMES]


def _is_possessor(scene: Scene, first: int, last: int) -> bool:
    """ "The king's palace", "дворец короля"."""
    words = scene.words
    if last + 1 < len(words) and words[last + 1].lemmas[0] == "'s":
        return True
    if scene.language != "ru" or not first or not words[last].readings:
        return False
    return words[last].readings[0].case == "oblique" and _is_noun(words[first - 1])


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


def _is_paired(words: Sequence[Token], first: int, last: int) -> bool:
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
