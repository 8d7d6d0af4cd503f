"""Who hosts on the hill: a person, who has the last word, or the game itself."""

from __future__ import annotations

from companion.rules.hill import HOST, CloseAnswers, Crown, Declare, Judge, Move, MoveChips, Pause
from companion.rules.kernel import Outcome
from companion.table.hill_advice import Suggestion
from companion.table.hill_order import HillQuestion
from tests.table.hill_kit import QUESTIONS


def test_the_host_takes_the_checkers_word_or_not(house):
    house.open(host="person")
    house.ask()
    house.answer(0, "river 1")
    house.answer(1, "The river number one")
    house.does(CloseAnswers(0.0), Judge(1, True, why="in other words"))
    assert house.tables.accept_suggestions(house.game)
    assert not house.tables.accept_suggestions(house.game)
    verdicts = house.see().hill.verdicts
    assert [(one.correct, one.by) for one in verdicts] == [(True, "checker"), (True, "host")]
    assert (verdicts[0].why, verdicts[0].params) == ("answers.same", (("answer", "River 1"),))
    house.restart()
    assert house.see().hill.verdicts == verdicts
    house.does(MoveChips())
    assert [team.step for team in house.see().hill.teams] == [2, 2]


def test_nothing_goes_on_without_a_person_who_hosts_but_the_clock(house):
    house.open(host="person")
    assert not house.wait(1000)
    house.ask()
    house.wait(1000)
    assert house.stage() == "reveal"
    assert not house.wait(1000)
    assert house.go_on().refusal.code == "hill/only_host"


def test_a_host_may_overrule_after_the_moves(house):
    house.open(host="person")
    house.play_round(right=())
    house.does(Judge(1, True, why="We said so."))
    assert [team.points for team in house.see().hill.teams] == [0, 1]


def test_a_checker_that_fails_does_not_stall_the_game(house):
    def broken(question: HillQuestion, given: str) -> Suggestion:
        raise RuntimeError("no dictionary")

    house.open()
    house.check = broken
    house.go_on()
    house.wait(0)
    house.wait(5)
    house.answer(0, " river 1 ")
    house.answer(1, "Lake 1")
    house.wait(60)
    assert [one.correct for one in house.see().hill.verdicts] == [True, False]


def test_the_checker_is_told_the_games_language_and_asked_once(house):
    asked = []

    def check(question: HillQuestion, given: str) -> Suggestion:
        asked.append((question.language, question.id, given))
        return Suggestion(True, "right")

    house.check = check
    house.open(host="person", language="ru")
    house.ask()
    house.answer(0, "Волга")
    house.see(HOST), house.see(HOST)
    assert asked == [("ru", "q1", "Волга")]


def test_the_host_crowns_another_contender(house):
    house.open(host="person", start=10)
    for _ in range(2):
        house.play_round(right=(0, 1))
    house.play_round(right=(0, 1))
    assert house.see().hill.standing.king == 0
    house.does(Crown(1, "Their hand was up first."))
    assert house.see().hill.standing.king == 1


def test_the_automatic_host_begins_when_people_are_ready_and_leads_through_a_round(house):
    house.open()
    assert not house.wait(1000), "people are still finding their places"
    house.go_on()
    house.wait(0)
    assert house.stage() == "question", "in the first round there is nothing to choose"
    assert not house.wait(4)
    house.wait(1)
    assert house.stage() == "answers"
    house.answer(0, "River 1")
    house.time += 2
    house.answer(1, "Lake 1")
    assert not house.wait(4), "somebody may think better of an answer"
    house.answer(1, "River 1")
    assert not house.wait(4)
    house.wait(1)
    assert house.stage() == "reveal"
    assert [one.by for one in house.see().hill.verdicts] == ["checker", "checker"]
    house.wait(8)
    assert (house.stage(), [team.points for team in house.see().hill.teams]) == ("moves", [1, 1])
    house.wait(8)
    assert (house.stage(), house.see().hill.round) == ("choice", 2)
    house.does(Declare(0, Move.JUMP))
    assert not house.wait(14)
    house.wait(1)
    assert (house.stage(), house.see().question.id) == ("question", "q2")


def test_people_who_do_not_want_to_wait_cut_nobodys_time(house):
    house.open()
    house.go_on(), house.go_on()
    assert house.stage() == "question"
    assert house.go_on().refusal is None
    assert house.stage() == "answers"
    house.answer(0, "River 1")
    assert house.go_on().refusal.code == "hill/wait_for_teams"
    house.answer(1, "River 1")
    for stage in ("reveal", "moves", "choice"):
        while house.stage() != stage:
            assert house.go_on().refusal is None
    assert house.go_on().refusal.code == "hill/wait_for_teams"
    house.does(Pause())
    assert house.go_on().refusal.code == "hill/paused"
    stale = house.go_on(expected=1)
    assert stale.refusal.code == "table/moved_on"


def test_going_on_twice_with_one_click_goes_on_once(house):
    house.open()
    first = house.go_on(command_id="click")
    assert house.go_on(command_id="click").repeated
    assert house.see().version == first.version == 1


def test_when_the_questions_run_out_the_first_on_the_hill_has_won(house):
    house.open(questions=QUESTIONS[:2])
    house.go_on()
    for _ in range(2):
        house.wait(5)
        house.wait(5)
        question = house.see().question
        house.answer(0, f"River {question.id[1:]}")
        house.wait(61)
        house.wait(8)
        house.wait(8)
        house.wait(15)
    seen = house.see()
    assert seen.questions_left == 0
    assert seen.hill.outcome == Outcome((0,), "hill/won_by_hosts_word")
    assert seen.hill.last_word == "hill/out_of_questions"
