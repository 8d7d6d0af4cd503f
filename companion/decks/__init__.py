"""Cards and endings: texts as data, one file a language, and the loader that checks them."""

from companion.decks.book_texts import BookTexts, Chapter, book_languages, load_book
from companion.decks.deck import Card, CardFace, Deck, languages, load_deck

__all__ = [
    "BookTexts",
    "Card",
    "CardFace",
    "Chapter",
    "Deck",
    "book_languages",
    "languages",
    "load_book",
    "load_deck",
]
