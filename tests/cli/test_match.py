"""`companion match`: the contract of the command line, line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from companion.cli import app

DECK = str(Path(__file__).parents[1] / "matching" / "deck")
COMMAND = "from companion.cli import main; main()"
PLAIN = {"COLUMNS": "200", "NO_COLOR": "1"}


def run(*words: str, given: bytes = b"") -> tuple[bytes, bytes, int]:
    """Standard output, standard error and status of the command in this process."""
    done = CliRunner().invoke(app, ["match", *words], input=given, env=PLAIN)
    return done.stdout_bytes, done.stderr_bytes, done.exit_code


def run_apart(*words: str, given: bytes = b"", **environment: str) -> tuple[bytes, bytes, int]:
    """The same of a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "match", *words],
        input=given,
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, **PLAIN, **environment},
    )
    return done.stdout, done.stderr, done.returncode


def match(*lines: str | bytes, lang: str = "en", **environment: str) -> tuple[list[Any], int]:
    given = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    words = ("--lang", lang, "--deck", DECK)
    answers, faults, status = run_apart(*words, given=given, **environment) if environment else run(*words, given=given)
    assert faults == b""
    return [json.loads(line) for line in answers.decode("utf-8").splitlines()], status


def test_each_line_is_answered_in_order_with_its_flags() -> None:
    answers, status = match(
        '{"id": "b", "sentence": "An oak fell."}',
        '{"id": "a", "sentence": "Nothing at all."}',
        '{"id": "c", "sentence": "The king woke the wolf.", "context": "Long ago.", "cards": ["wolf", "ring"]}',
    )
    assert status == 0
    assert [one["id"] for one in answers] == ["b", "a", "c"]
    assert answers[0]["flags"] == [
        {
            "card": "tree",
            "score": 0.85,
            "answer": "hit",
            "passing": False,
            "start": 3,
            "end": 6,
            "quote": "oak",
            "why": "“oak” counts as Tree too.",
        }
    ]
    assert answers[1]["flags"] == []
    assert [flag["card"] for flag in answers[2]["flags"]] == ["wolf"]


def test_bad_lines_are_answered_in_their_place_and_the_rest_goes_on() -> None:
    lines: list[tuple[str | bytes, object, str]] = [
        ("{", None, "not JSON"),
        ("[1]", None, "must be one JSON object, not a list"),
        ('{"sentence": "The wolf."}', None, "'id' is missing"),
        ('{"id": 1}', 1, "'sentence' is missing"),
        ('{"id": 2, "sentence": ["The wolf."]}', 2, "'sentence' must be a text, not a list"),
        ('{"id": 3, "sentence": "The wolf.", "context": 7}', 3, "'context' must be a text, not a number"),
        ('{"id": 4, "sentence": "The wolf.", "cards": "wolf"}', 4, "'cards' must be a list of texts"),
        ('{"id": 5, "sentence": "The wolf.", "cards": ["unicorn"]}', 5, "no card 'unicorn'"),
        ('{"id": NaN, "sentence": "The wolf."}', None, "NaN is not JSON"),
        ('{"id": 1e999, "sentence": "The wolf."}', None, "too large"),
        (b'{"id": 6, "sentence": "\xff"}', None, "not UTF-8"),
        ("[" * 100_000, None, "nested too deep"),
    ]
    answers, status = match(*(line for line, _, _ in lines), '{"id": "last", "sentence": "The wolf."}')
    assert status == 1
    assert [one["id"] for one in answers] == [*(name for _, name, _ in lines), "last"]
    for answer, (_, _, fault) in zip(answers, lines, strict=False):
        assert set(answer) == {"id", "error"}
        assert fault in answer["error"]
    assert answers[-1]["flags"][0]["card"] == "wolf"


def test_id_comes_back_as_it_was() -> None:
    names: list[object] = [0, 1.5, True, None, "", "ё", "\ud800", [1, {"a": None}], {"deep": ["x"]}]
    answers, status = match(*(json.dumps({"id": name, "sentence": "x"}) for name in names))
    assert (answers, status) == ([{"id": name, "flags": []} for name in names], 0)


@pytest.mark.parametrize("locale", ["C", "en_US.ISO-8859-1"])
def test_text_is_utf8_whatever_the_locale(locale: str) -> None:
    line = '{"id": "ё", "sentence": "Волк спит."}'
    answers, status = match(
        b"\xef\xbb\xbf" + line.encode(), lang="ru", LC_ALL=locale, PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert status == 0
    assert answers[0]["id"] == "ё"
    assert [flag["quote"] for flag in answers[0]["flags"]] == ["Волк", "спит"]


def test_sentences_may_come_from_a_file_with_empty_lines_and_windows_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "tale.jsonl"
    file.write_bytes(b'{"id": 1, "sentence": "A wolf."}\r\n\r\n{"id": 2, "sentence": ""}\r\n')
    answers, faults, status = run("--lang", "en", "--deck", DECK, str(file))
    assert [json.loads(line)["id"] for line in answers.splitlines()] == [1, 2]
    assert (faults, status) == (b"", 0)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([], "--lang"),
        (["--lang", "tlh", "--deck", DECK], "the deck has no 'tlh': it is written in en, ru"),
        (["--lang", "en", "--deck", "nowhere"], "there is no such deck"),
        (["--lang", "en", "--deck", DECK, "missing.jsonl"], "missing.jsonl cannot be read"),
        (["--lang", "en", "--deck", DECK, "."], "cannot be read"),
        (["--lang", "en", "--loud"], "--loud"),
    ],
)
def test_usage_error_is_told_in_words(words: list[str], fault: str) -> None:
    answers, faults, status = run(*words)
    assert (answers, status) == (b"", 2)
    assert fault in faults.decode()
    assert "Traceback" not in faults.decode()


def test_an_encoder_that_fails_in_the_middle_is_told_once_and_words_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion import matching
    from companion.matching import semantic

    class Fails:
        stage, failing = 0, False
        thresholds: ClassVar = {"normal": 0.5}

        def likely(self, language: str, sentence: str, *, wait: bool) -> None:
            assert wait  # a batch is answered whole
            self.failing = "king" in sentence

    monkeypatch.setattr(matching, "_made", {})
    monkeypatch.setattr(semantic, "_readers", {"bundled": Fails()})
    told = ["A wolf came.", "The king fled.", "The king hid.", "A wolf left."]
    given = "\n".join(json.dumps({"id": number, "sentence": one}) for number, one in enumerate(told))
    done = CliRunner().invoke(app, ["match", "--lang", "en", "--meaning"], input=given)
    assert done.exit_code == 0
    assert [json.loads(line)["flags"][0]["card"] for line in done.stdout.splitlines()] == [
        "wolf",
        "king",
        "king",
        "wolf",
    ]
    assert done.stderr == "The encoder gives no answer: for now, cards are found by words alone.\n"


def test_reader_that_stops_early_sees_no_traceback() -> None:
    command = [sys.executable, "-c", COMMAND, "match", "--lang", "en", "--deck", DECK]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b'{"id": 1, "sentence": "A wolf."}\n')
        process.stdin.flush()
        # The first answer comes before the second question: nothing waits for the end of the file.
        assert json.loads(process.stdout.readline())["id"] == 1
        process.stdout.close()
        process.stdin.write(b'{"id": 2, "sentence": "A wolf."}\n')
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_command_is_imported_without_heavy_libraries() -> None:
    heavy = "{'pymorphy3', 'lemminflect', 'simplemma', 'razdel', 'numpy'}"
    check = f"import sys, companion.cli.match; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, check=True, cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == b"set()"
