"""The matcher of each game: that of its language and deck, corrected by the case law that holds at its table."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import cast

from companion.matching import Matcher, Strictness
from companion.storage import CaseRecord, CaseStore, GameRecord
from companion.table import moment
from companion.table.case_law import CaseLaw
from companion.table.remembered import RememberingMatcher

LAWS = 32
"""Matchers with case law that are kept; a change of the cases makes a new one."""


class Matchers:
    """Makes each matcher once. Safe to share between threads."""

    def __init__(self, cases: CaseStore, make: Callable[[str, str, Strictness], Matcher]) -> None:
        self._cases, self._make = cases, make
        self._plain: dict[tuple[str, str, Strictness], Matcher] = {}
        self._laws: OrderedDict[tuple[str, str, Strictness, tuple[CaseRecord, ...]], Matcher] = OrderedDict()
        self._lock = threading.Lock()

    def plain(self, record: GameRecord) -> Matcher:
        """The matcher without case law. Raises DamagedDeck."""
        key = (record.language, record.options["deck"], strictness_of(record))
        with self._lock:
            known = self._plain.get(key)
        if known is None:
            # Made outside the lock: it takes seconds, and other tables play on meanwhile.
            made = RememberingMatcher(self._make(*key))
            with self._lock:
                known = self._plain.setdefault(key, made)
        return known

    def of(self, record: GameRecord) -> Matcher:
        """The matcher with the cases that hold in the game now. Raises DamagedDeck, StoreUnavailable."""
        plain = self.plain(record)
        language, deck = record.language, record.options["deck"]
        key_of_cases = (self._cases, language, deck, record.id)
        cases = moment.once(key_of_cases, lambda: self._cases.holding(language, deck, record.id))
        if not cases:
            return plain
        key = (language, deck, strictness_of(record), cases)
        with self._lock:
            known = self._laws.get(key)
            if known is None:
                known = self._laws[key] = RememberingMatcher(CaseLaw(plain, cases, language, deck))
                if len(self._laws) > LAWS:
                    self._laws.popitem(last=False)
            self._laws.move_to_end(key)
        return known


def strictness_of(record: GameRecord) -> Strictness:
    """How readily that table takes words as said; games that are older than this choice are as usual."""
    return cast(Strictness, record.options.get("strictness", "normal"))
