"""A pack of the product is read whole or not at all; questions are dealt onto cards of three."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.errors import DamagedDeck
from companion.questions import LEVELS, Pack, Question, category_name, deal, from_document, load_pack, to_document
from companion.questions.pack import read_pack_file, same_text


def entry(number: int, **other: Any) -> dict[str, Any]:
    fields = {"question": f"Question {number}?", "answer": f"answer {number}", "category": "words", "level": "A1"}
    return {"id": f"en-001-{number}", **fields, **other}


def pack_file(folder: Path, *cards: list[dict[str, Any]], **other: Any) -> Path:
    path = folder / "small.en.yaml"
    head = {"pack": "small", "language": "en", "title": "Small", "about": "For a test."}
    path.write_text(yaml.safe_dump({**head, "cards": list(cards), **other}), encoding="utf-8")
    return path


def test_a_pack_has_its_questions_on_cards_of_three(tmp_path: Path) -> None:
    card = [entry(1), entry(2, answer=12, accepted=["twelve"]), entry(3, refused=["no"], source="A dictionary")]
    pack = read_pack_file(pack_file(tmp_path, card))
    assert (pack.name, pack.language, len(pack.cards), len(pack.questions)) == ("small", "en", 1, 3)
    assert pack.questions[1].answer == "12"
    assert pack.questions[1].accepted == ("twelve",)
    assert pack.questions[2].refused == ("no",)
    assert all(question.checked and question.language == "en" for question in pack.questions)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda c: c.pop(), "cards: number 1"),
        (lambda c: c[0].pop("answer"), "en-001-1: answer: this field is missing"),
        (lambda c: c[0].update(anwser="x"), "en-001-1: anwser: this key is unknown"),
        (lambda c: c[1].update(level="D1"), "en-001-2: level"),
        (lambda c: c[1].update(category="sport"), "en-001-2: category"),
        (lambda c: c[1].update(answer=True), "en-001-2: answer"),
        (lambda c: c[1].update(id="two"), "two: id"),
        (lambda c: c[1].update(picture="file:///etc"), "en-001-2: picture"),
        (lambda c: c[1].update(id="en-001-1"), "en-001-1: this id stands twice"),
        (lambda c: c[1].update(question="question  1!"), "en-001-2: en-001-1 asks the same"),
        (lambda c: c[2].update(refused=["Answer 3."]), "en-001-3: refused: 'Answer 3.' is a right answer too"),
    ],
)
def test_a_damaged_pack_names_file_question_and_field(
    tmp_path: Path, spoil: Callable[[list[dict[str, Any]]], object], says: str
) -> None:
    card = [entry(1), entry(2), entry(3)]
    spoil(card)
    with pytest.raises(DamagedDeck) as raised:
        read_pack_file(pack_file(tmp_path, card))
    assert "small.en.yaml" in str(raised.value)
    assert says in str(raised.value)


def test_a_pack_under_a_wrong_name_or_language_is_told(tmp_path: Path) -> None:
    with pytest.raises(DamagedDeck, match="rename it"):
        read_pack_file(pack_file(tmp_path, [entry(1), entry(2), entry(3)], language="ru"))


@pytest.mark.parametrize(("name", "language"), [("house", "xx"), ("../decks/tale/en", "en"), ("", "en")])
def test_a_pack_that_is_not_there_says_which_are(name: str, language: str) -> None:
    with pytest.raises(DamagedDeck, match=r"choose one of .*house\.en"):
        load_pack(name, language)


def q(number: int, level: str = "A1", category: str = "words", **other: Any) -> Question:
    return Question(f"q-{number}", f"Question {number}?", f"answer {number}", category=category, level=level, **other)  # type: ignore[arg-type]


def test_dealing_puts_easy_cards_first_and_mixes_categories() -> None:
    made = [q(n, LEVELS[n % 3], ("words", "nature", "arts", "history")[n % 4]) for n in range(36)]
    cards = deal(made)
    assert sorted(x.id for card in cards for x in card) == sorted(x.id for x in made)
    assert [len(card) for card in cards] == [3] * 12
    assert [card[0].level for card in cards] == ["A1"] * 4 + ["A2"] * 4 + ["B1"] * 4
    assert all(len({x.category for x in card}) == 3 for card in cards)
    assert deal(made) == cards


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (4, [3, 1]), (6, [3, 3])])
def test_what_is_left_over_makes_a_smaller_last_card(count: int, sizes: list[int]) -> None:
    assert [len(card) for card in deal([q(n) for n in range(count)])] == sizes


def test_the_host_approves_what_a_model_wrote() -> None:
    pack = Pack("p", "en", "P", "", deal([q(1, checked=False), q(2, checked=False), q(3)]))
    assert [x.checked for x in pack.approved(["q-2"]).questions] == [False, True, True]


def test_a_pack_goes_into_the_store_and_comes_back() -> None:
    pack = Pack("p", "ru", "Набор", "", deal([q(1, accepted=("a", "b"), picture="https://a.b/c.png"), q(2)]))
    assert from_document(to_document(pack)) == pack


@pytest.mark.parametrize("damage", [{"cards": 1}, {"cards": [[{"id": "x"}]]}, {"title": None}, {"cards": [["x"]]}])
def test_a_stored_pack_that_is_damaged_says_so(damage: dict[str, Any]) -> None:
    with pytest.raises(DamagedDeck, match="a stored pack"):
        from_document({**to_document(Pack("p", "en", "P", "", ((q(1),),))), **damage})


def test_comparing_texts_overlooks_case_points_and_yo() -> None:
    assert same_text(" «Ёлка»,  ЗЕЛЁНАЯ! ") == same_text("елка зеленая")
    assert same_text("?") != same_text("!")


def test_a_category_has_a_name_in_every_language_and_a_teachers_own_stays() -> None:
    assert category_name("tales", "ru") == "Сказки"
    assert category_name("tales", "es") == "Tales"
    assert category_name("Chess", "ru") == "Chess"
