"""A language model as judge of endings: a second opinion beside the scripted one."""

from __future__ import annotations

from pydantic import Field

from companion.judge.opinion import Opinion, Reason
from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages
from companion.llm import Asker, Marked, NoAnswer, as_data
from companion.memory import StoryMemory
from companion.memory.trimmed import SHORTER_STORY, told


class JudgeAnswer(Marked):
    """What the model says: the reason first, so that the opinion follows from it."""

    reason: str = Field(min_length=1, max_length=600)
    plausible: bool


class LlmJudge:
    """Opinions of a language model. Threads may share it."""

    def __init__(self, asker: Asker, language: str) -> None:
        self._asker, self._language = asker, language

    def judge(self, memory: StoryMemory, ending: str, *, game: str = "") -> Opinion | NoAnswer:
        """What the model says of the ending; takes seconds."""
        answer = self._asker.ask(
            JudgeAnswer,
            "judge",
            self._language if self._language in interface_languages() else SOURCE_LANGUAGE,
            game=game,
            story=told(memory),
            ending=as_data(ending),
            shorter={"story": told(memory, SHORTER_STORY)},
        )
        if isinstance(answer, NoAnswer):
            return answer
        score = 0.75 if answer.plausible else 0.25
        return Opinion(answer.plausible, score, (Reason("said", said=answer.reason),), by="llm")
