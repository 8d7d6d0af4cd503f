"""The wall: the tale in letters that the last row reads. Never a hand, no flags, nothing to press."""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import load_deck
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.table.rooms import RoomView
from companion.ui.plain import plain
from companion.ui.room.listening import listen
from companion.ui.room.lobby import invite, people_at
from companion.ui.room.quiz import quiz_wall
from companion.ui.room.seat import watched
from companion.ui.session import tables
from companion.ui.table import scene
from companion.ui.two_books.in_room import wall_in_room


def wall(view: RoomView, index: int, texts: Catalogue) -> None:
    """One table on the wall; before its game, the code and who is here."""
    there = view.room.tables[index]
    if there.game is None:
        invite(view, texts)
        people_at(view, index, texts)
        listen(view, index, None, texts)
    elif there.kind == "hill":
        quiz_wall(view, index, texts)
    elif there.kind == "book":
        wall_in_room(view, index, texts)
    else:
        _tale(view, there.game, index, texts)


def _tale(view: RoomView, game: str, index: int, texts: Catalogue) -> None:
    shown = tables().look(game, None)
    deck = load_deck(shown.language, shown.deck)
    scene.seats_row(shown, texts)
    if view.room.paused:
        st.info(texts.t("room.is_paused"), icon=":material/pause_circle:")
    elif shown.tale.outcome is not None:
        names = ", ".join(plain(shown.seats[seat].name, 40) for seat in shown.tale.outcome.winners)
        st.markdown(f"## :material/emoji_events: {texts.t('end.won', name=names)}")
    elif shown.tale.phase is tale.Phase.RULING:
        st.markdown(f"### :material/how_to_vote: {texts.t('room.table_decides')}")
    scene.tale_so_far(shown, deck, texts, large=True)
    watched(view, shown, index, texts)
    scene.laid_cards(shown, deck, texts)
