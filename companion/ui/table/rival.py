"""A rival's side of the table: the hand to claim from, and the objections."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Literal

import streamlit as st

from companion.decks.deck import Deck
from companion.errors import CompanionError
from companion.language.catalogue import Catalogue
from companion.referee import Suggestion
from companion.rules import tale
from companion.rules.kernel import Refusal, Seat
from companion.table import TableView
from companion.ui.parts import CardPlay, HandCard, HandEnding, hand
from companion.ui.plain import plain
from companion.ui.second_opinion import second_opinion
from companion.ui.session import tables
from companion.ui.table import unhelped
from companion.ui.table.advice import (
    ask_button,
    finds_nothing,
    model_matter,
    must_ask,
    show_suggestion,
    suggestion_for,
)
from companion.ui.table.commands import command_id, reason, send, why_not
from companion.ui.table.narrator import PENDING
from companion.ui.table.sitting import Screen, Sitting
from companion.ui.table.texts import claim_warning, hand_words

ELEMENT, INTERRUPT = tale.ClaimHow.ELEMENT, tale.ClaimHow.INTERRUPT


def claim_from_hand(view: TableView, here: Sitting, deck: Deck, texts: Catalogue) -> None:
    """The rival's hand: what the narrator mentioned, and interrupt cards that fit, are highlighted."""
    assert view.can is not None
    assert here.shown is not None
    choices, seat = view.can.cards, here.shown
    claim = partial(_claim, view, here.screen)
    told = len(view.tale.sentences) > view.tale.turn_start

    def play(chosen: CardPlay) -> bool:
        choice = choices.get(chosen.card)
        if choice is not None and choice.interrupt is None and view.help != "none":
            return claim(tale.Claim(seat, chosen.card, INTERRUPT), chosen.id)
        sure = choice is not None and choice.mention is not None and choice.mention.answer != "ask"
        if choice is not None and choice.claim is None and sure and view.policy == "matcher":  # else a vote could cost
            return claim(tale.Claim(seat, chosen.card, ELEMENT, choice.sentence), chosen.id)
        st.session_state[PENDING] = ("claim", chosen.card, chosen.id)
        return True

    listens = not view.tale.played.claims or not view.tale.hand
    purpose: Literal["wait", "claim"] = "wait" if listens else "claim"
    hand(
        [_claim_card(view, card, told and not listens, deck, texts) for card in view.tale.hand],
        [HandEnding(one, deck.endings[one], "blocked", texts.t("table.ending_later")) for one in view.tale.endings],
        words=hand_words(texts, purpose, shows_mentions=listens or view.help == "full", played=view.tale.played),
        on_play=play,
        key=f"claim-{view.game}-{seat}",
    )
    pending = st.session_state.pop(PENDING, None)
    if pending is None or pending[0] != "claim" or pending[1] not in view.tale.hand:
        return
    _, card, one = pending
    if view.help == "full":
        _confirm_claim(view, seat, card, deck, texts, lambda wanted: claim(wanted, one))
    else:
        unhelped.choose_claim(view, seat, card, deck, texts, lambda wanted: claim(wanted, one))


def can_take_over(view: TableView) -> bool:
    """A card of this seat glows: the narrator mentioned it, or it interrupts what was laid."""
    if view.help == "none":
        return False
    choices = view.can.cards.values() if view.can else ()
    return any(choice.interrupt is None or (choice.claim is None and choice.is_flagged) for choice in choices)


def objections(view: TableView, here: Sitting, texts: Catalogue) -> None:
    """The challenges, each with what it means, a suggested one first; those that are not open now say why."""
    assert view.can is not None
    assert here.shown is not None
    with st.popover(texts.t("table.object"), icon=":material/pan_tool:", key="table.object"):
        suggested = suggestion_for(view)
        if suggested is not None:
            with st.container(border=True, gap="xsmall", key="referee.suggestion"):
                show_suggestion(suggested, texts)
                # Here and not below among the others: on a small screen it would be out of sight.
                _objection(view, here, tale.ChallengeKind(suggested.verdict), texts, suggested)
        elif must_ask(view):
            ask_button(view, "referee.ask", texts)
        elif view.referee == "on_request":
            finds_nothing(texts)
        matter = model_matter(view) if len(view.tale.sentences) > view.tale.turn_start else None
        open_ = {str(kind) for kind, no in view.can.challenges.items() if no is None}
        named = {str(suggested.verdict)} if suggested is not None else set()
        models = matter.known if matter is not None else None
        adds = isinstance(models, Suggestion) and models.verdict in open_ - named
        with st.container(border=adds, gap="xsmall", key="model.suggestion"):
            second_opinion(matter, texts, key=f"table.ask_model_{view.version}", played=open_)
            if isinstance(models, Suggestion) and adds:
                named.add(models.verdict)
                _objection(view, here, tale.ChallengeKind(models.verdict), texts, models)
        st.caption(texts.t("table.about_object"))
        for kind in view.can.challenges:
            if str(kind) not in named:
                _objection(view, here, kind, texts)


def _objection(
    view: TableView, here: Sitting, kind: tale.ChallengeKind, texts: Catalogue, suggested: Suggestion | None = None
) -> None:
    assert view.can is not None
    closed = _closed(view, here, kind, view.can.challenges[kind], texts)
    st.button(
        texts.t(f"challenge.{kind}"),
        key=f"table.object_{kind}",
        help=closed or texts.t(f"challenge.about_{kind}"),
        disabled=bool(closed),
        type="primary" if suggested is not None else "secondary",
        width="stretch",
        on_click=_challenge,
        args=(view, here.shown, kind, suggested),
    )


def _closed(view: TableView, here: Sitting, kind: tale.ChallengeKind, no: Refusal | None, texts: Catalogue) -> str:
    """Why this objection is not open; "" when it is."""
    too_early = no is not None and no.code == "tale/not_silent_long_enough"
    if kind is tale.ChallengeKind.SILENCE and (no is None or too_early) and len(here.people) > 1:
        # The clock runs on while the rival has the screen: what counts is how it stood when the rival asked for it.
        limit = f"{view.silence_limit:g}"
        return "" if here.screen.silent else texts.t("table.was_not_silent", limit=limit)
    if no is None or too_early:
        return ""  # whoever sits alone before a screen learns how the clock stands when the button is pressed
    return why_not(no, texts)


def _challenge(view: TableView, seat: Seat, kind: tale.ChallengeKind, suggested: Suggestion | None = None) -> None:
    """With the earlier line, where the referee has one: those who vote see both."""
    told = view.tale.sentences
    card = view.tale.returnable if kind is tale.ChallengeKind.UNIMPORTANT else None
    quote, earlier = told[-1].text if told else "", ""
    if suggested is not None and suggested.evidence and suggested.evidence[0].earlier:
        quote, earlier = suggested.evidence[0].quote, suggested.evidence[0].earlier
    action = tale.Challenge(seat, kind, quote=quote, earlier=earlier, card=card)
    send(view.game, action, command_id(view.game, seat, f"challenge/{kind}", view.version), view.version)


def _claim(view: TableView, screen: Screen, claim: tale.Claim, one: str) -> bool:
    accepted = send(view.game, claim, one)
    if accepted:
        screen.ask(None)
        with suppress(CompanionError):
            if tables().look(view.game, None).tale.narrator == claim.seat:
                screen.opened = claim.seat  # still before the screen, and goes on telling
    return accepted


def _claim_card(view: TableView, card: str, told: bool, deck: Deck, texts: Catalogue) -> HandCard:
    assert view.can is not None
    choice = view.can.cards[card]
    if choice.interrupt is None and view.help == "none":
        return HandCard(deck.by_id[card], "idle")
    if choice.interrupt is None:
        return HandCard(deck.by_id[card], "ready", texts.t("table.can_interrupt"))
    if choice.claim is not None:
        return HandCard(deck.by_id[card], "blocked", reason(choice.claim, texts) if told else "")
    if choice.mention is not None and choice.is_flagged:
        return HandCard(deck.by_id[card], "ready", choice.mention.quote)
    return HandCard(deck.by_id[card], "idle")


def _confirm_claim(
    view: TableView, seat: Seat, card: str, deck: Deck, texts: Catalogue, claim: Callable[[tale.Claim], bool]
) -> None:
    assert view.can is not None
    choice, since = view.can.cards[card], view.can.since

    @st.dialog(texts.t("table.claim_title", card=plain(deck.by_id[card].name)))
    def ask() -> None:
        if choice.claim is not None:
            st.markdown(reason(choice.claim, texts))
            return
        recent = range(since, len(view.tale.sentences))[-3:]
        sentence = st.radio(
            texts.t("table.claim_which"),
            recent,
            index=recent.index(choice.sentence) if choice.sentence in recent else len(recent) - 1,
            format_func=lambda index: plain(view.tale.sentences[index].text, 160),
            key="table.claim_which",
        )
        st.markdown(plain(choice.mention.why, 300) if choice.mention else texts.t("table.claim_unheard"))
        st.caption(claim_warning(view, texts))
        if st.button(texts.t("table.claim_now"), key="table.claim_now", type="primary", width="stretch"):
            claim(tale.Claim(seat, card, ELEMENT, sentence))
            st.rerun()

    ask()
