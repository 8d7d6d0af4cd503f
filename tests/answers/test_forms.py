"""Where a form is asked for, forms count; and what the house questions call right or wrong is so."""

from __future__ import annotations

import pytest

from companion.answers import check
from companion.questions import load_pack


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_house_question_takes_what_its_author_accepts_and_nothing_that_is_refused(language: str) -> None:
    wrong = []
    for card in load_pack("house", language).cards:
        for one in card:
            labelled = [(text, True) for text in (one.answer, *one.accepted)] + [(text, False) for text in one.refused]
            for given, right in labelled:
                found = check(
                    one.question,
                    given,
                    language=language,
                    reference=one.answer,
                    accept=one.accepted,
                    reject=one.refused,
                    category=one.category,
                )
                if found.correct is not right:
                    wrong.append((one.id, given, found))
    assert not wrong


@pytest.mark.parametrize(
    ("question", "reference", "given", "right"),
    [
        ("What is the past tense of “go”?", "went", "goed", False),
        ("What is the past tense of “go”?", "went", "gone", False),
        ("What is the past tense of “go”?", "went", "It is went", True),
        ("What is the plural of “child”?", "children", "childs", False),
        ("What is the plural of “child”?", "children", "the children", True),
        ("How do you spell the number 40?", "forty", "fourty", False),
        ("В какой форме стоит слово «мышь»: «боюсь …»?", "мышей", "мыши", False),
        ("Какая форма слова «мышь» нужна: «боюсь …»?", "мышей", "мыши", False),
        ("Поставьте слово «стол» во множественное число.", "столы", "стола", False),
        ("Поставьте слово «стол» во множественное число.", "столы", "столы!", True),
        ("Какая форма правления в Монако?", "монархия", "монархией", True),
    ],
)
def test_a_form_that_is_asked_for_has_no_other(question: str, reference: str, given: str, right: bool) -> None:
    language = "ru" if reference > "а" else "en"
    assert check(question, given, language=language, reference=reference).correct is right


def test_the_category_says_that_forms_count() -> None:
    asked = {"language": "ru", "reference": "лучше"}
    assert check("Умный — умнее, а хороший — …?", "лучший", **asked).correct  # type: ignore[arg-type]
    assert not check("Умный — умнее, а хороший — …?", "лучший", category="grammar", **asked).correct  # type: ignore[arg-type]


def test_a_term_of_grammar_is_no_form() -> None:
    found = check(
        "Which part of speech is “red”?", "adjectives", language="en", reference="adjective", category="grammar"
    )
    assert found.correct


def test_what_is_rejected_is_rejected_as_it_is_written() -> None:
    assert check("", "шли", language="ru", reference="шла", reject=["шли"]).why_code == "rejected"
    assert check("", "горы", language="ru", reference="гора", reject=["горный"]).correct
    assert check("", "besom", language="en", reference="broom", accept=["besom"], reject=["besom"]).correct
