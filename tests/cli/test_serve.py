"""`companion serve` starts a server that people can reach, or says in one line why it cannot, before any address."""

from __future__ import annotations

import runpy
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion.cli import app


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """The command lines with which Streamlit would have been started."""
    lines: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["companion"])
    monkeypatch.setattr(sys.modules["companion.cli.serve"], "main_address", lambda: "192.0.2.5")
    monkeypatch.setattr(runpy, "run_module", lambda *_, **__: lines.append(sys.argv))
    yield lines


@pytest.fixture
def free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(*words: str) -> Result:
    return CliRunner().invoke(app, ["serve", *words])


def refused(done: Result, *says: str) -> None:
    assert done.exit_code == 1
    assert done.stdout == "", "no address that nobody could open"
    assert done.stderr.startswith("companion: ")
    assert done.stderr.count("\n") == 1
    assert [one for one in says if one not in done.stderr] == []


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("localhost", "localhost")]
)
def test_the_address_is_told_and_the_server_started(
    host: str, shown: str, free: int, started: list[list[str]], tmp_path: Path
) -> None:
    done = serve("--host", host, "--port", str(free))
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"Story Companion: http://{shown}:{free} ")
    [line] = started
    assert line[line.index("--server.port") + 1] == str(free)
    assert (tmp_path / "games.sqlite3").is_file()


@pytest.mark.parametrize("host", ["300.1.1.1", "1.2.3", "..", "203.0.113.7"])
def test_an_address_that_is_none_of_this_computer_names_the_setting(
    host: str, free: int, started: list[list[str]]
) -> None:
    refused(serve("--host", host, "--port", str(free)), "HOST or --host", f"'{host}'", "127.0.0.1", "0.0.0.0")
    assert started == []


def test_an_unknown_name_from_the_environment_names_the_setting(
    free: int, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.settings import settings

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setenv("HOST", "x86_64-some-linux-gnu")
    settings.cache_clear()
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    refused(serve("--port", str(free)), "HOST or --host", "'x86_64-some-linux-gnu'")
    assert started == []


def test_a_port_that_is_taken_names_the_next(started: list[list[str]]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused(serve("--port", str(port)), "PORT or --port", str(port), str(port + 1))
    assert started == []


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("sqlite:///{tmp}/no.txt/games.sqlite3", "no.txt"),
        ("sqlite:///{tmp}", "cannot be opened"),
        ("sqlite:///{tmp}/no.txt", "it is no database"),
    ],
)
def test_a_database_that_does_not_open_is_told_before_anybody_comes(
    url: str, says: str, free: int, started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.settings import settings

    (tmp_path / "no.txt").write_text("this is no database, just some text" * 100, encoding="utf-8")
    monkeypatch.setenv("COMPANION_DATABASE_URL", url.format(tmp=tmp_path))
    settings.cache_clear()
    refused(serve("--port", str(free)), says)
    assert started == []


def test_a_missing_driver_is_told_with_what_to_install(
    free: int, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.settings import settings

    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql+psycopg://anna:secret@db/tales")
    settings.cache_clear()
    done = serve("--port", str(free))
    refused(done, 'pip install "psycopg[binary]"')
    assert "secret" not in done.stderr
    assert started == []
