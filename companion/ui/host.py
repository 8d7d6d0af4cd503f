"""The host's password (COMPANION_HOST_PASSWORD): whoever knows it starts, renames and deletes games on Home and Tales,
and changes the house's case law on Deck.

Without one anybody may. It is asked once a session, that is until the page is loaded anew; playing needs none.
"""

from __future__ import annotations

import hmac
import math
import time
from collections.abc import Callable
from threading import Lock
from typing import Literal

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.settings import settings

FREE_TRIES = 3
"""Wrong passwords in a row before the next try has to wait."""
LONGEST_WAIT = 60.0
"""Seconds; each further wrong one doubles the wait up to this."""
_KNOWN = "host.known"


class Gate:
    """Checks passwords, for all visitors of the server together: another browser is no way around the wait."""

    def __init__(self, password: str, *, now: Callable[[], float] = time.monotonic) -> None:
        self._password, self._now = password.encode(), now
        self._lock = Lock()
        self._wrong = 0
        self._closed_until = -math.inf

    def wait(self) -> float:
        """Seconds until a password is looked at again; 0: now."""
        return max(0.0, self._closed_until - self._now())

    def opens(self, typed: str) -> bool:
        """Is this the password? While the gate waits, it looks at none."""
        with self._lock:
            if self.wait():
                return False
            if hmac.compare_digest(typed.strip().encode(errors="replace"), self._password):
                self._wrong = 0
                return True
            self._wrong += 1
            if self._wrong >= FREE_TRIES:
                seconds = 2.0 ** min(self._wrong - FREE_TRIES + 2, 10)
                self._closed_until = self._now() + min(seconds, LONGEST_WAIT)
            return False


@st.cache_resource(show_spinner=False)
def _gate(_password: str) -> Gate:
    return Gate(_password)


def may_host() -> bool:
    """Whether this session may start, rename and delete games."""
    return settings().host_password is None or bool(st.session_state.get(_KNOWN))


def ask_password(texts: Catalogue, key: str, scope: Literal["app", "fragment"] = "app") -> None:
    """Asks for the password; once it is right, runs the page (or the dialog: "fragment") again."""
    with st.form(f"{key}_form", border=False, clear_on_submit=True):
        typed = st.text_input(
            texts.t("host.password"),
            type="password",
            key=f"{key}_password",
            help=texts.t("host.about_password"),
            autocomplete="current-password",
        )
        sent = st.form_submit_button(
            texts.t("host.enter"), key=f"{key}_enter", type="primary", icon=":material/key:", width="stretch"
        )
    if not sent:
        return
    gate = _gate(settings().host_password or "")
    if gate.opens(typed or ""):
        st.session_state[_KNOWN] = True
        st.rerun(scope=scope)
    seconds = math.ceil(gate.wait())
    st.warning(texts.n("host.wait", seconds) if seconds else texts.t("host.wrong"), icon=":material/lock:")
