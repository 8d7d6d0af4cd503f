"""When a turn is over by itself, and who tells next: the settings by which a story passes on without an interruption.

Pure questions about a state; `legality` and `game` ask them.
"""

from __future__ import annotations

from companion.rules.kernel import Seat
from companion.rules.tale.state import TaleState


def sentences_left(state: TaleState) -> int | None:
    """How many sentences the narrator may still tell in this turn; None: no limit (none is set, or the narrator has
    no card left and tells on to the ending)."""
    most = state.setup.sentences_a_turn
    if most is None or not state.hands[state.narrator]:
        return None
    return max(0, most - state.told_this_turn)


def is_turn_over(state: TaleState) -> bool:
    """Nothing is left to do in this turn but to pass the story on. Expects a state in which the narrator tells."""
    if not state.hands[state.narrator]:
        return waits_for_others(state)
    return _has_laid_all(state) or (sentences_left(state) == 0 and _lies_for_last_sentence(state))


def waits_for_others(state: TaleState) -> bool:
    """A cooperative tale that the narrator, without a card, can't close yet: others hold some."""
    return state.setup.cooperative and not state.hands[state.narrator] and any(state.hands)


def passes_freely(state: TaleState) -> bool:
    """Passing the story on costs no card now."""
    if state.setup.cooperative or not state.setup.passing_costs:
        return True
    return sentences_left(state) == 0


def next_narrator(state: TaleState, seat: Seat) -> Seat:
    """Who tells after that seat: the one to the left; in a cooperative game the first there who holds a card."""
    left = state.left_of(seat)
    if not state.setup.cooperative:
        return left
    others = (other % state.players for other in range(seat + 1, seat + state.players))
    return next((other for other in others if state.hands[other]), left)


def _has_laid_all(state: TaleState) -> bool:
    most = state.setup.cards_a_turn
    if most is None:
        return False
    opened_by_card = state.turn_why in ("element", "interrupt")
    return len(state.laid) - state.turn_laid - opened_by_card >= most


def _lies_for_last_sentence(state: TaleState) -> bool:
    return len(state.laid) > state.turn_laid and state.laid[-1].sentence >= len(state.sentences) - 1
