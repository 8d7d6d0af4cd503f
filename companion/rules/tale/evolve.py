"""How each event of the tale game changes the state: the only place where a state changes.

Pure bookkeeping, no decisions: a stored game is loaded by folding its events through `evolve`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.kernel import Outcome, Seat, copy_with
from companion.rules.tale import events as ev
from companion.rules.tale.state import Laid, Phase, Sentence, TaleState

Piles = tuple[tuple[str, ...], ...]


def evolve(state: TaleState, event: ev.Event) -> TaleState:
    """The state after the event. Events come from `apply` or a store; they are not checked again."""
    return _EVOLVE[type(event)](state, event)


def _told(state: TaleState, event: ev.Told) -> TaleState:
    return copy_with(state, sentences=(*state.sentences, Sentence(event.seat, event.text)))


def _question_opened(state: TaleState, event: ev.QuestionOpened) -> TaleState:
    question = event.question
    changes: dict[str, Any] = {"question": question, "phase": Phase.RULING}
    if question.about == "ending":
        changes["endings"] = _without(state.endings, question.seat, question.card)
    elif question.about != "challenge":
        changes["hands"] = _without(state.hands, question.seat, question.card)
    return copy_with(state, **changes)


def _vote_cast(state: TaleState, event: ev.VoteCast) -> TaleState:
    question = state.question
    assert question is not None
    vote = (event.seat, event.stands, event.return_card)
    return copy_with(state, question=copy_with(question, votes=(*question.votes, vote)))


def _card_laid(state: TaleState, event: ev.CardLaid) -> TaleState:
    laid = Laid(event.card, event.seat, event.how, event.sentence, len(state.sentences))
    hands = _without(state.hands, event.seat, event.card)
    return copy_with(state, laid=(*state.laid, laid), hands=hands, question=None, phase=Phase.TELLING)


def _lay_refused(state: TaleState, event: ev.LayRefused) -> TaleState:
    hands = _with(state.hands, event.seat, event.card)
    return copy_with(state, hands=hands, question=None, phase=Phase.TELLING)


def _claim_failed(state: TaleState, event: ev.ClaimFailed) -> TaleState:
    if event.penalty:
        hands, discard = _without(state.hands, event.seat, event.card), (*state.discard, event.card)
    else:
        hands, discard = _with(state.hands, event.seat, event.card), state.discard
    return copy_with(state, hands=hands, discard=discard, question=None, phase=Phase.TELLING)


def _challenge_upheld(state: TaleState, event: ev.ChallengeUpheld) -> TaleState:
    changes: dict[str, Any] = {"question": None, "phase": Phase.TELLING}
    if event.returned is not None:
        changes["laid"] = tuple(laid for laid in state.laid if laid.card != event.returned)
        changes["hands"] = _with(state.hands, event.narrator, event.returned)
    return copy_with(state, **changes)


def _challenge_failed(state: TaleState, event: ev.ChallengeFailed) -> TaleState:
    ruled = (*state.ruled, (event.about, event.seat, len(state.sentences)))
    return copy_with(state, ruled=ruled, question=None, phase=Phase.TELLING)


def _story_passed(state: TaleState, event: ev.StoryPassed) -> TaleState:
    return copy_with(state, phase=Phase.DISCARDING)


def _discarded(state: TaleState, event: ev.Discarded) -> TaleState:
    if event.card is None:
        return state
    hands = _without(state.hands, event.seat, event.card)
    return copy_with(state, hands=hands, discard=(*state.discard, event.card))


def _drew(state: TaleState, event: ev.Drew) -> TaleState:
    return copy_with(state, hands=_with(state.hands, event.seat, event.card), draw_pile=state.draw_pile[:-1])


def _nothing_to_draw(state: TaleState, event: ev.NothingToDraw) -> TaleState:
    return state


def _discard_reshuffled(state: TaleState, event: ev.DiscardReshuffled) -> TaleState:
    return copy_with(state, draw_pile=event.order, discard=(), chance=state.chance.spent())


def _narrator_changed(state: TaleState, event: ev.NarratorChanged) -> TaleState:
    opened_by_card = event.why in ("element", "interrupt")
    return copy_with(
        state,
        narrator=event.seat,
        turn_why=event.why,
        turn_start=len(state.sentences),
        turn_laid=len(state.laid) - opened_by_card,
        phase=Phase.TELLING,
        ruled=(),
    )


def _ending_refused(state: TaleState, event: ev.EndingRefused) -> TaleState:
    changes: dict[str, Any] = {"question": None, "phase": Phase.TELLING}
    if event.kept:
        changes["ruled"] = (*state.ruled, ("ending", event.seat, len(state.sentences)))
        changes["endings"] = _with(state.endings, event.seat, event.ending)
    else:
        changes["endings"] = _without(state.endings, event.seat, event.ending)
        changes["ending_discard"] = (*state.ending_discard, event.ending)
    return copy_with(state, **changes)


def _ending_drawn(state: TaleState, event: ev.EndingDrawn) -> TaleState:
    endings = _with(state.endings, event.seat, event.ending)
    return copy_with(state, endings=endings, ending_pile=state.ending_pile[:-1])


def _endings_reshuffled(state: TaleState, event: ev.EndingsReshuffled) -> TaleState:
    return copy_with(state, ending_pile=event.order, ending_discard=(), chance=state.chance.spent())


def _won(state: TaleState, event: ev.Won) -> TaleState:
    winners = tuple(range(state.players)) if event.together else (event.seat,)
    return copy_with(
        state,
        phase=Phase.OVER,
        question=None,
        endings=_without(state.endings, event.seat, event.ending),
        final_ending=event.ending,
        outcome=Outcome(winners, reason="tale/told_together" if event.together else "tale/won_by_ending"),
    )


def _with(piles: Piles, seat: Seat, card: str) -> Piles:
    """The piles with the card in the seat's; a card that is there already stays where it is."""
    if card in piles[seat]:
        return piles
    return (*piles[:seat], (*piles[seat], card), *piles[seat + 1 :])


def _without(piles: Piles, seat: Seat, card: str | None) -> Piles:
    return (*piles[:seat], tuple(one for one in piles[seat] if one != card), *piles[seat + 1 :])


_EVOLVE: dict[type, Callable[[TaleState, Any], TaleState]] = {
    ev.Told: _told,
    ev.QuestionOpened: _question_opened,
    ev.VoteCast: _vote_cast,
    ev.CardLaid: _card_laid,
    ev.LayRefused: _lay_refused,
    ev.ClaimFailed: _claim_failed,
    ev.ChallengeUpheld: _challenge_upheld,
    ev.ChallengeFailed: _challenge_failed,
    ev.StoryPassed: _story_passed,
    ev.Discarded: _discarded,
    ev.Drew: _drew,
    ev.NothingToDraw: _nothing_to_draw,
    ev.DiscardReshuffled: _discard_reshuffled,
    ev.NarratorChanged: _narrator_changed,
    ev.EndingRefused: _ending_refused,
    ev.EndingDrawn: _ending_drawn,
    ev.EndingsReshuffled: _endings_reshuffled,
    ev.Won: _won,
}
