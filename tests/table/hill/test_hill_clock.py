"""The server's clock on the hill: late answers, pauses, whoever looks first."""

from __future__ import annotations

from companion.rules.hill import HOST, Answer, CloseAnswers, Declare, Move, Pause, Resume, StartRound
from companion.table.hill_advice import Suggestion
from companion.table.hill_order import HillQuestion
from tests.table.hill_kit import HillHouse


def test_an_answers_time_is_the_servers_not_the_browsers(house):
    house.open(host="person")
    house.ask()
    house.time += 20.5
    house.tries(Answer(0, "River 1", at=0.1))
    assert house.see(HOST).hill.answers[0].at == 20.5


def test_an_answer_after_the_time_is_refused_and_the_clock_closes_the_stage(house):
    house.open(host="person", answer_seconds=30.0)
    house.ask()
    assert house.see().seconds_left == 30.0
    house.time += 30.5
    assert house.refuses(Answer(0, "River 1", 0.0)) == "hill/answer_too_late"
    assert house.tables.tick(house.game)
    assert house.stage() == "reveal"
    assert not house.tables.tick(house.game)


def test_a_declaration_after_the_time_to_choose_is_refused(house):
    house.open(host="person")
    house.play_round(right=(0,))
    house.does(StartRound())
    assert house.see().seconds_left == 15.0
    house.time += 16
    assert house.see(0).can.moves[Move.JUMP].code == "hill/choice_time_over"
    assert house.refuses(Declare(0, Move.JUMP, at=1.0)) == "hill/choice_time_over"


def test_a_pause_stops_the_clock_and_hides_the_question_from_those_who_think(house):
    house.open(host="person")
    house.ask()
    house.time += 10
    house.does(Pause())
    assert not house.wait(500)
    assert (house.see().elapsed, house.see().question, house.see(0).question) == (10.0, None, None)
    assert house.see(HOST).question is not None
    house.restart()
    house.does(Resume())
    house.time += 5
    assert (house.see().elapsed, house.see().seconds_left) == (15.0, 45.0)
    house.does(Pause(), Resume())
    house.time += 1
    assert house.see().elapsed == 16.0


def test_a_clock_that_was_set_back_loses_time_and_nothing_else(house):
    house.open(host="person")
    house.ask()
    house.time -= 100
    assert house.see().elapsed == 0.0
    house.answer(0, "River 1")


def test_a_host_who_is_quick_does_not_cut_off_teams_whose_deeds_were_due(house):
    house.open(people=1, scripted=2, strength="strong", host="person")
    house.ask()
    version = house.see().version
    house.time += 61
    house.tries(CloseAnswers(0.0), expected=version)
    seen = house.see()
    assert seen.hill.stage.value == "reveal"
    assert any(seen.hill.answered[1:])


def test_two_servers_that_look_at_once_do_the_tables_deeds_once(house, tmp_path):
    other = HillHouse(tmp_path)
    house.open()
    house.go_on()
    house.wait(0)
    house.wait(5)
    house.answer(0, "River 1")
    house.answer(1, "Lake 1")
    other.game, other.time = house.game, house.time + 60

    def meanwhile(question: HillQuestion, given: str) -> Suggestion:
        other.tables.tick(other.game)
        return Suggestion(given == question.answer, "right")

    house.check = meanwhile
    house.wait(60)
    # the first round: started, asked, time, two answers, closed, two verdicts
    assert house.see().version == other.see().version == 8
    assert [verdict.correct for verdict in house.see().hill.verdicts] == [True, False]
