"""What is said of a game of the books: the line that says what now, the log, the reasons and the cards in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.decks import BookTexts
from companion.language.catalogue import Catalogue
from companion.rules.book import CHAPTER_OF, CHAPTERS, GIVE_OF, Phase, rival_of
from companion.rules.kernel import Seat
from companion.table.book_table import BookTableView
from companion.table.book_text import card_text, log_text
from companion.table.log import LogLine
from companion.ui.parts import BookCard
from companion.ui.plain import beside_others, plain
from companion.ui.two_books.sitting import awaited, chips_left

JUST_NOW = 2
"""Lines of the log that stand above the books."""
NEWS = 4
"""Deeds for which it stays news that cards were taken: the turn in which it happened, and the other's answer."""


def what_now(view: BookTableView, seat: Seat | None, texts: Catalogue) -> str:
    """What is to be done now, and why, by whoever plays that seat; None: what a spectator sees. Markdown."""
    game, waits_for = view.book, awaited(view)
    if waits_for is None:
        return texts.t("book.now_over")
    name = plain(view.seats[waits_for].name, 40)
    if seat is None or waits_for != seat:
        if game.phase is Phase.PLACING and seat is not None and chips_left(game, seat):
            return texts.n("book.now_place", chips_left(game, seat))
        if game.phase is Phase.MOVING:
            return texts.t("book.now_waits_chip", name=name)
        return texts.t("book.now_waits", name=name)
    if view.undo_asked is not None:
        return texts.t("book.now_undo", name=plain(view.seats[rival_of(seat)].name, 40))
    if game.stop_offer is not None:
        return texts.t("book.now_stop", name=plain(view.seats[rival_of(seat)].name, 40))
    if game.phase is Phase.PLACING:
        return texts.n("book.now_place", chips_left(game, seat))
    if game.phase is Phase.DRAWING:
        return texts.t("book.now_draw_only" if game.reshuffled else "book.now_draw")
    if game.phase is Phase.TAKING:
        return texts.n("book.now_take", game.due)
    if game.phase is Phase.MOVING:
        return texts.t("book.now_move", name=plain(view.seats[rival_of(seat)].name, 40))
    return _what_to_play(view, texts)


def _what_to_play(view: BookTableView, texts: Catalogue) -> str:
    assert view.can is not None
    may = [card for card, no in view.can.cards.items() if no is None]
    lays, robs = any(card in CHAPTER_OF for card in may), any(card in GIVE_OF for card in may)
    if lays:
        return texts.t("book.now_lay_or_rob" if robs else "book.now_lay")
    return texts.t("book.now_rob" if robs else "book.now_end")


def robbery_text(view: BookTableView, seat: Seat | None, book: BookTexts, texts: Catalogue) -> str:
    """Which cards have just changed hands, for the two whom it concerns; "": none, or nobody's business. Markdown."""
    robbery = view.book.robbery
    robbed = [line.version for line in view.log if line.code == "log/book_robbed"]
    over = view.book.phase is Phase.OVER
    if robbery is None or seat is None or over or not robbed or view.version - robbed[-1] > NEWS:
        return ""
    cards = "; ".join(card_text(card, book, texts) for card in robbery.cards)
    if robbery.seat == seat:
        return texts.t("book.you_took", cards=cards)
    return texts.t("book.they_took", name=plain(view.seats[robbery.seat].name, 40), cards=cards)


def face(card: str, book: BookTexts, texts: Catalogue, *, ready: bool = False, note: str = "") -> BookCard:
    """A card with its face up."""
    if card in GIVE_OF:
        count = GIVE_OF[card]
        return BookCard(card, count, texts.t("book.give_card", count=count), True, ready, note)
    return BookCard(card, CHAPTER_OF[card], book.chapters[CHAPTER_OF[card]].title, False, ready, note)


def log_lines(view: BookTableView, lines: Sequence[LogLine], book: BookTexts, texts: Catalogue) -> list[str]:
    """Lines of the log, plain text."""
    names = [beside_others(seat.name) for seat in view.seats]  # a name's direction marks stay its own
    return [log_text(line, names, book, texts) for line in lines]


def just_now(view: BookTableView, book: BookTexts, texts: Catalogue) -> str:
    """What the last deeds came to, on one line of plain text."""
    return " ".join(log_lines(view, view.log[-JUST_NOW:], book, texts))


def outcome_text(view: BookTableView, texts: Catalogue) -> str:
    """Who has won and how. Markdown."""
    outcome = view.book.outcome
    assert outcome is not None
    if not outcome.winners:
        return texts.t("book.drawn_game")
    name = plain(view.seats[outcome.winners[0]].name, 40)
    board = view.book.boards[outcome.winners[0]]
    if board.chapters == CHAPTERS:
        return texts.t("book.won", name=name)
    return texts.n("book.won_by_count", board.chapters, name=name)
