"""A browser's tab without a browser: it speaks to the server as the pages of a room do, and notes when it was drawn.

It holds Streamlit's websocket (protocol buffers, as Streamlit's own script speaks it), the server-sent events of the
room, and says that it is there, as companion/ui/parts/live.js does: told of a newer version than it shows, it asks for
its part of the page again.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from companion.ui.cookie import COOKIE

_VERSION = re.compile(r"-version_(\d+)$")
_BEAT = 5.0
"""Seconds to the next sign of life where the server names none, as in live.js."""
_KEPT = 2
"""Runs that a browser keeps a large message which is not drawn any more (Streamlit's global.maxCachedMessageAge)."""


@dataclass(frozen=True)
class Part:
    """A component on the page: what its triggers are sent to."""

    id: str
    fragment: str
    data: dict[str, Any]


@dataclass
class Seen:
    """When one version of the table came to this screen; seconds of the monotonic clock."""

    told: float | None = None
    """The room's events spoke of it."""
    shown: float | None = None
    """The page that came held it."""
    whole: float | None = None
    """All of that page had come, with its last element."""


@dataclass
class _Kept:
    """A large message that the server need not send again."""

    delta: Delta
    run: int
    """In which it was last drawn."""


class Tab:
    """One open page of a room."""

    def __init__(self, place: str, room: str, token: str, table: int, *, polls: float | None = None) -> None:
        """`place`: host and port. `token`: the secret of this browser. `polls`: seconds after which the page asks for
        itself again, told of nothing: the way that this project does not go, as a baseline."""
        self._place, self._room, self._token, self.table = place, room, token, table
        self._polls = polls
        self.version = -1
        """Of the game, as shown; -1: no game is shown."""
        self.seen: dict[int, Seen] = {}
        self.bytes = 0
        """That came over the websocket."""
        self.runs = 0
        """How often the page, or a part of it, was drawn."""
        self.heard: dict[str, float] = {}
        """When words that were being typed came, by the words."""
        self.reasons: list[str] = []
        """What went wrong, for whoever asks why a figure is odd."""
        self._parts: dict[str, Part] = {}
        self._fresh: dict[str, Part] = {}
        self._known: dict[str, str] = {}
        self._asked = ""
        self._page = ""
        self._kept: dict[str, _Kept] = {}
        self._drawn = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._socket: websockets.ClientConnection | None = None
        self._client = httpx.AsyncClient(
            base_url=f"http://{place}", headers={"Cookie": self._cookie}, timeout=httpx.Timeout(30, read=60)
        )

    @property
    def _cookie(self) -> str:
        return f"{COOKIE}={self._token}"

    @property
    def tells(self) -> bool:
        """The narrator's desk is on this page."""
        return "story_desk" in self._parts

    async def open(self, patience: float = 120.0) -> None:
        """Opens the page and waits until it is drawn. Raises TimeoutError."""
        self._socket = await websockets.connect(
            f"ws://{self._place}/_stcore/stream",
            subprotocols=[websockets.Subprotocol("streamlit")],
            additional_headers={"Cookie": self._cookie},
            max_size=None,
        )
        self._tasks.append(asyncio.create_task(self._read()))
        await self._send(ClientState(page_name="room"))
        await self.until(lambda: "story_live" in self._parts, patience)
        if self._polls is not None:
            self._tasks.append(asyncio.create_task(self._poll(self._polls)))
        else:
            self._tasks += [asyncio.create_task(self._listen()), asyncio.create_task(self._beat())]

    async def close(self) -> None:
        """As when the tab is closed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        if self._socket is not None:
            await self._socket.close()
        await self._client.aclose()

    async def tell(self, text: str) -> float:
        """Sends the narrator's sentence from the desk; gives the moment. Raises KeyError when there is no desk."""
        at = time.monotonic()
        await self._trigger("story_desk", "told", {"text": text, "id": uuid.uuid4().hex})
        return at

    async def type(self, text: str) -> None:
        """Sends the half-typed sentence, as the desk does for the others to see."""
        answer = await self._client.post(f"/rooms/{self._room}/draft", content=text.encode())
        if not answer.is_success:
            self.reasons.append(f"draft: {answer.status_code}")

    async def until(self, wanted: Callable[[], bool], patience: float) -> None:
        """Waits until `wanted()` is true after something was drawn. Raises TimeoutError."""
        async with self._drawn:
            await asyncio.wait_for(self._drawn.wait_for(wanted), patience)

    async def _read(self) -> None:
        assert self._socket is not None
        with suppress(websockets.ConnectionClosed):
            async for raw in self._socket:
                assert isinstance(raw, bytes)
                self.bytes += len(raw)
                await self._take(ForwardMsg.FromString(raw))

    async def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "delta":
            if message.metadata.cacheable:
                self._kept[message.hash] = _Kept(message.delta, self.runs)
            self._draw(message.delta)
        elif kind == "ref_hash":
            kept = self._kept[message.ref_hash]
            kept.run = self.runs
            self._draw(kept.delta)
        elif kind == "new_session":
            self._fresh = {}
            self.runs += 1
        elif kind == "navigation":
            self._page = message.navigation.page_script_hash
        elif kind == "script_finished":
            self._finish(message.script_finished)
            async with self._drawn:
                self._drawn.notify_all()
            await self._ask_again()

    def _finish(self, how: int) -> None:
        self._kept = {name: kept for name, kept in self._kept.items() if self.runs - kept.run <= _KEPT}
        # What a run of the whole page did not draw is gone, and so it is with the room's fragment, which holds all
        # parts; the desk's own fragment leaves what is around it.
        whole = how == ForwardMsg.FINISHED_SUCCESSFULLY
        part = how == ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY and "story_live" in self._fresh
        if not whole and not part:
            return
        self._parts = dict(self._fresh)
        entry = self.seen.get(self.version)
        if entry is not None and entry.whole is None:
            entry.whole = time.monotonic()

    def _draw(self, delta: Delta) -> None:
        if delta.WhichOneof("type") == "add_block":
            if found := _VERSION.search(delta.add_block.id):
                self.version = int(found.group(1))
                entry = self.seen.setdefault(self.version, Seen())
                entry.shown = entry.shown or time.monotonic()
        elif delta.new_element.WhichOneof("type") == "bidi_component":
            part = delta.new_element.bidi_component
            drawn = Part(part.id, delta.fragment_id, json.loads(part.json))
            self._fresh[part.component_name] = self._parts[part.component_name] = drawn

    async def _ask_again(self) -> None:
        """As `askAgain` in live.js."""
        if self._polls is not None or "story_live" not in self._parts:
            return
        data = self._parts["story_live"].data
        wanted = "/".join(told for kind, told in self._known.items() if _is_news(kind, told, data))
        if wanted == self._asked:
            return
        self._asked = wanted
        if wanted:
            await self._trigger("story_live", "moved", {"wanted": wanted})

    async def _listen(self) -> None:
        while True:
            with suppress(httpx.HTTPError):
                address = f"/rooms/{self._room}/live"
                async with self._client.stream("GET", address, params={"table": self.table}) as answer:
                    if not answer.is_success:
                        self.reasons.append(f"live: {answer.status_code}")
                    async for event in _events(answer):
                        await self._hear(event)
            await asyncio.sleep(1)

    async def _hear(self, event: Event) -> None:
        if event.kind == "draft":
            self.heard.setdefault(json.loads(event.data)["text"], time.monotonic())
        elif event.kind == "room" or event.kind.startswith("game"):
            self._known[event.kind] = event.data
            if event.kind != "room":
                version = int(event.data.split(".")[1])
                entry = self.seen.setdefault(version, Seen())
                entry.told = entry.told or time.monotonic()
            await self._ask_again()

    async def _beat(self) -> None:
        while True:
            pause = _BEAT
            with suppress(httpx.HTTPError):
                answer = await self._client.post(f"/rooms/{self._room}/beat")
                if answer.is_success:
                    pause = float(answer.json())
            await asyncio.sleep(pause)

    async def _poll(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            await self._trigger("story_live", "moved", {"wanted": "?"})

    async def _trigger(self, name: str, event: str, value: Any) -> None:
        part = self._parts[name]
        state = ClientState(page_script_hash=self._page, fragment_id=part.fragment)
        # Streamlit's components (v2) send all their events under one id, as a list.
        trigger = state.widget_states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{part.id}__events")
        trigger.json_trigger_value = json.dumps([{"event": event, "value": value}])
        await self._send(state)

    async def _send(self, state: ClientState) -> None:
        assert self._socket is not None
        state.query_string = f"room={self._room}&lang=en"
        state.cached_message_hashes.extend(self._kept)
        state.context_info.url = f"http://{self._place}/room"
        state.context_info.locale, state.context_info.timezone = "en", "UTC"
        await self._socket.send(BackMsg(rerun_script=state).SerializeToString())


@dataclass(frozen=True)
class Event:
    """One server-sent event."""

    kind: str = "message"
    data: str = field(default="")


async def _events(answer: httpx.Response) -> AsyncIterator[Event]:
    kind, data = "message", ""
    async for line in answer.aiter_lines():
        if not line:
            if data:
                yield Event(kind, data)
            kind, data = "message", ""
        elif line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data = line.removeprefix("data: ")


def _is_news(kind: str, told: str, data: dict[str, Any]) -> bool:
    """As `isNews` in live.js."""
    if kind == "room":
        return int(told) > data["version"]
    if kind not in data["drawn"]:
        return False
    game, version, reseated = told.split(".")
    drawn, drawn_version, drawn_reseated = data["drawn"][kind].split(".")
    return game == drawn and (int(version) > int(drawn_version) or int(reseated) > int(drawn_reseated))
