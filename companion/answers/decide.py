"""From words that are there, missing or too many to what a host would say: the best reading of one right answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.answers.answer_check import Verdict
from companion.answers.compare import Alignment, Pair, align
from companion.answers.names import are_opposites, called, is_first_name, is_symbol, marks, myths, phrase, share
from companion.answers.lists import lists
from companion.answers.reference import Alternative
from companion.answers.spelling import across
from companion.answers.words import Word, small

if TYPE_CHECKING:
    from companion.answers.meaning import Meaning


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for."""

    language: str
    words: frozenset[str]
    """Its words and their base forms."""
    person: bool
    several: bool
    units: frozenset[str]

    def names(self, word: Word) -> bool:
        """Does the question say this word itself?"""
        return not self.words.isdisjoint(word.lemmas | {word.text})


@dataclass(frozen=True, slots=True)
class Fit:
    """How well an answer fits a right one."""

    score: float
    verdict: Verdict
    code: str
    params: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False
    """It fits by less than the whole of the right answer."""


def best(fits: Iterable[Fit]) -> Fit:
    """The best of several right answers."""
    return max(fits, key=lambda one: one.score)


def fit(alternative: Alternative, given: tuple[Word, ...], asked: Asked, meaning: Meaning | None) -> Fit:
    """What speaks for and against the given words as this right answer."""
    words = tuple(word for word in given if word.text not in small().approximately)
    found = _fit(alternative, words or given, asked, meaning)
    if alternative.aside and found.score > 0.5:
        # What stood in brackets may be an explanation: what repeats the question explains.
        explains = all(asked.names(word) or word.is_generic or word.is_light for word in alternative.words)
        return replace(found, score=0.3, verdict="ask", code="part") if explains else replace(found, score=found.score * 0.93)
    return found


def _fit(alternative: Alternative, given: tuple[Word, ...], asked: Asked, meaning: Meaning | None) -> Fit:
    if (named := _named(alternative, given) or _same_god(alternative, given, asked)) is not None:
        return named
    if alternative.between is not None:
        values = [word.value for word in given if word.value is not None]
        low, high = alternative.between
        if len(values) == 1 and low <= values[0] <= high and not _other_unit(alternative.words, given, asked):
            return Fit(0.95, "right", "in_range", {"answer": alternative.text})
    if (spelt := _across(alternative, given)) > 0.75:
        return Fit(0.7 + 0.25 * spelt, "right", "letters", _both(alternative, given))
    rest, fits = list(given), []
    for part in alternative.parts:
        found = _by_name(part, rest) or align(part, rest)
        fits.append(found)
        used = {id(pair.given) for pair in found.pairs}
        rest = [word for word in rest if id(word) not in used] if found.pairs and not _is_joined(found, rest) else rest
        if _is_joined(found, rest):
            rest = list(found.extra)
    if len(fits) > 1 and any(not one.pairs for one in fits):
        some = any(one.pairs for one in fits)
        return _half(alternative) if some else _far(alternative, given, fits[0], asked, meaning)
    whole = Alignment(
        tuple(pair for one in fits for pair in one.pairs),
        tuple(word for one in fits for word in one.missing),
        tuple(word for word in rest if not word.is_light),
    )
    return _weigh(alternative, given, whole, asked, meaning)


def _by_name(part: Sequence[Word], given: Sequence[Word]) -> Alignment | None:
    """Both sides of a pair may go by other names: "the USA and Canada"."""
    wanted = marks(part)
    if not wanted or len(given) > 12:
        return None
    for length in range(min(4, len(given)), 0, -1):
        for begin in range(len(given) - length + 1):
            run = given[begin : begin + length]
            if not run[0].is_light and wanted & called(phrase(run)):
                named = next((word for word in part if not word.is_light), part[0])
                pairs = tuple(Pair(named, word, 0.95, "synonym" if phrase(run) != phrase(part) else "same") for word in run)
                return Alignment(pairs, (), tuple(word for word in given if not any(word is one for one in run)))
    return None


def _across(alternative: Alternative, given: Sequence[Word]) -> float:
    """How well the whole answer spells the right one in the other alphabet: "вени види вичи"."""
    said = [word for word in given if not word.is_filler]
    scripts = {word.script for word in said}, {word.script for word in alternative.words}
    if any(len(one) != 1 for one in scripts) or scripts[0] == scripts[1]:
        return 0.0
    one, other = ("".join(word.text for word in words) for words in (alternative.words, said))
    return across(one, other) if len(one) > 5 else 0.0


def _is_joined(found: Alignment, rest: Sequence[Word]) -> bool:
    """Words written together are paired as one that stands in neither answer."""
    return any(not any(pair.given is word for word in rest) for pair in found.pairs)


def _named(alternative: Alternative, given: Sequence[Word]) -> Fit | None:
    """Another name that the lists know, or the symbol of a chemical element."""
    said = phrase(word for word in given)
    if len(given) == 1 and (is_symbol(given[0].text) or is_symbol(phrase(alternative.words))):
        here, there = called(given[0].text), called(phrase(alternative.words) or alternative.words[0].text)
        if here & there:
            return Fit(0.95, "other-name", "other_name", {"given": given[0].text, "answer": alternative.text})
        if len(given[0].text) <= 2 and len(alternative.text) <= 2 and given[0].text != alternative.words[0].text:
            return _different(alternative, given)
    here, there = marks(given), marks(alternative.words)
    if here & there and said != phrase(alternative.words):
        return Fit(0.95, "other-name", "other_name", {"given": said, "answer": alternative.text})
    if here and there and not here & there and given[0].script == alternative.words[0].script:
        return Fit(0.04, "wrong", "other_thing", {"given": said, "answer": alternative.text})
    if _abbreviates(given, alternative.words) or _abbreviates(alternative.words, given):
        return Fit(0.9, "other-name", "abbreviation", {"given": said, "answer": alternative.text})
    return None


def _same_god(alternative: Alternative, given: Sequence[Word], asked: Asked) -> Fit | None:
    """Zeus for Jupiter, where the question does not say whose god it asks for."""
    said = [word for word in given if not word.is_light and not word.is_filler]
    if len(alternative.words) != 1 or len(said) != 1 or said[0].text == alternative.words[0].text:
        return None
    if not share(myths(), alternative.words[0], said[0]):
        return None
    minds = not asked.words.isdisjoint(lists().myth_marks)
    return Fit(0.3 if minds else 0.55, "ask", "other_people", _both(alternative, given))


def _abbreviates(short: Sequence[Word], long: Sequence[Word]) -> bool:
    full = [word for word in long if not word.is_light]
    return (
        len(short) == 1
        and len(full) >= 3
        and len(short[0].text) == len(full)
        and short[0].text == "".join(word.text[0] for word in full)
    )


def _weigh(
    alternative: Alternative, given: tuple[Word, ...], found: Alignment, asked: Asked, meaning: Meaning | None
) -> Fit:
    extra = _counting(found.extra, alternative, asked)
    missing = [word for word in found.missing if not _goes_without_saying(word, asked, alternative)]
    if any(word.value is not None for word in found.missing) and _numbers_differ(found, given, asked):
        return _other_number(alternative, given)
    if not found.pairs or not any(_tells(pair.wanted, alternative, asked) for pair in found.pairs):
        return _far(alternative, given, found, asked, meaning)
    if _other_given_name(found):
        return Fit(0.1, "wrong", "other_person", _both(alternative, given))
    if any(are_opposites(one, other) for one in extra for other in (*alternative.words, *alternative.optional)):
        return Fit(0.06, "wrong", "opposite", _both(alternative, given))
    heads = [word for word in found.missing if word.is_generic and "noun" in word.parts]
    if not missing and extra and (alternative.title or (heads and any(_is_noun(word) for word in extra))):
        missing = list(found.missing)
    if missing:
        extra = extra or [word for word in found.extra if word.is_generic and not asked.names(word) and not word.unit]
        return _incomplete(alternative, given, found, missing, extra, asked, meaning)
    return _complete(alternative, given, found, extra, asked)


def _is_noun(word: Word) -> bool:
    return bool(word.parts & {"noun", "name"}) and "adjective" not in word.parts


def _tells(word: Word, alternative: Alternative, asked: Asked) -> bool:
    """Does this word tell the answer from others, and is no word of the question?"""
    if all(asked.names(one) or one.is_generic or one.is_title or one.is_light for one in alternative.words):
        return True
    return word.value is not None or not (asked.names(word) or word.is_generic or word.is_title)


def _goes_without_saying(word: Word, asked: Asked, alternative: Alternative) -> bool:
    if word.value is not None or alternative.title and not asked.names(word) and not word.is_generic:
        return False
    return word.is_generic or word.is_title or word.is_filler or word.initial or bool(word.unit) or asked.names(word)


def _counting(extra: Sequence[Word], alternative: Alternative, asked: Asked) -> list[Word]:
    """Words too many that may change the answer."""
    optional = align(alternative.optional, list(extra)).extra if alternative.optional and extra else tuple(extra)
    return [
        word
        for word in optional
        if not (word.is_light or word.is_filler or word.initial)
        and not (word.value is None and (asked.names(word) or word.is_generic or word.is_title or (word.unit and not alternative.words[0].unit)))
    ]


def _complete(alternative: Alternative, given: Sequence[Word], found: Alignment, extra: list[Word], asked: Asked) -> Fit:
    """Every word that counts is there."""
    if _other_unit(alternative.words, given, asked):
        return Fit(0.08, "wrong", "other_unit", _both(alternative, given))
    if _goes_on_with_and(alternative, given, asked):
        return Fit(0.6, "ask", "extra", {"extra": _text(extra), "answer": alternative.text}, partial=True)
    if any(word.value is not None for word in extra) and not _only_detail(found, extra):
        return _other_number(alternative, given)
    if _numbers_swapped(alternative, given):
        return _other_number(alternative, given)
    joined = any(word.text in small().and_ for word in given) and not alternative.title
    if extra and joined and len(alternative.parts) == 1 and not any(word.text in small().and_ for word in alternative.words):
        return Fit(0.42, "ask", "two_things", {"extra": _text(extra), "answer": alternative.text})
    if extra and _other_of_its_kind(alternative, extra):
        return Fit(0.1, "wrong", "two_answers", {"answers": _text(given)})
    score = 0.75 + 0.25 * found.quality
    if extra:
        if len(extra) > 5 + len(alternative.words):
            return Fit(0.55, "ask", "long", {"answer": alternative.text}, partial=True)
        score = min(score, 0.9) - 0.03 * len(extra)
    return _by_kind(alternative, given, found, score, extra)


def _goes_on_with_and(alternative: Alternative, given: Sequence[Word], asked: Asked) -> bool:
    """ "Snow White and the Seven Dwarfs" for Snow White: a longer name that begins with the whole of the right one."""
    length = len(alternative.words)
    if length < 2 or asked.several or len(alternative.parts) > 1 or len(given) <= length + 1:
        return False
    begins = all(word.text == other.text for word, other in zip(alternative.words, given, strict=False))
    return begins and given[length].text in small().and_ and not any(word.value for word in alternative.words)


def _numbers_swapped(alternative: Alternative, given: Sequence[Word]) -> bool:
    """A score of 3:1 is no 1:3."""
    wanted = [word.value for word in alternative.words if word.value is not None]
    said = [word.value for word in given if word.value is not None]
    plain = len(alternative.parts) == 1 and not any(word.key for word in alternative.words)
    return plain and len(wanted) > 1 and sorted(wanted) == sorted(said) and wanted != said


def _by_kind(alternative: Alternative, given: Sequence[Word], found: Alignment, score: float, extra: Sequence[Word]) -> Fit:
    params = {"given": _text(given), "answer": alternative.text}
    partial = bool(extra) or bool(found.missing)
    verdict: Verdict = "right"
    code = "same"
    if pair := found.has("typo"):
        verdict, code, params = "typo", "typo", {"given": pair.given.text, "answer": pair.wanted.text}
    elif found.has("synonym") or found.has("short"):
        verdict, code = "other-name", "synonym"
    elif found.has("letters"):
        code = "letters"
    elif extra:
        code, params = "extra", {"extra": _text(extra), "answer": alternative.text}
    elif found.has("number"):
        code = "number"
    elif found.has("form"):
        code = "form"
    elif found.missing:
        code = "enough"
    return Fit(score, verdict, code, params, partial=partial)


def _incomplete(
    alternative: Alternative,
    given: tuple[Word, ...],
    found: Alignment,
    missing: list[Word],
    extra: list[Word],
    asked: Asked,
    meaning: Meaning | None,
) -> Fit:
    """Some of the words that count are missing."""
    if any(word.value is not None for word in missing):
        return Fit(0.2, "wrong", "number_missing", _both(alternative, given))
    if extra:
        return _replaced(alternative, given, missing, extra, asked, meaning)
    if _is_surname(alternative, found, missing, asked):
        kind = _by_kind(alternative, given, found, 0.65 + 0.27 * found.quality, extra)
        return replace(kind, code="surname" if kind.code in ("same", "form", "enough") else kind.code, partial=True)
    if len(alternative.parts) > 1:
        return _half(alternative)
    needed = [word for word in alternative.words if not word.is_light]
    named = any(word.capital for word in missing)
    if not alternative.title and not named and len(needed) >= 4 and len(missing) * 4 <= len(needed):
        return Fit(0.6, "ask", "nearly_all", {"missing": _text(missing), "answer": alternative.text}, partial=True)
    part = Fit(0.35, "ask", "part", {"missing": _text(missing), "answer": alternative.text}, partial=True)
    if _is_bare_head(alternative, found, missing, asked):
        return replace(part, score=0.55)
    if meaning is not None and not alternative.title and not any(word.capital for word in missing):
        return replace(part, score=meaning.of_part(alternative, given))
    return part


def _is_surname(alternative: Alternative, found: Alignment, missing: Sequence[Word], asked: Asked) -> bool:
    """A person's surname, where only given names are missing."""
    if alternative.title:
        return False
    for part in alternative.parts:
        names = [word for word in part if not (word.is_light and not word.capital) and not word.is_title]
        names = [word for word in names if word.text not in lists().particles] or names
        gone = [word for word in names if any(word is one for one in missing)]
        if not gone:
            continue
        if all(not word.capital for word in gone) and names[-1].capital and names.index(gone[-1]) < len(names) - 1:
            continue  # what somebody is, before the name: кот Матроскин
        named = len(names) <= 4 and all(word.capital or word.initial for word in names)
        given_name = is_first_name(names[0])
        if not (named and len(names) >= 2 and (asked.person or given_name) and _ends_with_surname(names, gone)):
            return False
    return True


def _ends_with_surname(names: Sequence[Word], gone: Sequence[Word]) -> bool:
    """The surname is the last name, or the first where a given name follows it (Пушкин Александр)."""
    patronymic = names[-1].text.endswith(("вич", "вна")) and len(names) > 2
    if not patronymic and not any(names[-1] is one for one in gone):
        return True
    last_is_given = patronymic or (is_first_name(names[-1]) and names[-1].script == "cyrillic")
    return last_is_given and not is_first_name(names[0]) and not any(names[0] is one for one in gone)


def _is_bare_head(alternative: Alternative, found: Alignment, missing: Sequence[Word], asked: Asked) -> bool:
    """Is only an adjective missing before the noun that says what it is? Names keep theirs."""
    if alternative.title or len(alternative.words) > 3 or any(word.capital for word in alternative.words[1:]):
        return False
    heads = [pair.wanted for pair in found.pairs]
    plain = all(word.parts & {"adjective", "participle"} for word in missing)
    return plain and any("noun" in word.parts and not asked.names(word) for word in heads)


def _replaced(
    alternative: Alternative,
    given: tuple[Word, ...],
    missing: Sequence[Word],
    extra: Sequence[Word],
    asked: Asked,
    meaning: Meaning | None,
) -> Fit:
    """Other words stand where words of the right answer are missing."""
    if any(are_opposites(one, other) for one in extra for other in missing):
        return Fit(0.05, "wrong", "opposite", _both(alternative, given))
    if meaning is not None:
        return meaning.of_replaced(alternative, given, missing, extra, asked)
    return Fit(0.12, "wrong", "replaced", {"extra": _text(extra), "missing": _text(missing)})


def _far(alternative: Alternative, given: tuple[Word, ...], found: Alignment, asked: Asked, meaning: Meaning | None) -> Fit:
    """No word of the right answer that tells it from others was given."""
    if any(are_opposites(one, other) for one in given for other in alternative.words):
        return Fit(0.04, "wrong", "opposite", _both(alternative, given))
    if any(word.value is not None for word in (*alternative.words, *given)):
        return _different(alternative, given)
    if meaning is not None:
        return meaning.of_other(alternative, given, asked)
    return _different(alternative, given)


def _other_given_name(found: Alignment) -> bool:
    """The surname is right, and initials or a given name stand beside it that are another's."""
    mine = [word for word in found.missing if word.initial]
    return bool(mine) and any(word.initial or (word.capital and is_first_name(word)) for word in found.extra)


def _numbers_differ(found: Alignment, given: Sequence[Word], asked: Asked) -> bool:
    return any(word.value is not None for word in found.extra)


def _only_detail(found: Alignment, extra: Sequence[Word]) -> bool:
    """A year behind a day and month that are right, a first of a king who needs no number, is no other number."""
    values = [word for word in extra if word.value is not None]
    if any((pair.wanted.value or 0) >= 1000 for pair in found.pairs) and len(values) == 1:
        return any(word.key for word in extra) and (values[0].value or 0) <= 31
    if any(pair.wanted.key for pair in found.pairs):
        has_day = any(pair.wanted.value is not None for pair in found.pairs)
        return len(values) == 1 and ((values[0].value or 0) > 31 or not has_day)
    dates = any(word.key or word.unit for word in extra)
    return all(word.value == 1 or dates for word in values) and not any(
        pair.wanted.value is not None for pair in found.pairs
    )


def _other_unit(wanted: Sequence[Word], given: Sequence[Word], asked: Asked) -> bool:
    """A number in a unit that neither the right answer nor the question speaks of."""
    units = {word.unit for word in wanted if word.unit}
    said = {word.unit for word in given if word.unit}
    if not said or not any(word.value is not None for word in given) or said & units:
        return False
    return bool(units) or bool(asked.units - {"год", "век", "сут"} and not said & asked.units)


def _other_of_its_kind(alternative: Alternative, extra: Sequence[Word]) -> bool:
    """Another country beside a country, another month beside a month."""
    if any(word.key for word in alternative.words) and any(word.key for word in extra):
        return True
    own = {mark.split()[0] for mark in marks(alternative.words)}
    here = {mark.split()[0] for word in extra for mark in called(word.text)}
    return "territory" in own & here


def _half(alternative: Alternative) -> Fit:
    return Fit(0.15, "wrong", "half", {"answer": alternative.text}, partial=True)


def _other_number(alternative: Alternative, given: Sequence[Word]) -> Fit:
    return Fit(0.03, "wrong", "other_number", _both(alternative, given))


def _different(alternative: Alternative, given: Sequence[Word]) -> Fit:
    return Fit(0.03, "wrong", "different", _both(alternative, given))


def _both(alternative: Alternative, given: Sequence[Word]) -> dict[str, str]:
    return {"given": _text(given), "answer": alternative.text}


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
