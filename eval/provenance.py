"""Which program gave a figure: the commit, the command and the machine's cores."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_CODE = ("companion", "embeddings", "eval")
"""What decides the figures; reports of an earlier run do not."""


@dataclass(frozen=True)
class Provenance:
    """Enough to have the figures again."""

    commit: str
    """ "unknown" outside a clone; ends with "+" when code or data had changes that were not committed."""
    command: str
    python: str
    cores: int


def provenance() -> Provenance:
    """Of the running process."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    command = shlex.join(["companion", "eval", *sys.argv[1:]])
    return Provenance(_commit(), command, platform.python_version(), cores)


def _commit() -> str:
    head = _git("rev-parse", "--short=12", "HEAD")
    if not head:
        return "unknown"
    changed = _git("status", "--porcelain", "--", *_CODE, ":(exclude)eval/reports")
    return head + ("+" if changed else "")


def _git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
