"""What every page shares: the table service, the interface's language, the game that is open, errors as messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st
from babel.dates import format_datetime, format_time

from companion.errors import BadInput, CompanionError
from companion.language.catalogue import SOURCE_LANGUAGE, Catalogue, catalogue, interface_languages
from companion.settings import settings
from companion.table import Tables
from companion.table.opening import open_tables

LANGUAGE_KEY = "lang"
"""Also the parameter in the address, so that a link opens in its language."""
GAME_KEY = "game"
"""The parameter in the address that names the open game: a reload comes back to it."""


@st.cache_resource(show_spinner=False)
def _tables(database_url: str) -> Tables:
    return open_tables(database_url)


def tables() -> Tables:
    """The table service, one for all visitors of this server. Raises WrongSetting, StoreUnavailable."""
    return _tables(settings().database_url)


def switch_language() -> Catalogue:
    """Draws the language switch; the catalogue of the chosen language. The entry script calls it once a run."""
    chosen = st.segmented_control(
        words().t("app.language"),
        interface_languages(),
        default=_usual_language(),
        required=True,
        format_func=lambda code: catalogue(code).t("app.language_name"),
        key=LANGUAGE_KEY,
        bind="query-params",
        label_visibility="collapsed",
    )
    return catalogue(chosen if chosen in interface_languages() else _usual_language())


def words() -> Catalogue:
    """The texts in the language of this session."""
    chosen = st.session_state.get(LANGUAGE_KEY)
    return catalogue(chosen if chosen in interface_languages() else _usual_language())


def _usual_language() -> str:
    wanted = settings().language or (st.context.locale or "").split("-")[0].lower()
    return wanted if wanted in interface_languages() else SOURCE_LANGUAGE


@contextmanager
def show_errors(texts: Catalogue) -> Iterator[None]:
    """Shows what goes wrong on a page in the reader's language; the place and remedy, if there is one, below it."""
    try:
        yield
    except CompanionError as error:
        key = error.code if texts.has(error.code) else "error/unknown"
        st.error(texts.t(key), icon=":material/error:")
        if isinstance(error, BadInput):
            st.text(str(error))


def open_game() -> str | None:
    """Id of the game that this session looks at."""
    return st.query_params.get(GAME_KEY)


def go_to_table(game: str) -> None:
    """Opens the Table page with that game."""
    st.switch_page("pages/table.py", query_params={GAME_KEY: game})


def moment(at: float, texts: Catalogue) -> str:
    """A time for people, in the reader's zone: "today, 18:20" or the date."""
    zone = _reader_zone()
    when, now = datetime.fromtimestamp(at, zone), datetime.now(zone)
    clock = format_time(when, "short", locale=texts.language)
    if when.date() == now.date():
        return texts.t("app.today", time=clock)
    if when.date() == now.date() - timedelta(days=1):
        return texts.t("app.yesterday", time=clock)
    return str(format_datetime(when, "d MMMM y, HH:mm", locale=texts.language))


def _reader_zone() -> tzinfo:
    try:
        return ZoneInfo(st.context.timezone) if st.context.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


__all__ = ["go_to_table", "moment", "open_game", "show_errors", "switch_language", "tables", "words"]
