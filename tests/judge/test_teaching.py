"""What the judge learns from: labelled endings and closings, read with faults named, some of them kept apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errors import BadInput
from companion.judge.calibrate import strangers
from companion.judge.teaching import read_folder

TUNING = Path(__file__).parents[2] / "eval" / "data" / "tuning"


def closing(couple: str, **more: object) -> dict[str, object]:
    told = {"early": "A smith had a bell.", "late": "It fell. It broke. He wept."}
    return {"couple": couple, **told, "good": "He cast another.", "bad": "She married him.", "crossed": True, **more}


def write(folder: Path, name: str, *rows: object) -> None:
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_a_closing_gives_an_ending_that_closes_its_tale_and_one_that_does_not(tmp_path: Path) -> None:
    write(tmp_path, "closings_en.jsonl", closing("en-k001"), closing("en-k005", early=""))
    rows = read_folder(tmp_path)
    assert [(row.ending, row.plausible, row.is_apart) for row in rows] == [
        ("He cast another.", True, False),
        ("She married him.", False, False),
        ("He cast another.", True, True),
        ("She married him.", False, True),
    ]
    assert rows[0].lines == ["A smith had a bell.", "It fell.", "It broke.", "He wept."]


def test_a_fault_names_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, "closings_ru.jsonl", closing("ru-k001"), {"couple": "ru-k002"})
    with pytest.raises(BadInput, match=r"closings_ru\.jsonl: line 2"):
        read_folder(tmp_path)
    with pytest.raises(BadInput, match="endings_<lang>"):
        read_folder(tmp_path / "none")


def test_a_stranger_is_an_ending_of_another_couple_in_the_same_language() -> None:
    rows = [row for row in read_folder(TUNING) if row.source == "crossed" and row.plausible]
    home = {row.ending: row for row in rows}
    found = strangers(rows, rows[:40])
    assert len(found) == 40
    for row in found:
        assert not row.plausible
        assert home[row.ending].couple != row.couple
        assert home[row.ending].language == row.language


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_closings_are_whole(language: str) -> None:
    lines = (TUNING / f"closings_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len({row["id"] for row in rows}) == len(rows)
    assert {row["kind"] for row in rows} == {"no-referent", "contradicts", "unresolved", "nonsense", "in-passing"}
    assert all(row["lang"] == language and row["late"] and row["good"] != row["bad"] for row in rows)
