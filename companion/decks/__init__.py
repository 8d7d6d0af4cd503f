"""Cards and endings: texts as data, one file a language, and the loader that checks them."""

from companion.decks.deck import Card, CardFace, Deck, languages, load_deck

__all__ = ["Card", "CardFace", "Deck", "languages", "load_deck"]
