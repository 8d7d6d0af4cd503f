"""An answer as words that can be compared: one spelling of letters, base forms, numbers, units, dates."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal

from companion.answers.dates import with_dates, with_hours
from companion.answers.lists import lists
from companion.answers.numbers import merged, roman, worth
from companion.answers.signs import spelled_out
from companion.language import tokens

Script = Literal["cyrillic", "latin", ""]
MOST = 60
"""Words of an answer that are read; what comes after is no answer any more."""

_LETTER = r"[^\W\d_]"
_PIECE = re.compile(
    rf"""
    (?P<minus> (?<![\w)]) [-\u2212\u2013] (?=\d) )?
    (?P<number>
        \d{{1,2}}\s?[/\u2044]\s?\d{{1,3}}(?![/\d])
        | \d{{1,3}}(?:[ \u00a0.,]\d{{3}})+(?![\d])
        | \d+[.,]\d+
        | \d+
    )
    (?P<ordinal> (?: st|nd|rd|th|'?s | -?(?:ый|ой|й|е|ые|я|ая|ое|го|ого|му|м|х|ых) )(?!{_LETTER}) )?
    | (?P<word> {_LETTER}+(?:['\u2019]{_LETTER}+)* ) (?: (?P<dot> \.(?=\s*\S) ) | (?P<last> \.$ ) )?
    | (?P<sign> [%$€£₽] | °(?:\s?[cсfф](?!{_LETTER}))? )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DOTTED = re.compile(rf"(?<!{_LETTER})(?:(?:{_LETTER}\.\s?)+{_LETTER}(?!{_LETTER})\.?|(?:{_LETTER}\.\s?){{2,}})")
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_LOOKALIKE = str.maketrans("хХіІсС", "xXiIcC")


@dataclass(frozen=True, slots=True)
class Word:
    """One word, number or sign of an answer."""

    text: str
    """Folded: lower case, no accents, е for ё, no apostrophes."""
    lemmas: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    """Parts of speech that it may be."""
    value: float | None = None
    """What it is worth as a number."""
    decade: bool = False
    unit: str = ""
    key: str = ""
    """The same for a month or weekday in every language."""
    initial: bool = False
    capital: bool = False
    cut: bool = False
    """A full stop stands behind it, so that its end may be missing."""
    script: Script = ""

    @property
    def is_light(self) -> bool:
        return self.value is None and not self.initial and self.text in small().light

    @property
    def is_filler(self) -> bool:
        return self.value is None and self.text in small().fillers

    @property
    def is_generic(self) -> bool:
        return bool(({self.text} | self.lemmas) & small().generic)

    @property
    def is_title(self) -> bool:
        return bool(({self.text} | self.lemmas) & small().titles)

    @property
    def is_plain_noun(self) -> bool:
        """A noun, and no name."""
        return "noun" in self.parts and "name" not in self.parts


@dataclass(frozen=True, slots=True)
class Small:
    """The small words of the lists, folded as words of answers are."""

    light: frozenset[str]
    fillers: frozenset[str]
    generic: frozenset[str]
    titles: frozenset[str]
    negations: frozenset[str]
    hedges: frozenset[str]
    and_: frozenset[str]
    approximately: frozenset[str]
    units: dict[str, str]


@cache
def small() -> Small:
    known = lists()

    def folded(words: frozenset[str]) -> frozenset[str]:
        return frozenset(fold(one) for one in words)

    return Small(
        light=folded(known.light),
        fillers=folded(known.fillers),
        generic=folded(known.generic),
        titles=folded(known.titles),
        negations=folded(known.negations),
        hedges=folded(known.hedges),
        and_=folded(known.and_),
        approximately=folded(known.approximately),
        units={fold(form): unit for unit, forms in known.units.items() for form in forms} | known.signs,
    )


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Lower case without accents and apostrophes, е for ё, й as it is."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold()).translate(_LETTERS)
    kept: list[str] = []
    for letter in plain:
        if unicodedata.combining(letter):
            if letter == "\u0306" and kept and kept[-1] == "и":
                kept[-1] = "й"
        elif letter not in "'\u2019\u02bc`\u00ad\u200b":
            kept.append(letter)
    return "".join(kept)


def letters(text: str) -> str:
    """Letters and digits alone: what is left when nobody minds gaps, hyphens and quotes."""
    return "".join(letter for letter in fold(text) if letter.isalnum())


@lru_cache(maxsize=4096)
def read(text: str, language: str) -> tuple[Word, ...]:
    """The words of an answer or reference, numerals of several words as one number; MOST at most."""
    text = unicodedata.normalize("NFKC", text.replace("№", " ")).replace("\u0301", "")
    text = with_hours(spelled_out(text))
    found: list[Word] = []
    for piece in _pieces(_without_dots(with_dates(text))):
        found.append(_word(piece, found, language))
        if len(found) >= MOST:
            break
    return tuple(merged(found))


def _without_dots(text: str) -> str:
    """ "U.K." is UK; in "А.С. Пушкин" the letters are initials and stay apart."""

    def closed(match: re.Match[str]) -> str:
        rest = text[: match.start()] + text[match.end() :]
        if any(len(one) > 1 and fold(one) not in small().light for one in re.findall(rf"{_LETTER}+", rest)):
            return match[0].replace(".", ". ")
        return re.sub(r"[.\s]", "", match[0]) + " "

    return _DOTTED.sub(closed, text)


def _pieces(text: str) -> list[re.Match[str]]:
    # A digit that sticks to letters is a word of its own: 5км, CO2, 100°C.
    return list(_PIECE.finditer(text))


def _word(piece: re.Match[str], before: list[Word], language: str) -> Word:
    if (digits := piece["number"]) is not None:
        ending = (piece["ordinal"] or "").casefold()
        value = -_digits(digits) if piece["minus"] else _digits(digits)
        return Word(
            digits if value >= 0 else f"-{digits}",
            value=value,
            decade=ending.strip("'-") in ("s", "е", "ые", "х", "ых"),
        )
    if (sign := piece["sign"]) is not None:
        return Word(sign, unit=small().units.get(fold(sign).replace(" ", ""), small().units[sign[0]]))
    raw = piece["word"]
    word = _of(raw, bool(before), bool(before) and before[-1].value is not None, bool(piece["dot"]), language)
    return replace(word, cut=len(raw) > 1) if piece["dot"] or piece["last"] else word


@lru_cache(maxsize=50_000)
def _of(raw: str, inside: bool, behind_number: bool, dotted: bool, language: str) -> Word:
    text = fold(raw)
    script: Script = "cyrillic" if re.search("[а-я]", text) else "latin"
    word = Word(
        text, *_base(raw, text, script, language), capital=raw[0].isupper(), script=script, key=calendar().get(text, "")
    )
    if (unit := small().units.get(text)) and (behind_number or len(text) > 3):
        word = replace(word, unit=unit)
    if len(text) == 1 and raw.isupper() and dotted:
        return replace(word, initial=True)
    if (value := roman(raw.translate(_LOOKALIKE), inside=inside)) is not None and not word.unit:
        return replace(word, value=value)
    if (value := worth(text, word.lemmas)) is not None:
        decade = text.endswith(("ties", "ые", "ых")) and 20 <= value <= 90
        return replace(word, value=value, decade=decade)
    return word


def _digits(text: str) -> float:
    plain = text.replace("\u00a0", " ")
    if fraction := re.fullmatch(r"(\d+)\s?[/\u2044]\s?(\d+)", plain):
        return round(int(fraction[1]) / max(1, int(fraction[2])), 6)
    if re.fullmatch(r"\d{1,3}(?:[ .,]\d{3})+", plain):
        return float(re.sub(r"\D", "", plain))
    return float(plain.replace(",", ".")[:300])


@lru_cache(maxsize=50_000)
def _base(raw: str, text: str, script: Script, language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Base forms and parts of speech."""
    bare = re.sub(r"['\u2019]s$", "", raw.lower())
    if script == "cyrillic":
        language = "ru" if language in ("ru", "en") else language
    elif language == "ru":
        language = "en"
    readings = [one for token in tokens(bare, language)[:1] for one in token.readings]
    lemmas = {fold(one.lemma) for one in readings if one.whole}
    if text == fold(bare):
        lemmas.add(text)
    return frozenset(lemmas), frozenset(str(one.part) for one in readings if one.whole)


@cache
def calendar() -> dict[str, str]:
    """Names of months and weekdays, Russian and English, folded."""
    from babel import Locale

    found: dict[str, str] = {}
    for locale in (Locale("ru"), Locale("en")):
        for use in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for kind, names in (("month", locale.months[use][width]), ("day", locale.days[use][width])):
                    found |= {
                        fold(name).strip("."): f"{kind}{number}" for number, name in names.items() if len(name) > 2
                    }
    return found


@lru_cache(maxsize=8192)
def is_base_form(text: str) -> bool:
    """Is the Russian word the base form of a noun?"""
    from companion.language.russian import fold as folded
    from companion.language.russian import parses_of

    return any(
        parse.is_known and parse.tag.POS == "NOUN" and folded(parse.normal_form) == text for parse in parses_of(text)
    )
