"""What every page shares: the table service, the interface's language, the game that is open, errors as messages."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st
from babel.dates import format_date, format_datetime, format_time

from companion.errors import BadInput, CompanionError, DamagedSave, UnknownGame
from companion.language.catalogue import SOURCE_LANGUAGE, Catalogue, catalogue, interface_languages
from companion.settings import Settings, settings
from companion.table import Tables
from companion.table.book_table import BookTables
from companion.table.hill_table import HillTables
from companion.table.opening import open_house, open_second_opinions
from companion.table.packs import Packs
from companion.table.rooms import Rooms
from companion.table.second_opinion import SecondOpinions
from companion.ui.cookie import COOKIE, is_token

_LOG = logging.getLogger(__name__)

LANGUAGE_KEY = "lang"
"""Also the parameter in the address, so that a link opens in its language."""
GAME_KEY = "game"
"""The parameter in the address that names the open game: a reload comes back to it."""
_LAST_GAME = "last_game"


def tables() -> Tables:
    """The table service, one for all visitors of this server. Raises WrongSetting, StoreUnavailable."""
    return open_house().tables


def book_tables() -> BookTables:
    """The games of the books at this server. Raises WrongSetting, StoreUnavailable."""
    return open_house().books


def rooms() -> Rooms:
    """The rooms of this server. Raises WrongSetting, StoreUnavailable."""
    return open_house().rooms


def hill_tables() -> HillTables:
    """The games on the hill, one service for all visitors. Raises WrongSetting, StoreUnavailable."""
    return open_house().hill


def packs() -> Packs:
    """The packs of questions of this house. Raises WrongSetting, StoreUnavailable."""
    return open_house().packs


def token() -> str | None:
    """The secret that this browser keeps its seats by; None: a browser without cookies."""
    found = st.context.cookies.get(COOKIE)
    return found if is_token(found) else None


@st.cache_resource(show_spinner=False)
def _second_opinions(chosen: Settings) -> SecondOpinions:
    return open_second_opinions(chosen)


def second_opinions() -> SecondOpinions:
    """Whom to ask about cards in doubt, one for all visitors of this server. Raises WrongSetting."""
    return _second_opinions(settings())


def switch_language() -> Catalogue:
    """Draws the language switch; the catalogue of the chosen language. The entry script calls it once a run."""
    if LANGUAGE_KEY not in st.session_state:
        st.session_state[LANGUAGE_KEY] = _known(st.query_params.get(LANGUAGE_KEY))
    chosen = st.segmented_control(
        words().t("app.language"),
        interface_languages(),
        required=True,
        format_func=lambda code: catalogue(code).t("app.language_name"),
        key=LANGUAGE_KEY,
        persist_state="session",
        label_visibility="collapsed",
    )
    code = _known(chosen)
    # Written by hand: a bound widget would put its label into the address, not the code.
    if st.query_params.get(LANGUAGE_KEY) != code:
        st.query_params[LANGUAGE_KEY] = code
    return catalogue(code)


def words() -> Catalogue:
    """The texts in the language of this session."""
    return catalogue(_known(st.session_state.get(LANGUAGE_KEY)))


def _known(code: str | None) -> str:
    """The code if the interface speaks that language, else the usual one."""
    return code if code in interface_languages() else _usual_language()


def _usual_language() -> str:
    wanted = settings().language or (st.context.locale or "").split("-")[0].lower()
    return wanted if wanted in interface_languages() else SOURCE_LANGUAGE


@contextmanager
def show_errors(texts: Catalogue) -> Iterator[None]:
    """Shows what goes wrong on a page in the reader's language; the place and remedy, if there is one, below it."""
    try:
        yield
    except CompanionError as error:
        st.error(texts.t(error.code if texts.has(error.code) else "error/unknown"), icon=":material/error:")
        if isinstance(error, BadInput):
            st.text(str(error))
        if isinstance(error, UnknownGame | DamagedSave):
            st.session_state.pop(_LAST_GAME, None)
            st.page_link("screens/home.py", label=texts.t("tales.to_home"), icon=":material/auto_stories:")
    except Exception:
        # The outermost edge: a fault of ours is told in the reader's language, and the log has all of it.
        _LOG.exception("a page failed")
        st.error(texts.t("error/unknown"), icon=":material/error:")


def open_game() -> str | None:
    """Id of the game that this session looks at: the one in the address, else the last one it had open."""
    game = st.query_params.get(GAME_KEY) or st.session_state.get(_LAST_GAME)
    if game is not None:
        st.session_state[_LAST_GAME] = game
        if GAME_KEY not in st.query_params:
            st.query_params[GAME_KEY] = game  # a reload comes back here
    return game


def refuse_rooms(game: str) -> None:
    """For pages that show every hand around one screen: a game of a room is played there, each at an own screen.

    Raises UnknownGame for one.
    """
    if rooms().room_of(game) is not None:
        raise UnknownGame(f"game {game} is played in a room: open it there")


def go_to_table(game: str) -> None:
    """Opens the Table page with that game."""
    st.session_state[_LAST_GAME] = game
    st.switch_page("screens/table.py", query_params={GAME_KEY: game, LANGUAGE_KEY: words().language})


def leave_game(game: str) -> None:
    """Forgets that the game was open, because it is gone."""
    if st.session_state.get(_LAST_GAME) == game:
        del st.session_state[_LAST_GAME]


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


def day(at: float, texts: Catalogue) -> str:
    """The date in words, as a document has it."""
    return str(format_date(datetime.fromtimestamp(at, _reader_zone()), "long", locale=texts.language))


def _reader_zone() -> tzinfo:
    try:
        return ZoneInfo(st.context.timezone) if st.context.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


__all__ = [
    "book_tables",
    "day",
    "go_to_table",
    "hill_tables",
    "leave_game",
    "moment",
    "open_game",
    "packs",
    "refuse_rooms",
    "rooms",
    "second_opinions",
    "show_errors",
    "switch_language",
    "tables",
    "token",
    "words",
]
