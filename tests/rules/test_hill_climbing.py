"""Rulebook 002: "Игровое поле", "Команды и игроки", "Какие бывают ходы" (plain move, jump), "Игровые фишки",
"Этапы хода", "Баллы и перемещение"."""

from __future__ import annotations

import pytest

from companion.rules import hill
from companion.rules.hill import (
    HOST,
    Answer,
    Ask,
    CloseAnswers,
    Colour,
    Declare,
    HillSetup,
    Judge,
    Move,
    MoveChips,
    Pause,
    Resume,
    Stage,
    StartRound,
    StartTime,
)
from tests.kit.hill_table import COLOURS

JUMP, PLAIN = Move.JUMP, Move.PLAIN

# "Игровое поле", "Команды и игроки"


def test_all_teams_begin_on_the_same_step_without_points_and_with_their_revolution_tokens(board):
    game = board(teams=8, start=4)
    assert (game.steps, game.points, game.tokens, game.king) == ([4] * 8, [0] * 8, [True] * 8, None)
    assert [team.last_right for team in game.state.teams] == [None] * 8


def test_there_are_twelve_steps_and_above_them_the_summit():
    assert (hill.STEPS, hill.LAST_STEP, hill.SUMMIT) == (12, 12, 13)


@pytest.mark.parametrize("start", [1, 6, 10])
def test_a_smaller_hill_begins_at_most_on_the_third_step_from_the_summit(start):
    assert HillSetup(COLOURS[:2], start=start).start == start


def test_the_eight_colours_of_the_board_are_there():
    assert [colour.value for colour in Colour] == [
        "violet", "lilac", "red", "orange", "yellow", "green", "light_blue", "blue",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"colours": COLOURS[:1]}, "teams must be 2 to 8, not 1"),
        ({"colours": (*COLOURS, Colour.RED)}, "teams must be 2 to 8, not 9"),
        ({"colours": (Colour.RED, Colour.RED)}, "each team needs a colour of its own"),
        ({"start": 0}, "the start step must be 1 to 10, not 0"),
        ({"start": 11}, "the start step must be 1 to 10, not 11"),
        ({"choice_seconds": 0.0}, "choice_seconds must be 3 to 600"),
        ({"answer_seconds": float("nan")}, "answer_seconds must be 3 to 600"),
    ],
)
def test_a_game_that_the_rules_do_not_know_is_not_set_up(choices, says):
    with pytest.raises(ValueError, match=says):
        HillSetup(**{"colours": COLOURS[:2], **choices})


# "Обычный ход"


def test_a_right_answer_is_one_step_up_and_one_point(board):
    game = board(teams=2).round(right="0")
    assert (game.steps, game.points) == ([2, 1], [1, 0])


def test_a_wrong_answer_to_a_plain_move_changes_neither_step_nor_points(board):
    game = board(steps="5 5", points="4 4").round(right="")
    assert (game.steps, game.points) == ([5, 5], [4, 4])


# "Ход – Прыжок"


def test_a_jump_with_a_right_answer_is_two_steps_up_and_two_points(board):
    game = board(steps="5 5", points="4 4").round(right="01", jump="0")
    assert (game.steps, game.points) == ([7, 6], [6, 5])


def test_a_jump_with_a_wrong_answer_slides_one_step_down_without_points(board):
    game = board(steps="5 5", points="4 4").round(right="1", jump="0")
    assert (game.steps, game.points) == ([4, 6], [4, 5])


def test_nobody_slides_below_the_step_on_which_the_game_began(board):
    game = board(steps="4 5", start=4).round(jump="01")
    assert game.steps == [4, 4]


def test_a_jump_from_the_third_step_before_the_summit_lands_right_below_it(board):
    game = board(steps="10 5").round(right="0", jump="0")
    assert (game.steps, game.king) == ([12, 5], None)


def test_no_jump_in_the_first_round(board):
    game = board(teams=2).does(StartRound())
    assert game.refuses(Declare(0, JUMP)) == "hill/no_jump_in_first_round"


def test_no_jump_after_a_wrong_answer_and_again_after_a_right_one(board):
    game = board(teams=2).round(right="1").does(StartRound())
    assert game.refuses(Declare(0, JUMP)) == "hill/no_jump_after_wrong_answer"
    assert game.refuses(Declare(1, JUMP)) == ""
    game.ask().answers().judge(right="0").does(MoveChips(), StartRound())
    assert game.refuses(Declare(0, JUMP)) == ""
    assert game.refuses(Declare(1, JUMP)) == "hill/no_jump_after_wrong_answer"


def test_no_jump_after_a_failed_jump(board):
    game = board(steps="5 5").round(jump="0").does(StartRound())
    assert game.refuses(Declare(0, JUMP)) == "hill/no_jump_after_wrong_answer"


@pytest.mark.parametrize(("step", "says"), [(10, ""), (11, "two_steps"), (12, "two_steps")])
def test_no_jump_on_the_last_two_steps(board, step, says):
    game = board(steps=f"{step} 3").does(StartRound())
    assert game.refuses(Declare(0, JUMP)) == (says and f"hill/no_jump_on_last_{says}")


def test_a_jump_is_declared_before_the_question_is_read(board):
    game = board(steps="5 5").does(StartRound(), Ask("q", at=15.0))
    assert game.refuses(Declare(0, JUMP)) == "hill/declare_before_question"
    game.does(StartTime())
    assert game.refuses(Declare(0, JUMP)) == "hill/declare_before_question"


def test_who_declares_nothing_plays_the_plain_move(board):
    assert board(steps="5 5").round(right="0").points == [1, 0]


# "Игровые фишки"


def test_the_answer_chip_is_green_after_a_right_answer_and_red_after_a_wrong_one(board):
    game = board(teams=2).round(right="0")
    assert [team.last_right for team in game.state.teams] == [True, False]


def test_points_come_with_right_answers_only(board):
    game = board(steps="5 5 5").round(right="01", jump="12")
    assert game.points == [1, 2, 0]
    assert [team.right for team in game.state.teams] == [1, 1, 0]


# "Выбор хода"


def test_the_choice_takes_fifteen_seconds(board):
    game = board(steps="5 5").does(StartRound())
    assert game.refuses(Declare(0, JUMP, at=15.0)) == ""
    assert game.refuses(Declare(0, JUMP, at=15.1)) == "hill/choice_time_over"


def test_the_time_to_choose_can_be_set(board):
    game = board(steps="5 5", choice_seconds=30.0).does(StartRound())
    assert game.refuses(Declare(0, JUMP, at=29.0)) == ""
    assert game.refuses(Declare(0, JUMP, at=31.0)) == "hill/choice_time_over"


def test_the_question_waits_for_those_who_may_still_choose(board):
    game = board(steps="5 11").does(StartRound())
    assert hill.waited_for(game.state) == (0,)
    assert game.refuses(Ask("q", at=3.0)) == "hill/choice_time_not_over"
    game.does(Declare(0, PLAIN))
    assert game.refuses(Ask("q", at=3.0)) == ""


def test_in_the_first_round_there_is_nothing_to_wait_for(board):
    game = board(teams=3).does(StartRound())
    assert game.refuses(Ask("q", at=0.0)) == ""


def test_a_team_may_think_better_of_its_jump_until_the_question(board):
    game = board(steps="5 5").choose(jump="0").does(Declare(0, PLAIN))
    game.ask().answers().judge(right="0").does(MoveChips())
    assert game.steps == [6, 5]


def test_declared_moves_lie_on_the_board_for_all_to_see(board):
    game = board(steps="5 5").choose(jump="0")
    assert all(hill.view(game.state, seat).declared == (JUMP, None) for seat in (0, 1, HOST, None))


# "Объявление вопроса", "Прием ответов"


def test_a_question_is_asked_once(board):
    game = board(teams=2).round().does(StartRound())
    assert game.refuses(Ask("q1", at=15.0)) == "hill/asked_already"


def test_answers_are_taken_when_the_hourglass_is_turned_and_not_before(board):
    game = board(teams=2).does(StartRound(), Ask("q", at=0.0))
    assert game.refuses(Answer(0, "a mill", at=1.0)) == "hill/no_answers_now"
    assert game.refuses(CloseAnswers(60.0)) == "hill/no_answers_now"
    assert game.does(StartTime()).refuses(Answer(0, "a mill", at=1.0)) == ""


def test_an_answer_after_the_time_is_refused_and_counts_as_wrong(board):
    game = board(teams=2).choose().ask()
    assert game.refuses(Answer(0, "late", at=60.5)) == "hill/answer_too_late"
    game.does(Answer(1, "in time", at=60.0), CloseAnswers(60.0))
    assert game.state.verdicts[0] == hill.Verdict(False, by="clock")
    assert game.state.verdicts[1] is None


def test_the_time_for_answers_can_be_set(board):
    game = board(teams=2, answer_seconds=10.0).choose().ask()
    assert game.refuses(Answer(0, "late", at=11.0)) == "hill/answer_too_late"


def test_a_team_may_correct_its_answer_the_last_one_counts_with_its_time(board):
    game = board(teams=2).choose().ask().does(Answer(0, "a mill", at=5.0), Answer(0, " a windmill ", at=50.0))
    assert game.state.answers[0] == hill.GivenAnswer("a windmill", 50.0)


def test_the_sand_runs_through_unless_every_team_has_answered(board):
    game = board(teams=2).choose().ask().does(Answer(0, "a mill", at=5.0))
    assert game.refuses(CloseAnswers(20.0)) == "hill/answer_time_not_over"
    assert game.does(Answer(1, "a barn", at=9.0)).refuses(CloseAnswers(20.0)) == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [("  ", "hill/empty_answer"), ("x" * 201, "hill/answer_too_long"), ("x" * 200, "")],
)
def test_an_answer_has_one_to_two_hundred_characters(board, text, says):
    assert board(teams=2).choose().ask().refuses(Answer(0, text, at=1.0)) == says


# "Объявление верного ответа"


def test_every_answer_is_judged_before_chips_move(board):
    game = board(teams=2).choose().ask().answers().does(Judge(0, True))
    assert game.refuses(MoveChips()) == "hill/judge_all_first"
    assert game.does(Judge(1, False)).refuses(MoveChips()) == ""


def test_the_host_may_change_a_verdict_before_chips_move(board):
    game = board(teams=2).choose().ask().answers().does(Judge(0, False, by="checker", why="another word"))
    game.does(Judge(0, True, by="host", why="a synonym"), Judge(1, False), MoveChips())
    assert game.steps == [2, 1]


def test_the_host_may_take_an_answer_by_word_of_mouth(board):
    game = board(teams=2).choose().ask().answers("- 9").does(Judge(0, True), Judge(1, False), MoveChips())
    assert game.steps == [2, 1]


def test_the_next_round_begins_when_the_chips_have_moved(board):
    game = board(teams=2).choose()
    assert game.refuses(StartRound()) == "hill/round_under_way"
    game.ask().answers().judge("0")
    assert game.refuses(StartRound()) == "hill/round_under_way"
    game.does(MoveChips(), StartRound())
    assert (game.state.round, game.state.stage, game.state.question) == (2, Stage.CHOICE, None)
    assert game.state.answers == game.state.verdicts == game.state.declared == (None, None)


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Ask("q", 15.0), "hill/start_round_first"),
        (StartTime(), "hill/ask_first"),
        (MoveChips(), "hill/nothing_to_move"),
        (Judge(0, True), "hill/nothing_to_judge"),
        (Declare(0, PLAIN), "hill/declare_before_question"),
        (Declare(2, PLAIN), "hill/no_such_seat"),
        (Answer(HOST, "x", 0.0), "hill/no_such_seat"),
        (StartRound(seat=0), "hill/only_host"),
        (Judge(0, True, seat=1), "hill/only_host"),
        (Resume(), "hill/not_paused"),
    ],
)
def test_what_is_out_of_its_turn_is_refused(board, action, says):
    assert board(teams=2).refuses(action) == says


def test_while_the_game_is_paused_nobody_does_anything(board):
    game = board(teams=2).choose().ask().does(Pause())
    for action in (Answer(0, "x", 1.0), CloseAnswers(60.0), Pause()):
        assert game.refuses(action) == "hill/paused"
    assert game.does(Resume()).refuses(Answer(0, "x", 1.0)) == ""


# What each seat sees


def test_before_the_reveal_a_team_sees_its_own_answer_and_who_else_has_answered(board):
    game = board(teams=3).choose().ask().does(Answer(0, "a mill", at=5.0), Answer(1, "a barn", at=6.0))
    mine = hill.view(game.state, 0)
    assert [answer and answer.text for answer in mine.answers] == ["a mill", None, None]
    assert mine.answered == (True, True, False)


def test_the_projector_sees_only_who_has_answered_until_the_reveal(board):
    game = board(teams=2).choose().ask().does(Answer(0, "a mill", at=5.0))
    assert hill.view(game.state, None).answers == (None, None)
    assert hill.view(game.state, None).answered == (True, False)
    game.does(CloseAnswers(60.0))
    assert [answer and answer.text for answer in hill.view(game.state, None).answers] == ["a mill", None]


def test_the_host_sees_answers_as_they_come(board):
    game = board(teams=2).choose().ask().does(Answer(1, "a barn", at=5.0))
    assert hill.view(game.state, HOST).answers == (None, hill.GivenAnswer("a barn", 5.0))


def test_a_view_names_the_moves_that_its_team_may_declare(board):
    game = board(steps="12 5 5", king=1).does(StartRound())
    assert hill.view(game.state, 0).may_declare == (PLAIN, Move.REVOLUTION)
    assert hill.view(game.state, 1).may_declare == (PLAIN,)
    assert hill.view(game.state, 2).may_declare == (PLAIN, JUMP)
    assert hill.view(game.state, None).may_declare == hill.view(game.state, HOST).may_declare == ()
