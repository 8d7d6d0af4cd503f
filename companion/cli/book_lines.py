"""Lines about the two books that a game in the terminal and its retelling share."""

from __future__ import annotations

from collections.abc import Sequence

from companion.decks import BookTexts
from companion.language.catalogue import Catalogue
from companion.rules import book
from companion.rules.book import CHAPTERS, Board
from companion.table.book_text import card_text, in_order


def board_line(name: str, board: Board, texts: Catalogue) -> str:
    """A book: chapters that are written in square brackets, those that a chip waits on in round ones."""
    cells = " ".join(
        f"[{cell}]" if board.laid[cell - 1] else f"({cell})" if cell in board.chips else "·" for cell in book.CELLS
    )
    return f"  {name}: {cells}  {texts.t('book.written', count=board.chapters, of=CHAPTERS)}"


def hand_line(hand: Sequence[str], told: BookTexts, texts: Catalogue) -> str:
    """A seat's own cards, in the order of the book."""
    cards = "; ".join(card_text(card, told, texts) for card in in_order(hand))
    return f"  {texts.t('cli.book_hand', cards=cards)}"
