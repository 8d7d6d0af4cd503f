"""Sending a deed to the table, and saying what became of it. Used in callbacks: nothing here draws on the page."""

from __future__ import annotations

import uuid

import streamlit as st

from companion.errors import CompanionError
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.kernel import Refusal, Seat
from companion.ui.session import tables, words

NOTICE = "notices of the table"
REACTIONS = 50
"""More answers of AI seats to one deed than any table has: a stop for a player that would never be content."""


def send(game: str, action: tale.Action, command_id: str, expected: int | None = None) -> bool:
    """Does the deed once; False: refused, and the reason is shown on the next run of the page."""
    try:
        receipt = tables().command(game, action, command_id=command_id, expected=expected)
    except CompanionError as error:
        notice(words().t(error.code if words().has(error.code) else "error/unknown"))
        return False
    if receipt.refusal is not None:
        notice(reason(receipt.refusal, words()))
    return receipt.refusal is None


def press(game: str, action: tale.Action, command_id: str, expected: int | None = None) -> None:
    """`send` for a button."""
    send(game, action, command_id, expected)


def take_back(game: str, seat: Seat, command_id: str) -> None:
    """Undoes the seat's last sentence or card."""
    try:
        receipt = tables().undo(game, seat, command_id=command_id)
    except CompanionError as error:
        notice(words().t(error.code if words().has(error.code) else "error/unknown"))
    else:
        if receipt.refusal is not None:
            notice(reason(receipt.refusal, words()))


def let_tell(game: str) -> None:
    """The AI narrator goes on by one sentence."""
    try:
        tables().tell_on(game)
    except CompanionError as error:
        notice(words().t(error.code if words().has(error.code) else "error/unknown"))


def command_id(game: str, seat: Seat, deed: str, version: int) -> str:
    """The id of a deed that is possible once at a version: a second click on the same button is the same command."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{game}/{seat}/{deed}/{version}").hex


def reason(refusal: Refusal, texts: Catalogue) -> str:
    """A refusal in the reader's language."""
    params = dict(refusal.params)
    for category in ("laid", "card"):
        if category in params:
            params[category] = texts.t(f"category.{params[category]}")
    return texts.t(refusal.code, **params)


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
