"""The wall: the hill, the question and the hourglass in a size that the last row reads. Nothing to press, no answers
before the reveal."""

from __future__ import annotations

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.rules.hill import Stage
from companion.table.hill_table import HillTableView
from companion.ui.hill.scene import just_now, picture, question_card, stage_head, winners
from companion.ui.hill.team import told


def wall_screen(view: HillTableView, texts: Catalogue) -> None:
    """`view`: the projector's, of seat None."""
    stage_head(view, texts, large=True)
    winners(view, texts)
    just_now(view, texts, large=True)
    if view.hill.stage in (Stage.QUESTION, Stage.ANSWERS, Stage.REVEAL) and view.question is not None:
        # Question and hill side by side: together they fit a projector's screen.
        left, right = st.columns([2, 3], gap="medium")
        with left:
            question_card(view, texts, large=True)
            told(view, texts, large=True)
        with right:
            picture(view, texts, large=True)
    else:
        picture(view, texts, large=True, beside=True)
