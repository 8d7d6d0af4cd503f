"""Commands on the hill: once for each id, in the order of the board; and what each seat then sees."""

from __future__ import annotations

import pytest

from companion.errors import BadInput
from companion.rules.hill import HOST, Ask, Judge, MoveChips, StartRound
from tests.table.hill_kit import HillHouse


def test_a_command_sent_twice_counts_once(house):
    house.open(host="person")
    first = house.tries(StartRound(), command_id="click")
    again = house.tries(StartRound(), command_id="click")
    assert (first.version, first.repeated) == (1, False)
    assert (again.version, again.repeated, again.refusal) == (1, True, None)


def test_a_command_for_a_board_that_has_moved_on_is_refused(house):
    house.open(host="person")
    house.does(StartRound())
    assert house.tries(Ask("q1", 0.0), expected=0).refusal.code == "table/moved_on"
    assert house.tries(Ask("q1", 0.0), expected=1).refusal is None


def test_teams_answer_at_the_same_time_without_naming_a_version(house):
    house.open(host="person")
    house.ask()
    other = HillHouse.__new__(HillHouse)
    other.__dict__.update(house.__dict__)
    other.restart()  # a second server on the same database
    other.answer(1, "Lake 1")
    house.answer(0, "River 1")
    assert house.see().hill.answered == (True, True)


def test_a_question_that_is_not_in_the_game_is_refused(house):
    house.open(host="person")
    house.does(StartRound())
    assert house.refuses(Ask("q99", 0.0)) == "hill/no_such_question"


def test_what_is_against_the_rules_is_refused_with_the_rules_reason(house):
    house.open(host="person")
    assert house.refuses(MoveChips()) == "hill/nothing_to_move"
    assert house.refuses(Judge(0, True, seat=1)) == "hill/only_host"


def test_before_the_reveal_only_the_host_sees_answers_and_the_card(house):
    house.open(host="person")
    house.ask()
    house.answer(0, "River 1")
    for seat in (None, 1):
        seen = house.see(seat)
        assert seen.hill.answers == (None, None)
        assert (seen.hill.answered, seen.question.answer, seen.question.accepted) == ((True, False), None, ())
        assert (seen.next_question, seen.suggestions) == (None, (None, None))
        assert "River 1" not in repr(seen)
    host = house.see(HOST)
    assert (host.hill.answers[0].text, host.question.answer) == ("River 1", "River 1")
    assert (host.suggestions[0].correct, host.suggestions[0].why) == (True, "answers.same")
    assert host.next_question.id == "q2"


def test_with_the_reveal_everybody_sees_all_answers_and_the_right_one(house):
    house.open(host="person")
    house.ask()
    house.answer(0, "River 1")
    house.wait(60)
    seen = house.see(1)
    assert (seen.hill.answers[0].text, seen.question.answer, seen.question.accepted) == (
        "River 1",
        "River 1",
        ("Stream 1",),
    )
    assert house.see(1).next_question is None


def test_a_page_sees_every_deed_with_the_reason_against_it(house):
    house.open(host="person")
    assert house.see(None).can is None
    assert house.see(0).can.answer.code == "hill/no_answers_now"
    assert house.see(HOST).can.host["start_round"] is None
    assert house.see(0).can.host["start_round"].code == "hill/only_host"
    with pytest.raises(BadInput, match="has no seat 2"):
        house.see(2)


def test_the_log_tells_what_happened_and_no_answer(house):
    house.open(host="person", start=10)
    for _ in range(2):
        house.play_round(right=(0, 1))
    house.play_round(right=(0,))
    log = house.see().log
    assert [(line.code, line.params.get("who")) for line in log[-4:]] == [
        ("log/hill_round", None),
        ("log/hill_right", 0),
        ("log/hill_wrong", 1),
        ("log/hill_summit_taken", 0),
    ]
    assert "River" not in repr(log)
