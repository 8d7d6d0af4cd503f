"""Russian sentences and words: razdel splits, pymorphy3 reads, neighbours decide between readings.

ё counts as е, й never as и. A word's second reading is not blindly trusted: its weight is pymorphy's score, moved
by what stands beside the word ("левом плече" is an adjective, "на горе" the mountain and not the grief).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from companion.language.plain import WORD
from companion.language.token import Part, Reading, Token, token

_PARTS: dict[str, Part] = {
    "NOUN": "noun",
    "ADJF": "adjective",
    "ADJS": "adjective",
    "COMP": "adjective",
    "PRTF": "participle",
    "PRTS": "participle",
    "VERB": "verb",
    "INFN": "verb",
    "GRND": "verb",
    "ADVB": "adverb",
}
_CYRILLIC = re.compile(r"[а-яё\u2010\u2011-]+")
_FINITE = frozenset({"VERB"})
_UNGOVERNED = frozenset({"VERB", "INFN", "GRND", "COMP", "ADVB"})
_NAME_TAGS = ("Name", "Surn", "Patr", "Geox", "Orgn", "Trad")

# Which cases may follow a preposition (pymorphy's names of the cases).
_GOVERNS: dict[str, frozenset[str]] = {
    word: frozenset(cases.split())
    for words, cases in (
        ("в во на о об обо", "accs loct loc2"),
        ("по", "datv accs loct"),
        ("за под подо", "accs ablt"),
        ("с со", "gent ablt accs gen2"),
        ("к ко", "datv"),
        ("при", "loct"),
        ("над надо перед передо между", "ablt gent"),
        ("из изо от ото до у без безо для около возле вокруг мимо среди после из-за из-под кроме против", "gent gen2"),
        ("через сквозь про", "accs"),
    )
    for word in words.split()
}
_SUBJECTS = frozenset("я ты он она оно мы вы они кто".split())


@dataclass(frozen=True, slots=True)
class _Parse:
    lemma: str
    pos: str
    case: str
    number: str
    gender: str
    is_name: bool
    known: bool
    score: float


def sentences(text: str) -> list[str]:
    """The sentences of a text, trimmed, none empty; a line break ends one too."""
    from razdel import sentenize  # type: ignore[import-untyped]

    return [piece.text for line in text.splitlines() if line.strip() for piece in sentenize(line) if piece.text.strip()]


def tokens(text: str) -> list[Token]:
    """The words of a text with readings weighed by their neighbours."""
    matches = list(WORD.finditer(text))
    parses = [list(_parse(match[0].lower())) for match in matches]
    touching = [_touch(text, one.end(), other.start()) for one, other in pairwise(matches)] + [False]
    found = []
    for index, match in enumerate(matches):
        left = index - 1 if index and touching[index - 1] else None
        if left and touching[left - 1] and parses[left][0].pos == "NPRO" and matches[left][0].lower() not in _SUBJECTS:
            # "Принёс им еду": a pronoun in between says nothing of the word.
            left -= 1
        weighed = _weigh(
            parses[index],
            matches[left][0].lower() if left is not None else "",
            parses[left] if left is not None else [],
            parses[index + 1] if touching[index] else [],
        )
        is_first = index == 0 or bool(re.search(r"[.!?…:«»\"“„]", text[matches[index - 1].end() : match.start()]))
        readings = _readings(weighed, capital=match[0][0].isupper(), is_first=is_first)
        if "-" in match[0]:
            readings = _with_parts(match[0], readings)
        found.append(token(match[0], match.start(), readings))
    return found


def fold(word: str) -> str:
    """Lower case with ё as е: how two writings of a word are compared."""
    return word.lower().replace("ё", "е").replace("\u2011", "-").replace("\u2010", "-")


def is_known(word: str) -> bool:
    """Whether the dictionary has this form."""
    return bool(analyzer().word_is_known(word))


def _touch(text: str, end: int, start: int) -> bool:
    """Whether nothing but space stands between two words: neighbours across a comma say little of each other."""
    return start - end <= 2 and text[end:start].isspace()


@cache
def analyzer() -> Any:
    """pymorphy3's, made when it is first needed."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


def parses_of(word: str) -> list[Any]:
    """pymorphy3's parses of any word that somebody may write: none where it fails, on letters without a name."""
    try:
        return list(analyzer().parse(word))
    except ValueError:
        return []


@lru_cache(maxsize=100_000)
def _parse(word: str) -> tuple[_Parse, ...]:
    found = []
    # A word of 60 letters is no word; the analyzer would try its every ending.
    # Of other scripts it knows nothing, and some of their letters it fails on.
    if len(word) <= 60 and _CYRILLIC.fullmatch(word):
        for parse in parses_of(word.replace("\u2011", "-").replace("\u2010", "-")):
            tag = parse.tag
            found.append(
                _Parse(
                    # Pronouns keep their form: "ему везёт" is luck, "он везёт" a load.
                    lemma=fold(word if tag.POS == "NPRO" else parse.normal_form),
                    pos=str(tag.POS or ""),
                    case=str(tag.case or ""),
                    number=str(tag.number or ""),
                    gender=str(tag.gender or ""),
                    is_name=any(name in tag for name in _NAME_TAGS),
                    known=bool(parse.is_known),
                    score=float(parse.score),
                )
            )
    if found and found[0].pos == "ADVB" and found[0].lemma.endswith("о"):
        found += [_Parse(one, "ADVB", "", "", "", False, True, found[0].score) for one in _adjective_of(found[0].lemma)]
    return tuple(found) or (_Parse(fold(word), "", "", "", "", False, False, 1.0),)


def _adjective_of(adverb: str) -> list[str]:
    """ "Храбро" is храбрый, "далеко" далёкий."""
    for ending in ("ый", "ий", "ой"):
        guess = adverb[:-1] + ending
        if any(
            parse.is_known and parse.tag.POS == "ADJF" and fold(parse.normal_form) == guess
            for parse in parses_of(guess)
        ):
            return [guess]
    return []


def _weigh(parses: list[_Parse], left_word: str, left: list[_Parse], right: list[_Parse]) -> list[tuple[_Parse, float]]:
    """Each parse with its score, raised or lowered by the neighbours, and brought to a sum of 1."""
    if len(parses) == 1:
        return [(parses[0], 1.0)]
    weighed = [
        (
            parse,
            (parse.score + 0.02)
            * _place_of_noun(parse, left_word, left, right)
            * _place_of_verb(parse, left_word, left, right),
        )
        for parse in parses
    ]
    total = sum(weight for _, weight in weighed)
    return [(parse, weight / total) for parse, weight in weighed]


def _place_of_noun(parse: _Parse, left_word: str, left: list[_Parse], right: list[_Parse]) -> float:
    """How well the place suits what has a case: prepositions govern, adjectives agree."""
    factor = 1.0
    if (cases := _GOVERNS.get(left_word)) is not None:
        if parse.case:
            factor *= 5.0 if parse.case in cases else 0.1
        elif parse.pos in _UNGOVERNED:
            factor *= 0.1
    elif parse.pos in _UNGOVERNED and left and all(_is_modifier(one) for one in left):
        # "В самой чаще" is the thicket and not "more often".
        factor *= 0.1
    elif parse.case in ("loct", "loc2") and not any(_is_modifier(one) and _agree(one, parse) for one in left):
        # The prepositional case needs its preposition: "горе пришло" is no mountain.
        factor *= 0.1
    if parse.case == "gent" and not left_word:
        # Nothing governs the genitive that opens a clause.
        factor *= 0.4
    if parse.pos == "NOUN" and parse.case == "nomn" and any(_is_subject_of(parse, one) for one in left[:1] + right[:1]):
        factor *= 2.0
    if parse.pos == "NOUN" and any(_is_modifier(one) and _agree(one, parse) for one in left):
        factor *= 3.0
    if _is_modifier(parse) and any(one.pos == "NOUN" and _agree(parse, one) for one in right):
        factor *= 3.0
    return factor


def _place_of_verb(parse: _Parse, left_word: str, left: list[_Parse], right: list[_Parse]) -> float:
    """How well the place suits a finite verb: "девочка села на лавку", "еду в город", "смел ослушаться"."""
    if parse.pos not in _FINITE:
        return 1.0
    factor = 1.0
    if left_word in _SUBJECTS | {"не"}:
        factor *= 6.0
    elif left_word not in _GOVERNS and not _wants_noun(left) and not any(one.pos in _FINITE for one in right[:1]):
        factor *= 6.0 if parse.gender != "neut" or _has_neuter_subject(left, right) else 1.0
    if any(one.pos == "INFN" for one in right[:1]):
        factor *= 4.0
    return factor


def _wants_noun(left: list[_Parse]) -> bool:
    """Behind an adjective, a numeral or another verb a noun is likelier than a verb."""
    return any(one.pos in ("ADJF", "PRTF", "NUMR", "VERB", "INFN", "GRND") for one in left[:1])


def _has_neuter_subject(left: list[_Parse], right: list[_Parse]) -> bool:
    """ "Солнце село" has one, "село стояло" has none."""
    return any(one.pos == "NOUN" and one.case == "nomn" and one.gender == "neut" for one in left[:1] + right[:1])


def _is_subject_of(noun: _Parse, verb: _Parse) -> bool:
    return verb.pos in _FINITE and noun.number == verb.number and verb.gender in ("", noun.gender)


def _is_modifier(parse: _Parse) -> bool:
    return parse.pos in ("ADJF", "PRTF") and parse.score >= 0.05


def _agree(modifier: _Parse, noun: _Parse) -> bool:
    if modifier.case != noun.case or modifier.number != noun.number:
        return False
    return modifier.number == "plur" or not modifier.gender or modifier.gender == noun.gender


def _readings(weighed: list[tuple[_Parse, float]], *, capital: bool, is_first: bool) -> list[Reading]:
    """Parses of one base form and part added up. A capital letter inside a sentence favours the name."""
    names = sum(weight for parse, weight in weighed if parse.is_name)
    inside = capital and not is_first
    sums: dict[tuple[str, Part], list[float]] = {}
    for parse, weight in weighed:
        part: Part = "name" if parse.is_name else _PARTS.get(parse.pos, "other")
        is_unlikely = part != "name" if inside and names >= 0.25 else part == "name" and not capital
        if is_unlikely:
            weight *= 0.1
        elif inside and not parse.known:
            part = "name"
        if part == "participle" and any(one.pos == "ADJF" for one, _ in weighed):
            # "Любимый", "родимый": where the dictionary has an adjective, the verb is hardly felt.
            weight *= 0.4
        entry = sums.setdefault((parse.lemma, part), [0.0, 0.0])
        entry[0] += weight
        entry[1] += weight if parse.case == "nomn" else 0.0
    # Lower-cased names have been lowered; what is left of the word is shared out again.
    total = sum(weight for weight, _ in sums.values()) or 1.0
    return [
        Reading(lemma, part, weight / total, "nominative" if nominative * 2 >= weight else "oblique")
        for (lemma, part), (weight, nominative) in sums.items()
    ]


def _is_surname(word: str) -> bool:
    return any("Surn" in parse.tag for parse in parses_of(word))


def _with_parts(word: str, readings: list[Reading]) -> list[Reading]:
    """Иван-царевич is also a царевич; Мамин-Сибиряк stays whole, and so does what hangs on a particle."""
    parts = word.split("-")
    if len(parts) != 2 or any(len(part) < 2 for part in parts):
        return readings
    first = _parse(parts[0].lower())[0]
    if parts[1][0].isupper() and (first.pos == "ADJF" or (first.is_name and _is_surname(parts[0]))):
        return readings
    whole = [Reading(fold(word), "name" if word[0].isupper() else "noun", 1.0)]
    whole += [reading for reading in readings if reading.lemma != whole[0].lemma]
    inner = []
    for part in parts:
        for reading in _readings(
            _weigh(list(_parse(part.lower())), "", [], []), capital=part[0].isupper(), is_first=False
        ):
            if reading.part in ("noun", "adjective", "verb", "participle"):
                inner.append(Reading(reading.lemma, reading.part, reading.weight * 0.9, reading.case, whole=False))
    return whole + inner
