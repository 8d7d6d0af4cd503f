"""A vocabulary pack comes out of any card deck: its answers are the deck's names, and none is given away."""

from __future__ import annotations

import pytest

from companion.decks import load_deck
from companion.errors import DamagedDeck
from companion.questions import LEVELS, Pack, vocabulary_pack
from companion.questions.pack import same_text

PAIRS = [("en", "ru"), ("ru", "en"), ("en", "en")]


def of_kind(pack: Pack, kind: str) -> list[str]:
    return [question.id.removeprefix(f"{kind}-") for question in pack.questions if question.id.startswith(f"{kind}-")]


@pytest.mark.parametrize(("language", "known"), PAIRS)
def test_answers_are_the_names_of_the_deck(language: str, known: str) -> None:
    pack, deck = vocabulary_pack("tale", language, known, seed=1), load_deck(language)
    assert len(pack.cards) > 50
    for question in pack.questions:
        card = deck.by_id[question.id.partition("-")[2]]
        assert question.answer == card.name
        assert question.language == language
        assert set(question.accepted) <= set(card.face.other)
        assert same_text(question.answer) not in map(same_text, question.refused)


@pytest.mark.parametrize(("language", "known"), PAIRS)
def test_no_question_holds_its_answer_except_where_one_has_to_choose(language: str, known: str) -> None:
    for question in vocabulary_pack("tale", language, known, seed=2).questions:
        text = f" {same_text(question.question)} "
        if question.id.startswith("odd-"):
            assert f" {same_text(question.answer)} " in text
            continue
        for answer in (question.answer, *question.accepted):
            assert f" {same_text(answer)} " not in text, question


def test_cards_have_three_words_one_of_each_kind_and_grow_harder() -> None:
    pack = vocabulary_pack("tale", "en", "ru", seed=3)
    for card in pack.cards:
        assert [question.id.partition("-")[0] for question in card] == ["translation", "gloss", "odd"]
        assert len({question.answer for question in card}) == 3
    levels = [LEVELS.index(card[0].level) for card in pack.cards]
    assert levels[:10] == [0] * 10
    assert levels[-1] == 4


def test_in_one_language_nothing_is_translated() -> None:
    assert not of_kind(vocabulary_pack("tale", "ru", "ru"), "translation")


def test_the_odd_one_is_of_another_category_than_the_three() -> None:
    deck = load_deck("en")
    names = {card.name: card.category for card in deck.cards}
    for question in vocabulary_pack("tale", "en", "en", seed=4).questions:
        if question.id.startswith("odd-"):
            categories = {names[name] for name in question.refused}
            assert len(question.refused) == 3
            assert len(categories) == 1
            assert names[question.answer] not in categories


def test_the_same_seed_makes_the_same_pack() -> None:
    assert vocabulary_pack(seed=5) == vocabulary_pack(seed=5)
    assert vocabulary_pack(seed=5).cards != vocabulary_pack(seed=6).cards


def test_a_deck_without_the_language_says_so() -> None:
    with pytest.raises(DamagedDeck, match="missing"):
        vocabulary_pack("tale", "xx", "en")
