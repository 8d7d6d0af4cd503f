"""What the directions of the cards are made from: their names and descriptions, and a digest that tells when those
have changed. Older directions stay usable: most words of a card are what they were."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from companion.decks.deck import DEFAULT_DECK, load_deck
from companion.matching.lexicon import lexicon

LANGUAGES = ("en", "ru")
_NAMES_OF_A_CARD = 40


@dataclass(frozen=True)
class CardText:
    """A text about a card."""

    text: str
    card: int
    """The card's number in the deck."""
    described: bool
    """A description, not a name."""


def card_texts() -> list[CardText]:
    """Names and descriptions of every card of the bundled deck in all languages. Raises DamagedDeck."""
    texts: list[CardText] = []
    for language in LANGUAGES:
        listed = lexicon(language).cards
        for number, card in enumerate(load_deck(language, DEFAULT_DECK).cards):
            words = listed.get(card.id)
            names = dict.fromkeys((card.name, *card.face.other, *(one.text for one in (words.hit if words else ()))))
            texts += [CardText(name, number, described=False) for name in list(names)[:_NAMES_OF_A_CARD]]
            told = [card.face.gloss, *(words.describe if words else ())]
            texts += [CardText(text, number, described=True) for text in told]
    return texts


def digest_of(texts: list[CardText]) -> str:
    """Stored with the directions that are made from these texts."""
    return hashlib.sha256("\n".join(one.text for one in texts).encode()).hexdigest()[:16]
