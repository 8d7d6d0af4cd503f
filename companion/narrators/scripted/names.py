"""Names of people that somebody gave in a told sentence: a tale that a person began goes on with that person's hero."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.language.russian import parses_of

_WORD = re.compile(r"[^\W\d_]+")
_HE = frozenset("he him his himself".split())
_SHE = frozenset("she her hers herself".split())
_NOT_BEFORE_PEOPLE = frozenset("the a an of in into at on near through across from".split())
_NO_NAMES = frozenset(
    "i god lord lady sir king queen prince princess knight witch wizard giant dragon monster fairy thief death "
    "monday tuesday wednesday thursday friday saturday sunday christmas easter".split()
)
_CASES = ("nomn", "gent", "datv", "accs", "ablt")


@dataclass(frozen=True)
class Named:
    """Somebody's name in the language's cases."""

    sentence: int
    forms: tuple[str, ...]
    gender: str


def named_in(told: Sequence[str], language: str) -> list[Named]:
    """The people named in the sentences, in the order they came; none in a language without a way to tell."""
    if language == "ru":
        return list(_russian(told))
    return list(_english(told)) if language == "en" else []


def _capitals(told: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Words with a capital that do not begin a sentence or a speech."""
    for index, text in enumerate(told):
        for match in _WORD.finditer(text):
            before = text[: match.start()].rstrip()
            if before and before[-1] not in '.!?…:«"“—' and match[0][0].isupper():
                yield index, match[0]


def _russian(told: Sequence[str]) -> Iterator[Named]:
    seen: set[str] = set()
    for index, word in _capitals(told):
        parse = next((p for p in parses_of(word) if "Name" in p.tag and "sing" in p.tag), None)
        if parse is None or parse.normal_form in seen:
            continue
        seen.add(parse.normal_form)
        forms = [parse.inflect({case, "sing"}) for case in _CASES]
        if all(forms):
            yield Named(index, tuple(f.word.capitalize() for f in forms), "f" if "femn" in parse.tag else "m")


def _english(told: Sequence[str]) -> Iterator[Named]:
    lower = {word for text in told for word in _WORD.findall(text) if word[0].islower()} | _of_no_person(told)
    for name in dict.fromkeys(word for _, word in _capitals(told)):
        if name.lower() in lower | _NO_NAMES:
            continue
        first = next(index for index, word in _capitals(told) if word == name)
        words = Counter(word.lower() for text in told[first : first + 3] for word in _WORD.findall(text))
        he, she = sum(words[w] for w in _HE), sum(words[w] for w in _SHE)
        is_woman = she > he or (she == he and name.endswith("a"))
        yield Named(first, (name, f"{name}'s"), "f" if is_woman else "m")


def _of_no_person(told: Sequence[str]) -> set[str]:
    """Capitalised words of places and things, in lower case: "the Dark Forest", "in Samarkand"."""
    found = set()
    for text in told:
        words = _WORD.findall(text)
        for before, word in pairwise(words):
            is_of_thing = before in _NOT_BEFORE_PEOPLE or (before[0].isupper() and before.lower() in found)
            if word[0].isupper() and is_of_thing:
                found.add(word.lower())
    return found
