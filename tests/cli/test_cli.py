"""The `companion` command: statuses, messages and letters are right whatever the terminal."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner, Result

from companion import __version__
from companion.cli import app

COMMANDS = {"serve", "doctor", "match", "referee", "judge", "check-answers", "play", "replay", "simulate", "db"}


def companion(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        env={**os.environ, **variables},
        capture_output=True,
        encoding="utf-8",
    )


def in_process(*words: str) -> Result:
    """What the command says, without a process of its own: whatever belongs to Python's start is tested with one."""
    return CliRunner().invoke(app, words, prog_name="companion")


def test_help_lists_every_command() -> None:
    shown = companion("--help").stdout
    assert {line.split()[0] for line in shown.partition("Commands:")[2].splitlines() if line.strip()} == {
        *COMMANDS,
        "eval",
    }


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str) -> None:
    done = in_process(command, "--help")
    assert done.exit_code == 0
    assert f"companion {command}" in done.stdout


def test_the_version_is_told() -> None:
    assert companion("--version").stdout == f"{__version__}\n"


@pytest.mark.parametrize(
    "words",
    [["no-such-command"], ["serve", "--port", "web"], ["serve", "--port", "0"], ["doctor", "--loud"], ["doctor", "x"]],
    ids=" ".join,
)
def test_a_wrong_call_is_status_2_and_says_so(words: list[str]) -> None:
    done = in_process(*words)
    assert done.exit_code == 2
    assert "Error" in done.stderr
    assert done.stdout == ""


def test_what_goes_wrong_is_one_line_and_status_1() -> None:
    done = companion("serve", PORT="web")
    assert done.returncode == 1
    assert done.stderr == "companion: PORT: 'web': takes a number from 1 to 65535\n"


@pytest.mark.parametrize(
    "terminal",
    [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONIOENCODING": "cp1251"}, {"PYTHONIOENCODING": "ascii:strict"}],
    ids=str,
)
def test_letters_are_utf_8_whatever_the_locale(terminal: dict[str, str]) -> None:
    assert "'порт'" in companion("serve", PORT="порт", **terminal).stderr
