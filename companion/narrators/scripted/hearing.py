"""What a scripted seat hears in a told sentence: the matcher's word, with the story before it as context."""

from __future__ import annotations

from collections.abc import Sequence

from companion.matching import Matcher, Mention

_CONTEXT = 5
"""Sentences of the story so far that the matcher is given."""


def heard(matcher: Matcher, told: Sequence[str], index: int, cards: Sequence[str]) -> list[Mention]:
    """Which of the cards the sentence of that index mentions, the surest first."""
    context = " ".join(told[max(0, index - _CONTEXT) : index])
    return matcher.mentions(told[index], context=context, cards=cards)


def is_sure(mention: Mention) -> bool:
    """Said or plainly implied: no question for the table."""
    return mention.answer != "ask"


def can_be_laid(mention: Mention) -> bool:
    """Said with weight: the narrator may lay a card for it."""
    return is_sure(mention) and not mention.passing
