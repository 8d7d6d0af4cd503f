"""Сказочник, rulebook 001: "give" cards, the end, stopping, and who may know what."""

from __future__ import annotations

import pytest

from companion.rules import book
from companion.rules.book import AnswerStop, Draw, EndTurn, LayChapter, MoveChip, OfferStop, Phase, Rob, Skip, Take
from companion.rules.book.state import Robbery
from tests.kit.book_table import BookTable, book_position, cards_in

# ── Ход игры: отобрать карты ──────────────────────────────────────────────────


@pytest.mark.parametrize(("card", "count"), [("give1a", 1), ("give2a", 2), ("give3a", 3)])
def test_course_a_give_card_takes_as_many_as_it_says(position, card: str, count: int) -> None:
    table = position(hands={0: card, 1: "1b 2b 3b 4b"}, drawn=True).does(Rob(0, card))
    assert (len(table.hand(0)), len(table.hand(1))) == (count, 4 - count)
    assert table.state.discard == (card,)


def test_course_robbing_is_optional(position) -> None:
    assert {"rob", "end"} <= position(hands={0: "give1a", 1: "1b"}, drawn=True).may(0)


def test_course_only_one_give_card_a_turn(position) -> None:
    table = position(hands={0: "give1a give1b", 1: "1b 2b 3b"}, drawn=True).does(Rob(0, "give1a"))
    assert table.refuses(Rob(0, "give1b")) == "book/robbed_already"
    assert "rob" not in table.may(0)


def test_course_the_next_turn_may_rob_again(position) -> None:
    table = position(hands={0: "give1a", 1: "give1b 2b 3b"}, drawn=True)
    table.does(Rob(0, "give1a"), EndTurn(0), Draw(1))
    assert not table.state.robbed


def test_course_a_robbed_chapter_may_be_laid_at_once(position) -> None:
    table = position(hands={0: "give1a", 1: "1b"}, drawn=True).does(Rob(0, "give1a"), LayChapter(0, "1b"))
    assert table.state.boards[0].laid[0] == "1b"


def test_course_after_laying_nobody_robs(position) -> None:
    table = position(hands={0: "give1a 1a", 1: "1b"}, drawn=True).does(LayChapter(0, "1a"))
    assert table.refuses(Rob(0, "give1a")) == "book/move_chip_first"


def test_course_a_chapter_is_no_give_card(position) -> None:
    assert position(hands={0: "1a", 1: "1b"}, drawn=True).refuses(Rob(0, "1a")) == "book/not_a_give_card"


def test_course_the_give_card_must_be_ones_own(position) -> None:
    assert position(hands={1: "give1a"}, drawn=True).refuses(Rob(0, "give1a")) == "book/not_in_hand"


def test_house_taken_blind_chance_picks() -> None:
    hand = "1b 2b 3b 4b 5b 6b 7b 8b"
    taken = book_position(hands={0: "give3a", 1: hand}, drawn=True).does(Rob(0, "give3a")).hand(0)
    assert set(taken) < set(hand.split())
    assert taken != tuple(hand.split()[:3])


def test_house_taken_blind_shows_the_robber_nothing_else(position) -> None:
    table = position(hands={0: "give1a", 1: "1b 2b 3b"}, drawn=True)
    assert table.refuses(Take(0, "1b")) == "book/nothing_to_take"
    table.does(Rob(0, "give1a"))
    assert cards_in(book.view(table.state, 0)).isdisjoint(table.hand(1))


def test_house_taken_seen_the_robber_picks_one_by_one(position) -> None:
    table = position(hands={0: "give2a", 1: "1b 2b 3b"}, drawn=True, taken="seen").does(Rob(0, "give2a"))
    assert (table.state.phase, table.state.due, table.may(0)) == (Phase.TAKING, 2, {"take"})
    table.does(Take(0, "3b"), Take(0, "1b"))
    assert (table.hand(0), table.hand(1), table.state.phase) == (("3b", "1b"), ("2b",), Phase.PLAYING)
    assert table.state.robbery == Robbery(0, 2, ("3b", "1b"))


def test_house_taken_seen_the_robber_sees_the_hand_and_nobody_else_does(position) -> None:
    table = position(hands={0: "give2a", 1: "1b 2b 3b"}, drawn=True, taken="seen").does(Rob(0, "give2a"))
    assert book.view(table.state, 0).known == ("1b", "2b", "3b")
    assert cards_in(book.view(table.state, None)) == {"give2a"}


def test_house_taken_seen_first_take_then_go_on(position) -> None:
    table = position(hands={0: "give2a 1a", 1: "1b 2b 3b"}, drawn=True, taken="seen").does(Rob(0, "give2a"))
    assert {table.refuses(deed) for deed in (LayChapter(0, "1a"), EndTurn(0), Draw(0))} == {"book/take_first"}


def test_house_taken_seen_only_the_robber_takes_and_only_what_is_there(position) -> None:
    table = position(hands={0: "give1a", 1: "1b 2b"}, drawn=True, taken="seen").does(Rob(0, "give1a"))
    assert table.refuses(Take(1, "1b")) == "book/not_your_turn"
    assert table.refuses(Take(0, "9b")) == "book/not_in_rivals_hand"


# ── Особенности игры, 3 ───────────────────────────────────────────────────────


@pytest.mark.parametrize(("held", "playable"), [("", 0), ("1b", 1), ("1b 2b", 2), ("1b 2b 3b", 3)])
def test_peculiarities_3_nobody_takes_more_than_there_is(position, held: str, playable: int) -> None:
    table = position(hands={0: "give1a give2a give3a", 1: held}, drawn=True)
    possible = {action.card for action in book.legal_actions(table.state, 0) if isinstance(action, Rob)}
    assert possible == {f"give{many}a" for many in range(1, playable + 1)}


def test_peculiarities_3_the_refusal_says_how_many_there_are(position) -> None:
    table = position(hands={0: "give3a", 1: "1b"}, drawn=True)
    no = book.refusal(table.state, Rob(0, "give3a"))
    assert (no.code, no.section, no.params) == ("book/rival_has_fewer", "Особенности игры", {"wanted": 3, "there": 1})


# ── Особенности игры, 2 ───────────────────────────────────────────────────────


def test_peculiarities_2_a_chip_with_nowhere_to_go_is_set_aside(position) -> None:
    table = position(hands={0: "16b"}, laid={0: 15}, drawn=True).does(LayChapter(0, "16b"))
    assert table.kinds() == ["chapter_laid", "chip_set_aside", "turn_began"]
    assert (table.state.boards[0].chips, table.state.boards[0].aside) == ((17, 18, 19), 1)


def test_peculiarities_2_the_last_free_cell_still_takes_one(position) -> None:
    table = position(hands={0: "15b"}, laid={0: 14}, chips={0: "15 16 17 18"}, drawn=True).does(LayChapter(0, "15b"))
    assert [action.cell for action in book.legal_actions(table.state, 1) if isinstance(action, MoveChip)] == [19]


def test_peculiarities_2_one_chip_after_the_other(position) -> None:
    table = position(hands={0: "16b 17b 18b"}, laid={0: 15})
    for card in ("16b", "17b", "18b"):
        table.does(Draw(0), LayChapter(0, card), Draw(1), EndTurn(1))
    assert (table.state.boards[0].chips, table.state.boards[0].aside) == ((19,), 3)


# ── Завершение игры ───────────────────────────────────────────────────────────


def test_end_the_last_chapter_wins(position) -> None:
    table = position(hands={0: "19b"}, laid={0: 18}, drawn=True).does(LayChapter(0, "19b"))
    assert (table.state.outcome.winners, table.state.outcome.reason) == ((0,), "book/finished")
    assert table.state.boards[0].aside == 4


def test_end_nothing_happens_any_more(position) -> None:
    table = position(hands={0: "19b", 1: "1b"}, laid={0: 18}, drawn=True).does(LayChapter(0, "19b"))
    assert {table.refuses(deed) for deed in (Draw(1), Skip(1), OfferStop(1), AnswerStop(1, True))} == {"book/game_over"}
    assert table.may(0) == table.may(1) == set()


def test_house_the_other_begins_the_next_game(position) -> None:
    assert book.next_setup(position(taken="seen").state) == book.BookSetup(first=1, taken="seen")


# ── House: agreement to stop ──────────────────────────────────────────────────


@pytest.mark.parametrize(("laid", "winners"), [({0: 5, 1: 3}, (0,)), ({0: 3, 1: 5}, (1,)), ({0: 4, 1: 4}, ())])
def test_house_stopping_more_chapters_win(position, laid: dict[int, int], winners: tuple[int, ...]) -> None:
    table = position(laid=laid).does(OfferStop(1), AnswerStop(0, True))
    assert table.state.outcome.winners == winners
    assert table.state.outcome.reason == ("book/stopped" if winners else "book/drawn")


def test_house_stopping_waits_for_the_rivals_answer(position) -> None:
    table = position().does(OfferStop(0))
    assert table.may(0) == set()
    assert table.may(1) == {"answer_stop"}
    assert table.refuses(AnswerStop(0, True)) == "book/own_stop_offer"
    assert table.refuses(Draw(0)) == "book/answer_stop_first"


def test_house_stopping_declined_play_goes_on(position) -> None:
    table = position().does(OfferStop(0), AnswerStop(1, False))
    assert table.refuses(OfferStop(0)) == "book/stop_declined"
    assert table.refuses(OfferStop(1)) == ""
    table.does(Draw(0), EndTurn(0))
    assert table.refuses(OfferStop(0)) == ""


def test_house_stopping_nothing_to_answer(position) -> None:
    assert position().refuses(AnswerStop(1, True)) == "book/no_stop_offer"


def test_house_stopping_only_once_cards_are_dealt(saved: bool) -> None:
    assert BookTable(book.new_game(book.BookSetup(), 1), saved).refuses(OfferStop(0)) == "book/place_chips_first"


def test_house_stopping_waits_until_chips_stand_and_cards_are_taken(position) -> None:
    table = position(hands={0: "1a"}, drawn=True).does(LayChapter(0, "1a"))
    assert table.refuses(OfferStop(1)) == "book/move_chip_first"
    table = position(hands={0: "give1a", 1: "1b"}, drawn=True, taken="seen").does(Rob(0, "give1a"))
    assert table.refuses(OfferStop(1)) == "book/take_first"


# ── Who may know what ─────────────────────────────────────────────────────────


def test_views_robbed_cards_are_known_to_the_two_alone(position) -> None:
    table = position(hands={0: "give2a", 1: "1b 2b"}, drawn=True).does(Rob(0, "give2a"))
    for seat in (0, 1):
        assert set(book.view(table.state, seat).robbery.cards) == {"1b", "2b"}
    assert book.view(table.state, None).robbery == Robbery(0, 2, ())
    assert cards_in(book.view(table.state, None)) == {"give2a"}


def test_views_who_was_robbed_remembers_what_until_it_is_laid(position) -> None:
    table = position(hands={0: "give2a", 1: "1b 2b"}, drawn=True).does(Rob(0, "give2a"))
    assert set(book.view(table.state, 1).known) == {"1b", "2b"}
    table.does(LayChapter(0, "1b"))
    assert book.view(table.state, 1).known == ("2b",)
    assert book.view(table.state, 0).known == ()


def test_views_cards_that_come_back_are_known_no_more(position) -> None:
    table = position(hands={0: "give1a", 1: "2b"}, pile="give1b", drawn=True).does(Rob(0, "give1a"), EndTurn(0))
    table.does(Draw(1), Rob(1, "give1b"))
    assert book.view(table.state, 1).known == ()
    assert book.view(table.state, 0).known == ("2b",)


def test_views_the_projector_sees_counts_and_boards(position) -> None:
    seen = book.view(position(hands={0: "1a", 1: "2b 3b"}, discard="give1a").state, None)
    assert (seen.hand, seen.known, seen.hand_counts, seen.discard) == ((), (), (1, 2), ("give1a",))
    assert seen.pile_count == 60 - 4
