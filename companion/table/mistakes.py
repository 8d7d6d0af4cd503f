"""Mistakes of grammar and spelling in what a learner told, named by the language model after the game.

Only the learner's own sentences are sent. What the model names counts only where the words stand in the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages
from companion.llm import Asker, Marked, NoAnswer, as_data

MOST_SENTENCES = 80
"""The latest that are sent: a long game of one person has half of that."""
FEWER_SENTENCES = 20
"""When all of them are too long for the model."""


class NamedMistake(BaseModel):
    """A mistake as the model names it."""

    model_config = ConfigDict(extra="forbid")

    sentence: int = Field(description="number of the sentence")
    wrong: str = Field(max_length=300, description="the wrong words as they stand in the sentence")
    better: str = Field(max_length=300)
    why: str = Field(max_length=400)


class MistakesAnswer(Marked):
    """What the model says of all sentences."""

    mistakes: list[NamedMistake] = Field(max_length=40)


@dataclass(frozen=True)
class Mistake:
    """A mistake that stands in a sentence."""

    sentence: int
    """Index among the learner's own sentences."""
    start: int
    """Where the wrong words begin in it, in characters."""
    wrong: str
    better: str
    why: str


@dataclass(frozen=True)
class Mistakes:
    """What the model found, in the order of the sentences; nothing may be amiss."""

    found: tuple[Mistake, ...]


def find_mistakes(asker: Asker, own: Sequence[str], language: str, *, game: str) -> Mistakes | NoAnswer:
    """Asks about these sentences; takes seconds. In a language without a prompt of its own it is asked in English."""
    answer = asker.ask(
        MistakesAnswer,
        "mistakes",
        language if language in interface_languages() else SOURCE_LANGUAGE,
        game=game,
        sentences=_numbered(own, MOST_SENTENCES),
        shorter={"sentences": _numbered(own, FEWER_SENTENCES)},
    )
    return answer if isinstance(answer, NoAnswer) else Mistakes(_checked(answer.mistakes, own))


def _numbered(own: Sequence[str], most: int) -> str:
    numbered = [f"{number}. {as_data(text)}" for number, text in enumerate(own, start=1)]
    return "\n".join(numbered[-most:])


def _checked(named: Sequence[NamedMistake], own: Sequence[str]) -> tuple[Mistake, ...]:
    """Those whose wrong words stand in their sentence and are put otherwise, each once."""
    found: dict[tuple[int, int, str], Mistake] = {}
    for one in named:
        index, wrong, better = one.sentence - 1, one.wrong.strip(), one.better.strip()
        if not 0 <= index < len(own) or not wrong or not better or wrong == better:
            continue
        if (start := own[index].find(wrong)) >= 0:
            found.setdefault((index, start, wrong), Mistake(index, start, wrong, better, one.why.strip()))
    return tuple(found[place] for place in sorted(found))
