"""`companion check-answers`: is each quiz answer of a JSONL file right? (design, section 5)"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.jsonl import BadLine, answer_lines, text_of, texts_of
from companion.cli.referee import reasons_in


def check_answers(
    lang: Annotated[str, typer.Option("--lang", help="Language of the questions, such as ru or en.")],
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="JSON lines; without it, standard input.", show_default=False)
    ] = None,
    words: Annotated[
        bool, typer.Option("--words", help="Without the encoder: starts sooner, and misses translations.")
    ] = False,
) -> None:
    """Suggest which answers to quiz questions are right.

    In: {"id", "question"?, "reference", "given", "accept"?: [...], "reject"?: [...], "category"?: "grammar" asks for
    forms}. Out: {"id", "correct", "score", "verdict": right, typo, other-name, ask or wrong, "why"}.
    """
    from companion.answers import check, meaning_of
    from companion.settings import settings

    meaning = None if words else meaning_of(settings().encoder)
    told_in = reasons_in(lang)

    def answer(line: dict[str, Any]) -> dict[str, Any]:
        reference = text_of(line, "reference")
        if not reference.strip():
            raise BadLine("'reference' is empty: give the right answer")
        found = check(
            text_of(line, "question", ""),
            text_of(line, "given"),
            language=lang,
            reference=reference,
            accept=texts_of(line, "accept") or (),
            reject=texts_of(line, "reject") or (),
            category=text_of(line, "category", ""),
            meaning=meaning,
        )
        return {
            "correct": found.correct,
            "score": found.score,
            "verdict": found.verdict,
            "why": found.why(told_in),
        }

    answer_lines(file, answer)
