"""Rows of text become questions, or faults that say what to put right: the same rules for every file format."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlsplit

from babel import Locale, UnknownLocaleError

from companion.language.catalogue import interface_languages
from companion.questions.faults import Fault
from companion.questions.pack import (
    CATEGORIES,
    LEVELS,
    LONGEST_ADDRESS,
    LONGEST_ANSWER,
    LONGEST_QUESTION,
    MOST_OTHERS,
    Question,
    category_name,
    right_and_wrong,
    same_answer,
    same_text,
)

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "question": ("question", "вопрос", "текст вопроса"),
    "answer": ("answer", "ответ", "верный ответ", "правильный ответ", "right answer", "correct answer"),
    "accepted": ("accepted", "также верно", "also right", "accept", "зачёт", "другие ответы"),
    "refused": ("refused", "неверно", "wrong", "reject", "незачёт"),
    "category": ("category", "категория", "тема", "topic"),
    "level": ("level", "уровень"),
    "language": ("language", "язык"),
    "picture": ("picture", "картинка", "image", "изображение"),
    "sound": ("sound", "звук", "audio", "аудио"),
    "source": ("source", "источник"),
}
"""The header names that a column goes by: ours, the Russian one that we write, then what people write too."""
NEEDED = {"question": "questions/no_question", "answer": "questions/no_answer"}
"""Columns that every row fills, and what is said of one that does not."""
GUARDED = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet program takes for a formula; written with an apostrophe before it."""
MOST_ROWS = 2000
LONGEST_CATEGORY = 60
_LIMITS = {
    "question": LONGEST_QUESTION,
    "answer": LONGEST_ANSWER,
    "category": LONGEST_CATEGORY,
    "picture": LONGEST_ADDRESS,
    "sound": LONGEST_ADDRESS,
    "source": LONGEST_QUESTION,
}
_SEVERAL = re.compile(r"[;|]")
_LOOKALIKES = str.maketrans("АВСавс", "ABCABC")
"""Cyrillic letters in a level: nobody sees the difference."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass
class Cells:
    """A row as it was found: text by column, several texts where the format can part them itself."""

    row: int
    texts: dict[str, str | list[str]]
    """By the columns' English names; YAML has `id` and `checked` besides."""
    faults: list[Fault] = field(default_factory=list)
    """What was wrong with cells before their text was looked at."""


def column_of(header: str) -> str | None:
    """The column that a header means, if any."""
    plain = same_text(header)
    return next((column for column, names in COLUMNS.items() if plain in map(same_text, names)), None)


def clean(text: str) -> str:
    """One line, composed letters, without characters that cannot be seen, stored or printed."""
    seen = (c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text if not _is_hidden(c))
    return " ".join(unicodedata.normalize("NFC", "".join(seen)).split())


def _is_hidden(character: str) -> bool:
    """Soft hyphens, byte order marks, what turns the direction of writing, what XML does not take."""
    return character in "\u00ad\u200b\ufeff\u200e\u200f\ufffe\uffff" or "\u202a" <= character <= "\u202e"


def questions_of(
    found: Iterable[Cells], language: str, *, prefix: str = "own", checked: bool = True
) -> tuple[dict[int, Question], tuple[Fault, ...]]:
    """The good rows as questions by row, and all faults in the rows' order. Rows without any text are passed over.

    `language`: of rows that say none. Ids are `<prefix>-<row>` unless a row brings a good one of its own.
    """
    good: dict[int, Question] = {}
    faults: list[Fault] = []
    asked: dict[tuple[str, str], int] = {}
    ids: set[str] = set()
    count = 0
    for cells in found:
        texts = {column: _cleaned(text) for column, text in cells.texts.items()}
        if not any(texts.values()) and not cells.faults:
            continue
        count += 1
        if count > MOST_ROWS:
            faults.append(Fault("questions/too_many", cells.row, None, {"most": MOST_ROWS}))
            break
        own = Cells(cells.row, dict(texts), list(cells.faults))
        question = _question(own, language, f"{prefix}-{cells.row:03d}", checked)
        # The same words may be a question in two languages.
        key = (question.language, same_text(question.question))
        if question.question and (first := asked.setdefault(key, cells.row)) != cells.row:
            own.faults.append(Fault("questions/asked_twice", cells.row, "question", {"first": first}))
        if question.id in ids:
            own.faults.append(Fault("questions/id_twice", cells.row, "id", {"found": question.id}))
        faults += own.faults
        if not own.faults:
            good[cells.row] = question
            ids.add(question.id)
    return good, tuple(faults)


def _cleaned(text: str | list[str]) -> str | list[str]:
    if isinstance(text, list):
        return [one for one in map(clean, text) if one]
    shown = clean(text)
    return shown[1:] if shown.startswith("'") and shown[1:].startswith(GUARDED) else shown


def _question(cells: Cells, language: str, id: str, checked: bool) -> Question:
    """The question of a row; what is wrong with it is added to the row's faults, and then it is not used."""
    is_none = not cells.texts and bool(cells.faults)  # then what it is instead has been told
    for column, code in NEEDED.items():
        if not is_none and not cells.texts.get(column) and not any(fault.column == column for fault in cells.faults):
            cells.faults.append(Fault(code, cells.row, column))
    for column, most in _LIMITS.items():
        if (size := len(_one(cells, column))) > most:
            cells.faults.append(Fault("questions/too_long", cells.row, column, {"size": size, "most": most}))
    accepted, refused = _several(cells, "accepted"), _several(cells, "refused")
    answer = _one(cells, "answer")
    if answer and (both := right_and_wrong(answer, accepted, refused)):
        cells.faults.append(Fault("questions/right_and_wrong", cells.row, "refused", {"found": both}))
    own_id = _one(cells, "id")
    return Question(
        id=own_id if len(own_id) <= LONGEST_CATEGORY and _ID.fullmatch(own_id) else id,
        question=_one(cells, "question"),
        answer=answer,
        accepted=tuple(one for one in accepted if same_answer(one) != same_answer(answer)),
        refused=refused,
        category=_category(_one(cells, "category")),
        level=_level(cells),  # type: ignore[arg-type]
        language=_language(cells, language),
        picture=_address(cells, "picture"),
        sound=_address(cells, "sound"),
        source=_one(cells, "source"),
        checked=checked and _one(cells, "checked").lower() != "false",
    )


def _one(cells: Cells, column: str) -> str:
    text = cells.texts.get(column, "")
    return text if isinstance(text, str) else "; ".join(text)


def _several(cells: Cells, column: str) -> tuple[str, ...]:
    found = cells.texts.get(column, "")
    parts = found if isinstance(found, list) else _SEVERAL.split(found)
    values = {same_answer(one): one.strip() for one in parts if one.strip()}
    if len(values) > MOST_OTHERS:
        cells.faults.append(Fault("questions/too_many_values", cells.row, column, {"most": MOST_OTHERS}))
    for one in values.values():
        if len(one) > LONGEST_ANSWER:
            size = {"size": len(one), "most": LONGEST_ANSWER}
            cells.faults.append(Fault("questions/too_long", cells.row, column, size))
    return tuple(values.values())


def _level(cells: Cells) -> str:
    found = _one(cells, "level")
    level = found.translate(_LOOKALIKES).upper()
    if found and level not in LEVELS:
        params = {"found": found[:40], "levels": ", ".join(LEVELS)}
        cells.faults.append(Fault("questions/bad_level", cells.row, "level", params))
    return level if level in LEVELS else "B1"


def _language(cells: Cells, default: str) -> str:
    found = _one(cells, "language")
    code = language_code(found) if found else default
    if code is None:
        cells.faults.append(Fault("questions/bad_language", cells.row, "language", {"found": found[:40]}))
    return code or default


def _address(cells: Cells, column: str) -> str:
    found = _one(cells, column)
    if found and not is_address(found):
        cells.faults.append(Fault("questions/bad_address", cells.row, column, {"found": found[:80]}))
    return found


def is_address(text: str) -> bool:
    """Whether a browser may be sent there: http or https with a host, nothing that runs or reads files."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"[\s<>\"'\\]", text)


@cache
def _language_names() -> dict[str, str]:
    known = {same_text(name): code for of in interface_languages() for code, name in Locale(of).languages.items()}
    return {name: code for name, code in known.items() if re.fullmatch("[a-z]{2,3}", code)}


def language_code(text: str) -> str | None:
    """The code of a language that is given by its code or by its name in an interface language."""
    plain = same_text(text)
    if re.fullmatch("[a-z]{2,3}", plain):
        try:
            return Locale.parse(plain).language
        except (UnknownLocaleError, ValueError):
            return None
    return _language_names().get(plain)


@cache
def _category_names() -> dict[str, str]:
    return {same_text(category_name(one, of)): one for of in interface_languages() for one in CATEGORIES}


def _category(text: str) -> str:
    """One of ours by its key or its name in an interface language, else the teacher's own."""
    plain = same_text(text)
    return plain if plain in CATEGORIES else _category_names().get(plain, text)
