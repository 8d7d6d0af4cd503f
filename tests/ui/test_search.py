"""Searching the deck: any form of a word, in any language, and what was meant stands first."""

from __future__ import annotations

import pytest

from companion.decks.deck import Card, load_deck
from companion.ui.search import rank

DECKS = {language: load_deck(language) for language in ("ru", "en")}


def found(sought: str) -> list[str]:
    """Ids of the cards that are found, best first."""
    ranked: list[tuple[tuple[bool, int], str]] = []
    for card in DECKS["en"].cards:
        faces: dict[str, Card] = {language: deck.by_id[card.id] for language, deck in DECKS.items()}
        if (place := rank(faces, sought)) is not None:
            ranked.append((place, card.id))
    return [card for _, card in sorted(ranked, key=lambda pair: pair[0])]


@pytest.mark.parametrize(
    ("sought", "card"),
    [
        ("лошадьми", "horse"), ("лошадь", "horse"), ("mares", "horse"), ("horses", "horse"), ("ЛОШАДЬЮ", "horse"),
        ("королём", "king"), ("королем", "king"), ("kings", "king"), ("king", "king"), ("кольца", "ring"),
        ("ring", "ring"), ("children", "child"), ("детей", "child"), ("ребенок", "child"), ("old woman", "old-woman"),
    ],
)  # fmt: skip
def test_the_card_that_was_meant_stands_first(sought: str, card: str) -> None:
    assert found(sought)[:1] == [card]


def test_names_come_before_other_names_explanations_and_parts_of_words() -> None:
    cards = found("king")
    assert cards[0] == "king"
    assert cards.index("queen") < cards.index("talking"), "a whole word of the explanation before a part of a name"


@pytest.mark.parametrize(("typed", "card"), [("drag", "dragon"), ("драк", "dragon"), ("лош", "horse")])
def test_the_beginning_of_a_word_finds_while_one_types(typed: str, card: str) -> None:
    assert card in found(typed)


@pytest.mark.parametrize("typed", ["there is no such card", "№", "x" * 100_000, "\x00", "((("])
def test_what_is_on_no_card_finds_nothing(typed: str) -> None:
    assert found(typed) == []
