"""Teachers' files: whatever program wrote them, the good rows come in; every fault says where and what to do."""

from __future__ import annotations

import datetime as dt
import io
import string
import zipfile
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest

from companion.language.catalogue import catalogue, interface_languages
from companion.questions import Fault, Import, read_pack
from companion.questions.reading import MOST_BYTES
from companion.questions.rows import MOST_ROWS

RUSSIAN = (
    "вопрос;ответ;также верно;неверно;категория;уровень;язык\r\n"
    "Столица Франции?;Париж;;Лион|Марсель;География;А1;русский\r\n"
    '"Сколько будет «3;4» без скобок?";7;"семь; семёрка";;;b2;ru\r\n'
)


def xlsx(*rows: list[Any], change: Callable[[Any], None] | None = None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    if change:
        change(book.active)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def table(*lines: str) -> Import:
    return read_pack("q.csv", "\n".join(("question,answer,accepted,refused,level,picture", *lines)).encode())


def told(found: Import) -> list[tuple[str, int | None, str | None]]:
    return [(fault.code.removeprefix("questions/"), fault.row, fault.column) for fault in found.faults]


# ── Encodings and separators ──


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251"])
@pytest.mark.parametrize("separator", [";", "\t", ","])
def test_a_russian_table_is_read_from_any_program(encoding: str, separator: str) -> None:
    text = RUSSIAN if separator == ";" else RUSSIAN.replace("семь; семёрка", "семь| семёрка").replace("«3;4»", "«3 4»")
    found = read_pack("Вопросы.CSV", text.replace(";", separator).encode(encoding))
    assert not found.faults
    first, second = found.questions
    assert (first.answer, first.refused, first.category, first.level, first.language) == (
        ("Париж", ("Лион", "Марсель"), "geography", "A1", "ru")
    )
    assert (second.answer, second.accepted, second.category, second.level) == ("7", ("семь", "семёрка"), "", "B2")


def test_a_western_code_page_is_told_from_a_russian_one() -> None:
    found = read_pack("q.csv", "question,answer\nWhere does one drink café?,à Paris\n".encode("cp1252"))
    assert found.questions[0].question == "Where does one drink café?"


def test_a_line_for_excel_and_a_title_above_the_header_are_passed_over() -> None:
    found = read_pack("q.csv", b"sep=;\nMy questions;\n\nAnswer;QUESTION\n4;2 + 2?\n")
    assert not found.faults
    assert (found.questions[0].question, found.questions[0].answer, found.questions[0].id) == ("2 + 2?", "4", "own-005")


def test_rows_that_say_no_language_and_level_get_the_packs() -> None:
    found = read_pack("q.csv", b"question,answer\nWhy?,Because\n", language="es")
    assert (found.questions[0].language, found.questions[0].level) == ("es", "B1")


def test_invisible_characters_go_and_stress_marks_stay() -> None:
    found = table("\u202eWhat\u200b is a\u00a0  “zа́мок”?,a castle")
    assert found.questions[0].question == "What is a “zа́мок”?"


# ── Faults by row ──


@pytest.mark.parametrize(
    ("line", "fault", "column"),
    [
        (",answer", "no_question", "question"),
        ("Why?, ", "no_answer", "answer"),
        (f"{'x' * 501},a", "too_long", "question"),
        (f"Why?,{'x' * 121}", "too_long", "answer"),
        (f"Why?,a,{'x' * 121}", "too_long", "accepted"),
        (f"Why?,a,{'|'.join(map(str, range(41)))}", "too_many_values", "accepted"),
        ("Why?,a,b,A!", "right_and_wrong", "refused"),
        ("Why?,a,b|c,c", "right_and_wrong", "refused"),
        ("Why?,a,,,D7", "bad_level", "level"),
        ("Why?,a,,,,javascript:alert(1)", "bad_address", "picture"),
        ("Why?,a,,,,/home/me/cat.png", "bad_address", "picture"),
        ("Why?,a,,,,http://", "bad_address", "picture"),
        ("Good?,yes", "asked_twice", "question"),
        ("Why?,a,,,,,one too many", "extra_cell", None),
    ],
)
def test_a_fault_is_told_by_row_and_column_and_the_others_come_in(line: str, fault: str, column: str | None) -> None:
    found = table("good?,yes", "", line, "Also good?,no")
    assert [question.question for question in found.questions] == ["good?", "Also good?"]
    assert told(found) == [(fault, 4, column)]


def test_rows_before_a_quotation_mark_that_is_never_closed_come_in() -> None:
    for rest in ("a\nWho?,b\n", "x" * 200_000):
        found = table("Good?,yes", f'Why?,"{rest}')
        assert [question.answer for question in found.questions] == ["yes"]
        assert told(found) == [("open_quote", 3, "question")]


def test_quotation_marks_inside_a_text_need_no_doubling() -> None:
    assert table('"Why" did she say?,a "b" c').questions[0].answer == 'a "b" c'


def test_a_row_tells_all_its_faults_at_once() -> None:
    assert told(table("Why?,,,,X9,nowhere")) == [
        ("no_answer", 2, "answer"),
        ("bad_level", 2, "level"),
        ("bad_address", 2, "picture"),
    ]


def test_unknown_and_doubled_columns_are_told_and_left_out() -> None:
    found = read_pack("q.csv", b"question,answer,Points,answer\nWhy?,a,5,b\n")
    assert told(found) == [("unknown_column", 1, "Points"), ("column_twice", 1, "answer")]
    assert found.questions[0].answer == "a"


def test_a_column_without_a_name_is_told_once_and_left_out() -> None:
    found = read_pack("q.xlsx", xlsx([None, "question", "answer"], [1, "One?", "1"], [2, "Two?", "2", "a note"]))
    assert told(found) == [("unnamed_column", 1, None), ("unnamed_column", 1, None)]
    assert [fault.params["place"] for fault in found.faults] == [1, 4]
    assert len(found.questions) == 2


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("q.csv", b"", "empty_file"),
        ("q.csv", b" \n\n", "empty_file"),
        ("q.csv", b"question,answer\n", "empty_file"),
        ("q.csv", b"one,two\nthree,four\n", "no_column"),
        ("q.csv", b"question,category\nWhy?,words\n", "no_column"),
        ("q.csv", b"question,answer\n\x98,\xff\xfe\xfd", "unknown_encoding"),
        ("q.csv", "вопрос,ответ\nЧто?,всё".encode()[:-1], "damaged_letters"),
        ("q.yaml", "- {question: Что?, answer: всё".encode()[:-1], "unknown_encoding"),
        ("q.csv", b"x" * (MOST_BYTES + 1), "file_too_big"),
        ("q.pdf", b"%PDF-1.7", "unknown_format"),
        ("q.xls", b"\xd0\xcf\x11\xe0\xa1\xb1", "old_spreadsheet"),
        ("q.xlsx", b"PK\x03\x04 damaged", "unreadable"),
        ("q.yaml", b"- question: a: b: c", "bad_yaml"),
        ("q.yaml", b"just words", "no_list"),
        ("q.yaml", b"cards: []", "no_list"),
        ("q.yaml", b"cards: [{question: a, answer: b}]", "no_list"),
        ("q.yaml", b"[" * 100, "yaml_too_deep"),
        ("q.yaml", b"- &a {question: w, answer: b}\n- *a\n", "yaml_too_deep"),
        ("q.yaml", b"- question: \x00\n", "bad_yaml"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(name: str, data: bytes, fault: str) -> None:
    found = read_pack(name, data)
    assert not found.questions
    assert [one.code for one in found.faults] == [f"questions/{fault}"]


def test_rows_pasted_in_another_encoding_are_told_and_the_others_kept() -> None:
    lines = ["вопрос;ответ", "Как звали кота?;Василий", "Где лес?;там", "Что в чаще растёт?;малина"]
    found = read_pack("q.csv", b"\n".join(line.encode("cp1251" if "лес" in line else "utf-8") for line in lines))
    assert [question.answer for question in found.questions] == ["Василий", "малина"]
    assert told(found) == [("damaged_letters", 3, "question"), ("damaged_letters", 3, "answer")]


def test_a_table_that_goes_on_without_end_is_cut_and_told() -> None:
    found = table(*(f"Question {n}?,{n}" for n in range(MOST_ROWS + 5)))
    assert len(found.questions) == MOST_ROWS
    assert told(found) == [("too_many", MOST_ROWS + 2, None)]


# ── Spreadsheets ──


def test_numbers_of_a_spreadsheet_are_read_as_they_are_seen() -> None:
    def percent(sheet: Any) -> None:
        sheet["B5"].number_format = "0%"

    rows = [["One?", 7], ["Two?", 7.0], ["Three?", 2.5], ["Four?", 0.5], ["Five?", True], ["Six?", "007"]]
    found = read_pack("q.xlsx", xlsx(["question", "answer"], *rows, change=percent))
    assert not found.faults
    assert [question.answer for question in found.questions] == ["7", "7", "2.5", "50%", "TRUE", "007"]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (dt.datetime(2026, 5, 7), "date_cell"),  # noqa: DTZ001  (a spreadsheet knows no zones)
        (dt.time(7, 30), "date_cell"),
        ("=1+1", "formula_without_value"),
        ("#N/A", "error_cell"),
    ],
)
def test_a_cell_that_a_spreadsheet_made_something_else_of_is_told(value: object, fault: str) -> None:
    found = read_pack("q.xlsx", xlsx(["вопрос", "ответ"], ["Один?", value], ["Два?", "2"]))
    assert told(found) == [(fault, 2, "answer")]
    assert [question.answer for question in found.questions] == ["2"]


def test_the_sheet_with_the_questions_is_found() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Notes", "of mine"])
    second = book.create_sheet()
    second.append(["question", "answer"])
    second.append(["Why?", "because"])
    file = io.BytesIO()
    book.save(file)
    assert [question.answer for question in read_pack("q.xlsx", file.getvalue()).questions] == ["because"]


def repacked(data: bytes, part: str, content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info, content if info.filename == part else old.read(info))
    return file.getvalue()


@pytest.mark.parametrize(
    ("part", "content", "fault"),
    [
        ("xl/worksheets/sheet1.xml", b" " * 21_000_000, "unpacks_too_big"),
        ("xl/worksheets/sheet1.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "unreadable"),
        ("xl/worksheets/sheet1.xml", b"<not", "unreadable"),
        ("xl/workbook.xml", b"", "unreadable"),
    ],
)
def test_a_spreadsheet_that_is_a_bomb_or_damaged_is_refused(part: str, content: bytes, fault: str) -> None:
    found = read_pack("q.xlsx", repacked(xlsx(["question", "answer"], ["Why?", "a"]), part, content))
    assert [one.code for one in found.faults] == [f"questions/{fault}"]


def test_a_zip_that_is_no_spreadsheet_says_what_is_read() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as other:
        other.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    assert told(read_pack("q.ods", file.getvalue())) == [("unknown_format", None, None)]


# ── YAML ──


def test_a_flat_list_keeps_words_that_yaml_takes_for_something_else() -> None:
    text = "- {question: Нет по-английски?, answer: no}\n- {вопрос: Год?, ответ: 1812, accepted: [1812-й]}\n"
    found = read_pack("q.yml", text.encode())
    assert not found.faults
    assert [(question.answer, question.accepted) for question in found.questions] == [("no", ()), ("1812", ("1812-й",))]


def test_a_file_of_cards_keeps_its_cards_and_tells_faults_by_question() -> None:
    text = """
    pack: mine
    language: Russian
    title: Мои вопросы
    cards:
      - - {id: a-1, question: Раз?, answer: раз}
        - {question: Два?}
        - {question: Три?, answer: три, extra: x}
      - - {id: a-1, question: Четыре?, answer: [четыре, 4]}
        - пять
        - {question: Шесть?, answer: шесть, level: {a: b}}
        - {question: Семь?, answer: семь, checked: false}
    """
    found = read_pack("q.yaml", text.encode())
    assert told(found) == [
        ("unknown_column", None, "extra"),
        ("no_answer", 2, "answer"),
        ("id_twice", 4, "id"),
        ("no_entry", 5, None),
        ("no_text", 6, "level"),
    ]
    pack = found.pack("mine")
    assert (pack.title, pack.language) == ("Мои вопросы", "ru")
    assert [[question.id for question in card] for card in pack.cards] == [["a-1", "own-003"], ["own-007"]]
    assert [question.checked for question in pack.questions] == [True, True, False]


# ── What is told ──


def test_every_fault_has_its_words_with_nothing_left_open() -> None:
    files = [
        (
            "q.csv",
            b"question,answer,level,accepted,refused,picture,language,More\n,,X,,,,,\nA?,b,,,b,ftp://x,Zz1,m,m\n",
        ),
        ("q.csv", b'question,answer\n"x,y\n'),
        ("q.csv", b"a,b\n"),
        ("q.yaml", b"- a\n- {question: [{a: b}], answer: c}\n"),
        ("q.yaml", b"a: b: c"),
        ("q.xlsx", b"PK\x03\x04"),
    ]
    faults: list[Fault] = [fault for name, data in files for fault in read_pack(name, data).faults]
    faults += table(*(f"{'q' * 501}{n}?,{n}" for n in range(MOST_ROWS + 1))).faults[-2:]
    assert len({fault.code for fault in faults}) >= 12
    for language in interface_languages():
        for fault in faults:
            assert catalogue(language).has(fault.code), fault.code
            text = fault.text(language)
            assert not [name for _, name, _, _ in string.Formatter().parse(text) if name], (fault.code, text)
