"""`companion eval`: measures what the companion claims. The programs and data for that lie in a clone only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import typer

from companion.errors import BadInput

CLONE = Path(__file__).resolve().parents[2]


def evaluate(context: typer.Context) -> None:
    """Measure what the companion claims (in a clone of the project): `companion eval --help` says more."""
    if not (CLONE / "eval" / "__main__.py").is_file():
        raise BadInput(
            "companion eval: the sentences and programs that measure the companion are not installed with it; "
            "run it in a clone of the project, after `make run` or `make test` has set that up"
        )
    # A process of its own: product code imports nothing from eval.
    done = subprocess.run([sys.executable, "-m", "eval", *context.args], check=False)
    raise typer.Exit(done.returncode)
