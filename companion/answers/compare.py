"""Which words of a right answer does a given answer have? Each pairing says how the two words are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from companion.answers.kin import derived, small_form
from companion.answers.knowledge import relation
from companion.answers.names import called, is_first_name, lands, same_name, share, short_names, synonyms
from companion.answers.spelling import across, is_known, slip, sound_the_same
from companion.answers.words import Word, is_base_form, letters

How = Literal["same", "form", "number", "letters", "typo", "synonym", "initial", "short"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two words that are taken for the same."""

    wanted: Word
    given: Word
    quality: float
    """0 to 1."""
    how: How


@dataclass(frozen=True, slots=True)
class Alignment:
    """The words of a right answer beside those of a given one."""

    pairs: tuple[Pair, ...]
    missing: tuple[Word, ...]
    """Words of the right answer that were not given."""
    extra: tuple[Word, ...]
    """Words that were given and stand in no right answer."""

    @property
    def quality(self) -> float:
        return min((one.quality for one in self.pairs), default=0.0)

    def has(self, how: How) -> Pair | None:
        """A pairing of that kind."""
        return next((one for one in self.pairs if one.how == how), None)


def align(wanted: Sequence[Word], given: Sequence[Word]) -> Alignment:
    """Pairs words, the surest first; each word once. Small words neither miss nor disturb."""
    need = [word for word in wanted if not word.is_light] or list(wanted)
    have = list(given)
    pairs: list[Pair] = []
    _take(need, have, pairs, sure=False, slips=False)
    if need and have:
        _take(need, have, pairs, sure=False, slips=True)
    if need and have and len(pairs) * 2 >= len(need):
        _take(need, have, pairs, sure=True, slips=True)
    if need and have:
        _join_neighbours(need, have, pairs)
        _join(need, have, pairs)
    return Alignment(tuple(pairs), tuple(need), tuple(word for word in have if not word.is_light))


def align_in_company(part: Sequence[Word], given: Sequence[Word]) -> Alignment:
    """As `align`, where the other side of a pair leaves little doubt what this one is: a like sound will do."""
    need, have = [word for word in part if not word.is_light] or list(part), list(given)
    pairs: list[Pair] = []
    _take(need, have, pairs, sure=True, slips=True)
    return Alignment(tuple(pairs), tuple(need), tuple(word for word in have if not word.is_light))


def _take(need: list[Word], have: list[Word], pairs: list[Pair], *, sure: bool, slips: bool) -> None:
    found = [
        (pair.how != "initial", pair.quality, -place, -at, pair)
        for place, wanted in enumerate(need)
        for at, given in enumerate(have)
        if not (slips and given.is_light) and (pair := _pair(wanted, given, sure=sure, slips=slips)) is not None
    ]
    for *_, pair in sorted(found, key=lambda one: one[:4], reverse=True):
        if any(one is pair.wanted for one in need) and any(one is pair.given for one in have):
            pairs.append(pair)
            _drop(need, pair.wanted)
            _drop(have, pair.given)


def _drop(words: list[Word], gone: Word) -> None:
    words[:] = [word for word in words if word is not gone]


def _pair(wanted: Word, given: Word, *, sure: bool, slips: bool) -> Pair | None:
    if slips:
        return _slipped(wanted, given, sure)
    if wanted.value is not None or given.value is not None:
        return _numbers(wanted, given)
    if wanted.text == given.text:
        return Pair(wanted, given, 1.0, "same")
    for alike, quality, how in (
        (bool(wanted.unit) and wanted.unit == given.unit, 0.98, "form"),
        (bool(wanted.key) and wanted.key == given.key, 0.98, "form"),
        (not wanted.lemmas.isdisjoint(given.lemmas) and not _is_other_noun(wanted, given), 0.97, "form"),
        (given.cut and len(wanted.text) > len(given.text) and wanted.text.startswith(given.text), 0.9, "short"),
        (_same_letter(wanted.text, given.text), 0.95, "letters"),
        (share(short_names(), wanted, given), 0.9, "short"),
        (_is_name_spelt_otherwise(wanted, given), 0.9, "short"),
        (share(synonyms(), wanted, given), 0.85, "synonym"),
        (_of_one_land(wanted, given), 0.9, "form"),
        (derived(wanted, given), 0.9, "form"),
        (small_form(wanted, given), 0.8, "synonym"),
    ):
        if alike:
            return Pair(wanted, given, quality, how)  # type: ignore[arg-type]
    return Pair(wanted, given, 0.75, "synonym") if _mean_the_same(wanted, given) else None


def _is_name_spelt_otherwise(wanted: Word, given: Word) -> bool:
    """Two given names that sound and end alike: Elizabeth, Elisabeth."""
    if wanted.script != given.script or wanted.text[-1:] != given.text[-1:] or not wanted.capital:
        return False
    return is_first_name(wanted) and is_first_name(replace(given, capital=True)) and sound_the_same(wanted, given)


def _is_other_noun(wanted: Word, given: Word) -> bool:
    """A noun in its base form is no case of another noun: физик, физика; банка, банк."""
    nouns = wanted.script == "cyrillic" and wanted.is_plain_noun and given.is_plain_noun
    return nouns and wanted.lemmas == {wanted.text} and is_base_form(wanted.text) and is_base_form(given.text)


def _mean_the_same(wanted: Word, given: Word) -> bool:
    """Do dictionaries call them so, as the same part of speech?"""
    parts = wanted.parts & given.parts & _MEANING
    if not parts or wanted.script != given.script or wanted.is_light or given.is_light:
        return False
    if not wanted.lemmas.isdisjoint(given.lemmas) and _is_other_noun(wanted, given):
        return False
    if wanted.text.endswith(given.text):
        return False  # what a compound ends with is less than the whole: horseshoe, shoe
    how, sure = relation((wanted,), (given,))
    return how == "same" and sure >= SURE


SURE = 0.5
"""From this share on of what two terms may mean they mean the same."""
_MEANING = frozenset({"noun", "verb", "adjective", "participle", "adverb"})


def _is_initial_of(given: Word, wanted: Word) -> bool:
    """ "D. Defoe", "D Defoe" and "Ch. Dickens"."""
    letters_alone = len(given.text) == 1 or (given.capital and len(given.text) <= 2)
    short = given.initial or (letters_alone and wanted.capital and len(wanted.text) > 3)
    return short and wanted.text.startswith(given.text)


_LETTERS = dict(zip("abcdefghikmnoprstvxyz", "а б ц д е ф г х и к м н о п р с т в х у з".split(), strict=True))
_ALIKE = dict(zip("abcehkmoptxy", "авсенкмортху", strict=True))


def _same_letter(one: str, other: str) -> bool:
    """A letter by itself in the other alphabet, as it sounds or as it looks: витамин Д, витамин С."""
    if len(one) != 1 or len(other) != 1:
        return False
    return other in (_LETTERS.get(one), _ALIKE.get(one)) or one in (_LETTERS.get(other), _ALIKE.get(other))


def _of_one_land(wanted: Word, given: Word) -> bool:
    """French, of France: the country stands for what describes it, and the other way round."""
    if wanted.script == "cyrillic" and "adjective" not in wanted.parts | given.parts:
        return False
    for one, other in ((wanted, given), (given, wanted)):
        if (land := lands([one])) and any(land & called(lemma) for lemma in other.lemmas):
            return True
    return False


def _numbers(wanted: Word, given: Word) -> Pair | None:
    if wanted.text == given.text:
        return Pair(wanted, given, 1.0, "same")
    if wanted.value is None or given.value is None:
        return Pair(wanted, given, 0.97, "form") if not wanted.lemmas.isdisjoint(given.lemmas) else None
    one, other = wanted.value, given.value
    decades = (wanted.decade or given.decade) and min(one, other) < 100 and one % 100 == other % 100
    # "The 1950s" is not 1950.
    same = one == other and (one < 1000 or wanted.decade == given.decade)
    if same or decades:
        return Pair(wanted, given, 0.98, "number")
    if any(_is_rounded(exact, other) for exact in (one, _with_decimals(wanted))):
        return Pair(wanted, given, 0.8, "number")
    if wanted.unit == "век" or (given.decade and other >= 1000 and other % 100 == 0 and one == other // 100 + 1):
        return Pair(wanted, given, 0.9, "number") if one == other // 100 + 1 and given.decade else None
    # "In 41" is 1941.
    short = 1900 <= one < 2030 and 10 <= other < 100 and one % 100 == other and not given.decade
    return Pair(wanted, given, 0.8, "number") if short else None


_ROUNDED = 0.01
"""By how much of it a number may be rounded: 42 km for 42.195, 3.14 for pi."""


def _with_decimals(number: Word) -> float:
    """What was read as thousands, read as a fraction: 42.195 km."""
    if number.text.count(".") + number.text.count(",") == 1 and number.text[-4:-3] in (".", ","):
        return float(number.text.replace(",", "."))
    return number.value or 0.0


def _is_rounded(exact: float, said: float) -> bool:
    if exact == int(exact) or abs(exact - said) > _ROUNDED * abs(exact):
        return False
    return any(round(exact, digits) == said for digits in range(4))


def _slipped(wanted: Word, given: Word, sure: bool) -> Pair | None:
    if wanted.value is not None or given.value is not None:
        return None
    if (wanted.initial and given.text.startswith(wanted.text)) or _is_initial_of(given, wanted):
        return Pair(wanted, given, 0.95, "initial")
    if wanted.initial or given.initial:
        return None
    if wanted.script != given.script:
        quality = max(across(one, other) for one in _spellings(wanted) for other in _spellings(given))
        return Pair(wanted, given, 0.95 * quality, "letters") if quality else None
    if sure and wanted.capital and same_name(wanted.text, given.text):
        return Pair(wanted, given, 0.75, "short")
    quality = slip(wanted, given, sure=sure)
    return Pair(wanted, given, 0.95 * quality, "typo") if quality else None


def _spellings(word: Word) -> list[str]:
    return [word.text, *sorted(word.lemmas - {word.text})[:2]]


def _join_neighbours(need: list[Word], have: list[Word], pairs: list[Pair]) -> None:
    """Two words that the other side writes as one: "Ди Каприо" for ДиКаприо."""
    for few, many, mine in ((need, have, True), (have, need, False)):
        for word in list(few):
            for one, other in pairwise(list(many)):
                if word.text == one.text + other.text:
                    pairs.append(Pair(word, one, 0.98, "same") if mine else Pair(one, word, 0.98, "same"))
                    _drop(few, word)
                    _drop(many, one)
                    _drop(many, other)


def _join(need: list[Word], have: list[Word], pairs: list[Pair]) -> None:
    """What is left, written together: "thigh bone" and "thighbone", "поп-корн" and "попкорн"."""
    here, there = [word for word in need if not word.is_light], [word for word in have if not word.is_light]
    if not (len(here) + len(there) > 2 and here and there) or any(word.value is not None for word in (*here, *there)):
        return
    one = Word(letters("".join(word.text for word in here)), script=here[0].script)
    other = Word(letters("".join(word.text for word in there)), script=there[0].script)
    quality, how = 0.0, "same"
    if one.text == other.text:
        quality = 0.98
    elif min(len(one.text), len(other.text)) >= 6 and (len(there) == 1 or not all(map(is_known, there))):
        pair = _slipped(one, other, sure=False)
        quality, how = (pair.quality, pair.how) if pair and pair.quality >= 0.75 else (0.0, "")
    if quality:
        pairs.append(Pair(one, other, quality, how))  # type: ignore[arg-type]
        need[:] = []
        have[:] = [word for word in have if word.is_light]
