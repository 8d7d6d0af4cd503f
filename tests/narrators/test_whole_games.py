"""Scripted seats alone bring every tale to its end, through the real rules, without a refusal or a stall."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.narrators import player_for
from companion.rules import tale
from companion.rules.tale.actions import Claim, LayCard, Vote
from companion.rules.tale.state import Phase
from tests.narrators.table import Table, moment, ruled


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("seed", range(8))
def test_three_scripted_players_finish_a_tale(language: str, seed: int) -> None:
    table = Table(language, seed).play()
    assert table.state.phase is Phase.OVER and table.state.outcome is not None
    assert 8 <= len(table.told) <= 200
    assert len(set(table.told)) == len(table.told), "a sentence was told twice"
    wrong = [action for action in table.actions if isinstance(action, LayCard | Claim) and action.ruling
             and not action.ruling.stands]  # fmt: skip
    assert not wrong, "a scripted player laid or claimed what was not said"


@pytest.mark.parametrize(("players", "language"), [(2, "ru"), (5, "en"), (10, "ru")])
def test_tables_of_any_size_finish(players: int, language: str) -> None:
    table = Table(language, seed=3, players=players).play(3000)
    assert table.state.phase is Phase.OVER
    assert len(set(table.told)) == len(table.told)


def test_a_tale_has_one_hero_from_first_to_last() -> None:
    table = Table("ru", seed=2).play()
    names = {"Тимофе", "Прохор", "Фом", "Данил", "Варвар", "Устинь", "Марьян", "Агни"}
    assert len([name for name in names if any(name in told for told in table.told)]) == 1


def test_people_who_do_odd_things_do_not_stall_the_scripted_seats() -> None:
    """Seat 0 tells at random and lays anything; votes decide. The others always have an answer."""
    luck = random.Random(4)
    table = Table("ru", seed=6)
    for _ in range(400):
        state = table.state
        if state.phase is Phase.OVER:
            break
        options = tale.legal_actions(state, 0)
        waits_for_person = state.narrator == 0 or any(isinstance(option, Vote) for option in options)
        if options and waits_for_person and luck.random() < 0.7:
            action = luck.choice(options)
            if isinstance(action, LayCard | Claim):
                action = replace(action, ruling=ruled(action, state, "ru").ruling)  # type: ignore[union-attr]
            table.state = tale.apply(state, action).state
        elif not table.step():
            assert waits_for_person, f"everybody waits in {state.phase}"
    assert len(table.told) >= 20


def test_a_player_knows_its_own_hand_only() -> None:
    """What the others hold makes no difference to what a seat does."""
    table = Table("en", seed=1)
    for _ in range(12):
        table.step()
    state = table.state
    seat = state.narrator
    other = (seat + 1) % 3
    hands = list(state.hands)
    hands[other] = tuple(reversed(state.draw_pile[: len(hands[other])]))
    changed = replace(state, hands=tuple(hands))
    player = player_for("scripted", seat=seat)
    assert player.act(moment(state, seat, "en")) == player.act(moment(changed, seat, "en"))
