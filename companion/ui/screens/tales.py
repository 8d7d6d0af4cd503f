"""Tales: read what was told here, replay it step by step, see what was decided, keep it as a document."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from companion.decks.deck import Deck, load_deck
from companion.errors import CompanionError, DamagedSave
from companion.exports.transcript import as_markdown, brought_to_its_end, file_name
from companion.language.catalogue import Catalogue
from companion.table import MAX_TITLE, TableView
from companion.table.log_text import is_decision, log_text
from companion.table.opening import GameSummary
from companion.ui.host import ask_password, may_host
from companion.ui.parts import RibbonCard, StorySentence, ribbon, story
from companion.ui.plain import beside_others, one_line, plain
from companion.ui.printing import print_button, transcript_of
from companion.ui.replay import Shot, shots
from companion.ui.saved import delete_button, first_words, tale_title
from companion.ui.session import go_to_table, moment, tables, words
from companion.ui.table.review import learner, show_review
from companion.ui.table.texts import ribbon_words, story_words
from companion.ui.welcome import nothing_yet

NAMED_BY_WORDS = 20
"""Untitled tales at the top of the list that are shown by their first words; reading all of them would take long."""
RENAMED = "renamed"
BY_INTERRUPT = "log/laid_interrupt"
"""Nobody has to decide on an interrupt, but it is what turned the tale."""


def page() -> None:
    texts = words()
    games = sorted(tables().games(), key=lambda game: not game.finished)
    if not games:
        nothing_yet(texts, "tales.none", "tales")
        return
    by_id = {game.id: game for game in games}
    if (renamed := st.session_state.pop(RENAMED, None)) in by_id:
        st.session_state["tale"] = renamed  # else the closed list goes on showing the old title
        st.toast(texts.t("tales.renamed"), icon=":material/check:")
    labels = {game.id: label(texts, game, number < NAMED_BY_WORDS) for number, game in enumerate(games)}
    chosen = st.selectbox(
        texts.t("tales.choose"),
        list(by_id),
        format_func=lambda code: labels.get(code, ""),
        key="tale",
        persist_state="session",
    )
    game = by_id.get(chosen) or games[0]
    try:
        view = tables().look(game.id, None)
    except DamagedSave as error:
        st.warning(texts.t("error/damaged_save"), icon=":material/heart_broken:")
        st.text(str(error))
        delete_button(texts, game.id, tale_title(texts, game.title, game.seats))
        return
    show(texts, game, view, load_deck(view.language, view.deck))


def label(texts: Catalogue, game: GameSummary, by_words: bool) -> str:
    """One line of the list; a select box shows it as plain text."""
    title = game.title.strip() or (beginning(game.id, game.version) if by_words and not game.damaged else "")
    state = texts.t("tales.damaged" if game.damaged else "tales.finished" if game.finished else "tales.running")
    return f"{beside_others(tale_title(texts, title, game.seats))} · {moment(game.updated, texts)} · {state}"


@st.cache_data(max_entries=1000, show_spinner=False)
def beginning(game: str, version: int) -> str:
    """The first words of a tale; nothing when none is told, or they cannot be read."""
    try:
        told = tables().look(game, None).tale.sentences
    except CompanionError:
        return ""
    return first_words(told[0].text) if told else ""


def show(texts: Catalogue, game: GameSummary, view: TableView, deck: Deck) -> None:
    names = tuple(seat.name for seat in view.seats)
    st.header(plain(tale_title(texts, view.title, names, view.tale.sentences)), anchor=False)
    st.caption(plain(texts.t("transcript.told_by", names=", ".join(names))))
    shown = [beside_others(name) for name in names]  # a name's direction marks stay its own
    log = [log_text(line, shown, deck, texts) for line in view.log if is_decision(line) or line.code == BY_INTERRUPT]
    person = learner(view)
    labels = [texts.t("tales.read"), texts.t("tales.replay"), texts.t("tales.rulings"), texts.t("tales.keep")]
    read, replay, rulings, keep, *back = st.tabs([*labels, *([texts.t("review.tab")] if person is not None else [])])
    with read:
        prose(texts, view, deck, names)
    with replay:
        replay_steps(texts, view, deck, names)
    with rulings:
        if not log:
            st.markdown(texts.t("tales.no_rulings"))
        st.markdown("\n".join(f"- {plain(line, limit=1000)}" for line in log))
    with keep:
        keep_tale(texts, game, view, deck, log)
    if person is not None:
        with back[0]:
            show_review(view, person, deck, texts)


def prose(texts: Catalogue, view: TableView, deck: Deck, names: tuple[str, ...]) -> None:
    """The tale as it would stand in a book, with its cards behind the sentences."""
    whole = Shot(view.tale.sentences, view.tale.laid)
    final = deck.endings.get(view.tale.final_ending or "", "")
    story(story_of(whole, deck, names), words=story_words(texts), key=f"read_{view.game}", final=final, whole=True)
    if view.tale.outcome:
        st.caption(plain(brought_to_its_end(view.tale, names, texts)))


@st.fragment
def replay_steps(texts: Catalogue, view: TableView, deck: Deck, names: tuple[str, ...]) -> None:
    """One step at a time, by slider, buttons or the arrow keys."""
    steps = shots(view.tale)
    if len(steps) < 2:
        st.markdown(texts.t("story.empty"))
        return
    key = f"step_{view.game}"

    def move(by: int) -> None:
        st.session_state[key] = min(max(st.session_state[key] + by, 1), len(steps))

    number = st.slider(texts.t("tales.step"), 1, len(steps), 1, key=key)
    with st.container(horizontal=True):
        step_button(texts.t("tales.back"), "arrow_back", "Left", number > 1, lambda: move(-1))
        step_button(texts.t("tales.forward"), "arrow_forward", "Right", number < len(steps), lambda: move(1))
    step = steps[min(number, len(steps)) - 1]
    ribbon(ribbon_of(step, deck, names), words=ribbon_words(texts), key=f"laid_{view.game}")
    story(story_of(step, deck, names), words=story_words(texts), key=f"told_{view.game}", height=380)


def step_button(label: str, icon: str, shortcut: str, enabled: bool, move: Callable[[], None]) -> None:
    st.button(
        label,
        key=f"step_{shortcut}",
        icon=f":material/{icon}:",
        shortcut=shortcut,
        disabled=not enabled,
        on_click=move,
    )


def story_of(step: Shot, deck: Deck, names: tuple[str, ...]) -> list[StorySentence]:
    """The told sentences with the cards that lie for them."""
    return [
        StorySentence(
            sentence.text,
            names[sentence.seat],
            sentence.seat,
            cards=tuple(
                deck.by_id[laid.card] for laid in step.laid if laid.sentence == index and laid.card in deck.by_id
            ),
        )
        for index, sentence in enumerate(step.sentences)
    ]


def ribbon_of(step: Shot, deck: Deck, names: tuple[str, ...]) -> list[RibbonCard]:
    told = step.sentences
    return [
        RibbonCard(deck.by_id[laid.card], laid.how, names[laid.seat], laid.seat, note=told[laid.sentence].text)
        for laid in step.laid
        if laid.card in deck.by_id and 0 <= laid.sentence < len(told)
    ]


def keep_tale(texts: Catalogue, game: GameSummary, view: TableView, deck: Deck, log: list[str]) -> None:
    """The document, the title, going on with it, deleting it."""
    transcript = transcript_of(view, deck, texts, game.updated, tuple(log))
    with st.container(horizontal=True):
        st.download_button(
            texts.t("tales.download"),
            as_markdown(transcript, texts),
            file_name=file_name(transcript.title),
            mime="text/markdown",
            key=f"download_{game.id}",
            icon=":material/download:",
            on_click="ignore",
        )
        print_button(game.id, transcript, texts)
    if may_host():
        with st.form(f"rename_{game.id}", border=False):
            new = st.text_input(texts.t("tales.title"), view.title, max_chars=MAX_TITLE, key=f"title_{game.id}")
            if st.form_submit_button(texts.t("tales.rename"), key=f"rename_now_{game.id}"):
                rename(texts, game.id, new or "")
    else:
        st.markdown(texts.t("host.to_rename"))
        ask_password(texts, f"rename_{game.id}")
    with st.container(horizontal=True):
        if not game.finished and st.button(texts.t("home.go_on"), key=f"go_on_{game.id}", icon=":material/play_arrow:"):
            go_to_table(game.id)
        delete_button(texts, game.id, transcript.title)


def rename(texts: Catalogue, game: str, title: str) -> None:
    try:
        tables().rename(game, one_line(title)[:MAX_TITLE])
    except CompanionError as error:
        st.error(texts.t(error.code))
    else:
        st.session_state[RENAMED] = game
        st.rerun()


page()
