"""Who says of a team's answer whether it is right: the answer checker, in the manner in which the hill's table asks."""

from __future__ import annotations

from companion.language.catalogue import SOURCE_LANGUAGE, catalogue, interface_languages
from companion.questions.pack import same_answer
from companion.table.hill_order import HillQuestion
from companion.table.hill_table import Check

ON_PAPER = "✓"
"""What the host enters for a team that has answered aloud or on paper: only the host can judge it."""


def answer_check() -> Check:
    """Advice on answers; reasons are in the game's language where the interface speaks it."""
    return _checked


def _checked(question: HillQuestion, given: str) -> tuple[bool, str, str]:
    words = catalogue(question.language if question.language in interface_languages() else SOURCE_LANGUAGE)
    if given == ON_PAPER:
        return False, "ask", words.t("hill.on_paper")
    right = same_answer(given) in {same_answer(one) for one in (question.answer, *question.accepted)}
    return right, "right" if right else "wrong", ""
