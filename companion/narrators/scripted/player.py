"""The scripted AI seat: a pure function of what it is shown. It remembers nothing and knows no hand but its own."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.decks.deck import Deck, load_deck
from companion.narrators.player import Moment
from companion.narrators.scripted import decisions
from companion.narrators.scripted.hearing import card_due
from companion.narrators.scripted.telling import Teller
from companion.narrators.scripted.texts import texts_for
from companion.rules.tale.actions import Action, Discard, PassStory, PlayEnding, Tell
from companion.rules.tale.state import Phase, TaleView

_LONG_TURN = 2
"""Cards laid in one turn after which a narrator thinks of the others."""
_LETS_OTHERS_TELL = 0.5


@dataclass(frozen=True)
class ScriptedPlayer:
    """Plays one seat of the tale game with hand-written sentences."""

    seat: int

    def act(self, moment: Moment) -> Action | None:
        """What this seat wants to do now; None: nothing.

        Raises BadInput when there are no texts in the table's language, DamagedDeck when a file is damaged.
        """
        view = moment.view
        if view.seat != self.seat:
            raise ValueError(f"seat {self.seat} was shown the view of seat {view.seat}")
        if view.phase is Phase.OVER:
            return None
        matcher, deck = moment.matcher, load_deck(moment.language, moment.deck)
        if view.phase is Phase.RULING:
            return decisions.vote(moment, matcher)
        if not view.is_narrator:
            if view.phase is not Phase.TELLING:
                return None
            cards = {card.id: card for card in deck.story_cards}
            return decisions.claim(moment, matcher, cards) or decisions.objection(moment)
        if view.phase is Phase.DISCARDING:
            return Discard(self.seat, _teller(moment, deck).least_wanted())
        return card_due(view, self.seat, matcher) or _tell_on(moment, self.seat, _teller(moment, deck))


def _tell_on(moment: Moment, seat: int, teller: Teller) -> Action:
    view = moment.view
    if view.sentences_left == 0 or view.waits_for_others:
        return PassStory(seat)
    if _has_told_long(view) and _luck(moment, "pass").random() < _LETS_OTHERS_TELL:
        return PassStory(seat)
    if not view.hand:
        for ending in view.endings:
            if teller.has_led_to(ending):
                return PlayEnding(seat, ending)
    return Tell(seat, teller.next_sentence())


def _has_told_long(view: TaleView) -> bool:
    """A long turn, and not yet near the end: at a table with people nobody tells alone from first to last."""
    return len(view.laid) - view.turn_laid >= _LONG_TURN and len(view.hand) > 1


def _teller(moment: Moment, deck: Deck) -> Teller:
    return Teller(moment, texts_for(moment.language), deck, _luck(moment, "tell"))


def _luck(moment: Moment, about: str) -> random.Random:
    """Fed by public progress alone, so that the same moment is always answered the same way."""
    view = moment.view
    return random.Random(f"{moment.seed}/{about}/{len(view.sentences)}/{len(view.laid)}")
