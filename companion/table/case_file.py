"""Case law as a JSON file: what one house sends to another.

One document, {"format": 1, "cases": [...]}, a case a line. Read whole or not at all: every fault is told with its line.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.decks.deck import languages, load_deck
from companion.errors import BadInput, DamagedDeck
from companion.rules.tale import MAX_SENTENCE
from companion.storage import CaseRecord
from companion.table.case_law import is_said

FORMAT = 1
MAX_CASES = 2_000
"""In one file."""
MAX_FILE = 4_000_000
"""Bytes of a file that is read."""
MAX_WORDS = 100
"""Characters of the words that a case is about."""
MOST_FAULTS = 5
"""Told at once; the others wait until these are mended."""


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    language: str
    deck: str = Field(pattern=r"^[\w-]+$")
    """A bundled one: a path would mean another folder on another machine."""
    card: str
    words: str = Field(min_length=1, max_length=MAX_WORDS)
    stands: bool
    sentence: str = Field(min_length=1, max_length=MAX_SENTENCE)
    by: str = Field(pattern="^(vote|host)$")
    who: str = Field(default="", max_length=500)
    at: float = Field(ge=0, le=1e11)


def write_cases(cases: Sequence[CaseRecord]) -> str:
    """The file's text. Whom a case is for (one table or all) stays here: elsewhere there is no such table."""
    lines = [
        json.dumps({name: getattr(case, name) for name in _Form.model_fields}, ensure_ascii=False) for case in cases
    ]
    return f'{{"format": {FORMAT}, "cases": [\n' + ",\n".join(lines) + "\n]}\n"


def read_cases(content: bytes) -> list[CaseRecord]:
    """The cases of a file, each with a new id and for every table of its deck. Raises BadInput, naming each line."""
    text = _text(content)
    document = _document(text)
    found = document["cases"]
    if len(found) > MAX_CASES:
        raise BadInput(f"the file has {len(found)} cases, and {MAX_CASES} are the most at a time: split it")
    cases, faults = [], []
    for line, raw in zip(_lines(text, len(found)), found, strict=True):
        try:
            form = _Form.model_validate(raw)
            if fault := _what_is_wrong(form):
                faults.append(f"line {line}: {fault}")
            else:
                cases.append(CaseRecord(id=uuid.uuid4().hex, game=None, **form.model_dump()))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "case"
            faults.append(f"line {line}: {place}: {first['msg']}")
    if faults:
        more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
        raise BadInput("\n".join(faults[:MOST_FAULTS] + more))
    return cases


def _text(content: bytes) -> str:
    if len(content) > MAX_FILE:
        raise BadInput(f"the file is larger than {MAX_FILE // 1_000_000} MB: split it")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        raise BadInput(f"line {line}: this is no UTF-8 text: save the file as UTF-8") from fault


def _document(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as fault:
        raise BadInput(f"line {fault.lineno}: this is no JSON: {fault.msg} (column {fault.colno})") from fault
    except (ValueError, RecursionError) as fault:
        raise BadInput("line 1: this is no file of cases") from fault
    if not isinstance(document, dict) or set(document) != {"format", "cases"} or type(document["cases"]) is not list:
        raise BadInput('line 1: this is no file of cases: it must be {"format": 1, "cases": [...]}')
    if document["format"] != FORMAT:
        raise BadInput(f"line 1: format {document['format']!r} is not known here: update Story Companion")
    return document


def _lines(text: str, count: int) -> list[int]:
    """On which line each case begins."""
    opening = re.search(r'"cases"\s*:\s*\[', text)
    assert opening is not None or count == 0
    decoder, at, lines = json.JSONDecoder(), opening.end() if opening else 0, []
    for _ in range(count):
        at = next(index for index in range(at, len(text)) if text[index] not in " \t\r\n,")
        lines.append(text.count("\n", 0, at) + 1)
        _, at = decoder.raw_decode(text, at)
    return lines


def _what_is_wrong(form: _Form) -> str:
    """What the form cannot see, in words; "" when it is sound."""
    try:
        if form.language not in languages(form.deck):
            return f"language: the deck '{form.deck}' has no '{form.language}'"
        if form.card not in load_deck(form.language, form.deck).by_id:
            return f"card: the deck '{form.deck}' has no '{form.card}'"
    except DamagedDeck as fault:
        return f"deck: {fault}"
    if not is_said(form.words, form.sentence, form.language):
        return "words: they do not stand in the sentence"
    return ""
