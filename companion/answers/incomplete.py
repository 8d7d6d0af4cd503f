"""Words that count are missing, or others stand in their place: less than the right answer, or another one?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.answers.amounts import is_date_in_part
from companion.answers.compare import Alignment
from companion.answers.complete import by_kind
from companion.answers.fit import Asked, Fit, as_text, best, both, different, half
from companion.answers.knowledge import relation
from companion.answers.names import are_opposites, is_first_name
from companion.answers.people import is_introduced, is_surname
from companion.answers.reference import Alternative
from companion.answers.sentences import in_other_words, is_sentence, needed_of
from companion.answers.words import Word, small

if TYPE_CHECKING:
    from companion.answers.meaning import Meaning


def incomplete(
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
    if is_date_in_part(alternative, found, missing, extra, asked):
        params = {"missing": as_text(missing), "answer": alternative.text}
        return Fit(0.52, "ask", "part", params, partial=True)
    if any(word.value is not None for word in missing):
        told = Fit(0.2, "wrong", "number_missing", both(alternative, given))
        return in_other_words(alternative, given, asked, meaning if tells else None, told)
    if extra:
        full = all(word.capital and not is_first_name(word) for word in extra) and not any(
            word.is_plain_noun for word in extra
        )
        if (full or is_introduced(found.pairs, extra, given)) and is_surname(alternative, found, missing, asked):
            return Fit(0.55, "ask", "extra", {"extra": as_text(extra), "answer": alternative.text}, partial=True)
        return _replaced(alternative, given, missing, extra, asked, meaning)
    if is_surname(alternative, found, missing, asked):
        kind = by_kind(alternative, given, found, 0.65 + 0.27 * found.quality, extra)
        return replace(kind, code="surname" if kind.code in ("same", "form", "enough") else kind.code, partial=True)
    if len(alternative.parts) > 1:
        return in_other_words(alternative, given, asked, meaning if tells else None, half(alternative))
    needed = [word for word in alternative.words if not word.is_light]
    named = any(word.capital for word in missing)
    if not alternative.title and not named and len(needed) >= 4 and len(missing) * 4 <= len(needed):
        return Fit(0.6, "ask", "nearly_all", {"missing": as_text(missing), "answer": alternative.text}, partial=True)
    if alternative.title and len(needed) >= 4 and len(missing) == 1 and missing[0] is not needed[-1]:
        return Fit(0.55, "ask", "nearly_all", {"missing": as_text(missing), "answer": alternative.text}, partial=True)
    part = Fit(0.35, "ask", "part", {"missing": as_text(missing), "answer": alternative.text}, partial=True)
    if asked.gap or asked.word:
        return part
    if len(given) < len(alternative.words) and relation(alternative.words, given)[0] == "same":
        # Short for the whole, dictionaries say: panda, postage stamp.
        return Fit(0.7, "other-name", "other_name", both(alternative, given), partial=True)
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


def far(
    alternative: Alternative, given: tuple[Word, ...], found: Alignment, asked: Asked, meaning: Meaning | None
) -> Fit:
    """No word of the right answer that tells it from others was given."""
    if any(are_opposites(one, other) for one in given for other in alternative.words):
        return Fit(0.04, "wrong", "opposite", both(alternative, given))
    if any(word.value is not None or word.key for word in (*alternative.words, *given)):
        return different(alternative, given)
    return in_other_words(alternative, given, asked, meaning, different(alternative, given))
