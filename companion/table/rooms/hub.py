"""What moves, told to the browsers that look at it: the version of their room and game, the narrator's words as they
are typed, and whose connection is lost.

A listener is one open page. What waits for it is one value of each kind, the latest: a page that is slow to read
misses nothing that still holds, and costs no memory.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.rules.kernel import Seat
from companion.rules.tale import MAX_SENTENCE
from companion.storage.announce import MISSED
from companion.table.moment import one_moment
from companion.table.rooms.document import Room
from companion.table.rooms.presence import LONG, SHORT
from companion.table.rooms.service import Rooms

DRAFT = "draft"
_SENTENCES = re.compile(r".*[.!?…]+[»”\"')\]]*(?=\s|$)", re.DOTALL)


@dataclass(eq=False)
class Listener:
    """One open page of a room. `loop` runs the route that waits for what is new."""

    room: str
    member: str
    table: int | None
    """The table that the page shows; None: all."""
    loop: asyncio.AbstractEventLoop
    waiting: dict[str, str] = field(default_factory=dict)
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    people: str = ""
    """The sign of who is connected that this page was last told."""
    away: str = ""
    """Which seats' connections are lost, as it was last told."""

    def put(self, kind: str, data: str) -> None:
        """From any thread."""

        def put() -> None:
            self.waiting[kind] = data
            self.woken.set()

        with suppress(RuntimeError):  # the server is stopping: its loop is closed
            self.loop.call_soon_threadsafe(put)

    async def next(self, patience: float) -> dict[str, str]:
        """What is new, by kind; empty when nothing came within `patience` seconds."""
        try:
            await asyncio.wait_for(self.woken.wait(), patience)
        except TimeoutError:
            return {}
        self.woken.clear()
        news, self.waiting = self.waiting, {}
        return news


def sign_of(members: Iterable[str]) -> str:
    """Short and always the same for the same members."""
    return hashlib.sha256(" ".join(sorted(members)).encode()).hexdigest()[:12]


class Hub:
    """All open pages of this process. Threads share it."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._keeping = threading.Lock()
        self._listeners: dict[str, set[Listener]] = {}
        self._games: dict[str, str] = {}
        """Room of each game that is played where somebody listens."""
        rooms.announcer.subscribe(self._hear)

    def attach(self, room: str, token: str, table: int | None, loop: asyncio.AbstractEventLoop) -> Listener | None:
        """A page of the room has opened, which shows one table or (None) all; it is told at once how things stand.
        None: not a page of anybody in the room. Raises UnknownRoom."""
        view = self._rooms.look(room, token)
        if view is None:
            return None
        listener = Listener(room, view.me.id, table, loop)
        with self._keeping:
            self._listeners.setdefault(room, set()).add(listener)
        # The sign of life that came with this page may be struck out: the page before it said goodbye late.
        if not self._rooms.presence.is_here(room, view.me.id):
            self._rooms.presence.beat(room, view.me.id, LONG)
        self._learn(view.room)
        listener.put("room", str(view.room.version))
        for index, one in enumerate(view.room.tables):
            if one.game is not None and table in (index, None):
                listener.put(f"game{index}", self._game(one.game))
        return listener

    def detach(self, listener: Listener) -> None:
        """The page was closed; when it was the member's last one, the member is away."""
        with self._keeping:
            of_room = self._listeners.get(listener.room, set())
            of_room.discard(listener)
            if not of_room:
                self._listeners.pop(listener.room, None)
        if self._looks(listener.room, listener.member):
            return
        self._rooms.presence.bye(listener.room, listener.member)
        if self._looks(listener.room, listener.member):  # the next page was quicker than this goodbye
            self._rooms.presence.beat(listener.room, listener.member, LONG)

    def _looks(self, room: str, member: str) -> bool:
        return any(one.member == member for one in self._of(room))

    def beat(self, room: str, token: str) -> float | None:
        """A page says that it is there. Returns the seconds until it should say so again; None: nobody of this room.

        The narrator's page says it often: its silence clock stands while its connection is lost. Raises UnknownRoom.
        """
        view = self._rooms.look(room, token)
        if view is None:
            return None
        held = view.seat
        narrates = held is not None and self._rooms.narrator_of(view.room, held[0]) == view.me.id
        every = SHORT if narrates else LONG
        returned = self._rooms.presence.beat(room, view.me.id, every)
        if returned and narrates and held is not None:
            self._rooms.gives_sign(view.room, held[0])
        return every

    def draft(self, room: str, token: str, text: str) -> bool:
        """The narrator has typed so far. False: this person does not tell just now. Raises UnknownRoom."""
        with one_moment():
            return self._draft(room, token, text)

    def _draft(self, room: str, token: str, text: str) -> bool:
        view = self._rooms.look(room, token)
        if view is None or view.seat is None:
            return False
        game, seat = view.seat
        if self._rooms.narrator_of(view.room, game) != view.me.id or self._rooms.is_paused(view.room):
            return False
        self._rooms.gives_sign(view.room, game)
        mode = view.room.plan.drafts
        shown = text[:MAX_SENTENCE]
        if mode == "sentences":
            found = _SENTENCES.match(shown)
            shown = found.group() if found else ""
        elif mode == "off":
            shown = ""
        table = next(index for index, one in enumerate(view.room.tables) if one.game == game)
        self._rooms.announcer.publish(f"{DRAFT}:{room}", json.dumps({"table": table, "seat": seat, "text": shown}))
        return True

    def look_round(self) -> None:
        """Does what is due without anybody's deed, and tells who is away to those who wait for them. Neither makes any
        noise, so the server calls this every second or two."""
        with self._keeping:
            rooms = list(self._listeners)
        for room in rooms:
            try:
                self._rooms.end_due_pause(self._rooms.load(room))
                found = self._rooms.load(room)
                self._play_on(found)
                self._tell_absent(found)
                self._tell_present(found)
            except CompanionError:
                continue  # the room is gone, or its store is; each page will say so

    def _hear(self, topic: str, payload: str) -> None:
        kind, _, id = topic.partition(":")
        if kind == DRAFT:
            self._pass_draft(id, payload)
        elif kind == "game":
            self._pass_game(id)
        elif kind == "room" and not payload:
            for listener in self._of(id):
                listener.put("gone", "1")
        elif kind == "room":
            self._pass_room(id)
        elif topic == MISSED:  # what was announced meanwhile is lost: every page compares anew
            with self._keeping:
                rooms, games = list(self._listeners), list(self._games)
            for room in rooms:
                self._pass_room(room)
            for game in games:
                self._pass_game(game)

    def _pass_draft(self, room: str, payload: str) -> None:
        if not (listeners := self._of(room)):
            return
        told, found = json.loads(payload), self._rooms.load(room)
        index, table = told["table"], found.tables[told["table"]]
        narrator = table.seats[told["seat"]]
        data = json.dumps({"seat": told["seat"], "text": told["text"]}, ensure_ascii=False)
        for listener in listeners:
            if listener.table == index and listener.member != narrator:
                listener.put("draft", data)
        if table.game is not None:
            self._rooms.gives_sign(found, table.game)  # typed at another process, perhaps

    def _pass_game(self, game: str) -> None:
        room = self._games.get(game)
        listeners = self._of(room) if room else []
        if room is None or not listeners:
            return
        index = next((i for i, table in enumerate(self._rooms.load(room).tables) if table.game == game), None)
        if index is None:
            return
        data = self._game(game)
        for listener in listeners:
            if listener.table in (index, None):
                listener.put(f"game{index}", data)

    def _pass_room(self, room: str) -> None:
        if listeners := self._of(room):
            found = self._rooms.load(room)
            self._learn(found)
            for listener in listeners:
                listener.put("room", str(found.version))

    def _game(self, game: str) -> str:
        return self._rooms.stamp(game)

    def _play_on(self, room: Room) -> None:
        if self._rooms.is_paused(room):
            return
        for table in room.tables:
            if table.game is not None and not table.ended:
                self._rooms.kinds[table.kind].play_on(table.game)

    def _tell_absent(self, room: Room) -> None:
        for index, table in enumerate(room.tables):
            away: list[Seat] = [
                seat
                for seat, member in enumerate(table.seats)
                if member and seat not in table.stand_ins and not self._rooms.presence.is_here(room.id, member)
            ]
            told = json.dumps(away)
            for listener in self._of(room.id):
                if listener.table == index and listener.away != told:
                    listener.away = told
                    listener.put("away", told)

    def _tell_present(self, room: Room) -> None:
        """To the hosts' desks: a sign that differs whenever somebody else is connected."""
        sign = sign_of(one.id for one in room.members if self._rooms.presence.is_here(room.id, one.id))
        for listener in self._of(room.id):
            if listener.table is None and listener.people != sign:
                listener.people = sign
                listener.put("people", sign)

    def _of(self, room: str) -> list[Listener]:
        with self._keeping:
            return list(self._listeners.get(room, ()))

    def _learn(self, room: Room) -> None:
        with self._keeping:
            for table in room.tables:
                if table.game is not None:
                    self._games[table.game] = room.id
