"""The checker as the hill asks it: the card's own words, what the host ticks, languages without lists."""

from __future__ import annotations

import pytest

from companion.questions import load_pack
from companion.table.hill_answers import ON_PAPER, answer_check
from companion.table.hill_order import HillQuestion
from companion.table.packs import hill_questions

LEVELS = ("A1", "A2", "B1", "B2", "C1")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_stands_on_a_card_is_judged_as_the_card_says(language: str) -> None:
    check = answer_check()
    grammar = [one for one in load_pack(language=language).questions if one.category == "grammar"]
    for card in hill_questions(grammar, levels=LEVELS):
        wrong = [text for text in (card.answer, *card.accepted) if not check(card, text)[0]]
        wrong += [text for text in card.refused if check(card, text)[0]]
        assert not wrong, f"{card.id}: {wrong}"


def test_a_slip_is_told_with_its_reason_in_the_games_language() -> None:
    card = HillQuestion("q", "Столица Франции?", "Париж", language="ru")
    correct, verdict, why = answer_check()(card, "Париш")
    assert (correct, verdict) == (True, "typo") and "париж" in why.lower()


def test_an_answer_on_paper_is_left_to_the_host() -> None:
    correct, verdict, why = answer_check()(HillQuestion("q", "Two and two?", "4", language="en"), ON_PAPER)
    assert (correct, verdict) == (False, "ask") and why


def test_a_language_without_lists_of_its_own_is_checked_too() -> None:
    assert answer_check()(HillQuestion("q", "Hauptstadt?", "Berlin", language="de"), "berlin")[0]
