"""Signs and short writings brought to words before an answer is read: 5k, km/h, α, Н2О in Cyrillic letters."""

from __future__ import annotations

import re
import unicodedata

_DEVILS_DOZEN = re.compile(r"ч[её]ртов\w+\s+дюжин\w+|baker's dozen", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d)\s?[kк](?!\w)")
_GREEK = re.compile(r"(?<!\w)[α-ωΑ-Ω](?!\w)")
_HOURLY = r"\s*(?:/|в|per|an?|p)\s*(?:ч|час|h|hr|hour)\b\.?"
_SPEEDS = [
    (re.compile(rf"\b(?:км|km|километр\w*|kilomet\w+){_HOURLY}|\b(?:kmph|kph)\b", re.IGNORECASE), " kmh "),
    (re.compile(rf"\b(?:миль|мил[ьяи]|miles?|mi){_HOURLY}", re.IGNORECASE), " mph "),
    (re.compile(r"\b[мm]\s*/\s*(?:с|s|сек|sec)\b|\bметр\w* в секунду|\bmet\w+ (?:per|a) second", re.I), " mps "),
]
_ALIKE = "АВСЕНКМОРТХавсенкмортх", "ABCEHKMOPTXabcehkmoptx"
_CYRILLIC_FORMULA = re.compile(rf"(?<![\w])(?=\w*\d)[{_ALIKE[0]}][{_ALIKE[0]}\d]*(?!\w)")
_FORMULA = re.compile(r"(?=[A-Za-z\d]*\d)[A-Za-z]{1,2}[A-Za-z\d]*")


_CYRILLIC_ALIKE = "асеорхукАСЕОРХУКМВТН"
_LATIN_ALIKE = "aceopxykACEOPXYKMBTH"
_MIXED = re.compile(r"[^\W\d_]*(?:[a-z][а-яё]|[а-яё][a-z])[^\W\d_]*", re.IGNORECASE)


def _one_alphabet(match: re.Match[str]) -> str:
    """A word typed in letters of both alphabets that look alike."""
    word = match[0]
    if all(letter in _LATIN_ALIKE for letter in word if letter.isascii()):
        return word.translate(str.maketrans(_LATIN_ALIKE, _CYRILLIC_ALIKE))
    if all(letter in _CYRILLIC_ALIKE for letter in word if not letter.isascii()):
        return word.translate(str.maketrans(_CYRILLIC_ALIKE, _LATIN_ALIKE))
    return word


def spelled_out(text: str) -> str:
    """The text with words for such signs."""
    text = _MIXED.sub(_one_alphabet, text)
    text = _GREEK.sub(lambda match: unicodedata.name(match[0]).split()[-1].capitalize(), text)
    text = _CYRILLIC_FORMULA.sub(lambda match: match[0].translate(str.maketrans(*_ALIKE)), text)
    for pattern, unit in _SPEEDS:
        text = pattern.sub(unit, text)
    return _THOUSANDS.sub(" тыс ", _DEVILS_DOZEN.sub("13", text))


def formula(text: str) -> str:
    """The chemical formula that the text is, in capitals; empty where it is none. A zero stands for the letter."""
    plain = unicodedata.normalize("NFKC", text).strip(" .")
    plain = _CYRILLIC_FORMULA.sub(lambda match: match[0].translate(str.maketrans(*_ALIKE)), plain)
    return plain.upper().replace("0", "O") if _FORMULA.fullmatch(plain) else ""
