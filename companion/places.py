"""Where the files lie that stand beside the package in a clone and inside it in an installed wheel, or in the user's
own folder."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path, user_data_path

_PACKAGE = Path(__file__).resolve().parent


def beside_package(name: str) -> Path:
    """Path of `app.py` or `prompts`, wherever this copy of the companion came from.

    Raises FileNotFoundError when the installation is incomplete.
    """
    for folder in (_PACKAGE, _PACKAGE.parent):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(
        f"{name} belongs to Story Companion but is neither in {_PACKAGE} nor beside it: install again"
    )


def user_folder() -> Path:
    """Where the companion keeps what is the user's own, on any system; it may not exist yet."""
    return user_data_path("story-companion", appauthor=False)


def cache_folder() -> Path:
    """Where the companion keeps what it can make again, on any system; it may not exist yet."""
    return user_cache_path("story-companion", appauthor=False)


MAIN_PAGE = _PACKAGE / "ui" / "main.py"
"""The script that Streamlit runs for every visitor."""
