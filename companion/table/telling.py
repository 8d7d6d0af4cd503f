"""What a narrator sends in one go, as the sentences that it is made of: each may bring one card into the tale.

The rules know no language, so the table parts a telling before it reaches them (rulebook: a card is laid for a
sentence of its own).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from companion.language import sentences
from companion.rules import tale

_QUOTATIONS = (("«", "»"), ("“", "”"))
_WORD = re.compile(r"\w")
_ENDED = re.compile(r"[.!?…][\"'»”’)\s]*$")


def in_sentences(action: tale.Tell, language: str) -> tale.Tell:
    """The action with its text parted. What was written stays as it was; a quotation is not torn apart, a bare line
    break ends nothing, and what holds no word stays with its neighbour."""
    starts, place = [], 0
    for piece in sentences(action.text, language):
        place = action.text.index(piece, place)
        starts.append(place)
        place += len(piece)
    parts: list[str] = []
    for start, end in pairwise([0, *starts[1:], len(action.text)]):
        piece = action.text[start:end]
        if parts and (_goes_on(parts[-1]) or not _WORD.search(piece)):
            parts[-1] += piece
        else:
            parts.append(piece)
    return replace(action, parts=tuple(part.strip() for part in parts) if len(parts) > 1 else ())


def _goes_on(text: str) -> bool:
    """A quotation has begun and is still open, or no sign has ended the sentence."""
    is_open = any(text.count(opening) > text.count(closing) for opening, closing in _QUOTATIONS)
    return is_open or not _ENDED.search(text)
