"""Machine players of Сказочник: what they do in plain positions, what they know, and that they play whole games."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.machine.book import ENOUGH_TURNS, STRENGTHS, Knowledge, act, decides
from companion.rules import book
from companion.rules.book import (
    AnswerStop,
    Draw,
    EndTurn,
    LayChapter,
    MoveChip,
    OfferStop,
    PlaceChip,
    Rob,
    Skip,
    Take,
)
from eval.book import evaluate, markdown, play, write_book
from eval.provenance import Provenance
from tests.kit.book_table import BookTable, book_position, placed


def does(table: BookTable, strength: Any = "strong", seat: int = 0, seed: int = 1) -> book.Action | None:
    return act(book.view(table.state, seat), strength, random.Random(seed))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_acts_only_when_the_game_waits_for_it(strength: str) -> None:
    table = placed(first=0)
    assert does(table, strength, seat=1) is None
    assert isinstance(does(table, strength, seat=0), Draw | Skip)
    assert not decides(book.view(table.state, None))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_puts_its_four_chips_down_and_then_waits(strength: str) -> None:
    table = BookTable(book.new_game(book.BookSetup(), 3))
    for _ in range(4):
        action = does(table, strength, seat=1)
        assert isinstance(action, PlaceChip)
        table.does(action)
    assert does(table, strength, seat=1) is None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_lays_what_it_can(strength: str) -> None:
    assert does(book_position(hands={0: "9a 2a"}, drawn=True), strength) == LayChapter(0, "2a")
    assert does(book_position(hands={0: "9a"}, drawn=True), strength) == EndTurn(0)


def test_sensible_players_take_as_much_as_they_may() -> None:
    table = book_position(hands={0: "give1a give3a give2a", 1: "1b 2b"}, drawn=True)
    assert does(table, "sensible") == does(table, "strong") == Rob(0, "give2a")


def test_a_careless_player_takes_any_of_its_give_cards() -> None:
    table = book_position(hands={0: "give1a give3a give2a", 1: "1b 2b 3b"}, drawn=True)
    assert len({does(table, "careless", seed=seed) for seed in range(30)}) >= 3


def test_the_chip_goes_where_the_rival_lacks_the_chapter() -> None:
    """Of chapter 7 one copy is laid and the other in the own hand; all else may be in the rival's."""
    table = book_position(hands={0: "7a", 1: "1b 9a 9b 8a 8b"}, laid={0: 6}, drawn=True)
    table.state = replace(table.state, turn=1, boards=(table.state.boards[0], book.Board(chips=(1, 2, 3, 4))))
    table.does(LayChapter(1, "1b"))
    table.state = replace(table.state, hands=(("7a", "7b"), table.hand(1)))
    assert {does(table, strength, 0, seed) for strength in ("sensible", "strong") for seed in range(5)} == {
        MoveChip(0, 7)
    }


def test_it_remembers_what_the_rival_took() -> None:
    table = book_position(hands={0: "give1a 9a", 1: "5b 6b"}, drawn=True).does(Rob(0, "give1a"))
    taken = book.CHAPTER_OF[table.hand(0)[-1]]
    knowledge = Knowledge(book.view(table.state, 1))
    assert knowledge.held(taken) == 1.0
    assert 0 < knowledge.held(taken + 8) < 0.2


def test_once_the_discard_is_the_pile_it_knows_every_chapter() -> None:
    table = book_position(hands={0: "1a 2a", 1: "3a"}, pile="give1a", discard="give1b give1c").does(Draw(0))
    knowledge = Knowledge(book.view(table.state, 0))
    assert (knowledge.out(1), knowledge.out(3), knowledge.held(3)) == (1, 2, 1.0)


def test_the_projector_has_nothing_to_know() -> None:
    with pytest.raises(ValueError, match="no cards"):
        Knowledge(book.view(placed().state, None))


def test_a_strong_player_gathers_cards_while_the_pile_lasts() -> None:
    assert does(book_position(hands={0: "1a", 1: "1b 2b"}), "strong") == Skip(0)
    assert does(book_position(hands={0: "1a give2a", 1: "1b 2b"}), "strong") == Draw(0)
    assert does(book_position(hands={0: "1a", 1: "1b"}), "sensible") == Draw(0)
    assert does(book_position(hands={0: "9a", 1: "1b"}), "sensible") == Skip(0)


def test_a_strong_robber_that_sees_takes_what_takes() -> None:
    table = book_position(hands={0: "give1a", 1: "1b give3b 9b"}, drawn=True, taken="seen").does(Rob(0, "give1a"))
    assert does(table, "strong") == Take(0, "give3b")
    assert does(table, "sensible") == Take(0, "1b")
    assert {does(table, "careless", seed=seed) for seed in range(20)} == {Take(0, card) for card in table.hand(1)}


def test_it_stops_when_that_wins_or_the_game_goes_on_for_ever() -> None:
    table = book_position(laid={0: 5, 1: 3}).does(OfferStop(1))
    assert does(table) == AnswerStop(0, True)
    assert does(book_position(laid={0: 3, 1: 5}).does(OfferStop(1))) == AnswerStop(0, False)
    long = book_position(laid={0: 3, 1: 5})
    long.state = replace(long.state, turns=ENOUGH_TURNS + 1)
    assert does(long) == OfferStop(0)


def test_what_it_cannot_see_does_not_change_what_it_does() -> None:
    state = placed(first=0).state
    others = replace(state, hands=(state.hands[0], state.pile[:6]), pile=(*state.hands[1], *state.pile[6:]))
    for strength in STRENGTHS:
        assert does(BookTable(state), strength) == does(BookTable(others), strength)


def test_the_same_seed_plays_the_same_game() -> None:
    first, again = (play(("strong", "careless"), book.BookSetup(), 4) for _ in range(2))
    assert first == again
    assert first.outcome is not None


def test_strengths_are_strengths_and_the_report_says_so(tmp_path: Any) -> None:
    result = evaluate(8, 1, Provenance("abc", "companion eval book", "3.11", 2))
    assert [one.taken for one in result.matches] == ["blind"] * 3 + ["seen"] * 3
    assert all(one.share >= 0.5 and one.interval[0] < one.share < one.interval[1] + 1e-9 for one in result.matches)
    text = write_book(result, tmp_path).read_text(encoding="utf-8")
    assert text == markdown(result)
    assert "| strong against sensible | blind | 8 |" in text
    assert (tmp_path / "book.json").is_file()
