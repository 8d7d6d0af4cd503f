"""The game drawn for one seat, or (no seat) for a wall. All that a seat's page holds comes from that seat's view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from companion.decks import BookTexts, load_book
from companion.language.catalogue import Catalogue
from companion.rules.book import CHAPTER_OF, CHAPTERS, GIVE_OF, SKIP_DRAWS, AnswerStop, OfferStop, Phase, rival_of
from companion.rules.kernel import Refusal, Seat
from companion.table.book_table import BookTableView
from companion.table.book_text import in_order
from companion.ui.parts import BookBoard, BookButton, BookCard, BookCell, BookDeed, BookDesk, BookWords, books
from companion.ui.parts.base import part_key, seat_colour
from companion.ui.plain import plain
from companion.ui.table.commands import command_id, why_not
from companion.ui.two_books import commands, say

RECENT = 40
"""Lines of the log that the page carries."""
FOLLOW, FAST = 1.1, 0.25
"""Seconds between two deeds of the machine."""


def draw(
    view: BookTableView,
    seat: Seat | None,
    texts: Catalogue,
    *,
    step_after: float | None = None,
    large: bool = False,
    named: bool = False,
    beside: Callable[[], None] = lambda: None,
) -> None:
    """What now, both books, the own hand, what may be done; `view` is that seat's own. `step_after`: seconds after
    which this screen asks the machine to act when the game waits for it; None: somebody else does. `named`: the
    line says who is meant, where two share the screen. `beside`: draws something more into the row of buttons."""
    book = load_book(view.language)
    with st.container(gap="xxsmall", key="book_news"):
        who = f"**{plain(view.seats[seat].name, 40)}.** " if named and seat is not None else ""
        size = "### " if large else ""
        st.markdown(f"{size}:material/tips_and_updates: {who}{say.what_now(view, seat, texts)}")
        _news(view, seat, book, texts)
    if seat is not None:
        _agreements(view, seat, texts)
    _books(view, seat, book, texts, step_after if view.waits_for_machine else None, large)
    if seat is not None:
        _asking(view, seat, texts, beside)


def what_happened(view: BookTableView, texts: Catalogue) -> None:
    """The folded log, newest first."""
    book = load_book(view.language)
    with st.expander(texts.t("table.log"), icon=":material/history:", key="book.log"):
        if not view.log:
            st.caption(texts.t("table.log_empty"))
        # One element: forty would be drawn anew by the browser after every deed.
        lines = say.log_lines(view, view.log[-RECENT:][::-1], book, texts)
        st.caption("  \n".join(plain(line, 400) for line in lines))


def _news(view: BookTableView, seat: Seat | None, book: BookTexts, texts: Catalogue) -> None:
    """What came of the last deeds, on a line that is always there; robbed cards for the two whom they concern."""
    said = plain(say.just_now(view, book, texts), 400)
    with st.container(height=46, border=False, key="book_just_now", gap=None):
        if taken := say.robbery_text(view, seat, book, texts):
            st.markdown(f":small[:blue-background[:material/back_hand: {taken}]]")
        elif said:
            st.caption(f":material/history: {said}")


def _agreements(view: BookTableView, seat: Seat, texts: Catalogue) -> None:
    """The other has asked for something, and waits for the answer."""
    assert view.can is not None
    if view.can.answer_undo is None:
        _yes_no(
            texts.t("book.undo_asked", name=plain(view.seats[rival_of(seat)].name, 40)),
            (texts.t("book.undo_yes"), partial(commands.answer_undo, view, seat, True)),
            (texts.t("book.undo_no"), partial(commands.answer_undo, view, seat, False)),
            "book.undo",
        )
    elif view.can.answer_stop is None:

        def answer(agrees: bool) -> None:
            id = command_id(view.game, seat, f"answer_stop_{agrees}", view.version)
            commands.press(view.game, AnswerStop(seat, agrees), id, view.version)

        _yes_no(
            texts.t("book.stop_offered", name=plain(view.seats[rival_of(seat)].name, 40), score=_score(view, seat)),
            (texts.t("book.stop_yes"), partial(answer, True)),
            (texts.t("book.stop_no"), partial(answer, False)),
            "book.stop",
        )


def _yes_no(question: str, yes: tuple[str, partial[None]], no: tuple[str, partial[None]], key: str) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"{key}_question"):
        st.markdown(question)
        st.button(yes[0], key=f"{key}_yes", type="primary", on_click=yes[1])
        st.button(no[0], key=f"{key}_no", on_click=no[1])


def _asking(view: BookTableView, seat: Seat, texts: Catalogue, beside: Callable[[], None]) -> None:
    """To take back, to stop: what the other has to agree to."""
    can = view.can
    if can is None or view.book.phase is Phase.OVER:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="book_asking"):
        st.button(
            texts.t("book.undo"),
            key="book.ask_undo",
            icon=":material/undo:",
            type="tertiary",
            disabled=can.ask_undo is not None,
            help=why_not(can.ask_undo, texts) if can.ask_undo else texts.t("book.about_undo"),
            on_click=commands.ask_undo,
            args=(view, seat),
        )
        id = command_id(view.game, seat, "offer_stop", view.version)
        st.button(
            texts.t("book.offer_stop"),
            key="book.offer_stop",
            icon=":material/handshake:",
            type="tertiary",
            disabled=can.offer_stop is not None,
            help=why_not(can.offer_stop, texts) if can.offer_stop else texts.t("book.about_offer_stop"),
            on_click=commands.press,
            args=(view.game, OfferStop(seat), id, view.version),
        )
        beside()
        if view.undo_declined:
            st.caption(texts.t("table/undo_declined"))


def _score(view: BookTableView, seat: Seat) -> str:
    mine, other = view.book.boards[seat].chapters, view.book.boards[rival_of(seat)].chapters
    return f"{mine} : {other}"


def _books(
    view: BookTableView, seat: Seat | None, book: BookTexts, texts: Catalogue, step_after: float | None, large: bool
) -> None:
    game = view.book
    order = (0, 1) if seat is None else (rival_of(seat), seat)
    is_on = game.phase not in (Phase.PLACING, Phase.OVER)
    open_cards = {*game.known, *game.discard[-1:]}

    def deliver(deed: BookDeed) -> bool:
        if seat is None:
            if deed.do == "step":
                commands.let_machine_act(view)
            return deed.do == "step"
        return commands.play(view, seat, deed)

    books(
        [_board(view, owner, seat, book, texts) for owner in order],
        _desk(view, seat, book, texts) if seat is not None and is_on else None,
        titles=[book.chapters[number].title for number in range(1, CHAPTERS + 1)],
        cards={card: say.face(card, book, texts) for card in open_cards},
        pile=game.pile_count if is_on else 0,
        discard=game.discard if is_on else (),
        version=view.version,
        language=view.language,
        words=_words(view, seat, texts),
        on_deed=deliver,
        step_after=step_after,
        key=part_key("books", f"{view.game}/{seat}"),
        large=large,
    )


def _board(view: BookTableView, owner: Seat, seat: Seat | None, book: BookTexts, texts: Catalogue) -> BookBoard:
    game, name = view.book, view.seats[owner].name
    board, own = game.boards[owner], owner == seat
    places = view.can.cells if view.can is not None and not own else {}
    # Chips are put on the rival's book alone, and only while the game asks for it.
    lays = {CHAPTER_OF[card]: card for card, no in _cards(view).items() if own and no is None and card in CHAPTER_OF}
    cells = []
    for number in range(1, CHAPTERS + 1):
        laid = bool(board.laid[number - 1])
        cells.append(
            BookCell(
                "laid" if laid else "chip" if number in board.chips else "free",
                telling=book.chapters[number].telling if laid else "",
                chip=number in places and places[number] is None,
                card=lays.get(number, ""),
            )
        )
    in_turn = game.phase not in (Phase.PLACING, Phase.OVER) and owner == game.turn
    won = game.outcome is not None and owner in game.outcome.winners
    counted = game.phase not in (Phase.PLACING, Phase.OVER)
    held = game.hand_counts[owner]
    return BookBoard(
        seat=owner,
        title=texts.t("book.yours") if own else texts.t("book.book_of", name=name),
        count=texts.t("book.written", count=board.chapters, of=CHAPTERS),
        cells=cells,
        chips=seat_colour(rival_of(owner)),
        lifted=game.phase is Phase.MOVING and owner == game.turn,
        marked=in_turn or won,
        held=0 if own else held,
        held_text=texts.n("table.cards", held) if counted and not own else "",
        known=() if own else in_order(game.known),
    )


def _cards(view: BookTableView) -> dict[str, Refusal | None]:
    return {} if view.can is None else dict(view.can.cards)


def _desk(view: BookTableView, seat: Seat, book: BookTexts, texts: Catalogue) -> BookDesk:
    can = view.can
    assert can is not None
    hand = []
    for card in in_order(view.book.hand):
        no = can.cards[card]
        note = _reason(no, texts) if no else texts.t("book.about_give" if card in GIVE_OF else "book.about_lay")
        hand.append(say.face(card, book, texts, ready=no is None, note=note))
    take: list[BookCard] = [
        say.face(card, book, texts, ready=can.take[card] is None) for card in in_order(tuple(can.take))
    ]
    return BookDesk(
        pile=_button("book.draw", can.draw, texts.t("book.about_draw"), texts),
        skip=_button("book.skip", can.skip, texts.t("book.about_skip", count=SKIP_DRAWS), texts),
        end=_button("book.end", can.end, texts.t("book.about_end"), texts),
        hand=hand,
        take=take,
    )


def _button(key: str, no: Refusal | None, about: str, texts: Catalogue) -> BookButton:
    return BookButton(texts.t(key), no is None, _reason(no, texts) if no else about)


def _reason(no: Refusal, texts: Catalogue) -> str:
    """Why not, and where the rules say so. Plain text."""
    return why_not(no, texts).replace("*", "")


def _words(view: BookTableView, seat: Seat | None, texts: Catalogue) -> BookWords:
    return BookWords(
        hand=texts.t("book.hand"),
        take=texts.t("book.take", name=view.seats[rival_of(seat)].name) if seat is not None else "",
        pile=texts.t("book.pile", count=view.book.pile_count),
        discard=texts.t("book.discard", count=len(view.book.discard)),
        empty=texts.t("book.hand_empty"),
        hint=texts.t("book.hint"),
        chip=texts.t("book.cell_chip"),
        laid=texts.t("book.cell_laid"),
        free=texts.t("book.cell_free"),
        may=texts.t("book.may"),
        unwritten=texts.t("book.unwritten", number="{number}"),
        waits=texts.t("book.waits", number="{number}"),
        sending=texts.t("desk.sending"),
    )
