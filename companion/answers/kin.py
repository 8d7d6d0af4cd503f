"""Words of one root: another part of speech (подковать, подковывание; dance, dancing), diminutives, women of trades."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from companion.answers.lists import lists
from companion.answers.spelling import frequency
from companion.answers.words import Word

_ENDINGS = {
    "cyrillic": (
        "ийский ейский енный янный аный яный ичный анский онский ова ева ина ов ев ин учий ючий ачий ироваться ировать "
        "ывание ивание ование евание овать евать ивать ывать ничать аться иться яться ание ение ость овый евый овой "
        "ский ной ный ние ать ить ять еть уть ка ие ия ый ий ой ь а я о е"
    ).split(),
    "latin": (
        "ican ian en er or ia ic ese ish ational isation ization ation ition ment ness ing ed ion ally ical ous ful al "
        "ly y e s"
    ).split(),
}
_STEM = 3


def derived(wanted: Word, given: Word) -> bool:
    """Another part of speech of the same stem: подковать, подковывание; dance, dancing."""
    if wanted.script != given.script or not wanted.script or not wanted.parts or not given.parts:
        return False
    nouns = {"noun", "name"}
    one, other = wanted.parts, given.parts
    names_land = _is_of_land(wanted) != _is_of_land(given)  # Шервудский, Шервуд
    names_land = names_land and (wanted.capital or wanted.script == "cyrillic")
    if not names_land and (not one.isdisjoint(other) or (one & nouns and other & nouns)):
        return False
    return not _stems(wanted).isdisjoint(_stems(given))


def _is_of_land(word: Word) -> bool:
    if word.script == "latin":  # an Austrian, from Austria: English nouns both
        return word.text.endswith(("ian", "ean", "ese"))
    return word.text.endswith(_OF_LANDS) and "adjective" in word.parts


_OF_LANDS = ("ский", "ская", "ское", "ские", "ского", "ской", "ин", "ина", "ино", "ов", "ова", "ово", "ев", "ева")


def _stems(word: Word) -> set[str]:
    endings = _ENDINGS[word.script]
    found = {
        lemma[: -len(ending)]
        for lemma in word.lemmas
        for ending in endings
        if lemma.endswith(ending) and len(lemma) - len(ending) >= _STEM
    } | {lemma for lemma in word.lemmas if len(lemma) >= _STEM}
    # A fleeting vowel: танец, танцы.
    return found | {
        stem[:-2] + stem[-1] for stem in found if len(stem) > 4 and stem[-2] in "ео" and stem[-1] not in "аеиоуыэюя"
    }


_SMALL = ("ка", "ок", "ек", "ик", "чик", "очка", "ечка", "ушка", "юшка", "ница", "ша", "ess", "let", "ette")


def small_form(wanted: Word, given: Word) -> bool:
    """A diminutive or a woman of the trade: коровка, учительница, игла and иголка."""
    if _is_diminutive(wanted, given) or _is_diminutive(given, wanted):
        return True
    for one in wanted.lemmas:
        for other in given.lemmas:
            short, long = sorted((one, other), key=len)
            stem = short.rstrip("аяоеьй")
            if long in lists().things_of_their_own:
                continue
            if len(stem) >= 5 and long != short and any(long in (stem + ending, short + ending) for ending in _SMALL):
                return True
    return False


_SOFTENED = str.maketrans("кгхц", "чжшч")
_VOWELS = "аеиоуыэюя"


_LITTLE = {
    "femn": ("ка", "очка", "ечка", "ушка"),
    "masc": ("ок", "ек", "ик", "чик"),
    "neut": ("ко", "цо", "ышко", "ечко"),
}


_SHORT = 3


def _is_diminutive(word: Word, little: Word) -> bool:
    """Of the same gender, rarer than the word itself, and no thing of its own (носок, ручка)."""
    nouns = word.script == little.script == "cyrillic" and word.is_plain_noun and little.is_plain_noun
    if not nouns or word.text[:2] != little.text[:2]:
        return False
    for whole, small_one in product(word.lemmas, little.lemmas):
        stem, gender = whole.rstrip("аяоеьй"), _gender(whole)
        if len(stem) < _SHORT or small_one in lists().things_of_their_own or gender != _gender(small_one):
            continue
        stems = {stem, stem[:-1] + stem[-1].translate(_SOFTENED)}
        if stem[-2] not in _VOWELS:  # игла, иголка; сердце, сердечко
            stems |= {f"{one[:-1]}{vowel}{one[-1]}" for one in tuple(stems) for vowel in "ое"}
        if stem.endswith("к"):  # ёлка, ёлочка
            stems.add(stem[:-1])
        if any(small_one == one + ending for one in stems for ending in _LITTLE.get(gender, ())):
            return frequency(small_one, "cyrillic") < frequency(whole, "cyrillic")
    return False


@lru_cache(maxsize=20_000)
def _gender(noun: str) -> str:
    from companion.language.russian import parses_of

    return next((str(parse.tag.gender) for parse in parses_of(noun)[:1] if parse.tag.gender), "")
