"""Labelled quiz answers: what is refused in a file, and that no question stands in both parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errors import BadInput
from eval.answers import Evaluation, _result, answers_in, markdown, own_answers
from eval.data import LANGUAGES
from eval.provenance import Provenance

ROW = {
    "id": "1",
    "question": "What sweeps?",
    "reference": "broom",
    "given": "a broom",
    "correct": True,
    "kind": "exact",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_answers_are_many_half_wrong_and_parted_by_question(language: str) -> None:
    dev, test = own_answers(language, "dev"), own_answers(language, "test")
    rows = [*dev, *test]
    assert len(rows) >= 200
    assert 0.4 < sum(row.correct for row in rows) / len(rows) < 0.6
    assert not {row.question for row in dev} & {row.question for row in test}
    assert len({row.id for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({**ROW, "correct": "yes"}, "line 1: 'correct' must be true or false"),
        ({**ROW, "reference": ""}, "line 1: 'reference' is empty"),
        ({"id": "1"}, "line 1: no labelled answer"),
        ({**ROW, "lang": "ru"}, "it holds no answer in 'en'"),
    ],
)
def test_what_is_no_labelled_answer_is_named(line: dict[str, object], told: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        answers_in(path, "en")


def test_the_report_says_what_was_reached(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    wrong = {**ROW, "id": "2", "given": "a groom", "correct": False, "kind": "known-word"}
    path.write_text(f"{json.dumps(ROW)}\n{json.dumps(wrong)}\n", encoding="utf-8")
    rows = answers_in(path, "en")
    result = _result("Story Companion", "", rows, [True, True])
    assert (result.accuracy, result.wrong_accepted, result.right_refused) == (0.5, 1.0, 0.0)
    times = {"words alone": 1.0, "with the encoder": 40.0}
    told = markdown(Evaluation("quiz", "en", 2, 1, 0, (result,), times, Provenance("unknown", "here", "3.11", 2)))
    assert "| accuracy | at least 0.92 | 0.500 | **no** |" in told
    assert "| milliseconds, words alone | at most 5 | 1.000 | yes |" in told
    assert "| wrong: known-word | 0 of 1 |" in told
    assert "a groom" not in told
