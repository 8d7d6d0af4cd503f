"""A matcher with a memory: pages ask about the same sentences at every look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.matching import Matcher, Mention

REMEMBERED = 1024
"""Answers kept for each language and deck; the oldest are forgotten, so that long games take no more memory."""


class RememberingMatcher:
    """Asks the matcher behind it each question once; again when that has come to know more (its `stage` has changed:
    words answer at once, while an encoder is still loading). Safe to share between threads."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

        @lru_cache(maxsize=REMEMBERED)
        def asked(stage: int, sentence: str, context: str, cards: tuple[str, ...] | None) -> tuple[Mention, ...]:
            return tuple(matcher.mentions(sentence, context=context, cards=cards))

        self._asked = asked

    @property
    def stage(self) -> int:
        """That of the matcher behind it."""
        return int(getattr(self._matcher, "stage", 0))

    @property
    def notice(self) -> str:
        """What players should know about the matcher behind it, as a catalogue key; "": nothing."""
        return str(getattr(self._matcher, "notice", ""))

    def mentions(self, sentence: str, *, context: str = "", cards: Sequence[str] | None = None) -> list[Mention]:
        """As the matcher behind it."""
        return list(self._asked(self.stage, sentence, context, None if cards is None else tuple(cards)))
