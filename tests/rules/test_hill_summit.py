"""Rulebook 002: "Ход – Революция", "Определение успешности Революции", "Спор лидеров и определение победителя",
"Определение победителя"."""

from __future__ import annotations

import pytest

from companion.rules import hill
from companion.rules.hill import Crown, Decide, Declare, Judge, Move, MoveChips, Pause, Stage, StartRound, Verdict
from companion.rules.kernel import Outcome

REVOLT = Move.REVOLUTION

# Taking a free summit


def test_a_right_answer_on_the_last_step_takes_the_free_summit(board):
    game = board(steps="12 11").round(right="0")
    assert (game.king, game.steps, game.points) == (0, [13, 11], [1, 0])
    assert game.state.contest == hill.Contest((0,), 0, "alone")


def test_a_wrong_answer_on_the_last_step_leaves_the_summit_free(board):
    assert board(steps="12 11").round(right="1").king is None


def test_several_at_once_the_one_with_more_points_takes_it_the_others_stay_below(board):
    game = board(steps="12 12 12", points="9 11 10").round(right="012", times="1 9 5")
    assert (game.king, game.steps) == (1, [12, 13, 12])
    assert game.state.contest == hill.Contest((0, 1, 2), 1, "points")
    assert game.points == [10, 12, 11]


def test_with_equal_points_the_first_right_answer_takes_it(board):
    game = board(steps="12 12", points="9 9").round(right="01", times="20.5 20.4")
    assert (game.king, game.state.contest.by) == (1, "time")


def test_the_time_of_the_corrected_answer_counts(board):
    game = board(steps="12 12", points="9 9").choose().ask()
    game.does(hill.Answer(0, "first thought", 2.0), hill.Answer(1, "right", 10.0), hill.Answer(0, "right", 11.0))
    game.does(hill.CloseAnswers(60.0), Judge(0, True), Judge(1, True), MoveChips())
    assert game.king == 1


def test_an_answer_by_word_of_mouth_was_not_the_first_to_be_written(board):
    game = board(steps="12 12", points="9 9").round(right="01", times="- 59")
    assert game.king == 1


def test_with_equal_points_and_times_the_lot_decides_and_always_alike(board):
    kings = [board(steps="12 12", points="9 9", seed=seed).round(right="01", times="7 7").king for seed in range(9)]
    again = [board(steps="12 12", points="9 9", seed=seed).round(right="01", times="7 7").king for seed in range(9)]
    assert kings == again
    assert set(kings) == {0, 1}


def test_while_a_king_sits_a_plain_right_answer_on_the_last_step_is_a_point_and_no_step(board):
    game = board(steps="12 12", king=0).round(right="1")
    assert (game.king, game.steps, game.points) == (0, [13, 12], [0, 1])


# "Ход – Революция"


def test_a_revolution_needs_a_king(board):
    game = board(steps="12 11").does(StartRound())
    assert game.refuses(Declare(0, REVOLT)) == "hill/no_king_to_dethrone"


def test_a_revolution_is_declared_from_the_last_step_only(board):
    game = board(steps="13 11 12", king=0).does(StartRound())
    assert game.refuses(Declare(1, REVOLT)) == "hill/revolution_from_last_step_only"
    assert game.refuses(Declare(2, REVOLT)) == ""


def test_a_revolution_needs_its_token(board):
    game = board(steps="13 12 12", king=0, tokens="1 0 1").does(StartRound())
    assert game.refuses(Declare(1, REVOLT)) == "hill/no_revolution_token"


def test_the_king_neither_jumps_nor_rebels(board):
    game = board(steps="13 12", king=0).does(StartRound())
    assert game.refuses(Declare(0, REVOLT)) == game.refuses(Declare(0, Move.JUMP)) == "hill/king_plays_plain"
    assert hill.waited_for(game.state) == (1,)


def test_a_revolution_is_declared_before_the_question(board):
    game = board(steps="13 12", king=0).choose().ask()
    assert game.refuses(Declare(1, REVOLT)) == "hill/declare_before_question"


def test_several_teams_may_rebel_in_one_round(board):
    assert board(steps="13 12 12", king=0).choose(revolt="12").state.declared == (None, REVOLT, REVOLT)


# "Определение успешности Революции"


def test_a_king_who_is_right_stays_whatever_the_rebels_say(board):
    game = board(steps="13 12 12", king=0).round(right="012", revolt="12")
    assert (game.king, game.steps, game.points) == (0, [13, 12, 12], [1, 1, 1])
    assert game.state.contest is None


def test_a_king_who_is_wrong_stays_when_nobody_rebels(board):
    game = board(steps="13 12", king=0).round(right="1")
    assert (game.king, game.state.standing.held) == (0, 1)


def test_a_king_who_is_wrong_stays_when_the_rebels_are_wrong_too(board):
    assert board(steps="13 12", king=0).round(right="", revolt="1").king == 0


def test_a_king_who_is_wrong_yields_to_a_rebel_who_is_right(board):
    game = board(steps="13 12 5", king=0, held=2, points="20 3 0").round(right="1", revolt="1")
    assert (game.king, game.steps) == (1, [12, 13, 5])
    assert game.points == [20, 4, 0]
    assert game.state.standing.held == 0


def test_a_right_answer_without_revolution_dethrones_nobody(board):
    game = board(steps="13 12 12", king=0).round(right="1", revolt="2")
    assert game.king == 0


@pytest.mark.parametrize(("points", "times", "king"), [("0 5 6", "- 1 9", 2), ("0 5 5", "- 1 9", 1)])
def test_of_several_rebels_the_one_with_more_points_then_the_faster_takes_the_summit(board, points, times, king):
    game = board(steps="13 12 12", king=0, points=points).round(right="12", revolt="12", times=times)
    assert game.king == king
    assert sorted(game.steps) == [12, 12, 13]


# The revolution's tokens


def test_when_the_king_stays_the_tokens_of_those_who_rebelled_are_burnt(board):
    game = board(steps="13 12 12", king=0).round(right="0", revolt="1")
    assert game.tokens == [True, False, True]


def test_a_burnt_token_does_not_rebel_again(board):
    game = board(steps="13 12 12", king=0).round(right="0", revolt="1").does(StartRound())
    assert game.refuses(Declare(1, REVOLT)) == "hill/no_revolution_token"


def test_with_a_new_king_all_tokens_come_back_and_all_may_rebel_in_the_next_round(board):
    game = board(steps="13 12 12", king=0, tokens="0 0 1").round(right="2", revolt="2")
    assert (game.king, game.tokens) == (2, [True, True, True])
    game.does(StartRound())
    assert game.refuses(Declare(0, REVOLT)) == game.refuses(Declare(1, REVOLT)) == ""


def test_when_no_team_before_the_summit_has_a_token_all_get_theirs_again(board):
    game = board(steps="13 12 12 7", king=0, tokens="1 0 1 1").round(right="0", revolt="2")
    assert game.tokens == [True] * 4
    assert "tokens_handed_out" in game.kinds()


def test_nobody_before_the_summit_is_no_reason_to_hand_out_tokens(board):
    game = board(steps="13 9 9", king=0, tokens="1 0 0").round(right="0")
    assert game.tokens == [True, False, False]


def test_a_table_may_play_without_handing_out_then_the_game_ends_when_nobody_can_rebel(board):
    game = board(steps="13 12 3", king=0, hand_out_again=False).round(right="0", revolt="1")
    assert game.state.outcome == Outcome((0,), "hill/won_unassailable")


def test_without_handing_out_the_game_goes_on_while_a_lower_team_may_still_come_and_rebel(board):
    game = board(steps="13 12 11", king=0, hand_out_again=False).round(right="0", revolt="1")
    assert (game.state.stage, game.tokens) == (Stage.MOVES, [True, False, True])


# "Определение победителя"


def test_a_king_who_holds_the_summit_for_three_questions_has_won(board):
    game = board(steps="12 12", points="1 0").round(right="01")
    assert (game.king, game.state.standing.held) == (0, 0)
    for held in (1, 2):
        game.round(right="0", revolt="1")
        assert (game.state.standing.held, game.state.outcome) == (held, None)
    game.round(right="0", revolt="1")
    assert game.state.outcome == Outcome((0,), "hill/won_by_holding")
    assert game.refuses(StartRound()) == game.refuses(Pause()) == "hill/game_over"


def test_a_new_king_begins_to_count_anew(board):
    game = board(steps="13 12", king=0, held=2).round(right="1", revolt="1")
    assert (game.king, game.state.standing.held, game.state.outcome) == (1, 0, None)


def test_the_game_ends_as_soon_as_nobody_can_reach_the_summit_in_time(board):
    game = board(steps="12 4").round(right="0")
    assert game.state.outcome == Outcome((0,), "hill/won_unassailable")


@pytest.mark.parametrize(
    ("steps", "right", "over"),
    [
        # Two questions to climb, the third to rebel; a jump is open to whoever has just been right.
        ("12 11", "0", False),
        ("12 10", "0", False),
        ("12 9", "0", False),
        ("12 8", "0", True),
        ("12 8", "01", False),
        ("12 7", "01", False),
        ("12 6", "01", True),
    ],
)
def test_whether_a_team_can_come_in_time_counts_its_jumps(board, steps, right, over):
    assert (board(steps=steps).round(right=right).state.stage is Stage.OVER) == over


# The host's last word


def test_a_verdict_can_be_overruled_after_the_moves_and_the_round_is_counted_anew(board):
    game = board(steps="5 5", points="4 4").round(right="0", jump="1")
    game.does(Judge(1, True, why="It is the same river."))
    assert (game.steps, game.points) == ([6, 7], [5, 6])
    assert game.state.teams[1].last_right is True
    assert game.state.verdicts[1] == Verdict(True, "host", "It is the same river.")


def test_an_overruled_verdict_can_change_the_king(board):
    game = board(steps="13 12", king=0).round(right="1", revolt="1")
    assert game.king == 1
    game.does(Judge(0, True, why="An old spelling."))
    assert (game.king, game.tokens, game.state.standing.held) == (0, [True, True], 1)  # handed out again: no other has


def test_an_overruled_verdict_can_open_a_finished_game_again(board):
    game = board(steps="13 12", king=0, held=2).round(right="0", revolt="1")
    assert game.state.stage is Stage.OVER
    game.does(Judge(1, True, why="A slip of the pen."))
    assert game.state.outcome == Outcome((0,), "hill/won_by_holding")
    game.does(Judge(0, False, why="It was whispered to them."))
    assert (game.king, game.state.outcome, game.state.stage) == (1, None, Stage.MOVES)


def test_overruling_needs_a_reason_and_another_verdict(board):
    game = board(steps="5 5").round(right="0")
    assert game.refuses(Judge(1, True)) == game.refuses(Judge(1, True, why=" ")) == "hill/reason_needed"
    assert game.refuses(Judge(1, False, why="still")) == "hill/same_verdict"
    assert game.refuses(Judge(5, True, why="who?")) == "hill/no_such_seat"


def test_once_the_next_round_has_begun_the_last_one_stands(board):
    game = board(steps="5 5").round(right="0").does(StartRound())
    assert game.refuses(Judge(1, True, why="too late")) == "hill/nothing_to_judge"


def test_the_host_has_the_last_word_on_who_takes_the_summit(board):
    game = board(steps="12 12 12", points="9 9 1").round(right="01", times="5 6")
    assert game.king == 0
    assert game.refuses(Crown(2, "they are small")) == "hill/not_a_contender"
    assert game.refuses(Crown(1, "")) == "hill/reason_needed"
    game.does(Crown(1, "Their card lay there first."))
    assert (game.king, game.steps, game.points) == (1, [12, 13, 12], [10, 10, 1])
    assert game.state.contest == hill.Contest((0, 1), 1, "host")


def test_there_is_nothing_to_decide_when_one_came_alone(board):
    assert board(steps="12 11").round(right="0").refuses(Crown(1, "why not")) == "hill/no_contest"


def test_the_host_may_end_the_game_and_name_who_has_won(board):
    game = board(steps="5 9").round(right="0").does(Decide((1,), "The lesson is over."))
    assert game.state.outcome == Outcome((1,), "hill/won_by_hosts_word")
    assert hill.view(game.state, None).last_word == "The lesson is over."


def test_the_host_may_draw_lots(board):
    winners = set()
    for seed in range(9):
        game = board(steps="5 9 9", seed=seed).does(Decide((1, 2), "Equal to the end.", by_lot=True))
        assert game.state.outcome.reason == "hill/won_by_lot"
        winners.add(game.state.outcome.winners)
    assert winners == {(1,), (2,)}


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Decide((), "nobody"), "hill/no_such_seat"),
        (Decide((0, 0), "twice"), "hill/no_such_seat"),
        (Decide((7,), "who?"), "hill/no_such_seat"),
        (Decide((0, 1), " "), "hill/reason_needed"),
        (Decide((0, 1), "shared"), ""),
    ],
)
def test_the_last_word_names_teams_and_a_reason(board, action, says):
    assert board(teams=2).refuses(action) == says


@pytest.mark.parametrize(
    ("position", "best"),
    [
        ({"steps": "5 9 9", "points": "20 3 4"}, (2,)),
        ({"steps": "5 9 9", "points": "20 4 4"}, (1, 2)),
        ({"steps": "12 13 12", "points": "20 3 4", "king": 1}, (1,)),
    ],
)
def test_who_leads_is_the_king_else_the_highest_else_the_one_with_more_points(board, position, best):
    assert hill.leaders(board(**position).state) == best
