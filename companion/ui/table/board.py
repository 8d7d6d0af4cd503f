"""The table as it is drawn: tale, laid cards, the desk or the ways to speak, the hand, an open question, the end."""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import Deck, load_deck
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.table import TableView
from companion.ui.curtain import curtain
from companion.ui.plain import plain
from companion.ui.printing import print_button, transcript_of
from companion.ui.session import go_to_table, tables
from companion.ui.table import aloud, case_offer, narrator, question, rival, scene
from companion.ui.table.advice import show_pace
from companion.ui.table.commands import give_back, heard, let_tell, show_notices, sit_down, take_word
from companion.ui.table.ideas import ideas
from companion.ui.table.review import learner, show_review
from companion.ui.table.sitting import Sitting


def draw(view: TableView, here: Sitting, texts: Catalogue) -> None:
    """The whole table, for whoever sits here: `view` is that seat's, or the projector's."""
    deck = load_deck(view.language, view.deck)
    scene.seats_row(view, texts)
    say(what_now(view, here, texts))
    scene.just_now(view, deck, texts)
    left, right = st.columns([5, 3], gap="medium")
    box: aloud.Box | None = None
    with left:
        if aloud.is_wanted(view):
            scene.tale_so_far(view, deck, texts, height=scene.STORY_HEIGHT - aloud.HEIGHT - aloud.GAP)
            box = aloud.Box(view, texts)
        else:
            scene.tale_so_far(view, deck, texts)
        if here.below_tale is not None:
            here.below_tale()
    with right:
        scene.laid_cards(view, deck, texts)
        beside(view, here, texts, telling=box is not None)
        case_offer.offer(view, deck, texts)
    below(view, here, deck, texts)
    if texts.has(view.notice):
        st.caption(f":material/info: {texts.t(view.notice)}")
    scene.what_happened(view, deck, texts)
    show_notices()
    if box is not None:  # last, since it takes its time: all else is on the page by now
        let_tell(view.game, view.version, heard(), box)
        if box.was_read:
            aloud.note_read(view)
        st.rerun()


def beside(view: TableView, here: Sitting, texts: Catalogue, *, telling: bool) -> None:
    """Next to the tale: the narrator's desk, or the rivals' ways to speak. Tale, desk and hand are to fit a laptop's
    screen together. `telling`: a language model is at it in this run of the page."""
    if view.tale.phase is not tale.Phase.TELLING or here.curtain:
        return
    if here.shown == view.tale.narrator and view.tale.sentences_left == 0:
        narrator.hand_on(view, here.shown, texts)
    elif here.shown == view.tale.narrator:
        narrator.write(view, here, texts)
    else:
        listen(view, here, texts, telling=telling)


def below(view: TableView, here: Sitting, deck: Deck, texts: Catalogue) -> None:
    """Under the tale: the hand, or what the table has to settle first."""
    game = view.tale
    if game.phase is tale.Phase.OVER:
        the_end(view, here, deck, texts)
        person = here.shown if here.in_room else learner(view)
        if person is not None:
            show_review(view, person, deck, texts)
    elif game.phase is tale.Phase.RULING:
        question.decide(view, here, deck, texts)
    elif here.curtain:
        draw_curtain(view, here, texts)
    elif here.shown is None:
        return
    elif here.shown != game.narrator:
        rival.claim_from_hand(view, here, deck, texts)
    elif game.phase is tale.Phase.DISCARDING:
        narrator.choose_discard(view, here.shown, deck, texts)
    else:
        narrator.lay_from_hand(view, here.shown, deck, texts)
        with st.container(horizontal=True, vertical_alignment="center", key="narrators_buttons"):
            narrator.turn_buttons(view, here.shown, texts)
            if game.sentences_left != 0:
                ideas(view, here.shown, deck, texts)
            others_speak(view, here, texts)
            show_pace(view, texts)  # comes and goes: behind the buttons, which must keep their places


def say(text: str) -> None:
    """One line that says what now; it also teaches the game."""
    st.markdown(f":material/tips_and_updates: {text}")


def what_now(view: TableView, here: Sitting, texts: Catalogue) -> str:
    """What is to be done now, by whoever sits before the screen; in the first game and after."""
    game, name = view.tale, plain(view.seats[view.tale.narrator].name, 40)
    if game.phase is tale.Phase.OVER:
        return texts.t("now.over")
    if game.phase is tale.Phase.RULING:
        return texts.t("now.decide")
    if here.curtain:
        return texts.t("now.curtain")
    if here.shown is None:
        return texts.t("now.listen", name=name)
    if view.hint:
        return texts.t("now.hint")
    if here.shown != game.narrator and not game.played.rivals_may_act:
        return texts.t("now.wait", name=name)
    if here.shown != game.narrator and not game.hand:
        return texts.t("now.listen", name=name)
    if here.shown != game.narrator:
        return texts.t("now.take_over" if rival.can_take_over(view) else "now.rival", name=name)
    return texts.t("now.discard") if game.phase is tale.Phase.DISCARDING else _what_to_tell(view, texts)


def _what_to_tell(view: TableView, texts: Catalogue) -> str:
    assert view.can is not None
    if view.tale.waits_for_others:
        return texts.t("now.others_hold_cards")
    if not view.tale.hand:
        return texts.t("now.ending" if any(no is None for no in view.can.endings.values()) else "now.towards_ending")
    left = view.tale.sentences_left
    if any(choice.lay is None and choice.is_flagged for choice in view.can.cards.values()):
        return texts.t("now.lay_or_pass" if left == 0 else "now.lay")
    if left is not None and view.tale.sentences:
        return texts.n("now.sentences_left", left) if left else texts.t("now.turn_told")
    return texts.t("now.begin" if not view.tale.sentences else "now.tell")


def draw_curtain(view: TableView, here: Sitting, texts: Catalogue) -> None:
    """Whose hand belongs on the screen now, and what the others may do meanwhile."""
    assert here.wanted is not None
    with curtain(view.seats[here.wanted].name, texts, sit_down, (view, here.wanted, here.screen)):
        if here.wanted != view.tale.narrator:
            st.button(texts.t("table.back"), key="table.back", on_click=give_back, args=(view, here.screen))
        else:
            others_speak(view, here, texts)


def listen(view: TableView, here: Sitting, texts: Catalogue, *, telling: bool) -> None:
    """Hear the AI narrator's next sentence, object, or (several people) take the screen."""
    with st.container(horizontal=True, key="listen"):
        if view.waits_for_ai:
            st.button(
                texts.t("table.go_on"),
                key=f"table.go_on_{view.version}",  # a second click of a double click is for the same sentence
                type="primary",
                icon=":material/play_arrow:",
                shortcut="Ctrl+Enter",
                disabled=telling,
                on_click=aloud.ask if aloud.is_model(view) else let_tell,
                args=(view.game, view.version, aloud.asked() if aloud.is_model(view) else heard()),
            )
        if here.shown is not None:
            if view.tale.played.challenges:
                rival.objections(view, here, texts)
            if view.can is not None and view.can.undo is None:  # the story passed on by itself with the own last deed
                narrator.undo_button(view, here.shown, texts)
            if len(here.people) > 1:
                st.button(texts.t("table.back"), key="table.back", on_click=give_back, args=(view, here.screen))
        else:
            others_speak(view, here, texts)


def others_speak(view: TableView, here: Sitting, texts: Catalogue) -> None:
    """Around one screen: a rival asks for it, to claim or to object."""
    rivals = [seat for seat in here.people if seat != view.tale.narrator]
    if len(here.people) < 2 or not rivals or not view.tale.played.rivals_may_act:
        return
    with st.popover(texts.t("table.my_word"), icon=":material/front_hand:", key="table.my_word"):
        st.caption(texts.t("table.about_my_word"))
        for seat in rivals:
            st.button(
                plain(view.seats[seat].name, 40),
                key=f"table.my_word_{seat}",
                width="stretch",
                on_click=take_word,
                args=(view, seat, here.screen),
            )


def the_end(view: TableView, here: Sitting, deck: Deck, texts: Catalogue) -> None:
    """The tale is told: who won, and where to go from here."""
    assert view.tale.outcome is not None
    names = ", ".join(plain(view.seats[seat].name, 40) for seat in view.tale.outcome.winners)
    said = texts.t("end.together", name=names) if view.tale.played.cooperative else texts.t("end.won", name=names)
    with st.container(border=True, horizontal_alignment="center", key="the_end"):
        st.markdown(f"### :material/emoji_events: {said}", text_alignment="center")
        with st.container(
            horizontal=True, horizontal_alignment="center", vertical_alignment="center", key="end_buttons"
        ):
            if here.in_room:  # its host opens the next game, for all of them
                print_button(view.game, transcript_of(view, deck, texts, view.log[-1].at), texts)
                return
            if st.button(texts.t("end.again"), key="end.again", type="primary", icon=":material/replay:"):
                go_to_table(tables().next_game(view.game))
            if any(seat.kind != "human" for seat in view.seats) and st.button(
                texts.t("review.same_cards"),
                key="review.same_cards",
                icon=":material/playing_cards:",
                help=texts.t("review.about_same_cards"),
            ):
                go_to_table(tables().same_cards(view.game))
            print_button(view.game, transcript_of(view, deck, texts, view.log[-1].at), texts)
            st.page_link("screens/tales.py", label=texts.t("end.read"), icon=":material/menu_book:")
            st.page_link("screens/home.py", label=texts.t("end.home"), icon=":material/home:")
