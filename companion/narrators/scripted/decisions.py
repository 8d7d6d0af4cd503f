"""What a scripted rival does: claims, objects, and votes on what the table asks (rulebook 000, "Помеха рассказчику").

How much it sees and how readily it speaks is its character. It never claims wrongfully on purpose, and objects to
nothing but a contradiction that the referee is sure of.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.matching import Matcher, Mention
from companion.narrators.character import Grade
from companion.narrators.player import Moment
from companion.narrators.scripted.hearing import heard, is_sure
from companion.rules.cards import StoryCard
from companion.rules.tale.actions import Challenge, Claim, Vote
from companion.rules.tale.setup import ChallengeKind, ClaimHow
from companion.rules.tale.state import Question, TaleView

_SEES_MENTION: Mapping[Grade, float] = {"low": 0.5, "medium": 0.8, "high": 0.97}
"""By skill."""
_USES_INTERRUPT: Mapping[Grade, float] = {"low": 0.25, "medium": 0.5, "high": 0.85}
_OBJECTS: Mapping[Grade, float] = {"low": 0.0, "medium": 0.25, "high": 0.6}
"""By boldness."""
_LISTENS_FIRST: Mapping[Grade, int] = {"low": 0, "medium": 0, "high": 3}
"""By patience: sentences of the turn that it hears before it takes the story; not when somebody is near the end."""
_NEAR_THE_END = 2
"""Cards in a hand."""
_SHORTEST_TALE = 4
"""Sentences that a tale must have before an ending is accepted."""
_LONG_TELLING = 6
"""Sentences without a card that make a challenge for tedium plain."""


def claim(moment: Moment, matcher: Matcher, cards: Mapping[str, StoryCard]) -> Claim | None:
    """A claim that is due, or None. The same mention is always seen, or always missed."""
    played = moment.view.played.claims
    found = _by_element(moment, matcher) if ClaimHow.ELEMENT in played and _wants_it_now(moment) else None
    return found or (_by_interrupt(moment, cards) if ClaimHow.INTERRUPT in played else None)


def objection(moment: Moment) -> Challenge | None:
    """An objection to what the narrator has just told, or None."""
    view = moment.view
    is_played = ChallengeKind.CONTRADICTION in view.played.challenges
    if view.seat is None or not is_played or moment.fault != ChallengeKind.CONTRADICTION or not view.sentences:
        return None
    if _luck(moment, "objects", len(view.sentences)) >= _OBJECTS[moment.character.boldness]:
        return None
    return Challenge(view.seat, ChallengeKind.CONTRADICTION, quote=view.sentences[-1].text)


def _wants_it_now(moment: Moment) -> bool:
    view = moment.view
    heard_so_far = len(view.sentences) - view.turn_start
    return heard_so_far >= _LISTENS_FIRST[moment.character.patience] or min(view.hand_counts) <= _NEAR_THE_END


def vote(moment: Moment, matcher: Matcher) -> Vote | None:
    """This seat's vote on the open question, or None if it has none to give."""
    view = moment.view
    question, seat = view.question, view.seat
    if question is None or seat is None or seat not in question.voters or question.has_voted(seat):
        return None
    if question.about == "ending":
        return Vote(seat, len(view.sentences) >= _SHORTEST_TALE and moment.advice is not False)
    if question.about == "challenge":
        return Vote(seat, _is_plain(view, question, matcher) or moment.advice is True)
    return Vote(seat, _is_mentioned(view, question, matcher))


def _by_element(moment: Moment, matcher: Matcher) -> Claim | None:
    view = moment.view
    if view.seat is None or not view.hand:
        return None
    told = [sentence.text for sentence in view.sentences]
    for index in range(len(told) - 1, view.claim_from - 1, -1):
        for mention in heard(matcher, told, index, view.hand):
            if is_sure(mention) and _luck(moment, index, mention.card) < _SEES_MENTION[moment.character.skill]:
                return Claim(view.seat, mention.card, ClaimHow.ELEMENT, index)
    return None


def _by_interrupt(moment: Moment, cards: Mapping[str, StoryCard]) -> Claim | None:
    view = moment.view
    if view.seat is None or len(view.laid) <= view.turn_laid or view.laid[-1].how != "lay":
        return None
    laid = cards.get(view.laid[-1].card)
    for card in view.hand:
        held = cards.get(card)
        fits = laid is not None and held is not None and held.interrupt and held.category is laid.category
        if fits and _luck(moment, len(view.laid), "interrupt") < _USES_INTERRUPT[moment.character.boldness]:
            return Claim(view.seat, card, ClaimHow.INTERRUPT)
    return None


def _is_mentioned(view: TaleView, question: Question, matcher: Matcher) -> bool:
    """A lay needs a mention with weight, a claim any; what the matcher only asks about counts if it is likely."""
    mention = _mention(view, question.card, question.sentence, matcher)
    if mention is None or (question.about == "lay" and mention.passing):
        return False
    return is_sure(mention) or mention.score >= 0.5


def _is_plain(view: TaleView, question: Question, matcher: Matcher) -> bool:
    """Whether a challenge is plainly right; the narrator has the benefit of the doubt."""
    if question.challenge is ChallengeKind.SILENCE:
        return True  # The table's clock has measured it.
    if question.challenge is ChallengeKind.TEDIUM:
        since = view.laid[-1].told if len(view.laid) > view.turn_laid else view.turn_start
        return len(view.sentences) - max(since, view.turn_start) >= _LONG_TELLING
    if question.challenge is ChallengeKind.UNIMPORTANT:
        laid = next((one for one in view.laid if one.card == question.card), None)
        mention = _mention(view, laid.card, laid.sentence, matcher) if laid else None
        return mention is not None and mention.passing
    return False


def _mention(view: TaleView, card: str | None, sentence: int, matcher: Matcher) -> Mention | None:
    if card is None or not 0 <= sentence < len(view.sentences):
        return None
    found = heard(matcher, [one.text for one in view.sentences], sentence, [card])
    return found[0] if found else None


def _luck(moment: Moment, *about: object) -> float:
    return random.Random("/".join(str(part) for part in (moment.seed, *about))).random()
