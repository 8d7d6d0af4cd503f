"""A language model tells: its text so far under the story, and a button that stops it.

The telling belongs to a run of the page, not to a callback, so that the page can show it. Streamlit ends that run at
the next sign of the teller's life when somebody presses Stop, or anything else; nothing is told then.
"""

from __future__ import annotations

import time

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.table import TableView
from companion.ui.plain import plain

HEIGHT = 148
"""Pixels of the box with the growing text."""
_TEXT_HEIGHT = 72
"""Pixels of the text in it: two lines; more of it scrolls along."""
GAP = 16
"""Pixels between the story and the box: what the box takes, the story gives, and nothing below moves."""
READ_WITHIN = 1.0
"""Seconds that a text has to stand in the box to count as read."""
_READ = "sentence that was read while a model told it"
_ASKED = "tables whose model was asked to tell"


def asked() -> dict[str, int]:
    """The version at which each game's model was asked to tell, and has not begun: for `ask`."""
    tables: dict[str, int] = st.session_state.setdefault(_ASKED, {})
    return tables


def ask(game: str, version: int, asked: dict[str, int]) -> None:
    """The run of the page that begins now lets the model tell. For a button."""
    asked[game] = version


def is_model(view: TableView) -> bool:
    """The narrator is a language model's seat."""
    return view.seats[view.tale.narrator].kind == "llm"


def is_wanted(view: TableView) -> bool:
    """Whether the model is to tell in this run. Says so once: a run that was stopped does not begin again."""
    return asked().pop(view.game, None) == view.version and view.waits_for_ai and is_model(view)


class Box:
    """The box on the page. Called with the text so far, "" while the model thinks, it shows that; whatever ends the run
    of the page comes out of that call, as an exception that nobody may swallow."""

    def __init__(self, view: TableView, texts: Catalogue) -> None:
        self._texts = texts
        self._since: float | None = None
        name = plain(view.seats[view.tale.narrator].name, 40)
        with st.container(border=True, height=HEIGHT, gap=None, key="aloud"):
            with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
                tells = texts.t("table.model_tells", name=name)
                st.caption(f":material/auto_stories: :shimmer[{tells}]", width="content")
                st.button(
                    texts.t("table.stop"),
                    key=f"table.stop_{view.version}",
                    icon=":material/stop:",
                    help=texts.t("table.about_stop"),
                )
            self._said = st.container(height=_TEXT_HEIGHT, border=False, autoscroll=True).empty()
        self("")

    def __call__(self, so_far: str) -> None:
        if so_far and self._since is None:
            self._since = time.monotonic()
        self._said.markdown(plain(so_far, 1000) if so_far else f"*{self._texts.t('table.model_thinks')}*")

    @property
    def was_read(self) -> bool:
        """There was time to read what it showed."""
        return self._since is not None and time.monotonic() - self._since >= READ_WITHIN


def note_read(view: TableView) -> None:
    """The sentence that was told at this view's state has been read in the box: it need not be typed once more."""
    st.session_state[_READ] = (view.game, len(view.tale.sentences))


def was_read(game: str, sentence: int) -> bool:
    """Whether that sentence, the newest of its tale, has been read in the box."""
    return st.session_state.get(_READ) == (game, sentence)


def cost(view: TableView, texts: Catalogue) -> None:
    """What the language model has used in this game, and what it may use; nothing where it was not asked."""
    if view.model is not None and view.model.requests:
        used = view.model
        said = texts.t("table.cost", requests=used.requests, budget=used.budget, tokens=used.tokens or "–")
        st.caption(f":material/psychology: {said}")
