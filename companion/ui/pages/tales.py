"""Tales: read what was told here, replay it step by step, see what was decided, keep it as a document."""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import Deck, load_deck
from companion.errors import CompanionError, DamagedSave
from companion.exports.transcript import Transcript, as_markdown, file_name, passages
from companion.language.catalogue import Catalogue
from companion.table import TableView
from companion.table.opening import GameSummary
from companion.ui.log import is_decision, log_line
from companion.ui.plain import one_line, plain
from companion.ui.replay import Shot, shots
from companion.ui.saved import delete_button, tale_title
from companion.ui.session import go_to_table, moment, tables, words

MAX_TITLE = 80


def page() -> None:
    texts = words()
    games = tables().games()
    if not games:
        st.markdown(texts.t("tales.none"))
        st.page_link("pages/home.py", label=texts.t("tales.to_home"), icon=":material/auto_stories:")
        return
    by_id = {game.id: game for game in games}
    chosen = st.selectbox(
        texts.t("tales.choose"),
        list(by_id),
        format_func=lambda code: label(texts, by_id[code]) if code in by_id else "",
        key="tale",
        bind="query-params",
    )
    game = by_id.get(chosen) or games[0]
    try:
        view = tables().look(game.id, None)
    except DamagedSave as error:
        st.warning(texts.t("error/damaged_save"), icon=":material/heart_broken:")
        st.text(str(error))
        delete_button(texts, game.id, game.title)
        return
    show(texts, game, view, load_deck(view.language, view.deck))


def label(texts: Catalogue, game: GameSummary) -> str:
    """One line of the list; a select box shows it as plain text."""
    state = texts.t("tales.damaged" if game.damaged else "tales.finished" if game.finished else "tales.running")
    return f"{one_line(tale_title(texts, game.title, game.seats))} · {moment(game.updated, texts)} · {state}"


def show(texts: Catalogue, game: GameSummary, view: TableView, deck: Deck) -> None:
    names = tuple(seat.name for seat in view.seats)
    st.header(plain(tale_title(texts, view.title, names)), anchor=False)
    log = [log_line(line, names, deck, texts) for line in view.log if is_decision(line)]
    read, replay, rulings, keep = st.tabs(
        [texts.t("tales.read"), texts.t("tales.replay"), texts.t("tales.rulings"), texts.t("tales.keep")]
    )
    with read:
        prose(texts, view, deck, names)
    with replay:
        replay_steps(texts, view, deck, names)
    with rulings:
        if not log:
            st.markdown(texts.t("tales.no_rulings"))
        for line in log:
            st.text(line)
    with keep:
        keep_tale(texts, game, view, deck, log)


def prose(texts: Catalogue, view: TableView, deck: Deck, names: tuple[str, ...]) -> None:
    """The tale as it would stand in a book: a paragraph for each narrator's turn."""
    if not view.tale.sentences:
        st.markdown(texts.t("tales.nothing_told"))
        return
    with st.container(key="prose", width=720):
        for passage in passages(view.tale.sentences):
            st.caption(plain(names[passage.seat]))
            st.text(" ".join(passage.sentences))
        if view.tale.final_ending and view.tale.outcome:
            st.subheader(plain(deck.endings.get(view.tale.final_ending, "")), anchor=False)
            winner = ", ".join(names[seat] for seat in view.tale.outcome.winners)
            st.caption(plain(texts.t("transcript.winner", names=winner)))


@st.fragment
def replay_steps(texts: Catalogue, view: TableView, deck: Deck, names: tuple[str, ...]) -> None:
    """One step at a time, by slider, buttons or the arrow keys."""
    steps = shots(view.tale)
    if len(steps) < 2:
        st.markdown(texts.t("tales.nothing_told"))
        return
    key = f"step_{view.game}"

    def move(by: int) -> None:
        st.session_state[key] = min(max(st.session_state[key] + by, 1), len(steps))

    number = st.slider(texts.t("tales.step"), 1, len(steps), 1, key=key)
    with st.container(horizontal=True):
        st.button(
            texts.t("tales.back"),
            key="step_back",
            icon=":material/arrow_back:",
            shortcut="Left",
            disabled=number <= 1,
            on_click=move,
            args=(-1,),
        )
        st.button(
            texts.t("tales.forward"),
            key="step_forward",
            icon=":material/arrow_forward:",
            shortcut="Right",
            disabled=number >= len(steps),
            on_click=move,
            args=(1,),
        )
    shot(texts, steps[min(number, len(steps)) - 1], deck, names)


def shot(texts: Catalogue, step: Shot, deck: Deck, names: tuple[str, ...]) -> None:
    told, laid = step.sentences, step.laid
    with st.container(border=True, key="shot"):
        if step.is_card:
            card = deck.by_id.get(laid[-1].card)
            how = texts.t(f"log/laid_{laid[-1].how}", who=names[laid[-1].seat], card=card.name if card else "")
            st.caption(plain(how))
        elif told:
            st.caption(plain(texts.t("home.turn_of", name=names[told[-1].seat])))
        if told:
            st.text(told[-1].text)
    with st.container(key="prose_so_far", width=720):
        for passage in passages(told):
            st.caption(plain(names[passage.seat]))
            st.text(" ".join(passage.sentences))


def keep_tale(texts: Catalogue, game: GameSummary, view: TableView, deck: Deck, log: list[str]) -> None:
    """The document, the title, going on with it, deleting it."""
    title = tale_title(texts, view.title, [seat.name for seat in view.seats])
    transcript = Transcript(
        title=title,
        names=tuple(seat.name for seat in view.seats),
        view=view.tale,
        deck=deck,
        told_on=moment(game.updated, texts),
        rulings=tuple(log),
    )
    st.download_button(
        texts.t("tales.download"),
        as_markdown(transcript, texts),
        file_name=file_name(title),
        mime="text/markdown",
        key=f"download_{game.id}",
        icon=":material/download:",
        on_click="ignore",
    )
    with st.form(f"rename_{game.id}", border=False):
        new = st.text_input(texts.t("tales.title"), view.title, max_chars=MAX_TITLE, key=f"title_{game.id}")
        if st.form_submit_button(texts.t("tales.rename"), key=f"rename_now_{game.id}"):
            rename(texts, game.id, new or "")
    with st.container(horizontal=True):
        if not game.finished and st.button(texts.t("home.go_on"), key=f"go_on_{game.id}", icon=":material/play_arrow:"):
            go_to_table(game.id)
        delete_button(texts, game.id, title)


def rename(texts: Catalogue, game: str, title: str) -> None:
    try:
        tables().rename(game, one_line(title)[:MAX_TITLE])
    except CompanionError as error:
        st.error(texts.t(error.code))
    else:
        st.rerun()


page()
