"""What a scripted seat hears in a told sentence: the matcher's word, with the story before it as context."""

from __future__ import annotations

from collections.abc import Sequence

from companion.matching import Matcher, Mention
from companion.rules.kernel import Seat
from companion.rules.tale.actions import LayCard
from companion.rules.tale.state import TaleView

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


def card_due(view: TaleView, seat: Seat, matcher: Matcher) -> LayCard | None:
    """The card that the last sentence names, if none is laid for that sentence yet: one new element a sentence."""
    last = len(view.sentences) - 1
    if not view.hand or last < view.turn_start:
        return None
    if len(view.laid) > view.turn_laid and view.laid[-1].sentence >= last:
        return None
    told = [sentence.text for sentence in view.sentences]
    card = next((mention.card for mention in heard(matcher, told, last, view.hand) if can_be_laid(mention)), None)
    return LayCard(seat, card, last) if card else None
