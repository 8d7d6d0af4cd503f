"""Scripted teams on the hill."""

from __future__ import annotations

import pytest

from companion.rules.hill import HOST


def test_scripted_teams_answer_in_their_time_and_never_before(house):
    house.open(people=1, scripted=3)
    house.go_on()
    house.wait(0)
    house.wait(5)
    for _ in range(59):
        house.wait(1)
        for answer in house.see(HOST).hill.answers:
            assert answer is None or answer.at <= house.see().elapsed
    given = [answer for answer in house.see(HOST).hill.answers if answer is not None]
    assert given
    assert {answer.text for answer in given} <= {"River 1", "Stream 1", "Lake 1"}


def test_what_was_due_while_nobody_looked_is_done_as_of_its_time(house):
    house.open(people=1, scripted=3, strength="strong")
    house.go_on()
    house.wait(0)
    house.wait(5)
    house.wait(3600)
    seen = house.see()
    assert seen.hill.stage.value == "reveal"
    assert all(answer.at < 60 for answer in seen.hill.answers if answer)
    assert sum(verdict.correct for verdict in seen.hill.verdicts) >= 1


@pytest.mark.parametrize("hand_out_again", [True, False])
def test_a_game_of_scripted_teams_plays_itself_to_its_end_the_same_way_each_time(house, hand_out_again):
    ends = []
    for _ in range(2):
        house.open(people=0, scripted=3, strength="strong", start=9, hand_out_again=hand_out_again)
        house.go_on()
        for _ in range(400):
            if house.stage() == "over":
                break
            house.wait(10)
        ends.append((house.see().hill.outcome, house.see().hill.standing))
    assert ends[0] == ends[1]
    assert ends[0][0].reason in ("hill/won_by_holding", "hill/won_unassailable")
