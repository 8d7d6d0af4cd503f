"""What is known of the bundled deck's ending cards: one file a language, and scenes for all.

`known_card` finds the card of an ending by its text; an ending typed in or of another deck has none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from companion.decks.deck import load_deck
from companion.errors import BadInput
from companion.judge.words import folded

T = TypeVar("T")


class Card(BaseModel):
    """What an ending card needs of a tale."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    needs: tuple[re.Pattern[str], ...]
    """Matters, of each of which the tale should tell."""
    bars: tuple[re.Pattern[str], ...]
    """Told so, the ending contradicts the tale."""


class Scenes(BaseModel):
    """Closing scenes of a card, in English."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    leads: tuple[str, ...]
    """After these the card closes the tale."""
    not_: tuple[str, ...] = Field(alias="not")
    """In a tale of these it does not."""


@cache
def cards(language: str) -> Mapping[str, Card]:
    """By id. Raises BadInput when the file is damaged."""
    return _read(f"{language}.yaml", TypeAdapter(dict[str, Card]))


@cache
def scenes() -> Mapping[str, Scenes]:
    """By id. Raises BadInput when the file is damaged."""
    return _read("scenes.yaml", TypeAdapter(dict[str, Scenes]))


def known_card(ending: str, language: str) -> str | None:
    """The id of the bundled ending card with that text, whatever its capitals and marks; None for another ending."""
    return _by_text(language).get(_bare(ending, language))


@cache
def _by_text(language: str) -> dict[str, str]:
    known = cards(language)
    return {_bare(text, language): one for one, text in load_deck(language).endings.items() if one in known}


def _bare(text: str, language: str) -> str:
    return " ".join(re.findall(r"\w+", folded(text, language)))


def _read(name: str, form: TypeAdapter[dict[str, T]]) -> dict[str, T]:
    try:
        return form.validate_python(yaml.safe_load(resources.files(__package__).joinpath(name).read_text("utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as fault:
        raise BadInput(f"companion/judge/cards/{name}: {fault}") from fault
