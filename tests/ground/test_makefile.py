"""`make` sets up by itself, once; it honours HOST, PORT and PYTHON, and says what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with what make looks at, its .venv seemingly set up."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
        os.utime(tmp_path / name, (1, 1))
    (tmp_path / ".venv").mkdir()
    for stamp in ("to-play", "to-develop"):
        (tmp_path / ".venv" / stamp).touch()
        os.utime(tmp_path / ".venv" / stamp, (2, 2))
    return tmp_path


def make(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`make` as from a shell of its own, not as a part of the make that runs the tests."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    for name in ("HOST", "PORT", "PYTHON"):
        inherited.pop(name, None)
    return subprocess.run(
        ["make", *words], cwd=folder, env={**inherited, **variables}, capture_output=True, encoding="utf-8"
    )


def test_run_starts_the_game_where_one_wants_it(clone: Path) -> None:
    usual = make(clone, "-n", "run").stdout
    assert "companion serve" in usual
    assert "--host" not in usual  # what a .env file says would not count
    assert "--port" not in usual
    assert 'serve --host "0.0.0.0" --port "9000"' in make(clone, "-n", "run", HOST="0.0.0.0", PORT="9000").stdout
    assert '--port "9000"' in make(clone, "-n", "run", "PORT=9000").stdout


@pytest.mark.parametrize("target", ["run", "test", "check", "eval"])
def test_nothing_is_installed_again_while_nothing_has_changed(clone: Path, target: str) -> None:
    assert "pip install" not in make(clone, "-n", target).stdout


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
@pytest.mark.parametrize("target", ["run", "test", "check", "eval"])
def test_a_change_of_what_is_needed_installs_it(clone: Path, target: str, name: str) -> None:
    os.utime(clone / name, (3, 3))
    assert "pip install" in make(clone, "-n", target).stdout


def test_playing_does_not_install_what_only_developers_need(clone: Path) -> None:
    shutil.rmtree(clone / ".venv")
    assert "[dev]" not in make(clone, "-n", "run").stdout
    assert "[dev]" in make(clone, "-n", "test").stdout


def test_a_python_that_is_too_old_is_named(clone: Path) -> None:
    shutil.rmtree(clone / ".venv")
    old = clone / "oldpython"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = make(clone, "run", f"PYTHON={old}")
    assert done.returncode != 0
    assert f"{old} is older than Python 3.11, which Story Companion needs." in done.stderr
    assert not (clone / ".venv").exists()


def test_no_python_at_all_says_how_to_name_one(clone: Path) -> None:
    shutil.rmtree(clone / ".venv")
    done = make(clone, "run", "PYTHON=")
    assert done.returncode != 0
    assert "Story Companion needs Python 3.11 or newer, and found none." in done.stderr
    assert "make run PYTHON=/path/to/python3.11" in done.stderr


def test_another_encoder_is_calibrated_by_its_name(clone: Path) -> None:
    assert '--encoder "auto"' in make(clone, "-n", "matcher").stdout
    assert '--encoder "openai:some-model"' in make(clone, "-n", "matcher", "ENCODER=openai:some-model").stdout
