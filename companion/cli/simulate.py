"""`companion simulate`: random legal games under invariants, and how many actions a second the rules play."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Annotated, Any

import typer

from companion.errors import BadInput, CompanionError, IllegalAction
from companion.rules import tale
from companion.rules.kernel import TABLE, Seat

LONGEST_GAME = 5_000
"""Actions after which a random game is given up, and reported as such."""

CHECK_EVERY = 64
"""Every step checks how many cards there are; every 64th and the last which, and that no view shows a rival's."""

_RULINGS = (
    tale.Ruling(True, by="matcher", answer="hit"),
    tale.Ruling(True, by="matcher", answer="hit"),
    tale.Ruling(False, by="matcher", answer="no"),
    None,
)

FAULTS = (IllegalAction, AssertionError, LookupError, AttributeError, TypeError, ValueError)
"""What the rules raise when a deed that they called legal cannot be carried out."""


class BrokenInvariant(CompanionError):
    """Random play found a state that the rules must never reach; seed and action number lead back to it."""

    code = "error/broken_invariant"


def simulate(
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 1000,
    seed: Annotated[int, typer.Option(help="The first game's seed; the others count up from it.")] = 1,
    game: Annotated[str, typer.Option(help="Which game: tale, book or hill.")] = "tale",
) -> None:
    """Play random legal games, check that nothing is lost or shown, and print actions a second."""
    if game not in GAMES:
        raise BadInput(f"--game {game}: no such game; there is: {', '.join(GAMES)}")
    from tqdm import tqdm

    play = GAMES[game]()
    started = time.perf_counter()
    kinds: Counter[str] = Counter()
    finished = 0
    for number in tqdm(range(seed, seed + games), unit="game", disable=None, leave=False):
        finished += play(number, kinds)
    seconds = time.perf_counter() - started
    actions = sum(kinds.values())
    report = {
        "game": game,
        "games": games,
        "finished": finished,
        "actions": actions,
        "seconds": round(seconds, 2),
        "actions_per_second": round(actions / seconds),
        "by_kind": dict(kinds.most_common()),
    }
    typer.echo(json.dumps(report, ensure_ascii=False))


Play = Callable[[int, Counter[str]], bool]
"""Plays the random game of that seed, adds its actions to the counter, and says whether it came to its end."""


def _tale() -> Play:
    # Checking a deck needs pydantic: too slow to import for every other command.
    from companion.decks import load_deck

    deck = load_deck("en")

    def play(number: int, kinds: Counter[str]) -> bool:
        players = 2 + number % (tale.MAX_PLAYERS - 1)
        choices = random_choices(random.Random(number))
        setup = tale.TaleSetup(players=players, cards=deck.story_cards, endings=deck.ending_ids, **choices)
        return play_randomly(setup, number, kinds).phase is tale.Phase.OVER

    return play


def _hill() -> Play:
    from companion.cli import simulate_hill

    return simulate_hill.play_randomly


def _book() -> Play:
    from companion.cli import simulate_book

    return simulate_book.play_randomly


GAMES: dict[str, Callable[[], Play]] = {"tale": _tale, "book": _book, "hill": _hill}
"""By the game's name: what makes ready to play it."""


def random_choices(luck: random.Random) -> dict[str, Any]:
    """How one random table plays: the full game in half of the cases, else any mixture of what hosts may choose."""
    if luck.random() < 0.5:
        return {}
    return {
        "claims": luck.choice((tuple(tale.ClaimHow), (tale.ClaimHow.ELEMENT,), ())),
        "challenges": luck.choice((tuple(tale.ChallengeKind), ())),
        "sentences_a_turn": luck.choice((None, None, 1, 2, 3)),
        "cards_a_turn": luck.choice((None, None, 1, 2)),
        "passing_costs": luck.random() < 0.5,
        "cooperative": luck.random() < 0.3,
        "drawn_when_interrupted": luck.randint(1, 3),
        "endings_each": luck.randint(1, 2),
        "refused_ending_not_yet": luck.random() < 0.5,
    }


def play_randomly(setup: tale.TaleSetup, seed: int, kinds: Counter[str]) -> tale.TaleState:
    """One random legal game to its end (or LONGEST_GAME); adds its actions to `kinds`. Raises BrokenInvariant."""
    luck = random.Random(seed)
    state = tale.new_game(setup, seed)
    steps = 0
    while state.phase is not tale.Phase.OVER and steps < LONGEST_GAME:
        action = random_action(state, luck, seed, steps)
        try:
            state = tale.apply(state, action).state
        except FAULTS as fault:
            raise BrokenInvariant(f"game {seed}, action {steps + 1}: {action.kind} fails: {fault!r}") from fault
        kinds[action.kind] += 1
        steps += 1
        _check_count(state, seed, steps)
        if steps % CHECK_EVERY == 0:
            check_invariants(state, seed, steps)
    check_invariants(state, seed, steps)
    return state


def check_invariants(state: tale.TaleState, seed: int, step: int) -> None:
    """Every card is in one place, and no view names a story card or an ending card that a rival holds."""
    where = f"game {seed}, action {step}"
    question = state.question
    asked = [question.card] if question and question.about in ("lay", "claim") and question.card else []
    cards = [*state.draw_pile, *state.discard, *(laid.card for laid in state.laid), *asked, *chain(*state.hands)]
    if sorted(cards) != sorted(card.id for card in state.setup.cards):
        raise BrokenInvariant(f"{where}: a story card was lost or doubled")
    played = [question.card] if question and question.about == "ending" else [state.final_ending]
    endings = [*state.ending_pile, *state.ending_discard, *filter(None, played), *chain(*state.endings)]
    if sorted(endings) != sorted(state.setup.endings):
        raise BrokenInvariant(f"{where}: an ending card was lost or doubled")
    for seat in range(state.players):
        seen = tale.view(state, seat)
        story = {*seen.hand, *seen.discard, *(laid.card for laid in seen.laid)}
        ends = {*seen.endings, seen.final_ending}
        for rival in range(state.players):
            if rival == seat:
                continue
            if not story.isdisjoint(state.hands[rival]):
                raise BrokenInvariant(f"{where}: seat {seat} sees a card of seat {rival}")
            if not ends.isdisjoint(state.endings[rival]):
                raise BrokenInvariant(f"{where}: seat {seat} sees an ending card of seat {rival}")


def _check_count(state: tale.TaleState, seed: int, step: int) -> None:
    question = state.question
    count = len(state.draw_pile) + len(state.discard) + len(state.laid)
    count += question is not None and question.about in ("lay", "claim")
    for hand in state.hands:
        count += len(hand)
    if count != len(state.setup.cards):
        raise BrokenInvariant(f"game {seed}, action {step}: {count} story cards instead of {len(state.setup.cards)}")


def random_action(state: tale.TaleState, luck: random.Random, seed: int, step: int) -> tale.Action:
    """Some seat's random deed; the narrator is asked first in half of the cases, so that tales get on."""
    seats: list[Seat] = [TABLE, *range(state.players)]
    first = state.narrator if luck.random() < 0.5 else seats[int(luck.random() * len(seats))]
    turn = seats.index(first)
    for seat in seats[turn:] + seats[:turn]:
        possible = tale.legal_actions(state, seat)
        if possible:
            chosen = _with_random_ruling(_choose(possible, luck), luck)
            if isinstance(chosen, tale.Tell) and state.setup.sentences_a_turn is not None:
                return tale.Tell(seat, chosen.text, nothing_to_lay=luck.random() < 0.5)
            return chosen
    raise BrokenInvariant(f"game {seed}, action {step}: nobody can do anything")


def _choose(possible: tuple[tale.Action, ...], luck: random.Random) -> tale.Action:
    """Passing is rare, as at a table; else hands would only grow."""
    chosen = possible[int(luck.random() * len(possible))]
    if isinstance(chosen, tale.PassStory) and luck.random() < 0.8:
        return possible[0]
    return chosen


def _with_random_ruling(action: tale.Action, luck: random.Random) -> tale.Action:
    ruling = _RULINGS[int(luck.random() * len(_RULINGS))]
    match action:
        case tale.LayCard(seat, card, sentence):
            return tale.LayCard(seat, card, sentence, ruling)
        case tale.Claim(seat, card, tale.ClaimHow.ELEMENT as how, sentence):
            return tale.Claim(seat, card, how, sentence, ruling)
        case tale.PlayEnding(seat, ending):
            return tale.PlayEnding(seat, ending, ruling)
        case _:
            return action
