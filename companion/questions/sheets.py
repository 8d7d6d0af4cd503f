"""Rows of cells out of CSV and XLSX files, as teachers' programs write them.

CSV: comma, semicolon or tab (RFC 4180 and what spreadsheet programs make of it by country); UTF-8 with or without a
byte order mark, UTF-16, and the Windows code pages 1251 and 1252. XLSX: read only, values instead of formulas.
"""

from __future__ import annotations

import codecs
import csv
import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.questions.faults import Fault
from companion.questions.rows import MOST_ROWS, NEEDED, Cells, column_of

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MOST_UNPACKED = 20_000_000
"""Bytes of a spreadsheet's parts together: a small file may unpack to gigabytes."""
_MOST_PARTS = 500
_LAST_ROW = 10 * MOST_ROWS
_MOST_COLUMNS = 60
_HEADER_WITHIN = 10
"""Non-empty rows among which the header may stand: people put a title above it."""
_DECLARATIONS = tuple(text.encode(code) for text in ("<!DOCTYPE", "<!ENTITY") for code in ("utf-8", "utf-16-le"))
"""No spreadsheet program writes these; entities that unfold into each other are how XML is made to explode."""

Found = str | Fault
"""A cell's text, or what is wrong with it; the place is filled in later."""


class Unreadable(Exception):
    """Nothing of the file can be read; `fault` says why. Never leaves this package."""

    def __init__(self, code: str, **params: object) -> None:
        self.fault = Fault(code, params=params)
        super().__init__(code)


def cells_of(rows: Iterable[list[Found]]) -> tuple[list[Cells], list[Fault]]:
    """Rows under their header, and what is wrong with the header. Raises Unreadable without a header that fits."""
    numbered = ((number, row) for number, row in enumerate(rows, start=1) if any(row))
    top = list(islice(numbered, _HEADER_WITHIN))
    if not top:
        raise Unreadable("questions/empty_file")
    at = next((place for place, (_, row) in enumerate(top) if _is_header(row)), 0)
    columns, faults = _columns(*top[at])
    if missing := [column for column in NEEDED if column not in columns.values()]:
        raise Unreadable("questions/no_column", column=missing[0])
    below = [*top[at + 1 :], *numbered]
    return [_cells(number, row, columns, len(top[at][1])) for number, row in below], faults


def _is_header(row: list[Found]) -> bool:
    return len({column for cell in row if isinstance(cell, str) and (column := column_of(cell))}) > 1


def _columns(number: int, header: list[Found]) -> tuple[dict[int, str], list[Fault]]:
    """Column by place; "" where nothing may stand below is not said (a place that is not in the mapping)."""
    columns: dict[int, str] = {}
    faults: list[Fault] = []
    for place, cell in enumerate(header):
        if not isinstance(cell, str) or not cell.strip():
            continue
        column = column_of(cell)
        if column is None:
            faults.append(Fault("questions/unknown_column", number, cell.strip()[:60]))
            columns[place] = ""
        elif column in columns.values():
            faults.append(Fault("questions/column_twice", number, column))
            columns[place] = ""
        else:
            columns[place] = column
    return columns, faults


def _cells(number: int, row: list[Found], columns: dict[int, str], width: int) -> Cells:
    cells = Cells(number, {})
    for place, found in enumerate(row):
        if not found or (isinstance(found, str) and not found.strip()):
            continue
        column = columns.get(place)
        if column is None:
            cells.faults.append(Fault("questions/extra_cell", number, None, {"place": place + 1, "columns": width}))
        elif column and isinstance(found, Fault):
            cells.faults.append(Fault(found.code, number, column, found.params))
        elif column and isinstance(found, str):
            cells.texts[column] = found
    return cells


# ── CSV ──


def csv_rows(data: bytes) -> list[list[Found]]:
    """The rows of a CSV file, blank ones included. Raises Unreadable."""
    text = decoded(data)
    first, _, rest = text.partition("\n")
    told = re.fullmatch(r"sep=(.)\s*", first)  # how Excel is told the delimiter
    delimiter = told[1] if told else _delimiter(text)
    body = rest if told else text
    try:
        rows: list[list[Found]] = [list(row) for row in csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)]
        _check_quotes(body, delimiter)
    except csv.Error as fault:
        raise Unreadable("questions/unreadable", what=str(fault)) from fault
    return [[""], *rows] if told else rows


def _check_quotes(text: str, delimiter: str) -> None:
    """A quotation mark that is never closed makes one cell of all that follows."""
    row = 0
    try:
        for row, _ in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), start=1):  # noqa: B007
            pass
    except csv.Error as fault:
        if "unexpected end" in str(fault):
            raise Unreadable("questions/open_quote", row=row + 1) from fault


def _delimiter(text: str) -> str:
    """The one by which the first lines show most columns that we know, else the most frequent one."""
    head = "\n".join(text.splitlines()[:_HEADER_WITHIN])

    def known(delimiter: str) -> tuple[int, int]:
        try:
            rows = list(csv.reader(io.StringIO(head, newline=""), delimiter=delimiter))
        except csv.Error:
            rows = []
        return max((sum(column_of(cell) is not None for cell in row) for row in rows), default=0), head.count(delimiter)

    return max(",;\t", key=known)


def decoded(data: bytes) -> str:
    """The text of a file in any of the encodings that people's programs write. Raises Unreadable."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decode(data, "utf-16")
    zeros = [data[:2000:2].count(0), data[1:2000:2].count(0)]
    if sum(zeros) > len(data[:2000]) / 10:  # UTF-16 without its mark
        return _decode(data, "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    russian = data.decode("cp1251", errors="replace")
    words = re.findall(r"[^\W\d_]+", russian)
    cyrillic = [bool(re.search("[а-яё]", word, re.IGNORECASE)) for word in words]
    latin = [bool(re.search("[a-z]", word, re.IGNORECASE)) for word in words]
    mixed = sum(c and w for c, w in zip(cyrillic, latin, strict=True))
    # Read as Cyrillic, "café" becomes "cafй"; whole Cyrillic words come from Russian texts alone.
    return _decode(data, "cp1252" if mixed and mixed >= sum(cyrillic) - mixed else "cp1251")


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise Unreadable("questions/unknown_encoding", byte=fault.start) from fault


# ── XLSX ──


def xlsx_rows(data: bytes) -> list[list[Found]]:
    """The rows of the first sheet with a header that we know, else of the first one. Raises Unreadable."""
    import openpyxl  # the packs of the product do without it

    _check_zip(data)
    try:
        values = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        formulas = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        sheets = list(zip(values.worksheets, formulas.worksheets, strict=True))
        fitting = (pair for pair in sheets if any(map(_is_header, islice(_rows(*pair), _HEADER_WITHIN))))
        chosen = next(fitting, sheets[0] if sheets else None)
        return list(_rows(*chosen)) if chosen else []
    except Exception as fault:  # a damaged spreadsheet makes the library raise whatever comes first
        raise Unreadable("questions/unreadable", what=f"{type(fault).__name__}: {fault}"[:200]) from fault


def _check_zip(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            infos = parts.infolist()
            # `zipfile` unpacks no more of a part than it declares.
            if len(infos) > _MOST_PARTS or sum(info.file_size for info in infos) > MOST_UNPACKED:
                raise Unreadable("questions/unpacks_too_big", most=MOST_UNPACKED // 1_000_000)
            if "xl/workbook.xml" not in {info.filename for info in infos}:
                raise Unreadable("questions/unknown_format")
            for info in infos:
                if info.filename.endswith((".xml", ".rels")) and _declares(parts.read(info)):
                    raise Unreadable("questions/unreadable", what=f"{info.filename}: DOCTYPE")
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as fault:
        raise Unreadable("questions/unreadable", what=str(fault)[:200]) from fault


def _declares(part: bytes) -> bool:
    return any(one in part for one in _DECLARATIONS)


def _rows(values: ReadOnlyWorksheet, formulas: ReadOnlyWorksheet) -> Iterator[list[Found]]:
    within = {"max_row": _LAST_ROW, "max_col": _MOST_COLUMNS}
    for row, behind in zip(values.iter_rows(**within), formulas.iter_rows(**within), strict=False):
        yield [_found(cell, raw) for cell, raw in zip(row, behind, strict=False)]


def _found(cell: Any, behind: Any) -> Found:
    """A cell as the text that its author sees, as far as that can be known."""
    value = cell.value
    if value is None:
        is_formula = getattr(behind, "data_type", "") == "f"
        return Fault("questions/formula_without_value") if is_formula else ""
    if isinstance(value, dt.datetime | dt.date | dt.time | dt.timedelta):
        return Fault("questions/date_cell", params={"found": str(value).removesuffix(" 00:00:00")})
    if cell.data_type == "e":
        return Fault("questions/error_cell", params={"found": str(value)})
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        if "%" in (cell.number_format or ""):
            return f"{value * 100:.10g}%"
        return str(int(value)) if value == int(value) else repr(value)
    return str(value)
