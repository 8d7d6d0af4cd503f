"""A telling of several sentences: each is one in the tale, and each may bring its card."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules import tale
from companion.table.telling import in_sentences
from tests.table.kit import House


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("en", "Once there was a king.", ()),
        ("en", "Once there was a king. He had no heir.", ("Once there was a king.", "He had no heir.")),
        ("en", "“Help! Help me!” she cried. Nobody came.", ("“Help! Help me!” she cried.", "Nobody came.")),
        ("en", "The dog barked. 😀", ()),
        ("en", "A\nking\ncame\nin", ()),
        ("en", "The moon rose.\nThe wolf slept.", ("The moon rose.", "The wolf slept.")),
        ("en", "...", ()),
        ("ru", "Жил-был царь. У него был сын.", ("Жил-был царь.", "У него был сын.")),
        ("ru", "«Помоги! Спаси!» — кричала она. И он пришёл.", ("«Помоги! Спаси!» — кричала она.", "И он пришёл.")),
        ("ru", "— Кто там? — спросил волк.", ()),
        ("de", "Es war einmal ein König. Er war arm.", ("Es war einmal ein König.", "Er war arm.")),
    ],
)
def test_a_telling_is_parted_into_its_sentences(language: str, text: str, parts: tuple[str, ...]) -> None:
    told = in_sentences(tale.Tell(0, text), language)
    assert (told.text, told.parts) == (text, parts)


def test_each_sentence_of_a_telling_may_bring_a_card_in_its_order(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open()
    first, second, third = house.hand(0)[:3]
    house.tell(f"Once, {first}. He had no heir. And {second}, {third}.")
    assert [one.text for one in house.see().tale.sentences][1] == "He had no heir."
    house.does(tale.LayCard(0, first, 0), tale.LayCard(0, second, 2))
    assert house.refuses(tale.LayCard(0, third, 1)) == "tale/one_card_a_sentence"


def test_taking_it_back_takes_all_of_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open()
    house.tell("Once there was a king. He had no heir.")
    house.undo(0)
    assert house.see().tale.sentences == ()
