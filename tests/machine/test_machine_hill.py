"""Scripted teams on the hill: what they know, how quick they are, and when they dare."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.machine.hill import KNOWS, STRENGTHS, attempt, declare
from companion.rules import hill
from companion.rules.hill import Declare, Move, StartRound
from tests.kit.hill_table import hill_table

LEVELS = ("A1", "A2", "B1", "B2", "C1")


def wants(strength, *, seat=0, luck=1, right=5, **position):
    """What a team of that strength declares; every team has been right so often in the eight rounds so far."""
    state = hill_table(round=8, **position).state
    teams = tuple(replace(team, right=right) for team in state.teams)
    state = hill.apply(replace(state, standing=replace(state.standing, teams=teams)), StartRound()).state
    return declare(hill.view(state, seat), strength, random.Random(luck))


def share_right(strength, level):
    luck = random.Random(3)
    return sum(attempt(60.0, level, strength, luck).says == "right" for _ in range(400)) / 400


@pytest.mark.parametrize("strength", STRENGTHS)
def test_harder_questions_are_known_less_often(strength):
    shares = [share_right(strength, level) for level in LEVELS]
    assert shares == sorted(shares, reverse=True)
    assert all(abs(share - KNOWS[strength][level]) < 0.08 for share, level in zip(shares, LEVELS, strict=True))


def test_a_stronger_team_knows_more_at_every_level():
    for level in LEVELS:
        assert share_right("weak", level) < share_right("middling", level) < share_right("strong", level)


def test_a_question_without_a_level_counts_as_a_usual_one():
    assert share_right("middling", "") == share_right("middling", "B1")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_answers_come_within_the_time_and_who_does_not_know_is_wrong_or_silent(strength):
    luck = random.Random(5)
    tries = [attempt(20.0, "C1", strength, luck) for _ in range(200)]
    assert all(1.0 < one.seconds < 20.0 for one in tries)
    assert {one.says for one in tries} == {"right", "wrong", "nothing"}


def test_the_same_luck_gives_the_same_game():
    assert attempt(60.0, "B1", "weak", random.Random(4)) == attempt(60.0, "B1", "weak", random.Random(4))
    assert wants("weak", steps="5 5", luck=9) == wants("weak", steps="5 5", luck=9)


def test_with_only_the_plain_move_open_it_declares_nothing():
    assert wants("strong", steps="11 5") is None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_declares_within_the_time_to_choose_what_it_may(strength):
    said = wants(strength, steps="5 5")
    assert isinstance(said, Declare)
    assert 0 < said.at < 15.0


def test_a_weak_team_jumps_at_random():
    assert {wants("weak", steps="5 5", luck=luck).move for luck in range(20)} == {Move.PLAIN, Move.JUMP}


def test_a_middling_team_jumps_when_it_has_been_right_often():
    assert wants("middling", steps="5 5", right=6).move is Move.JUMP
    assert wants("middling", steps="5 5", right=1).move is Move.PLAIN


def test_a_strong_team_risks_more_when_it_lies_behind():
    assert wants("strong", steps="5 9", right=2).move is Move.JUMP
    assert wants("strong", steps="9 5", right=2).move is Move.PLAIN


def test_a_strong_team_hurries_when_it_could_not_reach_the_king_on_foot():
    assert wants("strong", seat=1, steps="13 9 12", king=0, right=0).move is Move.JUMP
    assert wants("strong", seat=1, steps="13 10 12", king=0, right=7).move is Move.PLAIN


def test_a_middling_team_rebels_against_a_king_who_has_often_been_wrong():
    assert wants("middling", seat=1, steps="13 12", king=0, right=4).move is Move.REVOLUTION
    assert wants("middling", seat=1, steps="13 12", king=0, right=7).move is Move.PLAIN


def test_a_strong_team_lets_richer_rebels_go_first_and_keeps_its_token():
    assert wants("strong", seat=1, steps="13 12 12", points="9 3 8", king=0).move is Move.PLAIN
    assert wants("strong", seat=2, steps="13 12 12", points="9 3 8", king=0).move is Move.REVOLUTION


@pytest.mark.parametrize("strength", ["middling", "strong"])
def test_at_the_kings_last_question_everybody_rebels(strength):
    said = wants(strength, seat=1, steps="13 12 12", points="9 3 8", king=0, held=2, right=7)
    assert said.move is Move.REVOLUTION
