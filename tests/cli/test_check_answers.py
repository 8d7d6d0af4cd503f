"""`companion check-answers`: the contract of the command line, line by line."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from companion.cli import app


def answers(*lines: Any, lang: str = "ru") -> tuple[list[Any], int]:
    given = b"\n".join(one if isinstance(one, bytes) else json.dumps(one, ensure_ascii=False).encode() for one in lines)
    done = CliRunner().invoke(app, ["check-answers", "--lang", lang, "--words"], input=given)
    return [json.loads(line) for line in done.stdout_bytes.decode().splitlines()], done.exit_code


def test_each_line_is_answered_in_order() -> None:
    found, status = answers(
        {"id": "b", "question": "Где край света?", "reference": "мыс Рока", "given": "Рока"},
        {"id": 1, "reference": "Австрия", "given": "Австралия"},
        {"id": 2, "reference": "метла", "given": "веник", "accept": ["веник"]},
        {"id": 3, "reference": "метла", "given": "метёлка", "reject": ["метёлка"]},
    )
    assert status == 0
    assert [(one["id"], one["correct"]) for one in found] == [("b", True), (1, False), (2, True), (3, False)]
    assert set(found[0]) == {"id", "correct", "score", "verdict", "why"}
    assert found[1]["why"] == "Это известно как другое: «Австралия», а нужно Австрия."
    assert all(0 <= one["score"] <= 1 for one in found)


def test_reasons_are_english_where_the_companion_does_not_speak_the_language() -> None:
    found, status = answers({"id": 1, "reference": "jardin", "given": ""}, lang="fr")
    assert (found, status) == (
        [{"id": 1, "correct": False, "score": 0.0, "verdict": "wrong", "why": "There is no answer."}],
        0,
    )


def test_bad_lines_are_answered_in_their_place_and_the_rest_goes_on() -> None:
    found, status = answers(
        {"id": 1, "given": "метла"},
        {"id": 2, "reference": " ", "given": "метла"},
        {"id": 3, "reference": "метла", "given": "метла", "accept": "веник"},
        b"[]",
        {"id": 5, "reference": "метла", "given": "метла"},
    )
    assert status == 1
    assert [one["id"] for one in found] == [1, 2, 3, None, 5]
    assert [one.get("error", "").split(":")[0] for one in found] == [
        "'reference' is missing",
        "'reference' is empty",
        "'accept' must be a list of texts",
        "a line must be one JSON object, not a list",
        "",
    ]
