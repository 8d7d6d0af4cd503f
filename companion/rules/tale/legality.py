"""May I, and if not, why? The one place where the legality of the tale game lives (rulebook 000).

Buttons, bots, the command line and `apply` all ask `refusal`. Codes are keys of the message catalogue; sections are
the rulebook's headings, or HOUSE where the house decided (design, section 4).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.kernel import TABLE, Refusal, Seat
from companion.rules.tale import actions as act
from companion.rules.tale.setup import MAX_SENTENCE, ChallengeKind, ClaimHow
from companion.rules.tale.state import Phase, TaleState
from companion.rules.tale.turns import sentences_left

COURSE = "Ход игры"
PASSING = "Передача истории"
CLAIMS = "Помеха рассказчику"
BY_ELEMENT = "Помеха с помощью карты истории"
BY_INTERRUPT = "Помеха с помощью карты помехи"
CHALLENGES = "Опротестование истории"
WRONGFUL = "Неправомерные опротестования и помехи"
ENDING = "Конец истории"
HOUSE = "house"

SAMPLE_SENTENCE = "…"
"""Stands for any sentence in `legal_actions`."""


def refusal(state: TaleState, action: act.Action) -> Refusal | None:
    """Why the action is not allowed now; None: it is."""
    if state.phase is Phase.OVER:
        return Refusal("tale/game_over", ENDING)
    if not (TABLE if isinstance(action, act.Rule) else 0) <= action.seat < state.setup.players:
        return Refusal("tale/no_such_seat", HOUSE)
    return _REFUSAL[type(action)](state, action)


def legal_actions(state: TaleState, seat: Seat) -> tuple[act.Action, ...]:
    """What the seat may do now, a representative of each kind and card.

    Texts are `SAMPLE_SENTENCE`; a lay or claim names the latest sentence that it may be for; a silence challenge
    assumes that the clock has run out. For TABLE: the host's rulings on an open question.
    """
    return tuple(action for action in _candidates(state, seat) if refusal(state, action) is None)


def lay_from(state: TaleState) -> int:
    """Index of the first sentence for which the narrator may still lay: this turn's, after the last laid card's."""
    if len(state.laid) > state.turn_laid:
        return max(state.turn_start, state.laid[-1].sentence + 1)
    return state.turn_start


def claim_from(state: TaleState) -> int:
    """Index of the first sentence that a rival may still claim ("если рассказчик уже выложил следующую карту")."""
    if len(state.laid) <= state.turn_laid:
        return state.turn_start
    last = state.laid[-1]
    return max(state.turn_start, last.sentence if state.setup.claim_sentence_of_last_card else last.told)


def returnable(state: TaleState) -> str | None:
    """The card that a challenge would send back to the narrator's hand: the last one laid in this turn, as a lay or
    as a claim by element; never a category interrupt (design, section 4)."""
    if not state.setup.challenge_returns_card or len(state.laid) <= state.turn_laid:
        return None
    last = state.laid[-1]
    return last.card if last.seat == state.narrator and last.how != "interrupt" else None


def uninvolved(state: TaleState, *involved: Seat) -> tuple[Seat, ...]:
    """Who votes: the players that are not party to the dispute (rulebook, WRONGFUL)."""
    return tuple(seat for seat in range(state.setup.players) if seat not in involved)


def _candidates(state: TaleState, seat: Seat) -> list[act.Action]:
    if seat == TABLE:
        return [act.Rule(act.Ruling(True, by="host")), act.Rule(act.Ruling(False, by="host"))]
    if state.phase is Phase.RULING:
        return [act.Vote(seat, True), act.Vote(seat, False), act.Vote(seat, True, True)]
    if seat == state.narrator:
        return _narrators_candidates(state, seat)
    last = len(state.sentences) - 1
    found: list[act.Action] = [act.Claim(seat, card, ClaimHow.ELEMENT, last) for card in state.hands[seat]]
    if len(state.laid) > state.turn_laid and state.laid[-1].how == "lay":
        cards = state.setup.card
        found += [act.Claim(seat, card, ClaimHow.INTERRUPT) for card in state.hands[seat] if cards[card].interrupt]
    silent = state.setup.silence_limit(state.narrator) or 0.0
    found += [act.Challenge(seat, kind, silent_for=silent) for kind in state.setup.challenges]
    return found


def _narrators_candidates(state: TaleState, seat: Seat) -> list[act.Action]:
    hand = state.hands[seat]
    if state.phase is Phase.DISCARDING:
        return [act.Discard(seat, None), *(act.Discard(seat, card) for card in hand)]
    found: list[act.Action] = [act.Tell(seat, SAMPLE_SENTENCE), act.PassStory(seat)]
    last = len(state.sentences) - 1
    if last >= lay_from(state):
        found += [act.LayCard(seat, card, last) for card in hand]
    if not hand:
        found += [act.PlayEnding(seat, ending) for ending in state.endings[seat]]
    return found


def _busy(state: TaleState) -> Refusal | None:
    """While a question is open or the passing player chooses a discard, the tale stands still."""
    if state.phase is Phase.RULING:
        return Refusal("tale/question_open", WRONGFUL)
    if state.phase is Phase.DISCARDING:
        return Refusal("tale/discard_first", PASSING)
    return None


def _only_narrator(state: TaleState, seat: Seat) -> Refusal | None:
    return _busy(state) or (None if seat == state.narrator else Refusal("tale/not_narrator", COURSE))


def _only_rival(state: TaleState, seat: Seat) -> Refusal | None:
    return _busy(state) or (Refusal("tale/own_story", CLAIMS) if seat == state.narrator else None)


def _tell(state: TaleState, action: act.Tell) -> Refusal | None:
    if no := _only_narrator(state, action.seat):
        return no
    if not action.text.strip() or not all(part.strip() for part in action.parts):
        return Refusal("tale/empty_sentence", HOUSE)
    length = max(len(action.text), sum(map(len, action.parts)))
    if length > MAX_SENTENCE:
        return Refusal("tale/sentence_too_long", HOUSE, {"most": MAX_SENTENCE, "length": length})
    left = sentences_left(state)
    if left == 0:
        return Refusal("tale/turn_is_told", HOUSE)
    if left is not None and len(action.parts) > left:
        return Refusal("tale/too_many_sentences", HOUSE, {"left": left, "told": len(action.parts)})
    return None


def _lay(state: TaleState, action: act.LayCard) -> Refusal | None:
    if no := _only_narrator(state, action.seat):
        return no
    if action.card not in state.hands[action.seat]:
        return Refusal("tale/not_in_hand", COURSE)
    if not state.turn_start <= action.sentence < len(state.sentences):
        return Refusal("tale/lay_needs_told_sentence", COURSE)
    if action.sentence < lay_from(state):
        return Refusal("tale/one_card_a_sentence", COURSE)
    return None


def _pass(state: TaleState, action: act.PassStory) -> Refusal | None:
    return _only_narrator(state, action.seat)


def _discard(state: TaleState, action: act.Discard) -> Refusal | None:
    if state.phase is not Phase.DISCARDING or action.seat != state.narrator:
        return Refusal("tale/discard_only_after_passing", PASSING)
    if action.card is not None and action.card not in state.hands[action.seat]:
        return Refusal("tale/not_in_hand", PASSING)
    return None


def _claim(state: TaleState, action: act.Claim) -> Refusal | None:
    if state.question is not None and state.question.about == "ending":
        return Refusal("tale/ending_not_interrupted", ENDING)
    if no := _only_rival(state, action.seat):
        return no
    if action.how not in state.setup.claims:
        return Refusal("tale/claims_not_played", HOUSE)
    if action.card not in state.hands[action.seat]:
        return Refusal("tale/not_in_hand", CLAIMS)
    return _claim_by_element(state, action) if action.how is ClaimHow.ELEMENT else _claim_by_interrupt(state, action)


def _claim_by_element(state: TaleState, action: act.Claim) -> Refusal | None:
    if not 0 <= action.sentence < len(state.sentences):
        return Refusal("tale/claim_needs_told_sentence", BY_ELEMENT)
    # Whoever was second of several claimants finds another turn begun: too late, and never at a cost.
    if action.sentence < state.turn_start:
        return Refusal("tale/claim_turn_over", WRONGFUL)
    if action.sentence < claim_from(state) and not state.setup.late_claim_costs:
        return Refusal("tale/claim_too_late", WRONGFUL)
    return None


def _claim_by_interrupt(state: TaleState, action: act.Claim) -> Refusal | None:
    card = state.setup.card[action.card]
    if not card.interrupt:
        return Refusal("tale/not_an_interrupt_card", BY_INTERRUPT)
    if len(state.laid) <= state.turn_laid:
        return Refusal("tale/interrupt_needs_laid_card", BY_INTERRUPT)
    last = state.laid[-1]
    if last.how != "lay":
        return Refusal("tale/interrupt_on_claim", BY_INTERRUPT)
    laid = state.setup.card[last.card]
    if laid.category is not card.category:
        return Refusal("tale/interrupt_wrong_category", BY_INTERRUPT, {"laid": laid.category, "card": card.category})
    if not state.setup.interrupt_until_next_card and last.told < len(state.sentences):
        return Refusal("tale/interrupt_too_late", HOUSE)
    return None


def _challenge(state: TaleState, action: act.Challenge) -> Refusal | None:
    if state.question is not None and state.question.about == "ending":
        return Refusal("tale/ending_not_challenged", CHALLENGES)
    if no := _only_rival(state, action.seat):
        return no
    if action.about not in state.setup.challenges:
        return Refusal("tale/challenge_not_played", HOUSE)
    if action.card is not None and action.about is not ChallengeKind.UNIMPORTANT:
        return Refusal("tale/only_unimportant_names_card", CHALLENGES)
    if action.about is ChallengeKind.SILENCE:
        return _silence(state, action)
    if not state.told_this_turn:
        return Refusal("tale/nothing_told_yet", CHALLENGES)
    if action.card is not None and action.card != returnable(state):
        return Refusal("tale/challenge_too_late", WRONGFUL)
    return _already_ruled(state, action)


def _silence(state: TaleState, action: act.Challenge) -> Refusal | None:
    limit = state.setup.silence_limit(state.narrator)
    if limit is None:
        return Refusal("tale/silence_exempt", CHALLENGES)
    if action.silent_for < limit:
        return Refusal("tale/not_silent_long_enough", CHALLENGES, {"limit": limit})
    return _already_ruled(state, action)


def _already_ruled(state: TaleState, action: act.Challenge) -> Refusal | None:
    if (action.about, action.seat, len(state.sentences)) in state.ruled:
        return Refusal("tale/already_ruled", HOUSE)
    return None


def _ending(state: TaleState, action: act.PlayEnding) -> Refusal | None:
    if no := _only_narrator(state, action.seat):
        return no
    if action.ending not in state.endings[action.seat]:
        return Refusal("tale/not_your_ending", ENDING)
    if state.hands[action.seat]:
        return Refusal("tale/ending_needs_empty_hand", ENDING, {"cards": len(state.hands[action.seat])})
    if state.setup.cooperative and any(state.hands):
        return Refusal("tale/others_hold_cards", HOUSE, {"cards": sum(map(len, state.hands))})
    refused = ("ending", action.seat, len(state.sentences)) in state.ruled
    if refused or state.told_this_turn < state.setup.tell_on_before_ending:
        return Refusal("tale/tell_on_to_ending", HOUSE)
    return None


def _vote(state: TaleState, action: act.Vote) -> Refusal | None:
    question = state.question
    if question is None:
        return Refusal("tale/nothing_to_vote", WRONGFUL)
    if action.seat not in question.voters:
        return Refusal("tale/only_uninvolved_vote", WRONGFUL)
    if question.has_voted(action.seat):
        return Refusal("tale/voted_already", WRONGFUL)
    if action.return_card and (question.about != "challenge" or returnable(state) is None):
        return Refusal("tale/no_card_to_return", CHALLENGES)
    return None


def _rule(state: TaleState, action: act.Rule) -> Refusal | None:
    if state.question is None:
        return Refusal("tale/nothing_to_rule", WRONGFUL)
    if action.ruling.return_card and (state.question.about != "challenge" or returnable(state) is None):
        return Refusal("tale/no_card_to_return", CHALLENGES)
    return None


_REFUSAL: dict[type, Callable[[TaleState, Any], Refusal | None]] = {
    act.Tell: _tell,
    act.LayCard: _lay,
    act.PassStory: _pass,
    act.Discard: _discard,
    act.Claim: _claim,
    act.Challenge: _challenge,
    act.PlayEnding: _ending,
    act.Vote: _vote,
    act.Rule: _rule,
}
