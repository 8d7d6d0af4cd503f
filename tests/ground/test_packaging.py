"""What travels: every version is pinned, and a wheel works without the clone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = [line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_version_is_pinned_and_nothing_else_is_said() -> None:
    assert [line for line in PINS if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line)] == []
    assert "torch==2.13.0" in PINS


def test_every_dependency_is_among_the_pins() -> None:
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
    names = {canonical(re.split(r"[<>=!~\[ ;]", line)[0]) for line in wanted}
    assert names <= {canonical(line.partition("==")[0]) for line in PINS}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked into a folder that stands for site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.mark.parametrize(
    "path",
    [
        "companion/app.py",
        "companion/.streamlit/config.toml",
        "companion/prompts/ping.md",
        "companion/ui/main.py",
        "companion/decks/tale/deck.yaml",
        "companion/storage/migrations/versions/0001_before_rooms.py",
        "companion/language/catalogues/ru.po",
        "embeddings/__init__.py",
    ],
)
def test_the_wheel_carries_what_is_not_code_too(unpacked: Path, path: str) -> None:
    assert (unpacked / path).is_file()


def test_the_wheel_carries_nothing_that_is_not_ours_to_install(unpacked: Path) -> None:
    tops = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"companion", "embeddings"}


def test_the_game_starts_from_the_wheel_in_any_folder(unpacked: Path, tmp_path: Path) -> None:
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--port", str(port)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert server.stdout
    try:
        told = ""
        while "URL:" not in told:
            line = server.stdout.readline()
            assert line, f"the server ended: {told}"
            told += line
        with urlopen(f"http://127.0.0.1:{port}/health") as answer:
            assert b'"ok"' in answer.read()
        with urlopen(f"http://127.0.0.1:{port}/") as answer:
            assert b"<title>" in answer.read()
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
