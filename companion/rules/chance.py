"""Seeded luck that lives inside a game's state: a seed and a counter, so that a saved game goes on the same way.

The only file of the rules that may import `random`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Chance:
    """Luck as a value: the same `seed` and `used` always give the same answer.

    Only `Random.random()` is used: Python's library reference promises its sequence for a seed in every later
    version, which it does not for `shuffle` or `choice`; so an old saved game is dealt the same hands for good.
    """

    seed: int
    used: int = 0
    """How many questions this luck has answered so far."""

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in a random order (Fisher and Yates), and the luck that is left."""
        mixed, draw = list(items), self._generator().random
        for last in range(len(mixed) - 1, 0, -1):
            other = int(draw() * (last + 1))
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed), self.spent()

    def pick(self, items: Sequence[T]) -> tuple[T, Chance]:
        """One of the items, and the luck that is left. Raises IndexError if there are none."""
        return items[int(self._generator().random() * len(items))], self.spent()

    def spent(self) -> Chance:
        """The luck after one more question."""
        return Chance(self.seed, self.used + 1)

    def _generator(self) -> random.Random:
        # A string seed is hashed by `random` itself (SHA-512), the same on every platform and run.
        return random.Random(f"{self.seed}/{self.used}")
