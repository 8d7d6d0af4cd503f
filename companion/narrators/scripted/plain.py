"""Sentences that need no written text: they name a card and whoever the tale has, and there is always one more.

For a game of machines alone, which nobody could help on: whatever fails in a narrator, the tale goes on and ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from companion.decks.deck import Deck, load_deck
from companion.narrators.player import Moment
from companion.narrators.scripted.hearing import card_due
from companion.narrators.scripted.named import hero_in
from companion.narrators.scripted.template import capitalised
from companion.rules.kernel import Seat
from companion.rules.tale.actions import Action, LayCard, PlayEnding, Tell
from companion.rules.tale.state import Phase, TaleView

_FRAMES = {
    "en": ("One word was on everybody's lips: {card}.", "This came next: {card}.", "{h} thought of one thing: {card}.",
           "Then everything turned upon this: {card}.", "{h} heard one word again and again: {card}."),
    "ru": ("У всех на устах было одно слово: {card}.", "Дальше было вот что: {card}.",
           "На уме у всех было одно: {card}.", "Тогда всё решило вот что: {card}.",
           "Снова и снова звучало одно слово: {card}."),
}  # fmt: skip
_ANYWHERE = ("{card}.",)
"""In languages without frames: the card's name alone."""


def plain_sentences(told: Sequence[str], cards: Sequence[str], language: str, deck: Deck) -> Iterator[str]:
    """Sentences that nobody has told, each naming one of the cards; they never end, and none comes twice."""
    hero = hero_in(told[:1], language)
    names = [deck.by_id[card].name for card in cards if card in deck.by_id] or [_quiet(deck)]
    said = set(told)
    for round_ in count():
        for frame in _FRAMES.get(language, _ANYWHERE):
            if "{h}" in frame and hero is None:
                continue
            for name in names:
                sentence = frame.format(card=name, h=hero.forms[0] if hero else "")
                sentence = capitalised(sentence if not round_ else f"{sentence[:-1]} ({round_ + 1}).")
                if sentence not in said:
                    said.add(sentence)
                    yield sentence


def _quiet(deck: Deck) -> str:
    """Something to name with an empty hand and an empty table."""
    return next(iter(deck.by_id.values())).name


def plain_action(moment: Moment) -> Action | None:
    """What a narrator does without any texts: tells of a card of the hand, lays it, and at the end plays its ending.
    None: nothing to tell of now. Raises what the deck and the matcher raise."""
    view = moment.view
    if view.phase is not Phase.TELLING or not view.is_narrator or view.seat is None:
        return None
    told = [sentence.text for sentence in view.sentences]
    deck = load_deck(moment.language, moment.deck)
    if (due := card_due(view, view.seat, moment.matcher) or _named(view, view.seat, told, deck)) is not None:
        return due
    if not view.hand and len(told) > view.turn_start and view.endings:
        return PlayEnding(view.seat, view.endings[0])
    if not moment.may_tell or view.sentences_left == 0 or view.waits_for_others:
        return None
    cards = _to_tell_of(view)
    return Tell(view.seat, next(plain_sentences(told, cards, moment.language, deck)))


def _named(view: TaleView, seat: Seat, told: Sequence[str], deck: Deck) -> LayCard | None:
    """The card whose name stands in the last sentence, though the matcher has not heard it: the others may decide."""
    last = len(told) - 1
    if last < view.turn_start or any(one.sentence >= last for one in view.laid):
        return None
    named = next((card for card in view.hand if deck.by_id[card].name.lower() in told[last].lower()), None)
    return LayCard(seat, named, last) if named is not None else None


def _to_tell_of(view: TaleView) -> tuple[str, ...]:
    """The hand, another card first each time; with an empty hand what lies on the table."""
    if not view.hand:
        return tuple(dict.fromkeys(one.card for one in view.laid))
    turn = len(view.sentences) % len(view.hand)
    return (*view.hand[turn:], *view.hand[:turn])
