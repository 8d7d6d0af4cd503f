"""Сказочник, rulebook 001: setting up, the turn and its phases, skipping. Each test names the section that it is of."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules import book
from companion.rules.book import Draw, EndTurn, LayChapter, MoveChip, Phase, PlaceChip, Rob, Skip
from companion.rules.book.events import PileReshuffled
from companion.rules.kernel import IllegalAction
from tests.kit.book_table import BookTable, book_position, cards_of, placed

# ── Комплект игры ─────────────────────────────────────────────────────────────


def test_components_sixty_cards() -> None:
    assert len(book.DECK) == len(set(book.DECK)) == 60
    assert Counter(book.CHAPTER_OF.values()) == dict.fromkeys(range(1, 20), 2)
    assert Counter(book.GIVE_OF.values()) == {1: 10, 2: 8, 3: 4}


def test_components_the_two_manuscripts_of_a_chapter() -> None:
    assert [book.CHAPTER_OF[card] for card in book.copies_of(12)] == [12, 12]


# ── Подготовка к игре ─────────────────────────────────────────────────────────


def test_preparation_chips_go_to_the_rivals_board(saved: bool) -> None:
    table = BookTable(book.new_game(book.BookSetup(), 7), saved).does(PlaceChip(0, 19), PlaceChip(0, 2))
    assert [board.chips for board in table.state.boards] == [(), (2, 19)]


def test_preparation_both_place_in_any_order(saved: bool) -> None:
    table = BookTable(book.new_game(book.BookSetup(first=0), 7), saved).does(PlaceChip(1, 3), PlaceChip(0, 3))
    assert table.may(0) == table.may(1) == {"place"}


def test_preparation_chips_stand_on_different_cells(saved: bool) -> None:
    table = BookTable(book.new_game(book.BookSetup(), 7), saved).does(PlaceChip(0, 5))
    assert table.refuses(PlaceChip(0, 5)) == "book/chip_stands_there"
    assert table.section(PlaceChip(0, 5)) == "Подготовка к игре"


@pytest.mark.parametrize("cell", [0, 20, -1])
def test_preparation_a_board_has_cells_1_to_19(saved: bool, cell: int) -> None:
    table = BookTable(book.new_game(book.BookSetup(), 7), saved)
    assert table.refuses(PlaceChip(0, cell)) == "book/no_such_cell"


def test_preparation_four_chips_each(saved: bool) -> None:
    table = BookTable(book.new_game(book.BookSetup(), 7), saved)
    table.does(*(PlaceChip(0, cell) for cell in (1, 5, 9, 13)))
    assert table.refuses(PlaceChip(0, 17)) == "book/chips_placed"
    assert table.may(0) == set()


def test_preparation_nobody_plays_before_all_chips_stand(saved: bool) -> None:
    table = BookTable(book.new_game(book.BookSetup(first=0), 7), saved)
    assert {table.refuses(deed) for deed in (Draw(0), Skip(0), EndTurn(0), Rob(0, "give1a"))} == {
        "book/place_chips_first"
    }


def test_preparation_six_cards_each_once_the_chips_stand(saved: bool) -> None:
    table = placed(saved)
    assert [len(hand) for hand in table.state.hands] == [6, 6]
    assert len(table.state.pile) == 48
    assert table.kinds() == ["chip_placed", "dealt", "turn_began"]
    assert table.refuses(PlaceChip(0, 9)) == "book/chips_placed"


def test_preparation_the_host_may_say_who_begins(saved: bool) -> None:
    assert [placed(saved, first=seat).state.turn for seat in (0, 1)] == [0, 1]


def test_preparation_else_lots_are_drawn() -> None:
    assert {book.new_game(book.BookSetup(), seed).first for seed in range(9)} == {0, 1}


def test_preparation_the_same_seed_deals_the_same_cards() -> None:
    assert placed().state == placed().state


@pytest.mark.parametrize("wrong", [{"first": 2}, {"first": -1}, {"taken": "asked"}])
def test_preparation_a_setup_that_cannot_be_played_is_refused(wrong: dict) -> None:
    with pytest.raises(ValueError, match=r"no seat|taken is one of"):
        book.BookSetup(**wrong)


# ── Ход игры: взять карту ─────────────────────────────────────────────────────


def test_course_the_turn_begins_with_one_card(position) -> None:
    table = position(hands={0: "1a"}, pile="5a 6a").does(Draw(0))
    assert table.hand(0) == ("1a", "5a")
    assert table.state.phase is Phase.PLAYING


def test_course_no_second_card(position) -> None:
    assert position().does(Draw(0)).refuses(Draw(0)) == "book/drawn_already"


@pytest.mark.parametrize("deed", [EndTurn(0), Rob(0, "give1a"), LayChapter(0, "1a")], ids=lambda deed: deed.kind)
def test_course_first_the_card_then_the_rest(position, deed: book.Action) -> None:
    table = position(hands={0: "1a give1a", 1: "2a"})
    assert table.refuses(deed) == "book/draw_first"
    assert table.section(deed) == "Ход игры"


@pytest.mark.parametrize("deed", [Draw(1), Skip(1), EndTurn(1), Rob(1, "give1a")], ids=lambda deed: deed.kind)
def test_course_the_rival_waits(position, deed: book.Action) -> None:
    assert position(hands={1: "give1a"}).refuses(deed) == "book/not_your_turn"


def test_course_the_drawn_card_may_be_used_at_once(position) -> None:
    table = position(pile="1a 6a").does(Draw(0), LayChapter(0, "1a"))
    assert table.state.boards[0].laid[0] == "1a"


def test_course_there_is_no_seat_but_two(position) -> None:
    assert {position().refuses(Draw(seat)) for seat in (-1, 2)} == {"book/no_such_seat"}


def test_course_what_is_refused_cannot_be_applied(position) -> None:
    with pytest.raises(IllegalAction):
        book.apply(position().state, EndTurn(0))


# ── Ход игры: выложить рукопись ───────────────────────────────────────────────


def test_course_a_chapter_goes_to_its_cell_under_a_chip(position) -> None:
    table = position(hands={0: "7a"}, chips={0: "3 5 7 9"}, drawn=True).does(LayChapter(0, "7a"))
    board = table.state.boards[0]
    assert (board.laid[6], board.chips, board.chapters) == ("7a", (3, 5, 9), 1)
    assert table.hand(0) == ()


def test_course_no_chapter_without_a_chip(position) -> None:
    table = position(hands={0: "8a"}, chips={0: "3 5 7 9"}, drawn=True)
    assert table.refuses(LayChapter(0, "8a")) == "book/no_chip_there"


def test_course_no_chapter_twice(position) -> None:
    table = position(hands={0: "3b"}, laid={0: 4}, drawn=True)
    assert table.refuses(LayChapter(0, "3b")) == "book/chapter_laid_already"


def test_course_a_give_card_is_no_chapter(position) -> None:
    assert position(hands={0: "give1a"}, drawn=True).refuses(LayChapter(0, "give1a")) == "book/not_a_chapter"


def test_course_only_from_the_own_hand(position) -> None:
    table = position(hands={1: "1a"}, drawn=True)
    assert table.refuses(LayChapter(0, "1a")) == "book/not_in_hand"
    assert table.refuses(LayChapter(0, "no such card")) == "book/not_in_hand"


def test_course_the_rival_moves_the_chip_at_once(position) -> None:
    table = position(hands={0: "1a 2a"}, drawn=True).does(LayChapter(0, "1a"))
    assert table.state.phase is Phase.MOVING
    assert table.may(1) == {"move"}
    assert table.refuses(MoveChip(0, 9)) == "book/rival_moves_chip"
    for deed in (LayChapter(0, "2a"), EndTurn(0), Draw(1), Skip(1)):
        assert table.refuses(deed) == "book/move_chip_first"


def test_course_the_chip_may_go_to_any_free_cell(position) -> None:
    table = position(hands={0: "1a"}, drawn=True).does(LayChapter(0, "1a"))
    cells = [action.cell for action in book.legal_actions(table.state, 1) if isinstance(action, MoveChip)]
    assert cells == list(range(5, 20))


def test_course_the_chip_goes_neither_to_a_chapter_nor_to_a_chip(position) -> None:
    table = position(hands={0: "1a"}, drawn=True).does(LayChapter(0, "1a"))
    assert table.refuses(MoveChip(1, 1)) == "book/chapter_lies_there"
    assert table.refuses(MoveChip(1, 2)) == "book/chip_stands_there"
    assert table.refuses(MoveChip(1, 20)) == "book/no_such_cell"


def test_course_four_chips_stand_again(position) -> None:
    table = position(hands={0: "1a"}, drawn=True).does(LayChapter(0, "1a"), MoveChip(1, 12))
    assert table.state.boards[0].chips == (2, 3, 4, 12)


def test_course_one_chapter_a_turn(position) -> None:
    table = position(hands={0: "1a 2a"}, drawn=True).does(LayChapter(0, "1a"), MoveChip(1, 12))
    assert (table.state.turn, table.state.phase, table.state.turns) == (1, Phase.DRAWING, 2)
    assert table.refuses(LayChapter(0, "2a")) == "book/not_your_turn"


def test_course_a_chip_moves_only_when_one_came_free(position) -> None:
    assert position(drawn=True).refuses(MoveChip(1, 12)) == "book/no_chip_to_move"


def test_course_laying_is_optional(position) -> None:
    table = position(hands={0: "1a"}, drawn=True).does(EndTurn(0))
    assert (table.state.turn, table.hand(0)) == (1, ("1a",))
    assert table.may(1) == {"draw", "skip", "offer_stop"}


# ── Ход игры: пропуск хода ────────────────────────────────────────────────────


def test_course_a_skip_brings_three_cards_and_the_rivals_turn(position) -> None:
    table = position(pile="5a 6a 7a 8a").does(Skip(0))
    assert table.hand(0) == ("5a", "6a", "7a")
    assert (table.state.turn, table.state.phase) == (1, Phase.DRAWING)


def test_course_a_skip_instead_of_the_card_not_after_it(position) -> None:
    assert position().does(Draw(0)).refuses(Skip(0)) == "book/drawn_already"


def test_house_a_skip_draws_what_is_there(position) -> None:
    table = position(pile="5a 6a").does(Skip(0))
    assert (table.hand(0), table.state.pile) == (("5a", "6a"), ())


def test_house_a_skip_does_not_draw_on_from_the_new_pile(position) -> None:
    table = position(pile="5a", discard="give1a give1b").does(Skip(0))
    assert table.hand(0) == ("5a",)
    assert set(table.state.pile) == {"give1a", "give1b"}


# ── Особенности игры, 1: стопка кончилась ─────────────────────────────────────


def test_peculiarities_1_the_discard_becomes_the_pile(position) -> None:
    table = position(pile="5a", discard="give1a give2a give3a").does(Draw(0))
    assert table.kinds() == ["drew", "pile_reshuffled"]
    assert set(table.state.pile) == {"give1a", "give2a", "give3a"}
    assert table.state.discard == ()


def test_peculiarities_1_the_new_order_is_drawn_by_lot() -> None:
    gives = " ".join(card for card in book.GIVE_OF)
    [new] = [one for one in book_position(pile="5a", discard=gives).does(Draw(0)).events if one.kind != "drew"]
    assert isinstance(new, PileReshuffled)
    assert new.order != tuple(gives.split())


def test_peculiarities_1_no_skip_any_more(position) -> None:
    table = position(pile="5a", discard="give1a give1b").does(Draw(0), EndTurn(0))
    assert table.refuses(Skip(1)) == "book/no_skip_after_reshuffle"
    assert table.section(Skip(1)) == "Особенности игры"
    assert table.may(1) == {"draw", "offer_stop"}


def test_peculiarities_1_one_card_a_turn_from_the_new_pile(position) -> None:
    table = position(pile="5a", discard="give1a give1b").does(Draw(0), EndTurn(0), Draw(1))
    assert len(table.hand(1)) == 1
    assert table.refuses(Draw(1)) == "book/drawn_already"


def test_house_nothing_to_reshuffle_no_card(position) -> None:
    table = position(hands={0: "1a"}, pile="").does(Draw(0))
    assert (table.kinds(), table.hand(0)) == (["nothing_to_draw"], ("1a",))
    assert "lay" in table.may(0)


def test_house_a_played_card_is_a_pile_at_once_where_there_is_none(position) -> None:
    table = position(hands={0: "give1a", 1: "1b 2b"}, pile="").does(Draw(0), Rob(0, "give1a"))
    assert (table.state.pile, table.state.discard) == (("give1a",), ())


def test_the_cards_stay_sixty_in_a_whole_game() -> None:
    assert sorted(cards_of(placed().state)) == sorted(book.DECK)
