"""The table's policy: who decides whether a sentence mentions a card, and what that makes of a proposed action.

    matcher     a mention that the matcher is sure of stands at once; anything else goes to a vote of the others
    vote        claims go to a vote; the narrator's card stands unless somebody challenges it
    host        claims and challenges wait for the host; the narrator's card stands unless somebody challenges it

Where no challenges are played, nobody could object to a card later: under `vote` and `host` it is asked about at once.

With nobody to vote (two players) the matcher's suggestion stands, and what it can't tell waits for the host
(design, section 4; `TaleSetup.doubt_favours_narrator` is the other choice); under `host` all waits for the host. The
rules only see the `Ruling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.matching import Matcher, Mention
from companion.rules import tale
from companion.table.seats import Policy

FLAG_FROM = 0.5
"""A mention of less score is no flag: it speaks only to whoever asks about the card."""
CONTEXT_SENTENCES = 5
"""How much of the story before a sentence the matcher is given."""


def with_ruling(state: tale.TaleState, action: tale.Action, policy: Policy, matcher: Matcher) -> tale.Action:
    """The action with the policy's ruling, or as it came: then it opens a question. Expects a legal action."""
    if isinstance(action, tale.LayCard):
        return replace(action, ruling=_on_lay(state, action, policy, matcher))
    if isinstance(action, tale.Claim) and action.how is tale.ClaimHow.ELEMENT:
        return replace(action, ruling=_on_claim(state, action, policy, matcher))
    if isinstance(action, tale.Challenge):
        by_clock = action.about is tale.ChallengeKind.SILENCE and policy == "matcher"
        return replace(action, ruling=tale.Ruling(True, by="clock") if by_clock else None)
    if isinstance(action, tale.PlayEnding):
        return replace(action, ruling=None)
    return action


def with_rest_of_turn(state: tale.TaleState, action: tale.Tell, matcher: Matcher) -> tale.Tell:
    """The telling; where it is the last of a turn with a limit, with the word that none of the narrator's cards was
    heard for which one could still be laid. Expects a legal action."""
    left = tale.sentences_left(state)
    if left is None or len(action.parts or (action.text,)) < left:
        return action
    after = tale.apply(state, action).state
    counting = range(tale.lay_from(after), len(after.sentences))
    heard = (one for index in counting for one in mentions_of(after, after.hands[action.seat], index, matcher))
    return replace(action, nothing_to_lay=not any(one.answer != "ask" or one.score >= FLAG_FROM for one in heard))


def mention_of(state: tale.TaleState, card: str, sentence: int, matcher: Matcher) -> Mention | None:
    """What the matcher says of one card in one told sentence."""
    return next(iter(mentions_of(state, (card,), sentence, matcher)), None)


def mentions_of(state: tale.TaleState, cards: Sequence[str], sentence: int, matcher: Matcher) -> list[Mention]:
    """What the matcher says of the cards in one told sentence, at most one mention a card."""
    told = state.sentences
    context = " ".join(one.text for one in told[max(0, sentence - CONTEXT_SENTENCES) : sentence])
    return matcher.mentions(told[sentence].text, context=context, cards=cards)


def _on_lay(state: tale.TaleState, action: tale.LayCard, policy: Policy, matcher: Matcher) -> tale.Ruling | None:
    if policy != "matcher":
        if not state.setup.challenges:
            return None
        return tale.Ruling(True, by="policy", why="table/stands_unless_challenged")
    mention = mention_of(state, action.card, action.sentence, matcher)
    if mention is None or mention.answer == "ask" or mention.passing:
        return None
    return _stands(mention)


def _on_claim(state: tale.TaleState, action: tale.Claim, policy: Policy, matcher: Matcher) -> tale.Ruling | None:
    nobody_votes = state.setup.players == 2
    if policy == "host" or (policy == "vote" and not nobody_votes):
        return None
    mention = mention_of(state, action.card, action.sentence, matcher)
    if mention is not None:
        return None if mention.answer == "ask" else _stands(mention)
    if nobody_votes and not state.setup.doubt_favours_narrator:
        return tale.Ruling(False, by="policy", answer="no", why="table/not_mentioned")
    return None


def _stands(mention: Mention) -> tale.Ruling:
    return tale.Ruling(True, by="matcher", answer=mention.answer, quote=mention.quote, why=mention.why)
