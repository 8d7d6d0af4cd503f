"""A server to measure: a process of its own, as `companion serve` starts it, and what it takes of the machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import httpx

from companion.errors import BadInput

_MEGABYTE = 1_000_000
_START = 90.0
"""Seconds that a server may take to answer."""
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Usage(NamedTuple):
    """What a process has used up to a moment."""

    at: float
    """Seconds of the monotonic clock."""
    processor: float
    """Seconds of the processor, all threads together."""

    def share_since(self, before: Usage) -> float:
        """Of one core; 2.0 is two cores all the time."""
        return (self.processor - before.processor) / max(self.at - before.at, 1e-9)


@dataclass(frozen=True)
class Server:
    """A running server."""

    place: str
    """Host and port."""
    pid: int

    def memory(self) -> float:
        """Resident memory now, in megabytes."""
        return memory_of(self.pid)

    def usage(self) -> Usage:
        return usage_of(self.pid)


@contextmanager
def serving(database_url: str, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Starts a server over that database on a free port, and ends it afterwards. Raises BadInput when it does not come
    up, or where there is no /proc to measure it by."""
    if not Path("/proc/self/status").exists():
        raise BadInput("companion eval load: it reads /proc, so it runs on Linux")
    place = f"127.0.0.1:{_free_port()}"
    words = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", place.rpartition(":")[2]]
    settings = {"COMPANION_DATABASE_URL": database_url, "COMPANION_LLM": "", **(environment or {})}
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, env={**os.environ, **settings})
    try:
        _await(process, place)
        yield Server(place, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def memory_of(pid: int) -> float:
    """Resident memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / _MEGABYTE
    return 0.0


def usage_of(pid: int) -> Usage:
    """Raises OSError when there is no such process (any more)."""
    # The name in brackets may hold spaces; utime and stime are the 14th and 15th field (proc(5)).
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return Usage(time.monotonic(), (int(fields[11]) + int(fields[12])) / _TICKS)


def pressure() -> float | None:
    """Seconds since the machine started in which something that could run waited for a core (Linux: PSI); None where
    the kernel does not count them."""
    try:
        some = Path("/proc/pressure/cpu").read_text().splitlines()[0]
        return int(some.rpartition("total=")[2]) / 1e6
    except (OSError, ValueError, IndexError):
        return None


def _await(process: subprocess.Popen[bytes], place: str) -> None:
    until = time.monotonic() + _START
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"http://{place}/health", timeout=1).is_success:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise BadInput(f"companion eval load: the server at {place} did not start; `companion serve` says why")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
