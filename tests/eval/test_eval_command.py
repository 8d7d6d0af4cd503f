"""`companion eval`: what it prints, what it refuses, and what it says where there is nothing to evaluate with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli import app as companion
from companion.cli import eval as command
from companion.matching import matcher_for
from eval import mentions as program
from eval.__main__ import app

LINE = {"id": "1", "sentence": "The king put his boots outside.", "mentions": ["king"], "note": "random"}


@pytest.fixture
def tales(tmp_path: Path) -> Path:
    folder = tmp_path / "tales"
    folder.mkdir()
    (folder / "mentions_en_dev.jsonl").write_text(json.dumps(LINE) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def no_encoders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "encoders", lambda _: [])
    monkeypatch.setattr(program, "everything_on", matcher_for)


def run(*words: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200", "NO_COLOR": "1"})
    return done.exit_code, done.stdout, " ".join(done.stderr.split())


def test_a_folder_of_tales_is_measured_and_reported(tales: Path, tmp_path: Path) -> None:
    status, told, _ = run("mentions", "--data", tales, "--reports", tmp_path / "out")
    assert status == 0
    assert "tales en  Story Companion" in told
    assert "precision 1.000  recall 1.000  F1 1.000  false flag in 0.0%" in told
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"mentions-tales-en.{ending}" for ending in ("json", "md", "png")
    }


def test_faults_are_shown_with_their_sentences(tales: Path) -> None:
    line = {**LINE, "id": "2", "mentions": ["wolf"]}
    (tales / "mentions_en_dev.jsonl").write_text(json.dumps(line), encoding="utf-8")
    status, told, _ = run("mentions", "--data", tales, "--faults")
    assert status == 0
    assert told.splitlines() == [
        "2  The king put his boots outside.",
        "    false   king  «king»",
        "    missed  wolf",
    ]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["mentions", "--data", "nowhere"], 1, "companion eval: --data nowhere: no such folder: give one that holds"),
        (["mentions", "--lang", "xx"], 2, "'xx' is not one of"),
        (["mentions", "--split", "train"], 2, "'train' is not one of"),
        (["mentions", "--data", ".", "--split", "dev"], 2, "--split: goes with the project's own sentences"),
        (["mentions", "--faults"], 2, "--faults: the test part must stay unseen: add --split dev, or --data"),
        (
            ["mentions", "--cv", "--split", "test"],
            2,
            "--cv: the test part must stay unseen: add --split dev, or --data",
        ),
        (["mentions", "--faults", "--split", "test"], 2, "--faults: the test part must stay unseen"),
        (["speed", "--sentences", "0"], 2, "Invalid value for '--sentences'"),
        (["wishes"], 2, "No such command 'wishes'"),
    ],
)
def test_what_cannot_be_done_is_said(words: list[str], status: int, says: str) -> None:
    found, _, told = run(*words)
    assert found == status
    assert says in told


def test_a_bad_line_is_named_with_its_file(tales: Path) -> None:
    path = tales / "mentions_en_dev.jsonl"
    path.write_text(json.dumps(LINE) + "\n{", encoding="utf-8")
    status, _, told = run("mentions", "--data", tales)
    assert status == 1
    assert f"companion eval: {path}, line 2: not JSON" in told


def test_companion_hands_all_its_words_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "eval"]
    help_ = subprocess.run([*words, "mentions", "--help"], capture_output=True, encoding="utf-8", check=True)
    assert "Usage: companion eval mentions [OPTIONS]" in help_.stdout
    missing = subprocess.run(
        [*words, "mentions", "--data", "nowhere"], capture_output=True, encoding="utf-8", check=False
    )
    assert missing.returncode == 1
    assert missing.stderr.startswith("companion eval: --data nowhere: no such folder")


def test_an_installed_wheel_says_that_it_has_nothing_to_evaluate_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "CLONE", tmp_path)
    done = CliRunner().invoke(companion, ["eval", "mentions"])
    assert done.exit_code == 1
    assert "are not installed with it; run it in a clone of the project" in done.stderr
