"""The notebook that this page shows, and deeds on it. Used in callbacks: nothing here draws on the page.

As at the table, the deed comes first and whole, and what is noted about it goes into an object that was fetched while
the page was drawn: another click may end a callback wherever it touches `st.session_state`.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import streamlit as st

from companion.errors import CompanionError
from companion.rules.kernel import Refusal
from companion.settings import settings
from companion.table.notebook import Notebooks, is_token, new_token
from companion.table.noted import About, Notebook, Verdict
from companion.table.opening import open_notebooks
from companion.ui.parts import Told
from companion.ui.session import words
from companion.ui.table.commands import fault, notice, reason

BOOK_KEY = "notebook"
"""The parameter in the address that names the notebook: a reload, or a bookmark, comes back to it."""
_LAST_BOOK = "notebook/last"
_LAST_BY = "notebook/last_by"
OBJECTION, ENDING = "notebook_objection", "notebook_ending_ruling"
"""The forms for rulings that stay on the page; one beside a suggestion goes with it."""


@st.cache_resource(show_spinner=False)
def _notebooks(database_url: str) -> Notebooks:
    return open_notebooks(database_url)


def notebooks() -> Notebooks:
    """All notebooks, one service for all visitors of this server. Raises WrongSetting, StoreUnavailable."""
    return _notebooks(settings().database_url)


def open_id() -> str:
    """Id of the notebook in the address, else of the last one of this session, else of a new one."""
    wanted = st.query_params.get(BOOK_KEY)
    if not is_token(wanted):
        wanted = st.session_state.get(_LAST_BOOK)
    id = wanted if isinstance(wanted, str) and is_token(wanted) else new_token()
    st.session_state[_LAST_BOOK] = id
    if st.query_params.get(BOOK_KEY) != id:
        st.query_params[BOOK_KEY] = id
    return id


def go_to_new() -> None:
    """Goes on with a fresh notebook; the old one stays under its address."""
    id = new_token()
    st.session_state[_LAST_BOOK] = id
    st.query_params[BOOK_KEY] = id


def do(deed: Callable[..., Refusal | None], *args: Any, **choices: Any) -> bool:
    """Does the deed; False: it was refused or failed, and the reason is shown on the next run of the page."""
    try:
        refusal = deed(*args, **choices)
    except CompanionError as error:
        fault(error)
        return False
    if refusal is not None:
        notice(reason(refusal, words()))
    return refusal is None


def press(deed: Callable[..., Refusal | None], *args: Any) -> None:
    """`do` for a button."""
    do(deed, *args)


def taken_back(book: Notebook) -> MutableMapping[str, str]:
    """What was last taken back on this screen, as {"id", "text"}: the desk offers it again. Empty: nothing."""
    kept: MutableMapping[str, str] = st.session_state.setdefault(f"notebook/{book.id}/taken_back", {})
    return kept


def restored(book: Notebook) -> Told | None:
    """The same as the desk takes it."""
    kept = taken_back(book)
    return Told(kept["text"], kept["id"]) if kept else None


def take_back(book: Notebook, kept: MutableMapping[str, str]) -> None:
    """Undoes the last line. `kept`: of `taken_back`, fetched while the page was drawn."""
    if do(notebooks().undo, book):
        kept.update(id=str(book.version), text=book.lines[-1].text)


def rule(book: Notebook, about: About, verdict: Verdict, index: int | None, form: str) -> None:
    """Writes into the log what people decided, with what stands in the fields of that form."""
    by, why = (str(st.session_state.get(f"{form}_{field}") or "") for field in ("by", "reason"))
    if do(notebooks().rule, book, about, verdict, index=index, by=by, reason=why):
        st.session_state[_LAST_BY] = by
        st.session_state[f"{form}_reason"] = ""
        for lasting in (OBJECTION, ENDING):
            if not st.session_state.get(f"{lasting}_by"):
                st.session_state[f"{lasting}_by"] = by


def last_by() -> str:
    """Who decided last, in the words of this screen."""
    return str(st.session_state.get(_LAST_BY) or "")
