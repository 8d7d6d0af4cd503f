"""`companion judge`: does each ending of a JSONL file close its story? (design, section 5)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from companion.cli.jsonl import BadLine, answer_lines, text_of
from companion.cli.referee import NO_LIMIT, By, File, Lang, Memories, Whom, reasons_in

if TYPE_CHECKING:
    from companion.judge import Opinion, Reason


def judge(lang: Lang, file: File = None, by: Whom = By.scripted) -> None:
    """Suggest whether endings are plausible.

    In: {"id", "story", "ending"}. Out: {"id", "plausible", "score", "reasons": [{"code", "quote"?, "why"}], "by"}.
    """
    ask = _by_llm(lang) if by is By.llm else _scripted(lang)

    def answer(line: dict[str, Any]) -> dict[str, Any]:
        opinion = ask(text_of(line, "story"), text_of(line, "ending"))
        return {
            "plausible": opinion.plausible,
            "score": round(opinion.score, 3),
            "reasons": [_reason(one, lang) for one in opinion.reasons],
            "by": opinion.by,
        }

    answer_lines(file, answer)


def _scripted(lang: str) -> Any:
    from companion.judge.scripted import judge_for

    scripted, memories = judge_for(lang), Memories(lang)

    def ask(story: str, ending: str) -> Opinion:
        return scripted.judge(memories.of(story), ending)

    return ask


def _by_llm(lang: str) -> Any:
    from companion.judge.llm import LlmJudge
    from companion.llm import Asker, NoAnswer
    from companion.settings import settings

    if settings().llm is None:
        raise typer.BadParameter("no language model is set: name one in COMPANION_LLM", param_hint="--by")
    model, memories = LlmJudge(Asker(settings(), budget=NO_LIMIT), lang), Memories(lang)

    def ask(story: str, ending: str) -> Opinion:
        answer = model.judge(memories.of(story), ending)
        if isinstance(answer, NoAnswer):
            raise BadLine(f"the language model gave no answer ({answer.reason}): {answer.what}".rstrip(": "))
        return answer

    return ask


def _reason(one: Reason, lang: str) -> dict[str, str]:
    quote = {"quote": one.quote} if one.quote else {}
    return {"code": one.code, **quote, "why": one.why(reasons_in(lang))}
