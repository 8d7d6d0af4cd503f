"""From words that are there, missing or too many to what a host would say: the best reading of one right answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.answers.amounts import numbers_differ, numbers_swapped, only_detail, other_unit
from companion.answers.answer_check import Verdict
from companion.answers.compare import Alignment, align, align_in_company
from companion.answers.fit import Asked, Fit, as_text, both, different, half, other_number
from companion.answers.knowledge import relation
from companion.answers.known import by_dictionary, by_name_inside, by_other_name, in_other_letters, same_god
from companion.answers.names import are_opposites, called, is_first_name, marks
from companion.answers.people import is_surname, other_given_name
from companion.answers.reference import Alternative, is_base_form
from companion.answers.sentences import in_other_words, is_sentence, needed_of
from companion.answers.words import Word, small

if TYPE_CHECKING:
    from companion.answers.meaning import Meaning


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
        return (
            replace(found, score=0.3, verdict="ask", code="part")
            if explains
            else replace(found, score=found.score * 0.93)
        )
    return found


def _fit(alternative: Alternative, given: tuple[Word, ...], asked: Asked, meaning: Meaning | None) -> Fit:
    if (named := by_other_name(alternative, given) or same_god(alternative, given, asked)) is not None:
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
    if len(fits) == 2 and len(gone := [number for number, one in enumerate(fits) if not one.pairs]) == 1:
        fits[gone[0]] = align_in_company(alternative.parts[gone[0]], rest)
        rest = [word for word in rest if not any(word is pair.given for pair in fits[gone[0]].pairs)]
    if len(fits) > 1 and any(not one.pairs for one in fits):
        if not any(one.pairs for one in fits):
            return _far(alternative, given, fits[0], asked, meaning)
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
        return _far(alternative, given, found, asked, meaning)
    if other_given_name(found):
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
        return _incomplete(alternative, given, found, missing, extra, asked, meaning)
    return _complete(alternative, given, found, extra, asked)


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
            plain = _is_noun_only(gone) and _is_noun_only(put) and not (gone.capital or put.capital)
            if plain and put.script == "cyrillic" and asked.names(gone) and not asked.names(put) and put.is_generic:
                return [gone], [put]
    return None


def _is_noun(word: Word) -> bool:
    return bool(word.parts & {"noun", "name"}) and "adjective" not in word.parts


def _is_noun_only(word: Word) -> bool:
    """A plain noun, and no name."""
    return "noun" in word.parts and "name" not in word.parts


def _tells(word: Word, alternative: Alternative, asked: Asked) -> bool:
    """Does this word tell the answer from others, and is no word of the question?"""
    if all(asked.names(one) or one.is_generic or one.is_title or one.is_light for one in alternative.words):
        return True
    return word.value is not None or not (asked.names(word) or word.is_generic or word.is_title)


def _goes_without_saying(word: Word, asked: Asked, alternative: Alternative) -> bool:
    if asked.gap or word.value is not None or (alternative.title and not asked.names(word) and not word.is_generic):
        return False
    if word.is_title and not asked.names(word) and _rules_over(word, alternative):
        return False
    if word.is_generic and _describes(word, alternative) and not asked.names(word):
        return False
    return word.is_generic or word.is_title or word.is_filler or word.initial or bool(word.unit) or asked.names(word)


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
    return [
        word
        for word in optional
        if not (word.is_light or word.is_filler or word.initial)
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


def _complete(
    alternative: Alternative, given: Sequence[Word], found: Alignment, extra: list[Word], asked: Asked
) -> Fit:
    """Every word that counts is there."""
    if other_unit(alternative.words, given, asked):
        return Fit(0.08, "wrong", "other_unit", both(alternative, given))
    if _goes_on_with_and(alternative, given, asked):
        return Fit(0.6, "ask", "extra", {"extra": as_text(extra), "answer": alternative.text}, partial=True)
    if any(word.value is not None for word in extra) and not only_detail(found, extra):
        return other_number(alternative, given)
    if numbers_swapped(alternative, given):
        return other_number(alternative, given)
    joined = any(word.text in small().and_ for word in given) and not alternative.title
    if (
        extra
        and joined
        and len(alternative.parts) == 1
        and not any(word.text in small().and_ for word in alternative.words)
        and _stand_apart(given, extra)
    ):
        return Fit(0.42, "ask", "two_things", {"extra": as_text(extra), "answer": alternative.text})
    if extra and _other_of_its_kind(alternative, extra):
        return Fit(0.1, "wrong", "two_answers", {"answers": as_text(given)})
    score = 0.75 + 0.25 * found.quality
    if extra and relation(alternative.words, given)[0] in ("sisters", "apart"):
        # A term of its own that is no kind of the right answer: table tennis, heavy water.
        return Fit(0.45, "ask", "extra", {"extra": as_text(extra), "answer": alternative.text}, partial=True)
    if extra:
        if len(extra) > 5 + len(alternative.words):
            return Fit(0.55, "ask", "long", {"answer": alternative.text}, partial=True)
        score = min(score, 0.9) - 0.03 * len(extra)
    return _by_kind(alternative, given, found, score, extra)


def _stand_apart(given: Sequence[Word], extra: Sequence[Word]) -> bool:
    """Does "and" part what is right from what is too much? In "fish and chips in London" it does not."""
    place = next(number for number, word in enumerate(given) if word.text in small().and_)
    sides = [
        [any(word is one for one in extra) for word in side if not word.is_light and not word.is_filler]
        for side in (given[:place], given[place + 1 :])
    ]
    return any(side and not any(side) for side in sides)


def _goes_on_with_and(alternative: Alternative, given: Sequence[Word], asked: Asked) -> bool:
    """ "Snow White and the Seven Dwarfs" for Snow White: a longer name that begins with the whole of the right one."""
    length = len(alternative.words)
    if length < 2 or asked.several or len(alternative.parts) > 1 or len(given) <= length + 1:
        return False
    begins = all(word.text == other.text for word, other in zip(alternative.words, given, strict=False))
    return begins and given[length].text in small().and_ and not any(word.value for word in alternative.words)


def _by_kind(
    alternative: Alternative, given: Sequence[Word], found: Alignment, score: float, extra: Sequence[Word]
) -> Fit:
    params = {"given": as_text(given), "answer": alternative.text}
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
        code, params = "extra", {"extra": as_text(extra), "answer": alternative.text}
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
    tells = is_sentence(alternative, asked)
    if any(word.value is not None for word in missing):
        told = Fit(0.2, "wrong", "number_missing", both(alternative, given))
        return in_other_words(alternative, given, asked, meaning if tells else None, told)
    if extra:
        full = all(word.capital and not is_first_name(word) for word in extra) and not any(map(_is_noun_only, extra))
        if full and is_surname(alternative, found, missing, asked):
            return Fit(0.55, "ask", "extra", {"extra": as_text(extra), "answer": alternative.text}, partial=True)
        return _replaced(alternative, given, missing, extra, asked, meaning)
    if is_surname(alternative, found, missing, asked):
        kind = _by_kind(alternative, given, found, 0.65 + 0.27 * found.quality, extra)
        return replace(kind, code="surname" if kind.code in ("same", "form", "enough") else kind.code, partial=True)
    if len(alternative.parts) > 1:
        return in_other_words(alternative, given, asked, meaning if tells else None, half(alternative))
    needed = [word for word in alternative.words if not word.is_light]
    named = any(word.capital for word in missing)
    if not alternative.title and not named and len(needed) >= 4 and len(missing) * 4 <= len(needed):
        return Fit(0.6, "ask", "nearly_all", {"missing": as_text(missing), "answer": alternative.text}, partial=True)
    part = Fit(0.35, "ask", "part", {"missing": as_text(missing), "answer": alternative.text}, partial=True)
    if asked.gap:
        return part
    if meaning is None and _is_bare_head(alternative, found, missing, asked):
        # The kind of thing is less than the thing: whale, where a blue whale is meant.
        return part if relation(alternative.words, given)[0] == "broader" else replace(part, score=0.55)
    if not (tells or _is_describable(alternative, found, missing)):
        return part
    # As the right answer spells them, so that a slip or another form of what was said does not count.
    heard = tuple(word for word in alternative.words if any(word is pair.wanted for pair in found.pairs)) or given
    return best(in_other_words(alternative, one, asked, meaning, part) for one in (given, heard))


def _is_bare_head(alternative: Alternative, found: Alignment, missing: Sequence[Word], asked: Asked) -> bool:
    """Is only an adjective missing before the noun that says what it is? Names keep theirs."""
    if alternative.title or len(needed_of(alternative)) > 3 or any(map(_names_something(alternative), missing)):
        return False
    heads = [pair.wanted for pair in found.pairs]
    plain = all(word.parts & {"adjective", "participle"} for word in missing)
    return plain and any("noun" in word.parts and not asked.names(word) for word in heads)


def _names_something(alternative: Alternative) -> Callable[[Word], bool]:
    """Is a word part of a name? The capital of the first word says nothing."""
    first, *others = alternative.words
    whole = any(word.capital for word in others)
    name = "name" in first.parts and "adjective" not in first.parts
    return lambda word: word.capital and (whole or word is not first or name)


def _only_tail(tail: Sequence[Word], found: Alignment, missing: Sequence[Word]) -> bool:
    return all(any(word is one for one in tail) for word in missing) and len(found.pairs) >= 2


_BEFORE_TAIL = frozenset("of in for on with to в на из с для".split())


def _is_describable(alternative: Alternative, found: Alignment, missing: Sequence[Word]) -> bool:
    """May a part be enough at all? Of titles and names no word may be missing, except behind "of"."""
    if alternative.title or not found.pairs or any(word.text in small().negations for word in missing):
        return False
    words = alternative.words
    end = next((place for place, word in enumerate(words) if place and word.text in _BEFORE_TAIL), len(words))
    return _only_tail(words[end:], found, missing) or not any(map(_names_something(alternative), missing))


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
        return Fit(0.05, "wrong", "opposite", both(alternative, given))
    if any(word.key or word.value is not None for word in (*missing, *extra)):
        return different(alternative, given)
    told = Fit(0.12, "wrong", "replaced", {"extra": as_text(extra), "missing": as_text(missing)})
    if any(word.capital and word is not alternative.words[0] for word in missing):
        return told  # another name: газета «Известия» for «Правда»
    return in_other_words(alternative, given, asked, meaning, told)


def _far(
    alternative: Alternative, given: tuple[Word, ...], found: Alignment, asked: Asked, meaning: Meaning | None
) -> Fit:
    """No word of the right answer that tells it from others was given."""
    if any(are_opposites(one, other) for one in given for other in alternative.words):
        return Fit(0.04, "wrong", "opposite", both(alternative, given))
    if any(word.value is not None or word.key for word in (*alternative.words, *given)):
        return different(alternative, given)
    return in_other_words(alternative, given, asked, meaning, different(alternative, given))


def _other_of_its_kind(alternative: Alternative, extra: Sequence[Word]) -> bool:
    """Another country beside a country, another month beside a month."""
    if any(word.key for word in alternative.words) and any(word.key for word in extra):
        return True
    own = {mark.split()[0] for mark in marks(alternative.words)}
    here = {mark.split()[0] for word in extra for mark in called(word.text)}
    return "territory" in own & here
