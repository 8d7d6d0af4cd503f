"""A matcher with a memory: pages ask about the same sentences at every look."""

from __future__ import annotations

from collections.abc import Sequence

from companion.matching import Matcher, MatcherBefore, Mention
from companion.matching.memo import Memo

REMEMBERED = 1024
"""Sentences kept for each language and deck; the oldest are forgotten, so that long games take no more memory."""


class RememberingMatcher(MatcherBefore):
    """Asks the matcher behind it about each sentence once, for all hands and screens; again when that has come to know
    more (its `stage` has changed: words answer at once, while an encoder is still loading). Safe to share between
    threads."""

    def __init__(self, matcher: Matcher) -> None:
        super().__init__(matcher)
        self._answers: Memo[tuple[int, str, str], tuple[Mention, ...]] = Memo(REMEMBERED)

    def mentions(self, sentence: str, *, context: str = "", cards: Sequence[str] | None = None) -> list[Mention]:
        """As the matcher behind it; a card that its deck has not is simply not mentioned."""
        ask = self._matcher.mentions
        found = self._answers.get((self.stage, sentence, context), lambda: tuple(ask(sentence, context=context)))
        return [one for one in found if cards is None or one.card in cards]
