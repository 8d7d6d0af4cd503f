"""Other names of the same thing, known by lists: countries, languages and great cities (Babel), abbreviations, chemical
symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from companion.answers.lists import lists, sets_of
from companion.answers.numbers import roman, worth
from companion.answers.words import Word, fold, read, small


def phrase(words: Iterable[Word]) -> str:
    """The words of a name without articles, prepositions and what is said around an answer."""
    kept = [word.text for word in words if not word.is_light and not word.is_filler]
    return " ".join(kept)


@lru_cache(maxsize=20_000)
def called(name: str) -> frozenset[str]:
    """What is known under that phrase: marks that are equal for names of the same thing."""
    return _known().get(name, frozenset())


def marks(words: Sequence[Word]) -> frozenset[str]:
    """What the words name, with or without "republic", "city" and the like."""
    whole = called(phrase(words))
    # Titles stay: the queen of Egypt is not Egypt.
    found = whole or called(phrase(word for word in words if not word.is_generic))
    telling = [word for word in words if not word.is_light and not word.is_filler]
    if found or len(telling) != 1:
        return found
    # "In Petersburg" in a language with cases.
    return next((marks for lemma in sorted(telling[0].lemmas) if (marks := called(lemma))), frozenset())


def is_symbol(text: str) -> bool:
    return text in _symbols()


@cache
def _known() -> dict[str, frozenset[str]]:
    from babel import Locale

    found: dict[str, set[str]] = {}

    def add(name: str, mark: str) -> None:
        if key := _key(name):
            found.setdefault(key, set()).add(mark)

    for locale in (Locale("ru"), Locale("en")):
        for code, name in locale.territories.items():
            add(name, f"territory {code}")
            # "Гонконг (САР)", "Hong Kong SAR China", "Myanmar (Burma)"
            for short in re.split(r"\s+\(|\)| SAR China", name)[:2]:
                add(short, f"territory {code}")
        for code, name in locale.languages.items():
            if len(code) <= 3:
                add(name, f"language {code}")
        for zone, told in locale.time_zones.items():
            add(told.get("city", ""), f"city {zone}")
    for zone in Locale("ru").time_zones:
        add(str(zone).rpartition("/")[2].replace("_", " "), f"city {zone}")
    for number, names in enumerate(lists().names):
        # Through the first of its names a group is known in other languages: США, United States.
        known = found.get(_key(names[0]), set()) | {f"name {number}"}
        for name in names:
            for mark in tuple(known):
                add(name, mark)
    for symbol, names in _symbols().items():
        for name in (symbol, *names):
            add(name, f"element {symbol}")
    return {name: frozenset(marks) for name, marks in found.items()}


_PLAIN = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")


def _key(name: str) -> str:
    """`phrase` of a name. Base forms, which cost most, are sought only where a small word may be a numeral."""
    if _PLAIN.fullmatch(name):
        words = re.split("[ -]", fold(name))
        if _perhaps_numerals().isdisjoint(words):
            return " ".join(word for word in words if word not in small().light and word not in small().fillers)
    return phrase(read(name, "en"))


@cache
def _perhaps_numerals() -> frozenset[str]:
    """Small words that stay in a phrase as numerals: "one", "I"; and those that change the numeral behind them."""
    unsaid = small().light | small().fillers
    return frozenset(word for word in unsaid if worth(word, ()) or roman(word.upper(), inside=True)) | {
        "минус",
        "minus",
    }


@cache
def _symbols() -> dict[str, tuple[str, ...]]:
    rows = [one.split() for one in lists().elements.split(",")]
    return {fold(symbol): (english, russian) for symbol, english, russian in rows}


@cache
def first_names() -> frozenset[str]:
    return lists().first_names | {name for group in lists().short_names for name in group}


@cache
def short_names() -> dict[str, frozenset[int]]:
    """For each first name the numbers of its groups: Abraham and Abe share one."""
    return sets_of([fold(name) for name in group] for group in lists().short_names)


@cache
def synonyms() -> dict[str, frozenset[int]]:
    return sets_of([fold(word) for word in group] for group in lists().synonyms)


@cache
def opposites() -> dict[str, frozenset[int]]:
    return sets_of([fold(word) for word in group] for group in lists().opposites)


@cache
def myths() -> dict[str, frozenset[int]]:
    return sets_of([fold(word) for word in group] for group in lists().myths)


def share(groups: dict[str, frozenset[int]], one: Word, other: Word) -> bool:
    """Do base forms of the two words stand in one group?"""
    here = {number for lemma in one.lemmas for number in groups.get(lemma, ())}
    return any(number in here for lemma in other.lemmas for number in groups.get(lemma, ()))


def are_opposites(one: Word, other: Word) -> bool:
    alike = not one.lemmas.isdisjoint(other.lemmas) or share(synonyms(), one, other)
    return not alike and share(opposites(), one, other)


def is_first_name(word: Word) -> bool:
    """May it be a given name? Of Russian words pymorphy3's tag tells, of English ones that they are nothing else."""
    if word.script == "cyrillic":
        return _is_russian_name(word.text)
    return word.text in first_names() or (word.capital and not is_common(word.text))


@lru_cache(maxsize=20_000)
def is_common(text: str) -> bool:
    """Is the English word more than a name?"""
    import lemminflect  # type: ignore[import-untyped]

    return bool(set(lemminflect.getAllLemmas(text)) - {"PROPN"})


@lru_cache(maxsize=20_000)
def _is_russian_name(text: str) -> bool:
    from companion.language.russian import parses_of

    return any(parse.is_known and "Name" in parse.tag for parse in parses_of(text)[:3])
