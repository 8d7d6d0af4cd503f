"""Long texts of the pages, one file a language in texts/: rules as Markdown, readings of cards as YAML."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml

from companion.errors import BadInput
from companion.language.catalogue import SOURCE_LANGUAGE

FOLDER = Path(__file__).parent / "texts"


@lru_cache(maxsize=16)
def chapter(name: str, language: str) -> str:
    """A Markdown text of ours ("tale_rules", "hill_house"); in English where that language lacks it."""
    return _path(name, language, "md").read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def readings(language: str) -> Mapping[str, str]:
    """How the house reads single cards, by card id. Raises BadInput, naming the file, when it is damaged."""
    path = _path("readings", language, "yaml")
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as fault:
        raise BadInput(f"{path}: {' '.join(str(fault).split())}") from fault
    if not isinstance(raw, dict) or not all(isinstance(one, str) for pair in raw.items() for one in pair):
        raise BadInput(f"{path}: must hold one text for each card id")
    return raw


def _path(name: str, language: str, kind: str) -> Path:
    path = FOLDER / f"{name}.{language}.{kind}"
    return path if path.is_file() else FOLDER / f"{name}.{SOURCE_LANGUAGE}.{kind}"
