"""What browser tests stand on: one Chromium a session, people as browser contexts, servers as the test needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.house import House, keeping_house
from tests.browser.serving import serving

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 20_000
"""Milliseconds for anything to appear: busy machines are slow, and a test that passes does not wait."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless Chromium. Each `browser.new_context()` is another person."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield running
        running.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that deal their own games."""
    with keeping_house(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def serve() -> Iterator[Callable[[Path], str]]:
    """`serve(script)` starts a Streamlit server with the test's own settings, gives its address, ends it afterwards."""
    with ExitStack() as servers:
        yield lambda script: servers.enter_context(serving(script))


@pytest.fixture(scope="session")
def regular(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile that has been here before: the app's scripts lie in its cache, which spares every page
    half a second."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def person(browser: Browser, regular: BrowserContext) -> Iterator[Callable[..., Page]]:
    """`person(**options)` is somebody at a screen of their own; options are those of a Playwright browser context."""
    with ExitStack() as people:

        def arrive(**options: object) -> Page:
            if options or regular.pages:
                context: BrowserContext = browser.new_context(**options)  # type: ignore[arg-type]
                people.callback(context.close)
            else:
                context = regular
                people.callback(_forget, context)
            context.set_default_timeout(PATIENCE)
            return context.new_page()

        yield arrive


def _forget(context: BrowserContext) -> None:
    """What one test left behind is not there in the next."""
    for page in context.pages:
        page.evaluate("localStorage.clear()")
        page.close()
    context.clear_cookies()
