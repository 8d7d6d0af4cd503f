"""Reads an answer of a given form out of what a model says, or says why there is none.

Models wrap their answer into a sentence or a fence, think aloud before it, or quote what a player wrote. Only an object
that has the form counts, and of a `Marked` form only one that repeats the question's word, which no player knows.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

M = TypeVar("M", bound=BaseModel)

_LONGEST = 20_000
"""Characters; a model that babbles on is not read to the end."""
_BRACES = 200
"""Places in an answer where an object may begin: more is a model that stammers."""
_WORDS = "anchor barrel button copper cotton garden hammer ladder lemon maple marble mirror needle orange paper pepper"
_HIDDEN = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What breaks a line, turns its direction or cannot be sent, and what JSON leaves as it is."""


@dataclass(frozen=True)
class NoAnswer:
    """Why there is none. `what`: the details for the log of the server, without keys."""

    reason: Literal["not_set", "spent", "unreachable", "unreadable", "clipped"]
    what: str = ""


class Marked(BaseModel):
    """A form that repeats a word from the very start of the question; its prompt declares the variable `word`.

    It shows that the question came whole: some servers drop its beginning, rules and all, when it is longer than their
    context, and answer as if nothing were wrong. The count `usage.prompt_tokens` would say the same less reliably: many
    servers leave it out, some count only what their cache did not hold, and the least number of tokens that a text can
    have is known only within a factor of four between languages, so that half a tale could be missing unseen. A model
    that cannot repeat a word is taken for one that did not get it: its verdict would be worth as little.

    And it tells the model's own answer from one that a player wrote into the tale: the word is drawn for each question.
    """

    word: str = Field(max_length=60, description="the word of this question, which stands at its very start")


def new_word() -> str:
    """Easy to repeat for a small model, not to be guessed: `maple-4071`."""
    return f"{secrets.choice(_WORDS.split())}-{secrets.randbelow(9000) + 1000}"


def as_data(text: str) -> str:
    """What a player wrote, as one quoted string: a line that pretends to be an instruction stays inside the quotes."""
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def read(form: type[M], text: str, word: str | None = None) -> M | NoAnswer:
    """The one answer of that form in the text. `word`: what an answer of a Marked form must repeat."""
    spoken = text.rpartition("</think>")[2].strip()[:_LONGEST]
    found: list[M] = []
    fault = "there is no JSON object in it" if spoken else "it is empty"
    for one in _objects_in(spoken):
        try:
            answer = form.model_validate(one)
        except ValidationError as wrong:
            fault = _faults(wrong)
        else:
            found += [] if answer in found else [answer]
    fitting = [one for one in found if word is None or (isinstance(one, Marked) and _same(one.word, word))]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        return NoAnswer("unreadable", "there are several answers in it")
    if found:
        return NoAnswer("clipped", "the word at the start of the question did not come back")
    return NoAnswer("unreadable", fault)


def _objects_in(text: str) -> Iterator[object]:
    """The outermost JSON objects in a text."""
    decoder, place = json.JSONDecoder(), text.find("{")
    for _ in range(_BRACES):
        if place < 0:
            return
        try:
            one, end = decoder.raw_decode(text, place)
            yield one
        except (ValueError, RecursionError):
            end = place + 1
        place = text.find("{", end)


def _faults(wrong: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in wrong.errors()[:3])


def _same(given: str, word: str) -> bool:
    return re.sub(r"\W", "", given).casefold() == re.sub(r"\W", "", word).casefold()
