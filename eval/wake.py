"""The claim "a phone that was away shows the present state as soon as it is back", measured in a real browser.

Three ways of being away: without a network, which the browser knows of; the same without its knowing; asleep, so that
no line of its page runs, with its connections cut. Between browser and server stands a relay that cuts connections as a
network does. The narrator, who speaks Streamlit's protocol past the relay, tells on meanwhile.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from companion.ui.cookie import COOKIE
from eval.load import open_all, start, tabs_of, tell_once
from eval.load_tab import Tab
from eval.provenance import Provenance
from eval.report import REPORTS, made_by, table, targets_table, write_report

TARGET_MS = 2_000
"""Of a phone that wakes up."""
_PATIENCE = 30_000
_ASLEEP = "asleep, its connections cut"
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@dataclass(frozen=True)
class Return:
    """One way of having been away."""

    how: str
    away: float
    """Seconds."""
    told: int
    """Sentences told meanwhile."""
    milliseconds: tuple[float, ...]
    """Each time: from being back until the last of them is on the screen."""


class Relay:
    """Passes bytes between browsers and the server, unless it is cut."""

    def __init__(self, place: str) -> None:
        host, _, port = place.rpartition(":")
        self._to = (host, int(port))
        self._open: set[socket.socket] = set()
        self._keeping, self._is_cut = threading.Lock(), False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._receive, daemon=True).start()

    def cut(self) -> None:
        """Every connection ends, and no new one comes about."""
        with self._keeping:
            self._is_cut, ended, self._open = True, self._open, set()
        for one in ended:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        with self._keeping:
            self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _receive(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return  # closed
            with self._keeping:
                is_cut = self._is_cut
            if is_cut:
                browser.close()
                continue
            server = socket.create_connection(self._to)
            with self._keeping:
                self._open |= {browser, server}
            for source, sink in ((browser, server), (server, browser)):
                threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
        for one in (source, sink):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        with self._keeping:
            self._open.discard(source)
        source.close()  # the other direction's thread closes the sink


async def measure(chromium: str, *, asleep: float = 600.0, offline: float = 30.0, times: int = 3) -> list[Return]:
    """asleep, offline: seconds. The last sleep is that long, the others a sixth of it (the server forgets a page after
    90 s already). Raises BadInput where the server does not start."""
    with ExitStack() as stack:
        server, room = start(stack, 1, 2)
        relay = Relay(server.place)
        stack.callback(relay.close)
        tabs = tabs_of(server, room)
        await open_all(tabs)
        (narrator, _), (listener, (token, _)) = sorted(
            zip(tabs, room.seats, strict=True), key=lambda one: not one[0].tells
        )
        await listener.close()  # its browser is a real one from now on
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
            page = await _phone(browser, relay.address, room.id, token)
            tells = Teller(narrator)
            await shown(page, await tells.tell())
            found = [
                await _offline(page, tells, offline, times),
                await _cut_off(page, relay, tells, offline, times),
                await _asleep(page, relay, tells, asleep / 6, times),
                await _asleep(page, relay, tells, asleep, 1),
            ]
            await browser.close()
        await narrator.close()
        return found


class Teller:
    """Tells numbered sentences."""

    def __init__(self, tab: Tab) -> None:
        self._tab, self._count = tab, 0

    async def tell(self) -> str:
        self._count += 1
        text = f"Then the traveller came to house number {self._count}."
        await tell_once([self._tab], text)
        return text


async def shown(page: Page, text: str) -> float:
    """Milliseconds until the sentence is on the screen."""
    began = time.monotonic()
    await page.locator(".prose").filter(has_text=text).wait_for(timeout=_PATIENCE)
    return 1000 * (time.monotonic() - began)


async def _offline(page: Page, teller: Teller, seconds: float, times: int) -> Return:
    found = []
    for _ in range(times):
        await page.context.set_offline(True)
        text = await _meanwhile(teller, seconds)
        await page.context.set_offline(False)
        found.append(await shown(page, text))
    return Return("without a network", seconds, 2, tuple(found))


async def _asleep(page: Page, relay: Relay, teller: Teller, seconds: float, times: int) -> Return:
    found = []
    for _ in range(times):
        devtools = await page.context.new_cdp_session(page)
        await devtools.send("Debugger.enable")
        await devtools.send("Debugger.pause")  # Page.setWebLifecycleState lets timers run in a headless browser
        relay.cut()
        text = await _meanwhile(teller, seconds)
        relay.mend()
        began = time.monotonic()
        await devtools.send("Debugger.disable")
        await shown(page, text)
        found.append(1000 * (time.monotonic() - began))
        await devtools.detach()
    return Return(_ASLEEP, seconds, 2, tuple(found))


async def _cut_off(page: Page, relay: Relay, teller: Teller, seconds: float, times: int) -> Return:
    found = []
    for _ in range(times):
        relay.cut()
        text = await _meanwhile(teller, seconds)
        relay.mend()
        found.append(await shown(page, text))
    return Return("awake, its connections cut and refused", seconds, 2, tuple(found))


async def _meanwhile(teller: Teller, seconds: float) -> str:
    await asyncio.sleep(seconds / 2)
    await teller.tell()
    text = await teller.tell()
    await asyncio.sleep(seconds / 2)
    return text


async def _phone(browser: Browser, address: str, room: str, token: str) -> Page:
    context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    await context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
    page = await context.new_page()
    await page.goto(f"{address}/room?lang=en&room={room}")
    await page.locator("li.card").first.wait_for(timeout=_PATIENCE)
    return page


def write_wake(found: list[Return], provenance: Provenance, folder: Path = REPORTS) -> Path:
    """Writes wake.{json,md} and gives the path of the Markdown file."""
    figures = {"returns": [asdict(one) for one in found], "provenance": asdict(provenance)}
    return write_report("wake", figures, wake_markdown(found, provenance), folder)


def wake_markdown(found: list[Return], provenance: Provenance) -> str:
    """The report as Markdown."""
    longest = max((one for one in found if one.how == _ASLEEP), key=lambda one: one.away)
    worst = max(longest.milliseconds)
    rows = [
        (f"{one.how}, {one.away:.0f} s", str(len(one.milliseconds)), ", ".join(f"{ms:.0f}" for ms in one.milliseconds))
        for one in found
    ]
    return (
        "\n\n".join(
            (
                "# A phone comes back",
                f"{made_by(provenance)} One Chromium as a phone, one server process over SQLite; two sentences are "
                "told while the phone is away. Measured from the moment it is back until the last sentence is on its "
                "screen.",
                targets_table(
                    [
                        (
                            f"asleep for {longest.away:.0f} s, then the present state is shown",
                            f"within {TARGET_MS} ms",
                            f"{worst:.0f} ms",
                            worst <= TARGET_MS,
                        )
                    ]
                ),
                table(("away", "times", "milliseconds"), rows),
            )
        )
        + "\n"
    )
