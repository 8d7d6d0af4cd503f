"""Other names of the same thing, known by lists: countries, languages and great cities (Babel), abbreviations, chemical
symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from companion.answers.lists import lists, sets_of
from companion.answers.numbers import roman, worth
from companion.answers.spelling import bones, is_negated, romanised
from companion.answers.words import Word, fold, read, small


def phrase(words: Iterable[Word]) -> str:
    """The words of a name without articles, prepositions and what is said around an answer."""
    kept = [word.text for word in words if not word.is_light and not word.is_filler]
    return " ".join(_SHORT.get(word, word) for word in kept)


_SHORT = {"saint": "st"}
"""Words of names that are written short as often as not."""


def phrase_of(name: str) -> str:
    """The `phrase` of a name's words. Lists hold thousands of names, nearly all of plain words, whose base forms
    take most of the time of reading and tell nothing here."""
    words = re.split("[ -]", fold(name))
    if "'" in name or not all(map(_is_plain, words)):
        return phrase(read(name, "en"))
    aside = small().light | small().fillers
    return " ".join(_SHORT.get(word, word) for word in words if word not in aside)


_PLAIN = re.compile(r"[a-zа-яё]+")
_BECOME_OTHERS = frozenset("minus минус before bce".split())
"""Words that change the number behind them, or become another sign of the calendar."""


@lru_cache(maxsize=20_000)
def _is_plain(word: str) -> bool:
    """Whether the folded word is no numeral and no part of a number or date."""
    if not _PLAIN.fullmatch(word) or word in _BECOME_OTHERS or worth(word, ()) is not None:
        return False
    return word not in small().light | small().fillers or roman(word.upper(), inside=True) is None


@lru_cache(maxsize=20_000)
def called(name: str) -> frozenset[str]:
    """What is known under that phrase: marks that are equal for names of the same thing."""
    return _known().get(name, frozenset())


def names_of(known: Iterable[str]) -> list[str]:
    """Every phrase under which something of these marks is known, in order."""
    return sorted({name for mark in known for name in _by_mark().get(mark, ())})


@cache
def _by_mark() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, of in _known().items():
        for mark in of:
            found.setdefault(mark, []).append(name)
    return found


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


def lands(words: Iterable[Word]) -> frozenset[str]:
    """Marks of the countries whose people or language the words name: французы, French, Italians."""
    telling = [word for word in words if not word.is_light and not word.is_filler and not word.is_generic]
    if len(telling) != 1:
        return frozenset()
    return frozenset(mark for lemma in telling[0].lemmas for mark in _peoples().get(lemma, ()))


_PEOPLES = re.compile(r"(?:с?кий|ski)$")
_NATIVE = {"en": "GB", "pt": "PT"}
"""Babel's likeliest countries of these languages are where most of their speakers live."""


@cache
def _peoples() -> dict[str, frozenset[str]]:
    """Names of languages, and of those who speak them: французский, француз; итальянский, итальянец."""
    from babel import Locale
    from babel.core import get_global

    likely = get_global("likely_subtags")
    found: dict[str, frozenset[str]] = {}
    for locale in (Locale("ru"), Locale("en")):
        for code, name in locale.languages.items():
            if len(code) != 2 or " " in name or code not in likely:
                continue
            mark = frozenset({f"territory {_NATIVE.get(code, likely[code].rpartition('_')[2])}"})
            stem = _PEOPLES.sub("", fold(name))
            found |= dict.fromkeys({fold(name), stem, f"{stem}ец", f"{stem.rstrip('йь')}ец"}, mark)
    for code, people in lists().peoples.items():
        found |= dict.fromkeys(map(fold, people), frozenset({f"territory {code}"}))
    return found


def is_symbol(text: str) -> bool:
    return text in _symbols()


@cache
def _known() -> dict[str, frozenset[str]]:
    from babel import Locale

    found: dict[str, set[str]] = {}

    def add(name: str, mark: str) -> None:
        if key := phrase_of(name):
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
    for name, mark in (*_own_names(), *_in_latin()):
        add(name, mark)
    for number, names in enumerate(lists().names):
        # Through the first of its names a group is known in other languages: США, United States.
        known = found.get(phrase_of(names[0]), set()) | {f"name {number}"}
        for name in names[1:]:
            known |= {mark for mark in found.get(phrase_of(name), ()) if mark.startswith("territory")}
        for name in names:
            for mark in tuple(known):
                add(name, mark)
    for symbol, names in _symbols().items():
        found.setdefault(symbol, set()).add(f"element {symbol}")  # "He" is a small word else
        for name in names:
            add(name, f"element {symbol}")
    return {name: frozenset(marks) for name, marks in found.items()}


def _in_latin() -> Iterable[tuple[str, str]]:
    """Russian names of the country, its language and cities in Latin letters: Moskva."""
    from babel import Locale
    from babel.core import get_global

    zones, russian = get_global("zone_territories"), Locale("ru")
    yield romanised(russian.languages["ru"]), "language ru"
    for zone, told in russian.time_zones.items():
        if zones.get(zone) == "RU":
            yield romanised(told.get("city", "")), f"city {zone}"


_NEIGHBOURS = "de fr es it pt pl nl sv fi nb da cs tr uk".split()


def _own_names() -> Iterable[tuple[str, str]]:
    """What other peoples call their language, country and cities: Deutsch, España, Roma."""
    from babel import Locale
    from babel.core import get_global

    lands, zones = get_global("likely_subtags"), get_global("zone_territories")
    for code in _NEIGHBOURS:
        locale = Locale(code)
        land = _NATIVE.get(code, lands[code].rpartition("_")[2])
        yield locale.languages[code], f"language {code}"
        yield locale.territories[land], f"territory {land}"
        for zone, told in locale.time_zones.items():
            if zones.get(zone) == land:
                yield told.get("city", ""), f"city {zone}"


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
    if not alike and "adjective" in one.parts & other.parts and is_negated(one.text, other.text):
        return True
    return not alike and share(opposites(), one, other)


def is_first_name(word: Word) -> bool:
    """May it be a given name? Of Russian words pymorphy3's tag tells, of English ones that they are nothing else."""
    if word.script == "cyrillic":
        return is_russian_name(word.text)
    return word.text in first_names() or (word.capital and not is_common(word.text))


def same_name(one: str, other: str) -> bool:
    """A given name as two peoples say it: Johann and Johannes, Pyotr and Peter, Генри and Генрих."""
    return any(
        short == long or (len(short) > least and len(long) - len(short) <= more and long.startswith(short))
        for (short, long), least, more in (
            (sorted((bones(one), bones(other)), key=len), 2, 1),
            (sorted((one, other), key=len), 3, 2),
        )
    )


@lru_cache(maxsize=20_000)
def is_patronymic(text: str) -> bool:
    """Is the Russian name a patronymic (Фёдоровна), and no surname that looks like one (Шостакович)?"""
    from companion.language.russian import parses_of

    return any("Patr" in parse.tag for parse in parses_of(text)[:1])


@lru_cache(maxsize=20_000)
def is_common(text: str) -> bool:
    """Is the English word more than a name?"""
    import lemminflect  # type: ignore[import-untyped]

    return bool(set(lemminflect.getAllLemmas(text)) - {"PROPN"})


@lru_cache(maxsize=20_000)
def is_russian_name(text: str) -> bool:
    """May it be a given name?"""
    from companion.language.russian import parses_of

    return any(parse.is_known and "Name" in parse.tag for parse in parses_of(text)[:3])
