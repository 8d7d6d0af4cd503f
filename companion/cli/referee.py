"""`companion referee`: would a fair table challenge each narration of a JSONL file? (design, section 5)"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.jsonl import BadLine, answer_lines, text_of, texts_of

if TYPE_CHECKING:
    from companion.memory import StoryMemory
    from companion.referee import Evidence, Suggestion

NO_LIMIT = 1_000_000_000
"""Requests: whoever sends a file of so many lines means it."""
_KEPT = 8
"""Stories whose memory is kept: files give the narrations of one story one after the other."""


class By(StrEnum):
    scripted = "scripted"
    llm = "llm"


Lang = Annotated[str, typer.Option("--lang", help="Language of the stories, such as ru or en.")]
File = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="JSON lines; without it, standard input.", show_default=False)
]
Whom = Annotated[
    By, typer.Option("--by", help="Who is asked: the scripted one, or the language model (COMPANION_LLM).")
]


def referee(lang: Lang, file: File = None, by: Whom = By.scripted) -> None:
    """Suggest a verdict on narrations.

    In: {"id", "story", "narration", "laid"?: [card ids]}. Out: {"id", "verdict", "score", "evidence": [{"quote",
    "earlier"?, "why"}], "by"}.
    """
    ask = _by_llm(lang) if by is By.llm else _scripted(lang)

    def answer(line: dict[str, Any]) -> dict[str, Any]:
        story, narration, laid = text_of(line, "story"), text_of(line, "narration"), texts_of(line, "laid") or []
        suggestion = ask(story, narration, laid)
        return {
            "verdict": suggestion.verdict,
            "score": round(suggestion.score, 3),
            "evidence": [_evidence(one, lang) for one in suggestion.evidence],
            "by": suggestion.by,
        }

    answer_lines(file, answer)


class Memories:
    """The memories of the stories told last."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._known: dict[str, StoryMemory] = {}

    def of(self, story: str) -> StoryMemory:
        from companion.language import sentences
        from companion.memory import StoryMemory

        if (known := self._known.get(story)) is not None:
            return known
        memory = StoryMemory(self._language)
        for sentence in sentences(story, self._language):
            memory.tell(sentence)
        while len(self._known) >= _KEPT:
            self._known.pop(next(iter(self._known)))
        self._known[story] = memory
        return memory


def reasons_in(lang: str) -> str:
    """The language that reasons are given in: the story's, or English where the companion does not speak it."""
    from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages

    return lang if lang in interface_languages() else SOURCE_LANGUAGE


def _scripted(lang: str) -> Any:
    from companion.referee.scripted import referee_for

    judge, memories = referee_for(lang), Memories(lang)

    def ask(story: str, narration: str, laid: list[str]) -> Suggestion:
        try:
            return judge.judge(memories.of(story), narration, laid)
        except KeyError as fault:
            raise BadLine(f"'laid': the deck has no card '{fault.args[0]}'") from fault

    return ask


def _by_llm(lang: str) -> Any:
    from companion.llm import Asker, NoAnswer
    from companion.referee.llm import LlmReferee
    from companion.settings import settings

    if settings().llm is None:
        raise typer.BadParameter("no language model is set: name one in COMPANION_LLM", param_hint="--by")
    judge, memories = LlmReferee(Asker(settings(), budget=NO_LIMIT), lang), Memories(lang)

    def ask(story: str, narration: str, laid: list[str]) -> Suggestion:
        answer = judge.judge(memories.of(story), narration, laid)
        if isinstance(answer, NoAnswer):
            raise BadLine(f"the language model gave no answer ({answer.reason}): {answer.what}".rstrip(": "))
        return answer

    return ask


def _evidence(one: Evidence, lang: str) -> dict[str, str]:
    earlier = {"earlier": one.earlier} if one.earlier else {}
    return {"quote": one.quote, **earlier, "why": one.why(reasons_in(lang))}
