"""The claim "everyone on their own phone, and it feels instant", measured: a class at its tables, all of them playing.

The server is a process of its own; the class is this one, which speaks as browsers do (load_tab.py). What the server
uses of the processor and of memory is therefore without the cost of those who measure; the time that passes is not,
where both share the same cores.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.errors import BadInput
from companion.ui.cookie import new_token
from eval.load_server import Server, pressure, serving, usage_of
from eval.load_tab import Tab
from eval.provenance import Provenance

KEYS = 4.0
"""Letters a second that a narrator types; each is sent for the others to see."""
GIVE_UP = 20.0
"""Seconds after which a change that is not on every screen counts as missed."""
IDLE_SECONDS = 30.0
IDLE_SETTLES = 12.0
"""Seconds after the last page was opened: what opening costs is over."""
OPENING_AT_ONCE = 6
_SETTLES, _SETTLED = 6.0, 1.0
"""Memory is looked at when it has not grown by so many megabytes in so many seconds: the encoder loads by itself."""
_MOST_SETTLING = 90.0
_WARM = 3
"""Sentences told before anything is measured: the encoder is loaded, every line of code has run."""


@dataclass(frozen=True)
class Size:
    """What is driven, and how hard."""

    tables: int = 8
    people: int = 5
    """At each table."""
    pause: float = 5.0
    """Seconds between two sentences at one table."""
    seconds: float = 60.0
    """That the play is measured."""
    idle: int = 200
    """Tabs of the idle house."""
    given_back: float = 300.0
    """Seconds after closing all tabs at which memory is looked at last."""


@dataclass(frozen=True)
class Delay:
    """Of many events, in milliseconds."""

    count: int
    median: float
    percentile_95: float
    longest: float


@dataclass(frozen=True)
class Play:
    """All tables at it."""

    told: Delay
    """From the narrator's message until the last screen of the table has heard that there is something new."""
    shown: Delay
    """... until it is on the last screen of the table. The figure to reach."""
    whole: Delay
    """... until the last screen has all of the new page, down to its last element."""
    screens: Delay
    """`shown` for each screen by itself."""
    typed: Delay
    """From a letter that the narrator types until the words are on another screen."""
    missed: int
    """Changes that were not on every screen in time."""
    processor: float
    """The server's, as a share of one core."""
    driver: float
    """The same of the process that measures."""
    run: float
    """Milliseconds of the server's processor for each page that it drew, all else that it does included."""
    runs: int
    kilobytes: float
    """Sent to a browser for each drawing."""
    waited: float | None
    """Share of the time in which something on the machine waited for a core; None where the system does not say."""


@dataclass(frozen=True)
class Memory:
    """Resident, in megabytes."""

    empty: float
    """The server has started."""
    first: float
    """The tabs of the first table are open and have played: the encoder is loaded, all code has run."""
    all_open: float
    """All tabs are open, the other tables have not played yet."""
    per_tab: float
    """What each tab beyond these took when it was opened."""
    played: float
    """After the play."""
    per_tab_played: float
    """What each tab beyond the first table's had taken by then, its table's tale included."""
    closed: dict[str, float]
    """By seconds after all tabs were closed."""
    second: float
    """When as many tabs have been opened again and have played as long: what the first lesson has left ready (word
    lists, what the encoder needs) is there already, so this is what tabs and tales take."""
    second_closed: float
    """As long after these were closed."""


@dataclass(frozen=True)
class Idle:
    """A house in which nobody does anything."""

    tabs: int
    tables: int
    processor: float
    """As a share of one core."""
    memory: float


@dataclass(frozen=True)
class Load:
    """Everything that the report on load tells."""

    size: Size
    play: Play
    memory: Memory
    idle: Idle | None
    polling: Play | None
    """The same play where every page asks once a second instead of being told."""
    load: float
    """Mean number of processes that wanted to run in the minute before it began."""
    load_after: float
    faults: list[str]
    provenance: Provenance


@dataclass(frozen=True)
class Room:
    """A room in which every table plays, and the secrets of those who sit there."""

    id: str
    seats: tuple[tuple[str, int], ...]
    """Secret and table of each browser."""


def open_room(database_url: str, tables: int, people: int) -> Room:
    """Opens the room in that database, lets everybody in and deals at every table. Raises CompanionError."""
    from companion.storage import GameStore
    from companion.table.rooms import Hosting, Plan, Rooms
    from companion.table.service import Tables

    store = GameStore(database_url)
    rooms, host = Rooms(store, Tables(store), store.announcer), new_token()
    room = rooms.open(language="en", title="", host="Host", token=host, plan=Plan(), tables=tables)
    code, seats = rooms.load(room).code, []
    for number in range(tables * people):
        token = new_token()
        entered = rooms.enter(code, f"Player {number + 1}", token=token, address="127.0.0.1")
        view = rooms.look(room, token)
        if entered.refusal or view is None or view.me.table is None:
            raise BadInput(f"companion eval load: player {number + 1} was not let in: {entered.refusal}")
        seats.append((token, view.me.table))
    for table in range(tables):
        if no := Hosting(rooms, room, host).start(table):
            raise BadInput(f"companion eval load: table {table + 1} was not dealt: {no.code}")
    store.close()
    return Room(room, tuple(seats))


async def measure(size: Size, made_by: Provenance, *, polling: bool = True) -> Load:
    """Measures all of it; takes some minutes."""
    load = os.getloadavg()[0]
    with ExitStack() as servers:
        server, room = start(servers, size.tables, size.people)
        empty = server.memory()
        tabs = tabs_of(server, room)
        at_first, others = [one for one in tabs if one.table == 0], [one for one in tabs if one.table != 0]
        await open_all(at_first)
        for text in itertools.islice(sentences(size.tables), _WARM):
            await tell_once(at_first, text)
        first = await _settled(server)
        await open_all(others)
        all_open = await _settled(server)
        play = await play_all(server, tabs, size)
        played = server.memory()
        faults = sorted({reason for tab in tabs for reason in tab.reasons})
        await asyncio.gather(*(tab.close() for tab in tabs))
        closing = time.monotonic()
        idle = await _idle(size) if size.idle else None
        polled = None
        if polling:
            try:
                polled = await _polled(size)
            except TimeoutError:
                faults.append("pages that ask once a second: those already open kept the last from opening in time")
        closed = {}
        for moment in sorted({min(150.0, size.given_back), size.given_back}):
            await asyncio.sleep(max(0.0, closing + moment - time.monotonic()))
            closed[f"{time.monotonic() - closing:.0f}"] = server.memory()
        again = tabs_of(server, room)
        await open_all(again)
        await play_all(server, again, size)
        second = server.memory()
        await asyncio.gather(*(tab.close() for tab in again))
        await asyncio.sleep(size.given_back)
        second_closed = server.memory()
    each = max(1, len(others))
    per_tab, per_tab_played = (all_open - first) / each, (played - first) / each
    memory = Memory(empty, first, all_open, per_tab, played, per_tab_played, closed, second, second_closed)
    return Load(size, play, memory, idle, polled, load, os.getloadavg()[0], faults, made_by)


def start(
    servers: ExitStack, tables: int, people: int, environment: Mapping[str, str] | None = None
) -> tuple[Server, Room]:
    """A server over a database of its own, with a room in which all tables play. `environment`: further settings."""
    folder = servers.enter_context(tempfile.TemporaryDirectory())
    url = f"sqlite:///{Path(folder) / 'load.db'}"
    room = open_room(url, tables, people)
    return servers.enter_context(serving(url, environment)), room


def tabs_of(server: Server, room: Room, *, polls: float | None = None) -> list[Tab]:
    """A tab for each person of the room, not yet open."""
    return [Tab(server.place, room.id, token, table, polls=polls) for token, table in room.seats]


async def open_all(tabs: Sequence[Tab]) -> None:
    """A few at a time, as people come in."""
    turn = asyncio.Semaphore(OPENING_AT_ONCE)

    async def one(tab: Tab) -> None:
        async with turn:
            await tab.open()

    await asyncio.gather(*(one(tab) for tab in tabs))


@dataclass
class Told:
    """One sentence on its way to the screens of its table."""

    at: float
    version: int
    tabs: Sequence[Tab]
    typed: dict[str, float] = field(default_factory=dict)
    """When each half of it was typed."""
    is_missed: bool = False


async def tell_once(tabs: Sequence[Tab], text: str, *, typing: float = 0.0) -> Told:
    """The narrator among these tabs tells a sentence, after typing it for so many seconds; waits until all of them
    show it."""
    narrator = next(tab for tab in tabs if tab.tells)
    typed, letters = {}, int(typing * KEYS)
    for number in range(1, letters + 1):
        half = text[: max(1, len(text) * number // letters)]
        began = time.monotonic()
        if half not in typed:
            typed[half] = began
            await narrator.type(half)
        await asyncio.sleep(max(0.0, began + 1 / KEYS - time.monotonic()))
    version = narrator.version + 1
    told = Told(await narrator.tell(text), version, tabs, typed)

    def is_whole(tab: Tab) -> bool:
        entry = tab.seen.get(version)
        return entry is not None and entry.whole is not None

    try:
        async with asyncio.timeout(GIVE_UP):
            for tab in tabs:
                await tab.until(lambda tab=tab: is_whole(tab), GIVE_UP)  # type: ignore[misc]
    except TimeoutError:
        told.is_missed = True
    return told


async def play_all(server: Server, tabs: Sequence[Tab], size: Size) -> Play:
    """All tables tell for `size.seconds`, each at its own moments."""
    told: list[Told] = []
    tables = [[tab for tab in tabs if tab.table == table] for table in range(size.tables)]
    runs, sent = sum(tab.runs for tab in tabs), sum(tab.bytes for tab in tabs)
    before, driver, pressed = server.usage(), usage_of(os.getpid()), pressure()
    until = time.monotonic() + size.seconds

    async def table(index: int) -> None:
        text, due = sentences(index), time.monotonic() + size.pause * (index + 1) / size.tables
        while due < until:
            typing = due - time.monotonic() - 0.2
            told.append(await tell_once(tables[index], next(text), typing=max(0.0, typing)))
            due = max(due + size.pause, time.monotonic())

    await asyncio.gather(*(table(index) for index in range(size.tables)))
    after, driver_after, pressed_after = server.usage(), usage_of(os.getpid()), pressure()
    runs, sent = sum(tab.runs for tab in tabs) - runs, sum(tab.bytes for tab in tabs) - sent
    sound = [one for one in told if not one.is_missed]
    return Play(
        told=_delay(max(_after(one, "told")) for one in sound if _after(one, "told")),
        shown=_delay(max(_after(one, "shown")) for one in sound),
        whole=_delay(max(_after(one, "whole")) for one in sound),
        screens=_delay(value for one in sound for value in _after(one, "shown")),
        typed=_delay(_typed(told)),
        missed=len(told) - len(sound),
        processor=after.share_since(before),
        driver=driver_after.share_since(driver),
        run=1000 * (after.processor - before.processor) / max(runs, 1),
        runs=runs,
        kilobytes=sent / 1000 / max(runs, 1),
        waited=None if pressed is None or pressed_after is None else (pressed_after - pressed) / (after.at - before.at),
    )


def sentences(table: int) -> Iterator[str]:
    """English sentences of tales, others at each table, for ever: the matcher has to look at each of them."""
    from eval.data import own_data

    told = [one.sentence for one in own_data("en", "dev").sentences]
    return itertools.islice(itertools.cycle(told), 37 * table, None)


async def _settled(server: Server) -> float:
    """Its memory once that stands still."""
    until = time.monotonic() + _MOST_SETTLING
    before, now = 0.0, server.memory()
    while now - before > _SETTLED and time.monotonic() < until:
        await asyncio.sleep(_SETTLES)
        before, now = now, server.memory()
    return now


async def _idle(size: Size) -> Idle:
    tables = max(1, size.idle // size.people)
    with ExitStack() as servers:
        server, room = start(servers, tables, size.people)
        tabs = tabs_of(server, room)
        await open_all(tabs)
        await asyncio.sleep(IDLE_SETTLES)
        before = server.usage()
        await asyncio.sleep(IDLE_SECONDS)
        share, memory = server.usage().share_since(before), server.memory()
        await asyncio.gather(*(tab.close() for tab in tabs))
    return Idle(len(tabs), tables, share, memory)


async def _polled(size: Size) -> Play:
    with ExitStack() as servers:
        server, room = start(servers, size.tables, size.people)
        tabs = tabs_of(server, room, polls=1.0)
        await open_all(tabs)
        play = await play_all(server, tabs, size)
        await asyncio.gather(*(tab.close() for tab in tabs))
    return play


def _after(one: Told, what: str) -> list[float]:
    """Milliseconds after the narrator's message, by screen; a page that polls is told of nothing."""
    moments = [getattr(tab.seen[one.version], what) for tab in one.tabs]
    return [1000 * (moment - one.at) for moment in moments if moment is not None]


def _typed(told: Sequence[Told]) -> Iterator[float]:
    for one in told:
        for tab in one.tabs:
            for words, at in one.typed.items():
                if (heard := tab.heard.get(words)) is not None:
                    yield 1000 * (heard - at)


def _delay(values: Iterator[float] | Sequence[float]) -> Delay:
    found = list(values)
    if not found:
        return Delay(0, 0.0, 0.0, 0.0)
    return Delay(len(found), float(np.median(found)), float(np.percentile(found, 95)), max(found))
