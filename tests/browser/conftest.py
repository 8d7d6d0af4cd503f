"""What browser tests stand on: one Chromium and one server a session, people as profiles of the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.house import House, keeping_house
from tests.browser.profiles import PATIENCE, Profiles

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
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


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Iterator[Profiles]:
    """The browser profiles that the tests of a session share, one after the other."""
    with ExitStack() as shared:
        yield Profiles(browser, shared)


@pytest.fixture
def person(profiles: Profiles) -> Iterator[Callable[..., Page]]:
    """`person(**options)` is somebody at a screen of their own; options are those of a Playwright browser context.
    `person(own=True)`: with a profile of their own, for a test that changes the page itself (its clock, its wires)."""
    with ExitStack() as people:

        def arrive(*, own: bool = False, **options: object) -> Page:
            page = profiles.new(options) if own else profiles.borrow(options)
            people.callback(page.context.close if own else lambda: profiles.give_back(page, options))
            return page

        yield arrive
