"""A running game on the hill: commands, the server's clock, what each seat sees, the automatic host, scripted teams."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errors import BadInput, DamagedSave, UnknownGame
from companion.rules.hill import (
    HOST,
    Answer,
    Ask,
    CloseAnswers,
    Colour,
    Crown,
    Declare,
    Judge,
    Move,
    MoveChips,
    Pause,
    Resume,
    StartRound,
    StartTime,
)
from companion.rules.kernel import Outcome
from companion.table import Tables
from companion.table.hill_advice import Suggestion
from companion.table.hill_order import HillQuestion, TeamSeat
from tests.table.hill_kit import QUESTIONS, HillHouse


@pytest.fixture
def house(tmp_path: Path) -> HillHouse:
    return HillHouse(tmp_path)


# Opening a game


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"teams": (TeamSeat("Alone", Colour.RED),)}, "teams must be 2 to 8"),
        ({"teams": (TeamSeat("A", Colour.RED), TeamSeat("B", Colour.RED))}, "a colour of its own"),
        ({"teams": (TeamSeat(" ", Colour.RED), TeamSeat("B", Colour.BLUE))}, "team 1: a name has 1 to 40"),
        ({"teams": (TeamSeat("A", Colour.RED), TeamSeat("B", Colour.BLUE, "llm"))}, "team 2: a kind is one of"),
        ({"questions": ()}, "at least one question"),
        ({"questions": (QUESTIONS[0], QUESTIONS[0])}, "the same id"),
        ({"questions": (HillQuestion("q", "Why?", " "),)}, "question 1: it needs an id, a text and an answer"),
        ({"questions": (HillQuestion("q", "Why?", "So", accepted=(7,)),)}, "a question cannot be read"),
        ({"answer_seconds": None}, "there is no such game"),
        ({"host": "robot"}, "host is one of"),
        ({"start": 11}, "start step must be 1 to 10"),
        ({"showing_seconds": -1.0}, "are 0 to 600"),
    ],
)
def test_what_cannot_be_played_is_not_opened(house, choices, says):
    with pytest.raises(BadInput, match=says):
        house.open(**choices)


def test_a_game_is_complete_by_itself_and_goes_on_after_a_restart(house):
    house.open(host="person")
    house.ask()
    house.answer(0, "River 1")
    before = house.see(HOST)
    house.restart()
    assert house.see(HOST) == before
    assert before.question.answer == "River 1"


def test_tales_and_games_on_the_hill_keep_to_their_own_door(house):
    house.open()
    tales = Tables(house.store)
    assert ([one.id for one in house.tables.games()], tales.games()) == ([house.game], [])
    with pytest.raises(UnknownGame):
        tales.look(house.game, None)
    with pytest.raises(UnknownGame):
        house.tables.look("no such game", None)


def test_a_damaged_record_is_reported_and_not_shown(house, tmp_path):
    from sqlalchemy import create_engine, text

    house.open()
    engine = create_engine(house.url)
    with engine.begin() as connection:
        record = json.loads(connection.execute(text("select record from games")).scalar_one())
        del record["options"]["questions"][3]["answer"]
        connection.execute(text("update games set record = :record"), {"record": json.dumps(record)})
    engine.dispose()
    house.restart()
    with pytest.raises(DamagedSave, match="cannot be read"):
        house.see()


def test_a_game_can_be_renamed(house):
    house.open(title="A quiz")
    assert house.see().title == "A quiz"
    house.tables.rename(house.game, " The lesson of Friday ")
    assert house.see().title == "The lesson of Friday"


def test_a_deleted_game_is_gone(house):
    house.open()
    house.tables.delete(house.game)
    with pytest.raises(UnknownGame):
        house.see()


def test_an_entry_that_does_not_fit_is_reported_and_not_shown(house):
    from sqlalchemy import create_engine

    house.open(host="person")
    house.does(StartRound(), Declare(1, Move.PLAIN))
    engine = create_engine(house.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("""update entries set entry = replace(entry, '"seat":1,"mov', '"seat":7,"mov')""")
    engine.dispose()
    house.restart()
    with pytest.raises(DamagedSave, match="entry 2: it does not fit"):
        house.see()


# Commands


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


# The clock


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
    _play_round(house, right=(0,))
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


# What each seat sees


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
        _play_round(house, right=(0, 1))
    _play_round(house, right=(0,))
    log = house.see().log
    assert [(line.code, line.params.get("who")) for line in log[-4:]] == [
        ("log/hill_round", None),
        ("log/hill_right", 0),
        ("log/hill_wrong", 1),
        ("log/hill_summit_taken", 0),
    ]
    assert "River" not in repr(log)


# A person as host


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
    _play_round(house, right=())
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


# The automatic host


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


# Scripted teams


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


def test_a_stored_game_reads_back_as_it_was_played(house):
    house.open(people=0, scripted=2, start=10)
    house.go_on()
    while house.see().hill.round < 4 and house.stage() != "over":
        house.wait(10)
    before = house.see(HOST)
    house.restart()
    assert house.see(HOST) == before


def test_the_host_crowns_another_contender(house):
    house.open(host="person", start=10)
    for _ in range(2):
        _play_round(house, right=(0, 1))
    _play_round(house, right=(0, 1))
    assert house.see().hill.standing.king == 0
    house.does(Crown(1, "Their hand was up first."))
    assert house.see().hill.standing.king == 1


def _play_round(house: HillHouse, right: tuple[int, ...]) -> None:
    house.does(StartRound())
    house.time += 15
    question = house.see(HOST).next_question
    house.does(Ask(question.id, 0.0), StartTime())
    for seat in range(2):
        house.time += 1
        house.answer(seat, question.answer if seat in right else "no idea")
    house.does(CloseAnswers(0.0))
    house.tables.accept_suggestions(house.game)
    house.does(MoveChips())
