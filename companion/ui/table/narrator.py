"""The narrator's side of the table: the desk, the hand to lay from, passing, undoing, and the ending."""

from __future__ import annotations

from functools import partial

import streamlit as st

from companion.decks.deck import Deck
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.table import CardChoice, TableView
from companion.ui.fragment import own_part
from companion.ui.parts import CardPlay, HandCard, HandEnding, SilenceClock, Told, desk, hand
from companion.ui.plain import plain
from companion.ui.session import tables
from companion.ui.table import unhelped
from companion.ui.table.advice import show_needs
from companion.ui.table.commands import (
    command_id,
    has_moved_on,
    last_sign,
    press,
    reason,
    send,
    show_notices,
    take_back,
    why_not,
)
from companion.ui.table.sitting import Sitting
from companion.ui.table.texts import desk_words, hand_words

PENDING = "card that waits for a second look"
"""A card that was chosen and needs a second look before it is sent."""
_TELL_FIRST = ("tale/lay_needs_told_sentence", "tale/one_card_a_sentence")


@own_part
def write(view: TableView, here: Sitting, texts: Catalogue) -> None:
    """The desk, with a clock where somebody at the table may object to silence.

    A fragment: the signs of typing that stop the clock must not draw the whole page anew; a sent sentence does.
    """
    assert here.shown is not None
    seat, ticking = here.shown, None
    if view.silence_limit and (here.in_room or len(here.people) > 1):
        ticking = SilenceClock(view.silence_limit, None if view.clock_stands else last_sign(view))

    desk(
        words=desk_words(texts),
        on_tell=lambda told: send(view.game, tale.Tell(seat, told.text), told.id),
        key=f"desk-{view.game}-{seat}",
        draft_key=f"{view.game}/{seat}",
        clock=ticking,
        on_typing=partial(tables().typed, view.game) if ticking and not here.sends_drafts else None,
        sends_drafts=here.sends_drafts,
        restored=Told(view.taken_back, str(view.version)) if view.taken_back else None,
    )
    # In a room the live part draws the table anew, of this page as of all others.
    if not here.in_room and has_moved_on(view):
        st.rerun()
    show_notices()  # why a sentence was refused: for that the page does not run again


def lay_from_hand(view: TableView, seat: Seat, deck: Deck, texts: Catalogue) -> None:
    """The narrator's hand: what the last sentences mention is highlighted, the rest may be put to the table."""
    assert view.can is not None
    choices = view.can.cards

    def play(chosen: CardPlay) -> bool:
        if chosen.ending:
            st.session_state[PENDING] = ("ending", chosen.card, chosen.id)
            return True
        choice = choices.get(chosen.card)
        if choice is not None and choice.lay is None and _is_sure(choice):
            return send(view.game, tale.LayCard(seat, chosen.card, choice.sentence), chosen.id)
        st.session_state[PENDING] = ("lay", chosen.card, chosen.id)
        return True

    hand(
        [_lay_card(card, choices[card], deck, texts) for card in view.tale.hand],
        [_ending(ending, view, deck, texts) for ending in view.tale.endings],
        words=hand_words(texts, "lay", shows_mentions=view.help == "full", played=view.tale.played),
        on_play=play,
        key=f"hand-{view.game}-{seat}",
    )
    _second_look(view, seat, deck, texts)


def turn_buttons(view: TableView, seat: Seat, texts: Catalogue) -> None:
    """Passing the story on, and taking back the last deed."""
    assert view.can is not None
    if view.tale.passes_freely:
        if view.tale.sentences_left != 0:  # else the button stands where the desk was
            hand_on(view, seat, texts)
    elif st.button(
        texts.t("table.pass"),
        key="table.pass",
        icon=":material/redo:",
        disabled=view.can.pass_story is not None,
        help=texts.t("table.about_pass"),
    ):
        _confirm_pass(view, seat, texts)
    undo_button(view, seat, texts)


def undo_button(view: TableView, seat: Seat, texts: Catalogue) -> None:
    """Takes back the seat's last deed, or says why not."""
    assert view.can is not None
    st.button(
        texts.t("table.undo"),
        # A key of its own at each version: a second click of a double click is not a press of the next button.
        key=f"table.undo_{view.version}",
        icon=":material/undo:",
        disabled=view.can.undo is not None,
        help=why_not(view.can.undo, texts) if view.can.undo else None,
        on_click=take_back,
        args=(view, seat, command_id(view.game, seat, "undo", view.version)),
    )


def hand_on(view: TableView, seat: Seat, texts: Catalogue) -> None:
    """Passing the story on where it costs nothing: no second look. It is what to do, once there is nothing to tell."""
    assert view.can is not None
    is_due = view.tale.sentences_left == 0 or view.tale.waits_for_others
    st.button(
        texts.t("table.pass"),
        key=f"table.pass_{view.version}",
        icon=":material/redo:",
        type="primary" if is_due else "secondary",
        disabled=view.can.pass_story is not None,
        help=texts.t("table.about_pass_free"),
        on_click=press,
        args=(view.game, tale.PassStory(seat), command_id(view.game, seat, "pass", view.version), view.version),
    )


def choose_discard(view: TableView, seat: Seat, deck: Deck, texts: Catalogue) -> None:
    """After passing: put one card away, or keep all."""

    def choose(chosen: CardPlay) -> None:
        st.session_state[PENDING] = ("discard", chosen.card, chosen.id)

    hand(
        [HandCard(deck.by_id[card], "idle") for card in view.tale.hand],
        words=hand_words(texts, "discard", played=view.tale.played),
        on_play=choose,
        key=f"discard-{view.game}-{seat}",
    )
    _second_look(view, seat, deck, texts)
    st.button(
        texts.t("table.keep_all"),
        key="table.keep_all",
        type="primary",
        on_click=press,
        args=(view.game, tale.Discard(seat, None), command_id(view.game, seat, "keep", view.version)),
    )


def _is_sure(choice: CardChoice) -> bool:
    found = choice.mention
    return found is not None and found.answer != "ask" and not found.passing


def _lay_card(card: str, choice: CardChoice, deck: Deck, texts: Catalogue) -> HandCard:
    if choice.lay is not None:
        # Before the next sentence nothing is amiss: the cards rest, and the line above says what to do.
        note = "" if choice.lay.code in _TELL_FIRST else reason(choice.lay, texts)
        return HandCard(deck.by_id[card], "blocked", note)
    if _is_sure(choice):
        assert choice.mention is not None
        return HandCard(deck.by_id[card], "ready", choice.mention.quote)
    return HandCard(deck.by_id[card], "idle")


def _ending(ending: str, view: TableView, deck: Deck, texts: Catalogue) -> HandEnding:
    assert view.can is not None
    no = view.can.endings[ending]
    text = deck.endings[ending]
    return HandEnding(ending, text, "blocked" if no else "ready", reason(no, texts) if no else "")


def _second_look(view: TableView, seat: Seat, deck: Deck, texts: Catalogue) -> None:
    """Asks before a deed that would hurt if it were a slip."""
    pending = st.session_state.pop(PENDING, None)
    if pending is None:
        return
    what, card, one = pending
    if what == "lay" and card in view.tale.hand and view.help != "full":
        unhelped.choose_lay(view, seat, card, one, deck, texts)
    elif what == "lay" and card in view.tale.hand:
        _confirm_lay(view, seat, card, one, deck, texts)
    elif what == "ending" and card in view.tale.endings:
        _confirm_ending(view, seat, card, one, deck, texts)
    elif what == "discard" and card in view.tale.hand:
        _confirm_discard(view, seat, card, one, deck, texts)


def _confirm_lay(view: TableView, seat: Seat, card: str, one: str, deck: Deck, texts: Catalogue) -> None:
    assert view.can is not None
    choice = view.can.cards[card]

    @st.dialog(texts.t("table.lay_title", card=plain(deck.by_id[card].name)))
    def ask() -> None:
        if choice.lay is not None:
            st.markdown(reason(choice.lay, texts))
            return
        st.text(view.tale.sentences[choice.sentence].text)
        if choice.mention is None:
            st.markdown(texts.t("table.lay_unheard"))
        else:
            st.caption(plain(choice.mention.why))
            st.markdown(texts.t("table.lay_passing" if choice.mention.passing else "table.lay_doubtful"))
        # Where people rule, a card lies until somebody objects; else those who do not tell are asked.
        is_asked = view.policy == "matcher" or not view.tale.played.challenges
        st.markdown(texts.t("table.lay_others_decide" if is_asked else "table.lay_until_objected"))
        go_on = texts.t("table.lay_ask" if is_asked else "table.lay_now")
        if st.button(go_on, key="table.lay_ask", type="primary", width="stretch"):
            send(view.game, tale.LayCard(seat, card, choice.sentence), one)
            st.rerun()

    ask()


def _confirm_ending(view: TableView, seat: Seat, ending: str, one: str, deck: Deck, texts: Catalogue) -> None:
    @st.dialog(texts.t("table.ending_title"))
    def ask() -> None:
        st.text(view.tale.sentences[-1].text)
        st.markdown(f"**{plain(deck.endings[ending], 400)}**")
        show_needs(view, deck.endings[ending], texts)
        kept = view.tale.played.refused_ending_not_yet
        st.caption(texts.t("table.ending_warning_not_yet" if kept else "table.ending_warning"))
        if st.button(texts.t("table.ending_now"), key="table.ending_now", type="primary", width="stretch"):
            send(view.game, tale.PlayEnding(seat, ending), one)
            st.rerun()

    ask()


def _confirm_discard(view: TableView, seat: Seat, card: str, one: str, deck: Deck, texts: Catalogue) -> None:
    @st.dialog(texts.t("table.discard_title", card=plain(deck.by_id[card].name)))
    def ask() -> None:
        st.markdown(texts.t("table.discard_warning"))
        if st.button(texts.t("table.discard_now"), key="table.discard_now", type="primary", width="stretch"):
            send(view.game, tale.Discard(seat, card), one)
            st.rerun()

    ask()


def _confirm_pass(view: TableView, seat: Seat, texts: Catalogue) -> None:
    @st.dialog(texts.t("table.pass_title"))
    def ask() -> None:
        st.markdown(texts.t("table.pass_warning"))
        if st.button(texts.t("table.pass_now"), key="table.pass_now", type="primary", width="stretch"):
            send(view.game, tale.PassStory(seat), command_id(view.game, seat, "pass", view.version), view.version)
            st.rerun()

    ask()
