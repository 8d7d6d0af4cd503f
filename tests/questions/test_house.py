"""The packs that come with the product: 72 cards of three, fit for a class, and every answer is one and findable."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from companion.questions import LEVELS, Pack, load_pack, pack_languages, pack_names
from companion.questions.pack import same_answer, same_text

LANGUAGES = pack_languages("house")
OF_LANGUAGE = {"words", "grammar", "proverbs"}
WITHOUT_SOURCE = OF_LANGUAGE | {"everyday"}
CHOICE = re.compile(r"[:,(]| or | или |Which word .*“|Какое слово .*«")
"""One has to choose from what is named, so the answer stands in the question."""


@pytest.fixture(scope="module", params=LANGUAGES)
def pack(request: pytest.FixtureRequest) -> Pack:
    return load_pack("house", request.param)


def test_there_is_a_house_pack() -> None:
    assert "en" in LANGUAGES
    assert "house" in pack_names("en")


def test_it_has_72_cards_of_three_numbered_in_order(pack: Pack) -> None:
    assert [[question.id for question in card] for card in pack.cards] == [
        [f"{pack.language}-{card:03d}-{place}" for place in (1, 2, 3)] for card in range(1, 73)
    ]


def test_a_card_mixes_three_categories_of_near_levels_and_cards_grow_harder(pack: Pack) -> None:
    of_card = [[LEVELS.index(question.level) for question in card] for card in pack.cards]
    assert not [card[0].id for card in pack.cards if len({question.category for question in card}) < 3]
    assert not [levels for levels in of_card if max(levels) - min(levels) > 1]
    assert [min(levels) for levels in of_card] == sorted(min(levels) for levels in of_card)
    assert set(Counter(min(levels) for levels in of_card)) == set(range(len(LEVELS)))


def test_many_questions_are_about_the_language_and_facts_can_be_looked_up(pack: Pack) -> None:
    assert sum(question.category in OF_LANGUAGE for question in pack.questions) >= 90
    assert not [q.id for q in pack.questions if q.category not in WITHOUT_SOURCE and not q.source]


def test_answers_are_short_and_questions_are_read_in_one_breath(pack: Pack) -> None:
    assert not [q.id for q in pack.questions if len(q.answer.split()) > 4 or len(q.question) > 170]


def test_no_question_gives_its_answer_away(pack: Pack) -> None:
    def away(question: str, answer: str) -> bool:
        return f" {same_text(answer)} " in f" {same_text(question)} "

    told = [q.id for q in pack.questions if away(q.question, q.answer) and not CHOICE.search(q.question)]
    assert not told


def test_no_answer_is_listed_twice(pack: Pack) -> None:
    for question in pack.questions:
        for listed in ((question.answer, *question.accepted), question.refused):
            assert len(set(map(same_answer, listed))) == len(listed), question.id
