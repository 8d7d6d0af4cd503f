"""A pack goes out as a file and comes back the same; no cell of it is run by a spreadsheet program."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import openpyxl
import pytest

from companion.language.catalogue import interface_languages
from companion.questions import Format, Pack, Question, deal, read_pack, template, write_pack

FORMATS: tuple[Format, ...] = ("csv", "xlsx", "yaml")
ODD = (
    Question("q-1", "=1+1 gives, in words?", "-2", ("+2", "@home", "no"), ("=A1",), "Chess club", "C1", "en"),
    Question("q-2", 'She said: "Wait!"; what, then?', "007", category="words", level="A1", language="en"),
    Question("q-3", "Как по-русски “no”?", "нет", category="proverbs", language="ru", picture="https://a.b/c.png"),
    Question("q-4", "A line\nbreak and a bell\a?", "1/2", source="An atlas", language="en"),
)
PACK = Pack("mine", "en", "Mine", "About", deal(ODD))


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_written_is_read_back(format: Format) -> None:
    found = read_pack(f"mine.{format}", write_pack(PACK, format))
    assert not found.faults
    wanted = [replace(one, question=one.question.replace("\n", " ").replace("\a", " ")) for one in PACK.questions]
    by_text = {one.question: one for one in found.questions}
    for one in wanted:
        assert replace(by_text[" ".join(one.question.split())], id="", question="") == replace(one, id="", question="")


def test_yaml_keeps_cards_ids_titles_and_what_nobody_has_looked_at() -> None:
    pack = Pack("mine", "en", "Mine", "About", deal([replace(one, checked=False) for one in ODD[:3]]))
    found = read_pack("mine.yaml", write_pack(pack, "yaml"))
    assert found.pack("mine") == replace(pack, about="About")


def test_no_cell_of_a_csv_begins_like_a_formula() -> None:
    rows = list(csv.reader(io.StringIO(write_pack(PACK, "csv").decode("utf-8-sig"))))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_every_cell_of_a_spreadsheet_is_text_and_new_rows_will_be() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(write_pack(PACK, "xlsx"))).active
    cells = [cell for row in sheet.iter_rows(min_row=2) for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert sheet.cell(20, 2).number_format == "@"


@pytest.mark.parametrize("language", interface_languages())
@pytest.mark.parametrize("format", FORMATS)
def test_the_template_is_a_file_that_can_be_read(language: str, format: Format) -> None:
    found = read_pack(f"t.{format}", write_pack(template(language), format), language=language)
    assert not found.faults
    assert [one.answer for one in found.questions] == [one.answer for one in template(language).questions]


def test_a_russian_table_has_russian_headers() -> None:
    first = write_pack(template("ru"), "csv").decode("utf-8-sig").splitlines()[0]
    assert first.startswith("вопрос,ответ,также верно,неверно,категория,уровень,язык,картинка,звук")
