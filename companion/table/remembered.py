"""A matcher with a memory: pages ask about the same sentences at every look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.matching import Matcher, Mention

REMEMBERED = 1024
"""Answers kept for each language and deck; the oldest are forgotten, so that long games take no more memory."""


class RememberingMatcher:
    """Asks the matcher behind it each question once. Safe to share between threads."""

    def __init__(self, matcher: Matcher) -> None:
        @lru_cache(maxsize=REMEMBERED)
        def asked(sentence: str, context: str, cards: tuple[str, ...] | None) -> tuple[Mention, ...]:
            return tuple(matcher.mentions(sentence, context=context, cards=cards))

        self._asked = asked

    def mentions(self, sentence: str, *, context: str = "", cards: Sequence[str] | None = None) -> list[Mention]:
        """As the matcher behind it."""
        return list(self._asked(sentence, context, None if cards is None else tuple(cards)))
