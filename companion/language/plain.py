"""Sentences and words of any language: what every language starts from.

Base forms come from simplemma where it knows the language, else a word is its own base form.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from companion.language.token import Reading, Token, token

# A letter or digit with its combining marks; inner apostrophes and hyphens belong to the word.
_MARKED = r"[^\W_][\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0610-\u061a\u064b-\u065f]*"
WORD = re.compile(rf"(?:{_MARKED})+(?:[-\u2010\u2011'\u2019](?:{_MARKED})+)*")

# The look-behind keeps a row of 100,000 dots from being tried at each of them.
_END = re.compile(
    r"""
    (?P<end> (?<![.!?\u2026\u0964\u061f]) [.!?\u2026\u0964\u061f]++ [)\]"'\u2019\u201d\u00bb]*+ )
        (?= \s++ (?P<next> \S ) )
    | (?P<wide> [\u3002\uff01\uff1f]+ [\u300d\u300f\u201d\u2019]* )
    """,
    re.VERBOSE,
)
_OPENING = frozenset("\"'([\u2018\u201c\u00ab\u201e\u2014\u2013-\u00bf\u00a1")


def sentences(text: str, *, abbreviations: frozenset[str] = frozenset()) -> list[str]:
    """The sentences of a text, trimmed; a line break ends one too. A quotation goes on with its "said the king"."""
    return [piece for line in text.splitlines() for piece in _in_line(line, abbreviations)]


def _in_line(line: str, abbreviations: frozenset[str]) -> list[str]:
    found: list[str] = []
    begin = 0
    for match in _END.finditer(line):
        if match["end"] is not None and not _ends_sentence(line, begin, match, abbreviations):
            continue
        if piece := line[begin : match.end()].strip():
            found.append(piece)
        begin = match.end()
    if piece := line[begin:].strip():
        found.append(piece)
    return found


def _ends_sentence(text: str, begin: int, match: re.Match[str], abbreviations: frozenset[str]) -> bool:
    following = match["next"]
    if not (following in _OPENING or following.isdigit() or not _is_lower(following)):
        return False
    if match["end"] != ".":
        return True
    last_word = re.search(r"[\w.]*$", text[max(begin, match.start() - 30) : match.start()])
    word = last_word[0] if last_word else ""
    return word.lower() not in abbreviations and not (len(word) == 1 and word.isupper() and word != "I")


def _is_lower(letter: str) -> bool:
    return unicodedata.category(letter) == "Ll"


def tokens(text: str, language: str) -> list[Token]:
    """The words of a text with simplemma's base forms, or as they are."""
    return [token(word[0], word.start(), list(_read(word[0], language))) for word in WORD.finditer(text)]


@lru_cache(maxsize=50_000)
def _read(word: str, language: str) -> tuple[Reading, ...]:
    lowered = word.lower()
    readings = [Reading(lowered, "other", 0.9)]
    if _is_known(language):
        import simplemma

        readings.insert(0, Reading(simplemma.lemmatize(lowered, lang=language).lower(), "other"))
    if any(dash in lowered for dash in "-\u2010\u2011"):
        parts = re.split(r"[-\u2010\u2011]", lowered)
        readings += [Reading(part, "other", 0.5, whole=False) for part in parts if part]
    return tuple(readings)


@cache
def _is_known(language: str) -> bool:
    """Whether simplemma has data for the language."""
    import simplemma

    try:
        simplemma.lemmatize("a", lang=language)
    except (ValueError, KeyError):
        return False
    return True
