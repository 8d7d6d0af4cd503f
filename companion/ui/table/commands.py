"""Sending a deed to the table, and saying what became of it. Used in callbacks: nothing here draws on the page.

Another click may end a callback wherever it touches `st.session_state` (Streamlit stops the run that it belongs to).
So the deed comes first and whole, what is noted about it afterwards, and a deed that comes twice is done once. What
must be noted goes into an object that was fetched while the page was drawn.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable

import streamlit as st

from companion.errors import CompanionError
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.kernel import TABLE, Refusal, Seat
from companion.table import Receipt, TableView
from companion.ui.session import rooms, tables, token, words
from companion.ui.table.sitting import Screen

NOTICE = "notices of the table"
HEARD = "last presses of Listen on"
REACTIONS = 50
"""More answers of AI seats to one deed than any table has: a stop for a player that would never be content."""


def send(game: str, action: tale.Action, command_id: str, expected: int | None = None) -> bool:
    """Does the deed once; False: refused, and the reason is shown on the next run of the page."""
    return carry_out(
        game, action.seat, lambda: tables().command(game, action, command_id=command_id, expected=expected)
    )


def press(game: str, action: tale.Action, command_id: str, expected: int | None = None) -> None:
    """`send` for a button."""
    send(game, action, command_id, expected)


def take_back(view: TableView, seat: Seat, command_id: str) -> None:
    """Undoes the seat's last sentence or card; the desk offers the sentence again, to be told better."""
    carry_out(view.game, seat, lambda: tables().undo(view.game, seat, command_id=command_id, expected=view.version))


def carry_out(game: str, seat: Seat, deed: Callable[[], Receipt]) -> bool:
    """Does the deed of whoever may act for that seat; False: refused, and the reason is shown on the next run."""
    try:
        if not _is_allowed(game, seat):
            notice(words().t("room/not_your_seat"))
            return False
        receipt = deed()
    except CompanionError as error:
        fault(error)
        return False
    if receipt.refusal is not None:
        notice(reason(receipt.refusal, words()))
    return receipt.refusal is None


def _is_allowed(game: str, seat: Seat) -> bool:
    """In a room, asked anew at every deed: since the page was drawn the seat may have gone to somebody else."""
    if seat == TABLE:
        return rooms().may_rule(game, token())
    return rooms().may_act(game, seat, token())


def heard() -> dict[str, int]:
    """The version at which each game's narrator was last asked from this screen to tell on: for `let_tell`."""
    presses: dict[str, int] = st.session_state.setdefault(HEARD, {})
    return presses


def let_tell(game: str, expected: int, heard: dict[str, int], show: Callable[[str], None] | None = None) -> None:
    """The AI narrator goes on by one sentence. Of two clicks on the same button the second does and says nothing.
    `show`: is called with the text so far while a language model tells; what it raises ends that and comes out."""
    try:
        told = tables().tell_on(game, expected=expected, show=show)
        moved_on = not told and tables().look(game, None).version != expected
    except CompanionError as error:
        fault(error)
        return
    if told:
        heard[game] = expected
    elif moved_on and heard.get(game) != expected:
        notice(words().t("table/moved_on"))


def sit_down(view: TableView, seat: Seat, screen: Screen) -> None:
    """The seat's owner is before the screen: opens the curtain. The narrator's time begins now."""
    screen.opened = seat
    if seat == view.tale.narrator:
        tables().typed(view.game)


def take_word(view: TableView, seat: Seat, screen: Screen) -> None:
    """A rival asks for the screen."""
    limit = view.silence_limit
    screen.ask(seat, silent=limit is not None and time.time() - last_sign(view) >= limit)


def last_sign(view: TableView) -> float:
    """Of the narrator's life: asks the table, since signs of typing do not draw the page, and its view, anew."""
    try:
        return tables().last_sign(view.game)
    except CompanionError:
        return view.silence_since  # what is wrong will be said when somebody does something


def has_moved_on(view: TableView) -> bool:
    """Something was done at the table since the view of it was taken."""
    try:
        return rooms().stamp(view.game) != view.stamp
    except CompanionError:
        return False  # the page itself will say what is wrong


def give_back(view: TableView, screen: Screen) -> None:
    """The rival leaves the screen to the narrator, whose time begins anew."""
    screen.ask(None)
    tables().typed(view.game)


def command_id(game: str, seat: Seat, deed: str, version: int) -> str:
    """The id of a deed that is possible once at a version: a second click on the same button is the same command."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{game}/{seat}/{deed}/{version}").hex


def reason(refusal: Refusal, texts: Catalogue) -> str:
    """A refusal in the reader's language."""
    params = {name: f"{value:g}" if isinstance(value, float) else value for name, value in refusal.params.items()}
    for category in ("laid", "card"):
        if category in params:
            params[category] = texts.t(f"category.{params[category]}")
    return texts.t(refusal.code, **params)


SECTIONS = {
    "Ход игры": "course",
    "Передача истории": "passing",
    "Помеха рассказчику": "claims",
    "Помеха с помощью карты истории": "by_element",
    "Помеха с помощью карты помехи": "by_interrupt",
    "Опротестование истории": "challenges",
    "Неправомерные опротестования и помехи": "wrongful",
    "Конец истории": "ending",
    "Ход – Прыжок": "jump",
    "Ход – Революция": "revolution",
    "Выбор хода": "choice",
    "Объявление вопроса": "question",
    "Прием ответов": "answers",
    "Объявление верного ответа": "verdicts",
    "Баллы и перемещение": "moves",
    "Спор лидеров и определение победителя": "contest",
    "Определение победителя": "winner",
    "Подготовка к игре": "preparing",
    "Завершение игры": "finish",
    "Особенности игры": "peculiarities",
    "house": "house",
}
"""Section of a rulebook, as a refusal names it -> the end of its catalogue key."""


def why_not(refusal: Refusal, texts: Catalogue) -> str:
    """A refusal as the tooltip of what it forbids: the reason, and where the rules say so."""
    section = SECTIONS.get(refusal.section)
    where = f" *{texts.t(f'section.{section}')}*" if section else ""
    return reason(refusal, texts) + where


def fault(error: CompanionError) -> None:
    """A notice of what failed, in the reader's language."""
    notice(words().t(error.code if words().has(error.code) else "error/unknown"))


def notice(text: str) -> None:
    """Shown once, on the page's next run."""
    st.session_state.setdefault(NOTICE, []).append(text)


def show_notices() -> None:
    """Shows what has gathered, without moving anything on the page."""
    for text in st.session_state.pop(NOTICE, []):
        st.toast(text, icon=":material/info:", duration="long")


def let_react(game: str) -> None:
    """The AI seats answer what people did, until they wait for people again."""
    for _ in range(REACTIONS):
        if not tables().react(game):
            return
