"""A teacher's own questions out of a file: YAML, CSV or XLSX. Good rows come in, and every fault is told by its place.

YAML may have the form of the product's packs, or be a flat list of questions; the tables have a header row.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import yaml

from companion.language.catalogue import SOURCE_LANGUAGE
from companion.questions.faults import Fault
from companion.questions.pack import Pack, Question, deal
from companion.questions.rows import Cells, clean, column_of, language_code, questions_of
from companion.questions.sheets import Unreadable, cells_of, csv_rows, decoded, xlsx_rows

MOST_BYTES = 2_000_000
_DEEPEST = 40
_MOST_EVENTS = 200_000
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_BaseLoader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""All scalars as text: the answer "no" stays a word and "1/2" does not become a date."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Import:
    """What came out of a file."""

    questions: tuple[Question, ...]
    """The good rows, in the file's order."""
    faults: tuple[Fault, ...]
    """All that is wrong, those of the whole file first, then by row."""
    language: str
    """What the file says, else what the reader was told."""
    title: str = ""
    about: str = ""
    cards: tuple[int, ...] = ()
    """Of a YAML file that has cards: the card's number of each question."""

    def pack(self, name: str, title: str = "") -> Pack:
        """The good rows as a pack: on the file's own cards, else dealt anew."""
        if not self.cards:
            return Pack(name, self.language, title or self.title or name, self.about, deal(self.questions))
        numbers = sorted(set(self.cards))
        placed = list(zip(self.cards, self.questions, strict=True))
        cards = tuple(tuple(question for at, question in placed if at == number) for number in numbers)
        return Pack(name, self.language, title or self.title or name, self.about, cards)


def read_pack(name: str, data: bytes, *, language: str = SOURCE_LANGUAGE) -> Import:
    """The questions of a file by its name and bytes; never raises for what stands in it.

    `language`: of questions for which the file says none.
    """
    try:
        found = _read(name, data, language)
        if not found.questions and not found.faults:
            raise Unreadable("questions/empty_file")
        return found
    except Unreadable as unreadable:
        return Import((), (unreadable.fault,), language)


def _read(name: str, data: bytes, language: str) -> Import:
    if len(data) > MOST_BYTES:
        raise Unreadable("questions/file_too_big", most=MOST_BYTES // 1_000_000)
    if not data.strip():
        raise Unreadable("questions/empty_file")
    if data.startswith(_OLD_EXCEL):
        raise Unreadable("questions/old_spreadsheet")
    ending = PurePath(name).suffix.lower()
    if data.startswith(b"PK"):
        return _of_table(xlsx_rows(data), language)
    if ending in (".yaml", ".yml"):
        return _of_yaml(data, language)
    if ending in (".csv", ".tsv", ".txt"):
        return _of_table(csv_rows(data), language)
    raise Unreadable("questions/unknown_format")


def _of_table(rows: list[Any], language: str) -> Import:
    cells, of_header = cells_of(rows)
    questions, faults = questions_of(cells, language)
    return Import(tuple(questions.values()), (*of_header, *faults), language)


# ── YAML ──


def _of_yaml(data: bytes, default: str) -> Import:
    root = _parsed(decoded(data))
    head = root if isinstance(root, dict) else {}
    faults: list[Fault] = []
    said = str(head.get("language") or default)
    if (language := language_code(said)) is None:
        faults.append(Fault("questions/bad_language", None, "language", {"found": said[:40]}))
    entries, numbers = _entries(root)
    found = [_cells(row, entry) for row, entry in enumerate(entries, start=1)]
    faults += _unknown_keys(entries)
    questions, of_rows = questions_of(found, language or default)
    cards = tuple(numbers[row - 1] for row in questions) if numbers else ()
    title, about = (clean(str(head.get(key) or ""))[:200] for key in ("title", "about"))
    return Import(tuple(questions.values()), (*faults, *of_rows), language or default, title, about, cards)


def _parsed(text: str) -> object:
    """The file as lists, mappings and texts. Raises Unreadable."""
    depth = count = 0
    try:
        for event in yaml.parse(text, Loader=_BaseLoader):
            count += 1
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            # Aliases let a short file grow without end.
            if isinstance(event, yaml.AliasEvent) or depth > _DEEPEST or count > _MOST_EVENTS:
                raise Unreadable("questions/yaml_too_deep")
        return yaml.load(text, Loader=_BaseLoader)
    except (yaml.YAMLError, ValueError) as fault:
        mark = getattr(fault, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        _log.info("a YAML file of questions was not read: %s", fault)
        raise Unreadable("questions/bad_yaml", line=line) from fault


def _entries(root: object) -> tuple[list[object], list[int]]:
    """The questions, and the number of each one's card if the file has cards. Raises Unreadable."""
    if isinstance(root, dict) and "cards" in root:
        cards = root["cards"] if isinstance(root["cards"], list) else []
        if not cards or not all(isinstance(card, list) for card in cards):
            raise Unreadable("questions/no_list")
        placed = [(entry, number) for number, card in enumerate(cards) for entry in card]
        return [entry for entry, _ in placed], [number for _, number in placed]
    flat = root.get("questions") if isinstance(root, dict) else root
    if not isinstance(flat, list):
        raise Unreadable("questions/no_list")
    return flat, []


def _cells(row: int, entry: object) -> Cells:
    if not isinstance(entry, dict):
        return Cells(row, {}, [Fault("questions/no_entry", row)])
    cells = Cells(row, {})
    for key, value in entry.items():
        column = _column(key)
        if column is None:
            continue
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            cells.texts[column] = value
        elif isinstance(value, str):
            cells.texts[column] = "" if value in ("~", "null") else value
        else:
            cells.faults.append(Fault("questions/no_text", row, column))
    return cells


def _column(key: object) -> str | None:
    text = str(key)
    return text if text in ("id", "checked") else column_of(text)


def _unknown_keys(entries: list[object]) -> Iterator[Fault]:
    keys = dict.fromkeys(str(key) for entry in entries if isinstance(entry, dict) for key in entry)
    for key in keys:
        if _column(key) is None:
            yield Fault("questions/unknown_column", None, key[:60])
