"""Browser profiles that are used again by one test after the other."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from playwright.sync_api import Browser, Error, Page

PATIENCE = 20_000
"""Milliseconds for anything to appear: busy machines are slow, and a test that passes does not wait."""
KEPT = 4
"""Profiles that wait to be used again; each holds a process of 100 MB."""
_WIPE = "for (const kept of [localStorage, sessionStorage]) kept.clear()"


class Profiles:
    """Profiles with one page each. A page that is used again opens the app in a third of the time of a new one: its
    process has the scripts in memory, compiled. Nothing that one user left behind is there for the next."""

    def __init__(self, browser: Browser, shared: ExitStack) -> None:
        """`shared` closes what is left in the end."""
        self._browser = browser
        self._waiting: list[tuple[Mapping[str, object], Page]] = []
        shared.callback(lambda: self._keep(0))

    def new(self, options: Mapping[str, object]) -> Page:
        """The page of a profile that nobody has used; options are those of a Playwright browser context."""
        context = self._browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def borrow(self, options: Mapping[str, object]) -> Page:
        """The empty page of a profile with these options, to be given back."""
        for number, (looks, page) in enumerate(self._waiting):
            if looks == options:
                del self._waiting[number]
                return page
        return self.new(options)

    def give_back(self, page: Page, options: Mapping[str, object]) -> None:
        """Wipes the profile and keeps it. One that cannot be wiped, its page closed or its server gone, is closed."""
        context = page.context
        try:
            for other in context.pages:
                if other is not page:
                    other.close()
            context.set_offline(False)
            page.evaluate(_WIPE)
            page.goto("about:blank")
            page.mouse.move(0, 0)  # nothing on the next page is hovered over
            context.clear_cookies()
        except Error:
            context.close()
            return
        self._waiting.append((options, page))
        self._keep(KEPT)

    def _keep(self, most: int) -> None:
        while len(self._waiting) > most:
            self._waiting.pop(0)[1].context.close()
