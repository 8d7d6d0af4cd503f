"""Random legal games of Сказочник under invariants, for `companion simulate --game book`."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain

from companion.cli.simulate import FAULTS, LONGEST_GAME, BrokenInvariant
from companion.rules import book
from companion.rules.book import BookSetup, BookState, Phase

CHIPS_IN_ALL = book.PLAYERS * book.CHIPS

RARELY = {"offer_stop": 0.005, "answer_stop": 0.5, "skip": 0.5, "end": 0.5}
"""Weights of the deeds that would else end most games before their time; others have 1."""


def play_randomly(seed: int, kinds: Counter[str]) -> bool:
    """One random legal game, cards taken blind and seen by turns; adds its actions to `kinds`. Whether it came to its
    end within LONGEST_GAME actions. Raises BrokenInvariant."""
    luck = random.Random(seed)
    state = book.new_game(BookSetup(taken="seen" if seed % 2 else "blind"), seed)
    steps = 0
    while state.phase is not Phase.OVER and steps < LONGEST_GAME:
        action = random_action(state, luck, seed, steps)
        try:
            state = book.apply(state, action).state
        except FAULTS as fault:
            raise BrokenInvariant(f"game {seed}, action {steps + 1}: {action.kind} fails: {fault!r}") from fault
        kinds[action.kind] += 1
        steps += 1
        check_invariants(state, seed, steps)
    return state.phase is Phase.OVER


def check_invariants(state: BookState, seed: int, step: int) -> None:
    """Sixty cards and eight chips, each in one place, and no view names a card that its seat cannot know."""
    where = f"game {seed}, action {step}"
    laid = [[card for card in board.laid if card] for board in state.boards]
    if sorted(chain(*state.hands, state.pile, state.discard, *laid)) != sorted(book.DECK):
        raise BrokenInvariant(f"{where}: a card was lost or doubled")
    chips = sum(len(board.chips) + board.aside for board in state.boards) + (state.phase is Phase.MOVING)
    if state.phase is not Phase.PLACING and chips != CHIPS_IN_ALL:
        raise BrokenInvariant(f"{where}: {chips} chips instead of {CHIPS_IN_ALL}")
    public = {*state.discard, *chain(*laid)}
    for seat in range(book.PLAYERS):
        seen = book.view(state, seat)
        shown = {*seen.hand, *seen.discard, *seen.known, *(seen.robbery.cards if seen.robbery else ())}
        if not shown <= public | {*state.hands[seat], *state.known[seat]}:
            raise BrokenInvariant(f"{where}: seat {seat} sees a card that it cannot know")


def random_action(state: BookState, luck: random.Random, seed: int, step: int) -> book.Action:
    """Some seat's random deed."""
    possible = [action for seat in range(book.PLAYERS) for action in book.legal_actions(state, seat)]
    if not possible:
        raise BrokenInvariant(f"game {seed}, action {step}: nobody can do anything")
    return luck.choices(possible, [RARELY.get(action.kind, 1.0) for action in possible])[0]
