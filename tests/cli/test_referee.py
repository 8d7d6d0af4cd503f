"""`companion referee` and `companion judge`: the contracts of the command line, line by line."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from companion.cli import app


def run(*words: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(app, words, input=given, env={"COLUMNS": "200", "NO_COLOR": "1"})


def answers(command: str, lang: str, *lines: Any) -> tuple[list[Any], int]:
    given = b"\n".join(
        line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines
    )
    done = run(command, "--lang", lang, given=given)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()], done.exit_code


def test_referee_quotes_the_earlier_line_and_keeps_order_and_ids() -> None:
    story = "There lived an old king. A dragon ate the king."
    found, status = answers(
        "referee",
        "en",
        {"id": "b", "story": story, "narration": "The king laughed.", "laid": ["king"]},
        {"id": 1, "story": story, "narration": "The princess rode to the sea."},
    )
    assert status == 0
    assert [one["id"] for one in found] == ["b", 1]
    assert found[0]["verdict"] == "contradiction"
    assert found[0]["evidence"][0]["earlier"] == "A dragon ate the king."
    assert set(found[0]) == {"id", "verdict", "score", "evidence", "by"}
    assert found[1] | {"score": 0} == {"id": 1, "verdict": "ok", "score": 0, "evidence": [], "by": "scripted"}


def test_judge_gives_reasons() -> None:
    found, status = answers(
        "judge",
        "ru",
        {"id": 1, "story": "Пекарь испёк хлеб. Купил козу.", "ending": "Чужое обличье слетело, и стали они прежними."},
    )
    assert status == 0
    assert found[0]["plausible"] is False
    assert found[0]["by"] == "scripted"
    assert found[0]["reasons"][0]["code"] == "no_referent"
    assert "обличье" in found[0]["reasons"][0]["why"]


def test_bad_lines_are_answered_in_their_place_and_the_rest_goes_on() -> None:
    found, status = answers(
        "referee",
        "ru",
        b"{",
        {"id": 2, "story": "Жил царь."},
        {"id": 3, "story": "Жил царь.", "narration": "Он уснул."},
    )
    assert status == 1
    assert [set(one) for one in found[:2]] == [{"id", "error"}, {"id", "error"}]
    assert "narration" in found[1]["error"]
    assert found[2]["verdict"] == "ok"


def test_a_language_that_is_not_read_is_answered_without_reproach() -> None:
    found, status = answers("referee", "fr", {"id": 1, "story": "Le roi est mort.", "narration": "Le roi rit."})
    assert (status, found[0]["verdict"]) == (0, "ok")


def test_wrong_usage_has_status_two() -> None:
    assert run("referee").exit_code == 2
    assert run("judge", "--lang", "en", "--by", "nobody").exit_code == 2
