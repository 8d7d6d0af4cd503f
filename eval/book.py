"""How strong are the machine players of Сказочник? Whole games of each strength against the next weaker one."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from companion.machine.book import Strength, act, decides
from companion.rules import book
from eval.provenance import Provenance
from eval.report import REPORTS, made_by, table, write_report

Player: TypeAlias = Literal["random"] | Strength
MOST_ACTIONS = 20_000
"""Of one game. A machine offers to stop long before; but a random player never agrees."""
QUICK_ENOUGH = 0.5
"""Seconds of one core that a strong player's action may take; other programs on the machine do not count."""

TO_REACH: Mapping[tuple[Player, Player], float] = {
    ("strong", "sensible"): 0.60,
    ("sensible", "careless"): 0.75,
    ("careless", "random"): 0.90,
}
"""Share of games that the first should win against the second, a draw counting half."""


@dataclass(frozen=True)
class Match:
    """One strength against another; the sides were swapped after every game."""

    stronger: Player
    weaker: Player
    taken: book.Taken
    games: int
    won: int
    drawn: int
    wanted: float | None
    """Share to reach; None: shown for comparison only."""
    turns: float
    """Both players' turns a game, on average."""

    @property
    def share(self) -> float:
        return (self.won + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The share's 95 % interval (Wilson 1927, which holds near 0 and 1 too), as if all games were independent;
        that the sides of a deal are swapped makes it rather too wide."""
        z, n, share = 1.96, self.games, self.share
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        width = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, middle - width), min(1.0, middle + width)

    @property
    def is_reached(self) -> bool:
        return self.wanted is None or self.share >= self.wanted


@dataclass(frozen=True)
class Evaluation:
    """All matches, with the time that strong players took."""

    matches: tuple[Match, ...]
    seed: int
    slowest: float
    """Seconds of the slowest action of a strong player."""
    provenance: Provenance


class _Clock:
    """Times the strong players."""

    slowest = 0.0
    """Seconds of one core that the slowest action took so far."""


def evaluate(
    games: int, seed: int, provenance: Provenance, shown: Callable[[range], Iterable[int]] = lambda seeds: seeds
) -> Evaluation:
    """Every pair of neighbours plays `games` games with cards taken blind, and the strong player also with cards
    seen. `shown` wraps the seeds of each match, for a progress bar."""
    clock = _Clock()
    matches = [_match(*pair, "blind", games, seed, wanted, clock, shown) for pair, wanted in TO_REACH.items()]
    matches += [_match(*pair, "seen", games, seed, None, clock, shown) for pair in TO_REACH]
    return Evaluation(tuple(matches), seed, clock.slowest, provenance)


def _match(
    stronger: Player,
    weaker: Player,
    taken: book.Taken,
    games: int,
    seed: int,
    wanted: float | None,
    clock: _Clock,
    shown: Callable[[range], Iterable[int]],
) -> Match:
    won = drawn = turns = 0
    for number in shown(range(games)):
        # Both games of a pair are dealt alike, and who sat here in the first sits there in the second.
        side = number % 2
        players = (stronger, weaker) if side == 0 else (weaker, stronger)
        state = play(players, book.BookSetup(taken=taken), seed + number // 2, clock)
        winners = state.outcome.winners if state.outcome else ()
        won += winners == (side,)
        drawn += not winners
        turns += state.turns
    return Match(stronger, weaker, taken, games, won, drawn, wanted, round(turns / games, 1))


def play(
    players: tuple[Player, Player], setup: book.BookSetup, seed: int, clock: _Clock | None = None
) -> book.BookState:
    """One game to its end, or its first MOST_ACTIONS."""
    state = book.new_game(setup, seed)
    lucks = [random.Random(f"{seed}/{seat}") for seat in range(book.PLAYERS)]
    for _ in range(MOST_ACTIONS):
        if state.phase is book.Phase.OVER:
            break
        seat = next(seat for seat in range(book.PLAYERS) if decides(book.view(state, seat)))
        state = book.apply(state, _action(state, seat, players[seat], lucks[seat], clock)).state
    return state


def _action(state: book.BookState, seat: int, player: Player, luck: random.Random, clock: _Clock | None) -> book.Action:
    if player == "random":
        possible = [one for one in book.legal_actions(state, seat) if not isinstance(one, book.OfferStop)]
        return luck.choice(possible)
    began = time.thread_time()
    action = act(book.view(state, seat), player, luck)
    if clock is not None and player == "strong":
        clock.slowest = max(clock.slowest, time.thread_time() - began)
    assert action is not None, "a machine that decides does something"
    return action


def write_book(result: Evaluation, folder: Path = REPORTS) -> Path:
    """Writes book.{json,md}, and gives the path of the Markdown file."""
    rows = [asdict(one) | {"share": one.share, "interval": one.interval} for one in result.matches]
    return write_report("book", asdict(result) | {"matches": rows}, markdown(result), folder)


def markdown(result: Evaluation) -> str:
    """The report as Markdown."""
    rows = [
        (
            f"{one.stronger} against {one.weaker}",
            one.taken,
            str(one.games),
            f"{one.share:.1%}",
            "{:.1%} to {:.1%}".format(*one.interval),
            "-" if one.wanted is None else f"{one.wanted:.0%}",
            "" if one.wanted is None else "yes" if one.is_reached else "**no**",
            f"{one.turns:g}",
        )
        for one in result.matches
    ]
    heads = ("match", "cards taken", "games", "won", "95 % interval", "wanted", "reached", "turns a game")
    parts = [
        "# Machine players of the book game",
        made_by(result.provenance),
        f"Seeds from {result.seed} on; every deal is played twice, with sides swapped. A draw counts half. "
        f"The slowest action of a strong player took {result.slowest * 1000:.1f} ms of one core "
        f"(wanted: under {QUICK_ENOUGH * 1000:.0f} ms).",
        table(heads, rows),
        "`random` does anything that is allowed, but never offers to stop.",
    ]
    return "\n\n".join(parts) + "\n"
