"""Matters that endings speak of, and what a tale must have told for them: one file a language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import BadInput

LANGUAGES = ("ru", "en")


class _Frame(BaseModel):
    model_config = ConfigDict(extra="forbid")
    says: list[str]
    needs: list[str]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")
    families: dict[str, list[str]]
    frames: list[_Frame]


@dataclass(frozen=True)
class Frame:
    """A matter: its words in an ending, and the words that a tale must have told, each a set of which one will do."""

    says: tuple[frozenset[str], ...]
    needs: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Frames:
    """The matters of one language."""

    frames: tuple[Frame, ...]
    related: dict[str, frozenset[str]]
    """By word: the words of its families."""


@cache
def frames(language: str) -> Frames | None:
    """None for a language without a file. Raises BadInput when the file is damaged."""
    if language not in LANGUAGES:
        return None
    name = f"{language}.yaml"
    try:
        given = _File.model_validate(yaml.safe_load(resources.files(__package__).joinpath(name).read_text("utf-8")))
        sets = {family: frozenset(words) for family, words in given.families.items()}
        found = tuple(
            Frame(tuple(sets[one] for one in frame.says), tuple(sets[one] for one in frame.needs))
            for frame in given.frames
        )
    except (yaml.YAMLError, ValidationError, KeyError) as fault:
        raise BadInput(f"companion/judge/frames/{name}: {fault}") from fault
    related: dict[str, frozenset[str]] = {}
    for words in sets.values():
        for word in words:
            related[word] = related.get(word, frozenset()) | words
    return Frames(found, related)
