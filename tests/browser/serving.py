"""A real Streamlit server for browser tests, on a free port of this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_WITHIN = 60
"""Seconds; on two busy cores it takes three."""


@contextmanager
def serving(script: Path, *, killed: bool = False, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """Serves a script (or app.py) with the settings of the present environment; its address. `killed`: in the end it
    gets no time to tidy up. `environment`: further variables."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    process = subprocess.Popen(
        [*command, "--server.address=127.0.0.1"],
        cwd=ROOT,
        env={**os.environ, **(environment or {}), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        _await(process, f"http://127.0.0.1:{port}/_stcore/health")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill() if killed else process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _await(process: subprocess.Popen[str], address: str) -> None:
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            pass
        try:
            process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
        assert process.stdout is not None
        raise RuntimeError(f"the server ended:\n{process.stdout.read()}")
    raise RuntimeError(f"the server did not answer within {START_WITHIN} s")
