"""Packs as files to download: CSV, XLSX and YAML, all of which `read_pack` reads back; and a template to fill in.

A cell that begins like a formula would be run by the spreadsheet program that opens the file (OWASP, "CSV Injection"):
in CSV an apostrophe stands in front of it, in XLSX the cell is declared to be text.
"""

from __future__ import annotations

import csv
import io
from typing import Any, Literal

import yaml

from companion.language.catalogue import SOURCE_LANGUAGE, catalogue, interface_languages
from companion.questions.pack import Pack, Question, category_name
from companion.questions.rows import COLUMNS, GUARDED, clean

Format = Literal["csv", "xlsx", "yaml"]
_WIDTHS = {"question": 60, "answer": 24, "accepted": 32, "refused": 32}
_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def write_pack(pack: Pack, format: Format) -> bytes:
    """The pack as a file. Tables have headers and categories in the pack's language where the interface speaks it.

    CSV is UTF-8 with a byte order mark, by which spreadsheet programs know it, and commas. Only YAML keeps the cards,
    the ids, and which questions nobody has looked at yet.
    """
    match format:
        case "csv":
            return _csv(pack)
        case "xlsx":
            return _xlsx(pack)
        case "yaml":
            return _yaml(pack)


def template(language: str) -> Pack:
    """Three example questions that show what each column takes, in an interface language."""
    words = catalogue(language)
    examples = (
        Question(
            "example-1",
            words.t("questions.example_word"),
            words.t("questions.example_word_answer"),
            (words.t("questions.example_word_accepted"),),
            category="words",
            level="A1",
            language=language,
        ),
        Question(
            "example-2",
            words.t("questions.example_place"),
            words.t("questions.example_place_answer"),
            refused=(words.t("questions.example_place_refused"),),
            category="geography",
            level="A2",
            language=language,
        ),
        Question(
            "example-3",
            words.t("questions.example_number"),
            "8",
            (words.t("questions.example_number_accepted"),),
            category="nature",
            level="A2",
            language=language,
        ),
    )
    return Pack("template", language, words.t("questions.template_title"), "", (examples,))


def _table(pack: Pack) -> tuple[list[str], list[list[str]]]:
    in_words = pack.language if pack.language in interface_languages() else SOURCE_LANGUAGE
    headers = [names[in_words == "ru"] for names in COLUMNS.values()]
    rows = [[clean(_cell(question, column, in_words)) for column in COLUMNS] for question in pack.questions]
    return headers, rows


def _cell(question: Question, column: str, in_words: str) -> str:
    if column == "category":
        return category_name(question.category, in_words)
    value = getattr(question, column)
    return " | ".join(value) if isinstance(value, tuple) else value or ""


def _csv(pack: Pack) -> bytes:
    headers, rows = _table(pack)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(headers)
    writer.writerows([f"'{cell}" if cell.startswith(GUARDED) else cell for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", errors="replace")


def _xlsx(pack: Pack) -> bytes:
    import openpyxl
    from openpyxl.styles import Font

    headers, rows = _table(pack)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(headers)
    for place, column in enumerate(COLUMNS, start=1):
        sheet.cell(1, place).font = Font(bold=True)
        sheet.column_dimensions[sheet.cell(1, place).column_letter].width = _WIDTHS.get(column, 14)
    sheet.freeze_panes = "A2"
    # A hundred more rows are text as well: what is typed there, 7 or 1/2, is not made a number or a date of.
    for number, row in enumerate([*rows, *[[""] * len(headers)] * 100], start=2):
        for place, text in enumerate(row, start=1):
            cell = sheet.cell(number, place)
            cell.number_format = "@"
            if text:
                cell.value = text
                cell.data_type = "s"
                cell.quotePrefix = text.startswith(GUARDED)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _yaml(pack: Pack) -> bytes:
    document = {
        "pack": pack.name,
        "language": pack.language,
        "title": pack.title,
        "about": pack.about,
        "cards": [[_entry(question, pack.language) for question in card] for card in pack.cards],
    }
    text: str = yaml.dump(document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)
    return text.encode("utf-8")


def _entry(question: Question, language: str) -> dict[str, object]:
    """Only what is said; the language where it is not the pack's."""
    entry: dict[str, object] = {"id": question.id}
    for column in COLUMNS:
        value = getattr(question, column)
        if value and not (column == "language" and value == language):
            entry[column] = [clean(one) for one in value] if isinstance(value, tuple) else clean(value)
    return entry if question.checked else {**entry, "checked": False}
