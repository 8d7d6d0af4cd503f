"""Rows of cells out of CSV and XLSX files, as teachers' programs write them.

CSV: comma, semicolon or tab (RFC 4180 and what spreadsheet programs make of it by country); UTF-8 with or without a
byte order mark, UTF-16, and the Windows code pages 1251 and 1252. XLSX: read only, values instead of formulas.
"""

from __future__ import annotations

import codecs
import csv
import datetime as dt
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.questions.faults import Fault
from companion.questions.rows import COLUMNS, MOST_ROWS, NEEDED, Cells, column_of

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MOST_UNPACKED = 20_000_000
"""Bytes of a spreadsheet's parts together: a small file may unpack to gigabytes."""
_MOST_PARTS = 500
_LAST_ROW = 3 * MOST_ROWS
_MOST_COLUMNS = 40
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
        raise Unreadable("questions/no_column", column=" / ".join(COLUMNS[missing[0]][:2]))
    below, (of_header, header) = [*top[at + 1 :], *numbered], top[at]
    unnamed = {p for _, row in below for p, cell in enumerate(row[: len(header)]) if cell and p not in columns}
    faults += [Fault("questions/unnamed_column", of_header, None, {"place": p + 1}) for p in sorted(unnamed)]
    columns.update(dict.fromkeys(unnamed, ""))
    return [_cells(number, row, columns, len(header)) for number, row in below], faults


def _is_header(row: list[Found]) -> bool:
    return len({column for cell in row if isinstance(cell, str) and (column := column_of(cell))}) > 1


def _columns(number: int, header: list[Found]) -> tuple[dict[int, str], list[Fault]]:
    """Column by place, "" where what stands below is left out."""
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
        if column is None:  # the row is longer than the header
            extra = Fault("questions/extra_cell", number, None, {"place": place + 1, "columns": width})
            cells.faults += [] if any(fault.code == extra.code for fault in cells.faults) else [extra]
        elif column and isinstance(found, Fault):
            cells.faults.append(Fault(found.code, number, column, found.params))
        elif column and isinstance(found, str):
            cells.texts[column] = found
    return cells


# ── CSV ──


def csv_rows(data: bytes) -> list[list[Found]]:
    """The rows of a CSV file, blank ones included. Raises Unreadable."""
    text = decoded(data, keep_damaged=True)
    first, _, rest = text.partition("\n")
    told = re.fullmatch(r"sep=(.)\s*", first)  # how Excel is told the delimiter
    delimiter = told[1] if told else _delimiter(text)
    body = rest if told else text
    rows, fault = _parsed(body, delimiter, strict=False)
    before, other = _parsed(body, delimiter, strict=True)
    if fault or "unexpected end" in other:
        # A quotation mark that is never closed makes one cell of all that follows.
        rows = [*(rows if fault else before), [Fault("questions/open_quote")]]
    rows = [[_whole(cell) for cell in row] for row in rows]
    return [[""], *rows] if told else rows


def _whole(cell: Found) -> Found:
    is_damaged = isinstance(cell, str) and "\ufffd" in cell
    return Fault("questions/damaged_letters") if is_damaged else cell


def _parsed(text: str, delimiter: str, *, strict: bool) -> tuple[list[list[Found]], str]:
    """The rows as far as they can be read, and why no further; strict is about quotation marks."""
    rows: list[list[Found]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict):
            rows.append(list(row))
    except csv.Error as fault:
        return rows, str(fault)
    return rows, ""


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


def decoded(data: bytes, *, keep_damaged: bool = False) -> str:
    """The text of a file in any of the encodings that people's programs write. Raises Unreadable.

    `keep_damaged`: in UTF-8 with a wrong byte here and there U+FFFD stands for these; else that is Unreadable.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decode(data, "utf-16")
    zeros = [data[:2000:2].count(0), data[1:2000:2].count(0)]
    if sum(zeros) > len(data[:2000]) / 10:  # UTF-16 without its mark
        return _decode(data, "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        seen = data.decode("utf-8", errors="replace")
        damaged = seen.count("\ufffd")
        if sum(ord(c) > 127 for c in seen) > 2 * damaged:
            if keep_damaged:
                return seen.removeprefix("\ufeff")
            raise Unreadable("questions/unknown_encoding", byte=fault.start) from fault
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

    has_formulas = _check_zip(data)
    try:
        values = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        formulas = values
        if has_formulas:  # where one has no stored value, only its text shows that the cell is not empty
            formulas = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        sheets = list(zip(values.worksheets, formulas.worksheets, strict=True))
        fitting = (pair for pair in sheets if any(map(_is_header, islice(_rows(*pair), _HEADER_WITHIN))))
        chosen = next(fitting, sheets[0] if sheets else None)
        return list(_rows(*chosen)) if chosen else []
    except Exception as fault:  # a damaged spreadsheet makes the library raise whatever comes first
        raise Unreadable("questions/unreadable", what=f"{type(fault).__name__}: {fault}"[:200]) from fault


def _check_zip(data: bytes) -> bool:
    """Raises Unreadable unless the file may be opened; returns whether there are formulas in it."""
    has_formulas = False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            infos = parts.infolist()
            # `zipfile` unpacks no more of a part than it declares.
            if len(infos) > _MOST_PARTS or sum(info.file_size for info in infos) > MOST_UNPACKED:
                raise Unreadable("questions/unpacks_too_big", most=MOST_UNPACKED // 1_000_000)
            if "xl/workbook.xml" not in {info.filename for info in infos}:
                raise Unreadable("questions/unknown_format")
            for info in infos:
                part = parts.read(info) if info.filename.endswith((".xml", ".rels")) else b""
                if any(one in part for one in _DECLARATIONS):
                    raise Unreadable("questions/unreadable", what=f"{info.filename}: DOCTYPE")
                has_formulas |= any(one in part for one in (b"<f>", b"<f ", b"<f/>", b":f>", b":f "))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError, RuntimeError, OSError) as fault:
        raise Unreadable("questions/unreadable", what=str(fault)[:200]) from fault
    except EOFError as fault:
        raise Unreadable("questions/unreadable", what="its end is missing") from fault
    return has_formulas


def _rows(values: ReadOnlyWorksheet, formulas: ReadOnlyWorksheet) -> Iterator[list[Found]]:
    within = {"max_row": _LAST_ROW, "max_col": _MOST_COLUMNS}
    rows = values.iter_rows(**within)
    behind = rows if formulas is values else formulas.iter_rows(**within)
    left = MOST_ROWS + 2 * _HEADER_WITHIN  # one more than may be is told, all the others are not looked at
    for row in rows:
        texts = [_found(cell, raw) for cell, raw in zip(row, row if behind is rows else next(behind), strict=False)]
        yield texts
        left -= any(texts)
        if left < 0:
            return


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
