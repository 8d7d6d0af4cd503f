"""Words by which an ending is held against its tale: one file a language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from companion.errors import BadInput

Whom = Literal["he", "she", "they"]
_SCOPE = 5
"""So many words behind a "no" are under it, unless the clause ends before."""


class Words(BaseModel):
    """The words of one language, as its file holds them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    denies: re.Pattern[str]
    clause_end: re.Pattern[str]
    lost: re.Pattern[str]
    speaks: dict[Whom, re.Pattern[str]]
    tells: dict[Whom, re.Pattern[str]]
    empty: frozenset[str]

    def is_denied(self, sentence: str, start: int) -> bool:
        """Is what starts there told under a "no" of its clause? The sentence must be folded."""
        before = sentence[:start]
        ends = [one.end() for one in self.clause_end.finditer(before)]
        return bool(self.denies.search(" ".join(before[ends[-1] if ends else 0 :].split()[-_SCOPE:])))


@cache
def words(language: str) -> Words:
    """Raises BadInput when the file is damaged or there is none for the language."""
    name = f"{language}.yaml"
    try:
        return Words.model_validate(yaml.safe_load(resources.files(__package__).joinpath(name).read_text("utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as fault:
        raise BadInput(f"companion/judge/words/{name}: {fault}") from fault


def folded(text: str, language: str) -> str:
    """Lower case, straight apostrophes, and in Russian е for ё; as long as the text, so that offsets hold."""
    text = text.lower().replace("’", "'")
    return text.replace("ё", "е") if language == "ru" else text
