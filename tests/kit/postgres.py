"""A real PostgreSQL of the tests' own, out of the programs that are installed: `with Postgres() as server: server.url`.

It lives in a temporary folder, listens on a loopback port that was free, and forgets everything.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

MISSING = "no PostgreSQL on this machine: `make test` as root installs it, or sudo apt install postgresql"


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`, of the newest release that is installed; Debian keeps it off the PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    on_path = shutil.which("initdb")
    found = [folder for folder in folders if (folder / "initdb").exists()]
    return found[-1] if found else Path(on_path).resolve().parent if on_path else None


class Postgres:
    """One server with one empty database; it can be stopped and started again on the same port."""

    def __init__(self) -> None:
        bin = programs()
        assert bin is not None, MISSING
        self._bin = bin
        self._who = _somebody()
        self._folder = Path(tempfile.mkdtemp(prefix="companion-pg-"))
        self._data = self._folder / "data"
        if user := self._who.get("user"):
            shutil.chown(self._folder, user)
        words = ["--no-sync", "--no-instructions", "--auth=trust", "--username=companion", "--no-locale"]
        self._run("initdb", *words, "--encoding=UTF8", "-D", str(self._data))
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = int(probe.getsockname()[1])
        self.url = f"postgresql+psycopg://companion@127.0.0.1:{self.port}/postgres"
        self._runs = False
        self.start()

    def __enter__(self) -> Postgres:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Returns when it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self._folder,
            "fsync": "off",
            "full_page_writes": "off",
            "shared_buffers": "16MB",
            "max_connections": 60,
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._control("start", "--log", str(self._folder / "log"), "--options", options)
        self._runs = True

    def stop(self) -> None:
        """As `systemctl stop` does: whoever is connected is thrown out."""
        if self._runs:
            self._control("stop", "--mode", "fast")
            self._runs = False

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "--wait", "--silent", "--pgdata", str(self._data), *words)

    def _run(self, program: str, *words: str) -> None:
        with (self._folder / "told").open("w+", encoding="utf-8") as told:  # no pipe: the server would keep it open
            done = subprocess.run([self._bin / program, *words], stdout=told, stderr=told, check=False, **self._who)
            told.seek(0)
            assert done.returncode == 0, f"{program}: {told.read()}"


def _somebody() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: root lends it somebody without rights."""
    if os.geteuid() != 0:
        return {"cwd": "/"}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_name, "group": user.pw_gid, "extra_groups": [], "cwd": "/"}
    raise AssertionError("no user `postgres` or `nobody` to run PostgreSQL as")
