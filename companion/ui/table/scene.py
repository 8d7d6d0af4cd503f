"""What everybody at the table sees: who sits here and whose turn it is, the tale, the laid cards, what happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from companion.decks.deck import Deck
from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.table import Pace, TableView
from companion.table.log_text import log_text
from companion.ui.company import face_of
from companion.ui.parts import RibbonCard, SeatFace, StoryFlag, StorySentence, ribbon, seats, story
from companion.ui.plain import beside_others, plain
from companion.ui.table import aloud
from companion.ui.table.texts import ribbon_words, story_words

STORY_HEIGHT = 300
"""Pixels: tale, desk and hand fit a laptop's screen together."""
PACE: Mapping[Pace, float] = {"slow": 18.0, "normal": 35.0, "fast": 80.0, "at_once": 0.0}
"""Characters a second at which an AI seat's newest sentence appears; 0: at once."""
JUST_NOW = 3
"""How many versions ago something may have happened to be news."""
JUST_NOW_HEIGHT = 46
"""Pixels: two lines on a phone; more of it scrolls."""
RECENT = 40
"""Lines of the log that the page carries; all of them are on the Tales page."""


def seats_row(view: TableView, texts: Catalogue) -> None:
    """The players in their order with their faces, the narrator marked, with the number of cards in each hand."""
    game = view.tale
    with st.container(key="seats"):
        seats([_face(view, seat, texts) for seat in range(game.players)], label=texts.t("seat.row"), key="seats_row")


def _face(view: TableView, seat: int, texts: Catalogue) -> SeatFace:
    game, info = view.tale, view.seats[seat]
    tells = seat == game.narrator and game.phase is not tale.Phase.OVER
    won = game.outcome is not None and seat in game.outcome.winners
    about = [texts.t("table.tells_now")] if tells else []
    note = [texts.n("table.cards", game.hand_counts[seat])]
    if info.kind != "human":
        note.append(texts.t(f"seat.{info.character.temperament}"))
        about.append(texts.t("seat.model" if info.kind == "llm" else "seat.house"))
    return replace(face_of(texts, info, seat), note=" · ".join(note), about=" · ".join(about), is_marked=tells or won)


def just_now(view: TableView, deck: Deck, texts: Catalogue) -> None:
    """What came of the last deeds, on a line that is always there: nothing below it moves."""
    names = [beside_others(seat.name) for seat in view.seats]  # a name's direction marks stay its own
    last = view.log[-1].version if view.log else 0
    latest = [line for line in view.log if line.version == last and last > view.version - JUST_NOW]
    # Why something stands is in the log; why it does not is news.
    short = [replace(line, ruling=None) if line.ruling and line.ruling.stands else line for line in latest]
    said = " ".join(_sentence(log_text(line, names, deck, texts)) for line in short)
    with st.container(height=JUST_NOW_HEIGHT, border=False, key="just_now"):
        st.caption(f":material/history: {plain(said, 400)}" if said else "")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _pace(view: TableView, index: int) -> float:
    """Characters a second at which that sentence appears when it is new."""
    info = view.seats[view.tale.sentences[index].seat]
    return 0.0 if info.kind == "human" or aloud.was_read(view.game, index) else PACE[info.character.pace]


def _why_stood_in(view: TableView, sentence: int, texts: Catalogue) -> str:
    code = view.stood_in.get(sentence)
    if code is None:
        return ""
    return texts.t(f"story.why_{code}" if texts.has(f"story.why_{code}") else "story.why_other")


def tale_so_far(
    view: TableView, deck: Deck, texts: Catalogue, *, height: int = STORY_HEIGHT, large: bool = False
) -> None:
    """The story as prose, with flags for the reader's own cards."""
    laid_for: dict[int, list[str]] = {}
    for laid in view.tale.laid:
        laid_for.setdefault(laid.sentence, []).append(laid.card)
    turn, sentences = 0, []
    for index, sentence in enumerate(view.tale.sentences):
        if index and sentence.seat != view.tale.sentences[index - 1].seat:
            turn += 1
        sentences.append(
            StorySentence(
                text=sentence.text,
                player=view.seats[sentence.seat].name,
                seat=sentence.seat,
                turn=turn,
                cards=tuple(deck.by_id[card] for card in laid_for.get(index, ())),
                pace=_pace(view, index),
                stood_in=_why_stood_in(view, index, texts),
            )
        )
    flags = {
        index: [StoryFlag(deck.by_id[one.card], one.start, one.end, one.why) for one in found]
        for index, found in view.flags.items()
    }
    final = deck.endings[view.tale.final_ending] if view.tale.final_ending else ""
    story(
        sentences, flags, words=story_words(texts), key="story", height=height, large=large, final=final, tale=view.game
    )


def laid_cards(view: TableView, deck: Deck, texts: Catalogue) -> None:
    """The ribbon of laid cards, and how many cards lie in the piles."""
    told = view.tale.sentences
    ribbon(
        [
            RibbonCard(
                card=deck.by_id[laid.card],
                how=laid.how,
                player=view.seats[laid.seat].name,
                seat=laid.seat,
                note=told[laid.sentence].text if 0 <= laid.sentence < len(told) else "",
            )
            for laid in view.tale.laid
        ],
        words=ribbon_words(texts),
        key="ribbon",
    )
    # The version in the key tells tests, and whoever looks into the page, which state is on the screen.
    with st.container(key=f"version_{view.version}"):
        _piles(view, deck, texts)


def _piles(view: TableView, deck: Deck, texts: Catalogue) -> None:
    top = deck.by_id[view.tale.discard[-1]].name if view.tale.discard else "–"
    piles = texts.t("table.piles", draw=view.tale.draw_count, discard=len(view.tale.discard), top=plain(top))
    st.caption(piles if view.preset == "full" else f"**{texts.t(f'home.preset_{view.preset}')}** · {piles}")


def what_happened(view: TableView, deck: Deck, texts: Catalogue) -> None:
    """The latest lines of the log, newest first, with who decided and why."""
    with st.expander(texts.t("table.log"), icon=":material/history:", key="table.log"):
        if not view.log:
            st.caption(texts.t("table.log_empty"))
        names = [beside_others(seat.name) for seat in view.seats]  # a name's direction marks stay its own
        for line in reversed(view.log[-RECENT:]):
            st.caption(plain(log_text(line, names, deck, texts), 400))
        aloud.cost(view, texts)
