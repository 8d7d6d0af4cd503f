"""What every test stands on: no network but this machine, no settings or games of the person who runs it."""

from __future__ import annotations

import ipaddress
import itertools
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

if TYPE_CHECKING:
    from tests.kit.postgres import Postgres

# Libraries read these once, when they are imported.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["LANGSMITH_TRACING"] = "false"

# A gate that fails by chance stops people for nothing: the same examples in each run. To look for new faults:
# pytest --hypothesis-profile=default
hypothesis.settings.register_profile("suite", derandomize=True, print_blob=True)
hypothesis.settings.load_profile("suite")

VARIABLES = (
    "COMPANION_DATABASE_URL", "COMPANION_ENCODER", "COMPANION_LLM", "COMPANION_LANG", "COMPANION_HOST_PASSWORD",
    "OPENAI_API_KEY", "OPENAI_BASE_URL", "HOST", "PORT",
)  # fmt: skip


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test has a database of its own and default settings; servers that it starts inherit them."""
    from companion.settings import settings

    for variable in VARIABLES:
        monkeypatch.setenv(variable, "")  # empty rather than absent: it also hides a developer's .env
    monkeypatch.setenv("COMPANION_DATABASE_URL", f"sqlite:///{tmp_path / 'games.sqlite3'}")
    settings.cache_clear()
    seeds = itertools.count(1)  # games without a seed of their own are dealt alike in each run
    monkeypatch.setattr("companion.table.service.new_seed", lambda: next(seeds))
    yield
    settings.cache_clear()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the machine's Chromium. Without one browser tests are skipped, except in CI, where they fail."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if path := shutil.which(name):
            return path
    missing = "no Chromium on this machine: `make test` as root installs it, or sudo apt install chromium"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the tests' own. Without one its tests are skipped, except in CI, where they fail."""
    from tests.kit import postgres as kit

    if kit.programs() is None:
        if os.environ.get("CI"):
            pytest.fail(kit.MISSING)
        pytest.skip(kit.MISSING)
    with kit.Postgres() as server:
        yield server


class NetworkShut(RuntimeError):
    """A test reached for another machine."""


def _shut_network(event: str, arguments: tuple[Any, ...]) -> None:
    """Audit hook: Python itself asks it before any connection or look-up, whatever library makes it."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else None  # a path: a socket of this machine
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        host = arguments[0]
    else:
        return
    if not _is_here(host):
        raise NetworkShut(f"tests may not reach {host}: only this machine's loopback addresses")


def _is_here(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(str(name))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified  # 0.0.0.0: where a server listens


sys.addaudithook(_shut_network)
