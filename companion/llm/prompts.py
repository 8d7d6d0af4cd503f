"""Prompts are files: `prompts/<name>.md` has a front matter and one text per language.

    ---
    purpose: what the prompt is for
    variables: [story, names]      # what the caller gives
    schema: Ruling                 # optional: the answer's form
    ---
    ## en
    Here is the story: {{story}}

    ## ru
    ...

Everything is checked when the file is loaded: unknown keys, and in each language that just the declared variables are
used. Values are put in once and never read as a template, so nothing that a player writes can act as one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.errors import BadInput
from companion.places import beside_package

_VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_FRONT_MATTER = re.compile(r"---\n(.*?)\n---\n(.*)", re.DOTALL)
_LANGUAGE = re.compile(r"^## ([a-z]{2})[ \t]*$", re.MULTILINE)


class _FrontMatter(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    purpose: str = Field(min_length=1)
    variables: tuple[str, ...]
    answer: str | None = Field(default=None, alias="schema")


class Prompt(BaseModel):
    """One checked prompt file."""

    model_config = ConfigDict(frozen=True)

    name: str
    purpose: str
    variables: frozenset[str]
    schema_name: str | None
    texts: Mapping[str, str]
    """Template by language."""

    def text(self, language: str, **values: object) -> str:
        """The prompt in a language (English where it has no such text), with the values put in.

        Raises TypeError when a declared variable is missing or another one is given: a mistake of the caller's.
        """
        if wrong := self.variables.symmetric_difference(values):
            raise TypeError(f"prompt '{self.name}' takes {sorted(self.variables)}: mind {sorted(wrong)}")
        template = self.texts.get(language) or self.texts["en"]
        return _VARIABLE.sub(lambda found: str(values[found[1]]), template)


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt of that name. Raises BadInput naming the file and what is wrong with it."""
    return read_prompt(beside_package("prompts") / f"{name}.md")


def read_prompt(path: Path) -> Prompt:
    """A prompt out of a file, checked. Raises BadInput."""
    try:
        parts = _FRONT_MATTER.fullmatch(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path}: the prompt cannot be read: {fault}") from fault
    if parts is None:
        raise BadInput(f"{path}: a prompt begins with a front matter between two lines of ---")
    front = _front_matter(path, parts[1])
    texts = _texts(path, parts[2])
    for language, text in texts.items():
        _check_variables(f"{path}: {language}", set(front.variables), set(_VARIABLE.findall(text)))
    return Prompt(
        name=path.stem,
        purpose=front.purpose,
        variables=frozenset(front.variables),
        schema_name=front.answer,
        texts=texts,
    )


def _front_matter(path: Path, text: str) -> _FrontMatter:
    try:
        return _FrontMatter.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as fault:
        raise BadInput(f"{path}: the front matter is no YAML: {' '.join(str(fault).split())}") from fault
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "front matter"
        raise BadInput(f"{path}: {place}: {first['msg']}") from fault


def _texts(path: Path, body: str) -> dict[str, str]:
    before, *pieces = _LANGUAGE.split(body)
    if before.strip():
        raise BadInput(f"{path}: there is text before the first language heading such as '## en'")
    languages, texts = pieces[::2], [text.strip() for text in pieces[1::2]]
    for language, text in zip(languages, texts, strict=True):
        if languages.count(language) > 1 or not text:
            raise BadInput(f"{path}: {language}: each language has one text, and it is not empty")
    if "en" not in languages:
        raise BadInput(f"{path}: the English text is missing; it stands in for languages without their own")
    return dict(zip(languages, texts, strict=True))


def _check_variables(where: str, declared: set[str], used: set[str]) -> None:
    if undeclared := sorted(used - declared):
        raise BadInput(f"{where}: {{{{{undeclared[0]}}}}} is not among the declared variables")
    if unused := sorted(declared - used):
        raise BadInput(f"{where}: the variable '{unused[0]}' is declared but not used")
