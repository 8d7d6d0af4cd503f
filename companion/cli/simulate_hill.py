"""Random games on the hill under invariants, for `companion simulate --game hill`."""

from __future__ import annotations

import random
from collections import Counter

from companion.cli.simulate import FAULTS, LONGEST_GAME, BrokenInvariant
from companion.rules import hill
from companion.rules.hill import HOST, Answer, Colour, Crown, Decide, HillSetup, HillState, Judge, Move, Stage
from companion.rules.kernel import Seat, copy_with

RIGHT = 0.6
"""Share of answers that are right."""
RARELY = {hill.Pause: 0.02, Judge: 0.02, Crown: 0.3, Decide: 0.0005}
"""How often a host who might pauses, overrules a verdict or a contest, or ends the game."""


def play_randomly(seed: int, kinds: Counter[str]) -> bool:
    """One random legal game; adds its actions to `kinds`. Whether it came to its end. Raises BrokenInvariant."""
    luck = random.Random(seed)
    colours = tuple(Colour)[: hill.MIN_TEAMS + seed % (hill.MAX_TEAMS - hill.MIN_TEAMS + 1)]
    setup = HillSetup(colours, start=1 + seed % hill.HIGHEST_START, hand_out_again=seed % 3 != 0)
    state = hill.new_game(setup, seed)
    steps = 0
    while state.stage is not Stage.OVER and steps < LONGEST_GAME:
        action = random_action(state, luck, seed, steps)
        try:
            after = hill.apply(state, action).state
        except FAULTS as fault:
            raise BrokenInvariant(f"game {seed}, action {steps + 1}: {action.kind} fails: {fault!r}") from fault
        kinds[action.kind] += 1
        steps += 1
        check_invariants(state, after, seed, steps)
        state = after
    return state.stage is Stage.OVER


def check_invariants(before: HillState, state: HillState, seed: int, step: int) -> None:
    """One king at most, who alone is on the summit; points and steps that fit; no answer in a view too early."""
    where, standing = f"game {seed}, action {step}", state.standing
    if [seat for seat, team in enumerate(state.teams) if team.step == hill.SUMMIT] != [
        seat for seat in (standing.king,) if seat is not None
    ]:
        raise BrokenInvariant(f"{where}: the summit and the king do not agree")
    for team in state.teams:
        climbed = team.step - state.setup.start
        if not 0 <= climbed <= team.points or not team.right <= team.points <= 2 * team.right:
            raise BrokenInvariant(f"{where}: steps or points that nobody can have: {team}")
    burnt = sum(old.token and not new.token for old, new in zip(before.teams, state.teams, strict=True))
    if burnt > sum(move is Move.REVOLUTION for move in state.declared):
        raise BrokenInvariant(f"{where}: a revolution token was lost")
    if state.stage in (Stage.CHOICE, Stage.QUESTION, Stage.ANSWERS):
        for seat in (None, *range(state.setup.teams)):
            _check_view(state, seat, where)


def _check_view(state: HillState, seat: Seat | None, where: str) -> None:
    seen = hill.view(state, seat).answers
    if any(answer is not None and team != seat for team, answer in enumerate(seen)):
        raise BrokenInvariant(f"{where}: seat {seat} sees the answer of another team")


def random_action(state: HillState, luck: random.Random, seed: int, step: int) -> hill.Action:
    """Some seat's random deed, with random times and verdicts."""
    seats: list[Seat] = [HOST, *range(state.setup.teams)]
    turn = int(luck.random() * len(seats))
    for seat in seats[turn:] + seats[:turn]:
        possible = hill.legal_actions(state, seat)
        mood = luck.random()
        possible = tuple(action for action in possible if mood < _share(state, action))
        if possible:
            return _with_luck(possible[int(luck.random() * len(possible))], state, luck)
    raise BrokenInvariant(f"game {seed}, action {step}: nobody can do anything")


def _share(state: HillState, action: hill.Action) -> float:
    if isinstance(action, Judge) and state.verdicts[action.team] is None:
        return 1.0
    return RARELY.get(type(action), 1.0)


def _with_luck(action: hill.Action, state: HillState, luck: random.Random) -> hill.Action:
    if isinstance(action, Answer):
        # Whole seconds, and few of them: now and then two teams are equally fast.
        return copy_with(action, at=float(int(luck.random() * min(8.0, state.setup.answer_seconds))))
    if isinstance(action, Judge) and state.stage is Stage.REVEAL:
        return copy_with(action, correct=luck.random() < RIGHT)
    return action
