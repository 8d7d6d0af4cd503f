"""A language model as referee: the same question in words, for a second suggestion beside the scripted one.

The tale goes in as data. A long one is trimmed by its memory: what holds now stays, what is over goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from companion.language import sentences
from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages
from companion.llm import Asker, Marked, NoAnswer, as_data
from companion.memory import StoryMemory
from companion.memory.trimmed import SHORTER_STORY, told, told_on
from companion.referee.suggestion import Evidence, Suggestion, Verdict


class RefereeAnswer(Marked):
    """What the model says: the reason first, so that the verdict follows from it."""

    reason: str = Field(min_length=1, max_length=600)
    earlier_sentence: int = Field(
        default=0, ge=0, description="for a contradiction: the number of the sentence of the tale; else 0"
    )
    verdict: Literal["ok", "contradiction", "tedium", "nonsense", "unimportant"]


class LlmReferee:
    """Suggestions of a language model. Threads may share it."""

    def __init__(self, asker: Asker, language: str) -> None:
        self._asker, self._language = asker, language

    def judge(
        self, memory: StoryMemory, narration: str, laid: Sequence[str] = (), *, game: str = ""
    ) -> Suggestion | NoAnswer:
        """What the model says of the narration; takes seconds. A contradiction without a line to show is no answer."""
        now = sentences(narration, self._language) or [narration]
        prompt_language = self._language if self._language in interface_languages() else SOURCE_LANGUAGE
        answer = self._asker.ask(
            RefereeAnswer,
            "referee",
            prompt_language,
            game=game,
            story=told(memory),
            narration=told_on(memory, now),
            laid=", ".join(map(as_data, laid)) or "-",
            shorter={"story": told(memory, SHORTER_STORY)},
        )
        if isinstance(answer, NoAnswer):
            return answer
        earlier = ""
        if answer.verdict == "contradiction":
            lines = [*memory.lines, *now[:-1]]  # the narration may contradict itself
            if not 1 <= answer.earlier_sentence <= len(lines):
                return NoAnswer("unreadable", "a contradiction without the earlier sentence")
            earlier = lines[answer.earlier_sentence - 1]
            narration = " ".join(now[max(0, answer.earlier_sentence - len(memory.lines)) :])
        evidence = () if answer.verdict == "ok" else (Evidence(narration, earlier=earlier, said=answer.reason),)
        verdict: Verdict = answer.verdict
        return Suggestion(verdict, 0.5, evidence, by="llm")
