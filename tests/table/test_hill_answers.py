"""The checker as the hill asks it: the card's own words, what the host ticks, languages without lists."""

from __future__ import annotations

import pytest

from companion.language.catalogue import catalogue
from companion.questions import load_pack
from companion.rules.hill import Verdict
from companion.table.hill_advice import why_of
from companion.table.hill_answers import ON_PAPER, answer_check
from companion.table.hill_order import HillQuestion
from companion.table.packs import hill_questions
from embeddings import BUNDLED

LEVELS = ("A1", "A2", "B1", "B2", "C1")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_stands_on_a_card_is_judged_as_the_card_says(language: str) -> None:
    check = answer_check()
    grammar = [one for one in load_pack(language=language).questions if one.category == "grammar"]
    for card in hill_questions(grammar, levels=LEVELS):
        wrong = [text for text in (card.answer, *card.accepted) if not check(card, text).correct]
        wrong += [text for text in card.refused if check(card, text).correct]
        assert not wrong, f"{card.id}: {wrong}"


def test_a_slip_is_told_with_its_reason_in_the_readers_language() -> None:
    card = HillQuestion("q", "Столица Франции?", "Париж", language="ru")
    found = answer_check()(card, "Париш")
    assert (found.correct, found.verdict) == (True, "typo")
    assert why_of(found, catalogue("ru")) == "Похоже на описку: «париш» вместо «париж»."
    assert why_of(found, catalogue("en")) == "It looks like a slip: “париш” for “париж”."


def test_an_answer_on_paper_is_left_to_the_host() -> None:
    found = answer_check()(HillQuestion("q", "Two and two?", "4", language="en"), ON_PAPER)
    assert (found.correct, found.verdict) == (False, "ask") and why_of(found, catalogue("en"))


def test_what_a_host_wrote_is_no_code_and_older_reasons_stay_sentences() -> None:
    for by in ("host", "checker"):
        assert why_of(Verdict(True, by, "Said aloud {answer}"), catalogue("en")) == "Said aloud {answer}"
    assert why_of(Verdict(True, "host", "answers.same"), catalogue("en")) == "answers.same"


def test_a_language_without_lists_of_its_own_is_checked_too() -> None:
    assert answer_check()(HillQuestion("q", "Hauptstadt?", "Berlin", language="de"), "berlin").correct


def test_with_an_encoder_that_is_waited_for_the_first_answer_is_judged_by_meaning_already() -> None:
    asked = HillQuestion("q", "What animal lives in a den?", "bear", language="en")
    by_meaning = answer_check(BUNDLED)(asked, "медведь")
    assert by_meaning.correct and by_meaning.why == "answers.translated"
