"""From words that are there, missing or too many to what a host would say of one right answer.

Here it is settled which words count; `complete` judges what is too much, `incomplete` what is missing or replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.answers.amounts import numbers_differ, other_unit
from companion.answers.compare import Alignment, align, align_in_company
from companion.answers.complete import complete
from companion.answers.fit import Asked, Fit, both, half, other_number
from companion.answers.incomplete import far, incomplete
from companion.answers.known import by_dictionary, by_name_inside, by_other_name, in_other_letters, same_god
from companion.answers.names import are_opposites, is_first_name
from companion.answers.people import is_of_other_sex, other_given_name
from companion.answers.reference import Alternative
from companion.answers.sentences import in_other_words, is_sentence
from companion.answers.words import Word, is_base_form, small

if TYPE_CHECKING:
    from companion.answers.meaning import Meaning


def fit(alternative: Alternative, given: tuple[Word, ...], asked: Asked, meaning: Meaning | None) -> Fit:
    """What speaks for and against the given words as this right answer."""
    words = tuple(word for word in given if word.text not in small().approximately)
    found = _fit(alternative, words or given, asked, meaning)
    if alternative.aside and found.score > 0.5:
        # What stood in brackets may be an explanation: what repeats the question explains.
        explains = all(asked.names(word) or word.is_generic or word.is_light for word in alternative.words)
        return (
            replace(found, score=0.3, verdict="ask", code="part")
            if explains
            else replace(found, score=found.score * 0.93)
        )
    return found


def _fit(alternative: Alternative, given: tuple[Word, ...], asked: Asked, meaning: Meaning | None) -> Fit:
    if (named := by_other_name(alternative, given, asked) or same_god(alternative, given, asked)) is not None:
        return named
    if alternative.between is not None:
        values = [word.value for word in given if word.value is not None]
        low, high = alternative.between
        if len(values) == 1 and low <= values[0] <= high and not other_unit(alternative.words, given, asked):
            return Fit(0.95, "right", "in_range", {"answer": alternative.text})
    if (spelt := in_other_letters(alternative, given)) > 0.75:
        return Fit(0.7 + 0.25 * spelt, "right", "letters", both(alternative, given))
    rest, fits = list(given), []
    for part in alternative.parts:
        found = by_name_inside(part, rest, alone=len(alternative.parts) == 1) or align(part, rest)
        fits.append(found)
        used = {id(pair.given) for pair in found.pairs}
        rest = [word for word in rest if id(word) not in used] if found.pairs and not _is_joined(found, rest) else rest
        if _is_joined(found, rest):
            rest = list(found.extra)
    gone = [number for number, one in enumerate(fits) if not one.pairs]
    for number in gone if len(gone) * 2 <= len(fits) else ():
        fits[number] = align_in_company(alternative.parts[number], rest)
        rest = [word for word in rest if not any(word is pair.given for pair in fits[number].pairs)]
    if len(fits) > 1 and any(not one.pairs for one in fits):
        if not any(one.pairs for one in fits):
            return far(alternative, given, fits[0], asked, meaning)
        tells = is_sentence(alternative, asked)
        return in_other_words(alternative, given, asked, meaning if tells else None, half(alternative))
    whole = Alignment(
        tuple(pair for one in fits for pair in one.pairs),
        tuple(word for one in fits for word in one.missing),
        tuple(word for word in rest if not word.is_light),
    )
    weighed = _weigh(alternative, given, whole, asked, meaning)
    return weighed if weighed.score >= 0.5 else by_dictionary(alternative, given, asked) or weighed


def _is_joined(found: Alignment, rest: Sequence[Word]) -> bool:
    """Words written together are paired as one that stands in neither answer."""
    return any(not any(pair.given is word for word in rest) for pair in found.pairs)


def _weigh(
    alternative: Alternative, given: tuple[Word, ...], found: Alignment, asked: Asked, meaning: Meaning | None
) -> Fit:
    if asked.gap:  # the saying may be said as a whole
        found = replace(found, extra=tuple(word for word in found.extra if not asked.names(word)))
    found = _without_echo(found, asked)
    extra = _counting(found.extra, alternative, asked)
    missing = [
        word
        for word in found.missing
        if not _goes_without_saying(word, asked, alternative) or _heads_genitive(word, alternative, found, asked)
    ]
    if any(word.value is not None for word in found.missing) and numbers_differ(found, given, asked):
        return other_number(alternative, given)
    if not found.pairs or not any(_tells(pair.wanted, alternative, asked) for pair in found.pairs):
        return far(alternative, given, found, asked, meaning)
    if all(pair.how == "initial" for pair in found.pairs) and len(given) == 1:
        return far(alternative, given, found, asked, meaning)  # Jo is no Joey
    if other_given_name(found) or (asked.person and any(map(is_of_other_sex, found.pairs))):
        return Fit(0.1, "wrong", "other_person", both(alternative, given))
    if any(are_opposites(one, other) for one in extra for other in (*alternative.words, *alternative.optional)):
        return Fit(0.06, "wrong", "opposite", both(alternative, given))
    heads = [word for word in found.missing if word.is_generic and "noun" in word.parts]
    if not missing and extra and (alternative.title or (heads and any(_is_noun(word) for word in extra))):
        missing = list(found.missing)
    if not missing and (swapped := _swapped_kinds(found, asked)):
        missing, extra = swapped
    if missing:
        extra = extra or [word for word in found.extra if word.is_generic and not asked.names(word) and not word.unit]
        return incomplete(alternative, given, found, missing, extra, asked, meaning)
    return complete(alternative, given, found, extra, asked)


def _without_echo(found: Alignment, asked: Asked) -> Alignment:
    """Another word for the answer that stands in the question answers nothing: it was asked what else to call it."""
    if len(found.pairs) != 1 or (pair := found.has("synonym")) is None:
        return found
    if not asked.names(pair.given) or asked.names(pair.wanted):
        return found
    return Alignment((), (*found.missing, pair.wanted), (*found.extra, pair.given))


def _swapped_kinds(found: Alignment, asked: Asked) -> tuple[list[Word], list[Word]] | None:
    """Kinds and titles may go unsaid, but not be another: no American war is a Spanish one, no river a lake."""
    for gone in found.missing:
        for put in found.extra:
            told = all(word.is_generic or word.is_title for word in (gone, put))
            alike = gone.parts & put.parts & {"noun", "adjective"}
            if told and alike and not asked.names(gone) and not asked.names(put):
                return [gone], [put]
            plain = gone.is_plain_noun and put.is_plain_noun and not (gone.capital or put.capital)
            if plain and put.script == "cyrillic" and asked.names(gone) and not asked.names(put) and put.is_generic:
                return [gone], [put]
    return None


def _is_noun(word: Word) -> bool:
    return bool(word.parts & {"noun", "name"}) and "adjective" not in word.parts


def _tells(word: Word, alternative: Alternative, asked: Asked) -> bool:
    """Does this word tell the answer from others, and is no word of the question?"""
    if all(asked.names(one) or one.is_generic or one.is_title or one.is_light for one in alternative.words):
        return True
    is_title = word.is_title and not _is_surname_too(word, alternative)
    return word.value is not None or not (asked.names(word) or word.is_generic or is_title)


def _goes_without_saying(word: Word, asked: Asked, alternative: Alternative) -> bool:
    if asked.gap or word.value is not None or (alternative.title and not asked.names(word)):
        return False
    if (
        word.is_title
        and not asked.names(word)
        and (_rules_over(word, alternative) or _is_surname_too(word, alternative))
    ):
        return False
    if word.is_generic and _describes(word, alternative) and not asked.names(word):
        return False
    return word.is_generic or word.is_title or word.is_filler or word.initial or bool(word.unit) or asked.names(word)


def _is_told_twice(word: Word, alternative: Alternative) -> bool:
    """Сорок (40), but not twelve dozen."""
    again = word.value is not None and any(word.value == one.value for one in alternative.words)
    return again and word.lemmas.isdisjoint({"дюжина", "dozen"})


def _is_surname_too(word: Word, alternative: Alternative) -> bool:
    """Martin Luther King is no king."""
    names = alternative.words
    return len(names) > 1 and word is names[-1] and word.capital and is_first_name(names[0]) and not names[0].is_title


def _rules_over(word: Word, alternative: Alternative) -> bool:
    """The queen of Egypt is not Egypt."""
    after = next((other for one, other in pairwise(alternative.words) if one is word), None)
    return after is not None and after.text == "of"


def _heads_genitive(word: Word, alternative: Alternative, found: Alignment, asked: Asked) -> bool:
    """ "Праздник плуга" is no "плуг"; "город Париж" is "Париж", and "площадь Мира" may be called "Мира"."""
    if word.script != "cyrillic" or asked.names(word) or not (word.is_generic or word.is_title):
        return False
    after = next((other for one, other in pairwise(alternative.words) if one is word), None)
    pair = next((pair for pair in found.pairs if pair.wanted is after), None)
    return pair is not None and pair.how == "form" and after is not None and not is_base_form(after.text)


def _describes(word: Word, alternative: Alternative) -> bool:
    """In English a kind before a common noun tells it from others: a sea lion is no lion. Before a name it does not."""
    after = next((other for one, other in pairwise(alternative.words) if one is word), None)
    return after is not None and after.script == "latin" and not (after.capital or after.is_light or after.is_generic)


def _counting(extra: Sequence[Word], alternative: Alternative, asked: Asked) -> list[Word]:
    """Words too many that may change the answer."""
    optional = align(alternative.optional, list(extra)).extra if alternative.optional and extra else tuple(extra)
    numbered = any(word.value is not None for word in alternative.words)
    if asked.street and not numbered:  # 221b Baker Street
        optional = tuple(word for word in optional if word.value is None and len(word.text) > 1)
    return [
        word
        for word in optional
        if not (word.is_light or word.is_filler or word.initial)
        and not (word.text[0].isdigit() and asked.names(word) and not numbered)  # H2O is water
        and not (_is_told_twice(word, alternative))
        and not (
            word.value is None
            and (
                asked.names(word)
                or word.is_generic
                or word.is_title
                or (word.unit and numbered and not alternative.words[0].unit)
            )
        )
    ]
