"""Parts the text that a model streams into sentences, as they are completed."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import closing

from companion.language import sentences
from companion.llm import NoAnswer

_LIST_MARK = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*•])\s+(?=\S)")
_EMPHASIS = re.compile(r"[*_#`]+")
_QUOTATIONS = (("«", "»"), ("“", "”"))


def sentences_in(pieces: Generator[str | NoAnswer, None, None], language: str) -> Generator[str | NoAnswer, None, None]:
    """The sentences of a text that comes in pieces; of one that breaks off, those that came whole, then the reason."""
    text = ""
    with closing(pieces):
        for piece in pieces:
            if isinstance(piece, NoAnswer):
                yield from _whole(text, language)[:-1]
                yield piece
                return
            text += piece
            lines, is_broken, rest = text.rpartition("\n")
            if is_broken:
                yield from _whole(lines, language)
                text = rest
            *whole, last = _parted(text, language) or [text]
            if any(map(str.isalnum, last)):  # before its first letter nobody knows whether it goes on with the sentence
                yield from filter(None, map(_bare, whole))
                text = last
    yield from _whole(text, language)


def _whole(text: str, language: str) -> list[str]:
    """The sentences of some lines, without what is no part of them."""
    bare = (_bare(one) for line in text.splitlines() for one in _parted(line, language))
    return [one for one in bare if one]


def _parted(line: str, language: str) -> list[str]:
    """The sentences of one line as they stand, the last with the blanks after it; a quotation is not torn apart."""
    mark = _LIST_MARK.match(line)
    start = mark.end() if mark else 0
    starts, place = [], start
    for piece in sentences(line[start:], language):
        place = line.index(piece, place)
        starts.append(place)
        place += len(piece)
    if not starts:
        return []
    parts: list[str] = []
    for begin, end in zip(starts, [*starts[1:], len(line)], strict=True):
        piece = line[begin:end]
        if parts and any(parts[-1].count(opens) > parts[-1].count(closes) for opens, closes in _QUOTATIONS):
            parts[-1] += piece
        else:
            parts.append(piece)
    parts[0] = line[: starts[0]] + parts[0]
    return parts


def _bare(sentence: str) -> str:
    """Without a list's mark, emphasis, and quotation marks around the whole; "" when no word is left."""
    text = _EMPHASIS.sub("", _LIST_MARK.sub("", " ".join(sentence.split())))
    if len(text) > 1 and text[0] == text[-1] == '"' and text.count('"') == 2:
        text = text[1:-1]
    return text.strip() if any(map(str.isalpha, text)) else ""
