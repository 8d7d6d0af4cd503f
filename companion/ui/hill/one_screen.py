"""A game on one screen: with a person as host the host's screen with all teams' parts on it; with the automatic host
every team's part side by side."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.hill import HOST, Stage
from companion.table.hill_answers import read_ahead
from companion.table.hill_table import HillTableView
from companion.ui.hill.host import host_screen, hurry, pause
from companion.ui.hill.scene import history, just_now, named, picture, question_card, stage_head, winners
from companion.ui.hill.team import team_controls, told
from companion.ui.hill.verdicts import last_word
from companion.ui.session import hill_tables


def one_screen(game: str, texts: Catalogue) -> None:
    """Draws the game as it stands after what was due by now."""
    hill_tables().tick(game)
    view = hill_tables().look(game, None)
    read_ahead(view.language)
    if view.host == "person":
        host_screen(hill_tables().look(game, HOST), texts, around=True)
    else:
        _without_host(view, texts)


def _without_host(view: HillTableView, texts: Catalogue) -> None:
    people = [seat for seat, team in enumerate(view.teams) if team.kind == "human"]
    alone = len(people) == 1
    left, right = st.columns([2, 3], gap="medium")
    with left:
        stage_head(view, texts)
        winners(view, texts)
        just_now(view, texts)
        if view.hill.paused:
            st.info(texts.t("hill.is_paused"), icon=":material/pause_circle:")
        question_card(view, texts)
        for seat in people:
            own = hill_tables().look(view.game, seat)
            if alone:
                team_controls(own, seat, texts)
            elif view.hill.stage in (Stage.CHOICE, Stage.ANSWERS) and not view.hill.paused:
                st.markdown(f"**{named(view, seat)}**")
                team_controls(own, seat, texts, compact=True)
        told(view, texts)
        host = hill_tables().look(view.game, HOST)
        # A stage that waits for teams is not cut short.
        if view.hill.stage is not Stage.CHOICE and not view.hill.waited_for:
            hurry(view, texts)
        pause(host, texts)
    with right:
        picture(view, texts, me=people[0] if alone else None)
        last_word(view, texts)
        history(view, texts)
