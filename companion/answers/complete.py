"""Every word that counts was given: right, unless what stands beside it changes the answer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.answers.amounts import PRONOUNS, numbers_swapped, only_detail, other_unit
from companion.answers.answer_check import Verdict
from companion.answers.compare import Alignment
from companion.answers.fit import Asked, Fit, as_text, both, other_number
from companion.answers.knowledge import relation
from companion.answers.names import called, is_common, marks
from companion.answers.reference import Alternative
from companion.answers.words import Word, small


def complete(alternative: Alternative, given: Sequence[Word], found: Alignment, extra: list[Word], asked: Asked) -> Fit:
    """Every word that counts is there."""
    if other_unit(alternative.words, given, asked):
        return Fit(0.08, "wrong", "other_unit", both(alternative, given))
    if _goes_on_with_and(alternative, given, asked):
        return Fit(0.6, "ask", "extra", {"extra": as_text(extra), "answer": alternative.text}, partial=True)
    if any(word.value is not None and word.text not in PRONOUNS for word in extra) and not only_detail(found, extra):
        return other_number(alternative, given)
    if numbers_swapped(alternative, given) or any(word.text == "bc" for word in extra):
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
    if extra and _belongs(alternative, given, found, extra):
        return Fit(0.3, "ask", "extra", {"extra": as_text(extra), "answer": alternative.text}, partial=True)
    score = 0.75 + 0.25 * found.quality
    if extra and relation(alternative.words, given)[0] in ("sisters", "apart"):
        # A term of its own that is no kind of the right answer: table tennis, heavy water.
        return Fit(0.45, "ask", "extra", {"extra": as_text(extra), "answer": alternative.text}, partial=True)
    if extra:
        if len(extra) > 5 + len(alternative.words):
            return Fit(0.55, "ask", "long", {"answer": alternative.text}, partial=True)
        score = min(score, 0.9) - 0.03 * len(extra)
    return by_kind(alternative, given, found, score, extra)


def _belongs(alternative: Alternative, given: Sequence[Word], found: Alignment, extra: Sequence[Word]) -> bool:
    """Is it what belongs to the right one: сын Посейдона, the wife of Nero?"""
    for before, of, name in zip(given, given[1:], (*given[2:], None), strict=False):
        owner = name if of.text == "of" else of
        pair = next((pair for pair in found.pairs if pair.given is owner), None)
        if pair is None or not any(before is word for word in extra) or not before.is_plain_noun:
            continue
        is_name = pair.wanted.capital and not is_common(pair.wanted.text) and not alternative.title
        if of.text == "of" and is_name and len(alternative.words) == 1:
            return True
        is_name = pair.wanted.capital and "name" in pair.wanted.parts | pair.given.parts
        if is_name and pair.how == "form" and not before.lemmas.isdisjoint({before.text}):
            return True
    return False


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


def by_kind(
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


def _other_of_its_kind(alternative: Alternative, extra: Sequence[Word]) -> bool:
    """Another country beside a country, another month beside a month."""
    if any(word.key for word in alternative.words) and any(word.key for word in extra):
        return True
    own, here = marks(alternative.words), {mark for word in extra for mark in called(word.text)}
    return not own & here and all(any(mark.startswith("territory") for mark in one) for one in (own, here))
