"""Cards and log lines of Сказочник in the reader's language: pages and terminal say the same."""

from __future__ import annotations

from collections.abc import Sequence

from companion.decks import BookTexts
from companion.language.catalogue import Catalogue
from companion.rules.book import CHAPTER_OF, GIVE_OF
from companion.table.log import LogLine


def card_text(card: str, book: BookTexts, texts: Catalogue) -> str:
    """A card in a line of text."""
    if card in GIVE_OF:
        return texts.t("book.give_card", count=GIVE_OF[card])
    return texts.t("book.chapter_card", number=CHAPTER_OF[card], title=book.chapters[CHAPTER_OF[card]].title)


def log_text(line: LogLine, names: Sequence[str], book: BookTexts, texts: Catalogue) -> str:
    """A line of the log, plain text; `names` by seat, as they are shown beside other words."""
    params = dict(line.params)
    if isinstance(who := params.get("who"), int):
        params["who"] = names[who]
    if (chapter := params.get("chapter")) in book.chapters:
        params["chapter"] = f"{chapter} ({book.chapters[chapter].title})"
    return texts.t(line.code, **params)


def in_order(cards: Sequence[str]) -> list[str]:
    """Chapters in the order of the book, then the cards that take others."""
    return sorted(cards, key=lambda card: (card in GIVE_OF, CHAPTER_OF.get(card, 0) or GIVE_OF.get(card, 0), card))
