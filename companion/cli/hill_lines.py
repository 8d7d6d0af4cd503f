"""Lines about the hill that a game in the terminal and its retelling share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.cli.plain import plain_line
from companion.language.catalogue import Catalogue
from companion.questions import category_name
from companion.rules.hill import GivenAnswer, Standing, Verdict
from companion.rules.kernel import Outcome, Seat
from companion.table.hill_advice import why_of
from companion.table.hill_answers import ON_PAPER
from companion.table.hill_text import where

TOLD_OTHERWISE = ("log/hill_right", "log/hill_wrong", "log/hill_won")
"""Lines of the log that verdicts and the last line say better."""
MARKS = {True: "✓", False: "✗", None: "?"}


def question_lines(question: str, category: str, level: str, texts: Catalogue) -> Iterator[str]:
    """The question, above it what it is about."""
    if about := " · ".join(filter(None, [category_name(category, texts.language), level])):
        yield f"  [{plain_line(about)}]"
    yield f"  {plain_line(question)}"


def answer_line(answer: str, accepted: Sequence[str], texts: Catalogue) -> str:
    """The right answer, and what else is right."""
    also = f" ({texts.t('hill.also', answers=', '.join(accepted))})" if accepted else ""
    return plain_line(f"{texts.t('hill.stage_reveal')}: {answer}{also}")


def said(answer: GivenAnswer | None, texts: Catalogue) -> str:
    """What a team has answered."""
    if answer is None:
        return texts.t("hill.no_answer")
    return texts.t("hill.on_paper") if answer.text == ON_PAPER else texts.t("hill.quoted", text=plain_line(answer.text))


def verdict_line(name: str, answer: GivenAnswer | None, verdict: Verdict | None, texts: Catalogue) -> str:
    """A team's answer, whether it is right, and why."""
    line = f"  {MARKS[verdict.correct if verdict else None]} {name}: {said(answer, texts)}"
    why = "" if verdict is None or verdict.by == "clock" else plain_line(why_of(verdict, texts))
    return f"{line}  {why}".rstrip()


def standing_lines(standing: Standing, names: Sequence[str], texts: Catalogue) -> Iterator[str]:
    """Where every team stands, the highest first."""

    def height(seat: Seat) -> tuple[int, int]:
        return (-standing.teams[seat].step, -standing.teams[seat].points)

    for seat in sorted(range(len(names)), key=height):
        yield f"  {names[seat]}: {where(standing, seat, texts)}"


def winners_line(outcome: Outcome, names: Sequence[str], texts: Catalogue) -> str:
    """Who has won."""
    return texts.n("hill.won", len(outcome.winners), names=", ".join(names[seat] for seat in outcome.winners))
