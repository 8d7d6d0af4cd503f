"""The server's side of live pages: the cookie that keeps a seat, and the routes that carry what moves.

A page of a room holds one server-sent-events connection. It is told that something moved and asks for its own part of
the page again; nothing polls. The cookie is the person: a random secret that no script in a page can read, known to a
room by its hash alone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.errors import CompanionError, UnknownRoom
from companion.ui.cookie import COOKIE, is_token, new_token
from companion.ui.thrift import Thrift

if TYPE_CHECKING:
    from companion.table.opening import House
    from companion.table.rooms.hub import Listener

_LOG = logging.getLogger(__name__)

KEEP_COOKIE = 180 * 86_400
"""Seconds that a browser keeps its secret after the last visit."""
BREATH = 15.0
"""Seconds after which a silent connection is shown to be alive: proxies close what says nothing."""
LOOK_ROUND = 2.0
"""Seconds between two looks for whose connection is lost."""
SWEEP = 3600.0
"""Seconds between two searches for rooms that nobody uses."""
_END = "the server stops"
_streams: set[Listener] = set()
"""Of all open pages of this process."""
MAX_DRAFT = 8_000
"""Bytes of a half-typed sentence: 1,000 characters in any script, with room for what will be struck out."""


def open_house() -> House:
    """Imported when it is first wanted: what stands behind it takes a second, and the server answers before that."""
    from companion.table import opening

    return opening.open_house()


class SeatCookie:
    """Gives every browser that opens a page the secret by which it keeps its seats. ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["type"] == "http" and scope["method"] == "GET" and "." not in scope["path"].rpartition("/")[2]
        if not is_page or is_token(Request(scope).cookies.get(COOKIE)):
            await self._app(scope, receive, send)
            return
        secure = "; Secure" if scope["scheme"] == "https" else ""
        cookie = f"{COOKIE}={new_token()}; Path=/; Max-Age={KEEP_COOKIE}; HttpOnly; SameSite=Lax{secure}"

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers.append("set-cookie", cookie)
                    headers["cache-control"] = "no-store"  # a stored page would bring one person's secret to another
            await send(message)

        await self._app(scope, receive, with_cookie)


async def live(request: Request) -> Response:
    """The stream of one open page: what `Hub` tells it. `?table=`: the table that it shows; without: all of them."""
    room, token = request.path_params["room"], request.cookies.get(COOKIE)
    if not is_token(token):
        return _no(401)
    house = await run_in_threadpool(open_house)
    loop = asyncio.get_running_loop()
    try:
        watched = request.query_params.get("table", "")
        table = int(watched) if watched.isascii() and watched.isdigit() else None
        listener = await run_in_threadpool(house.hub.attach, room, token, table, loop)
    except UnknownRoom:
        return _no(404)
    except CompanionError:
        return _no(503)
    if listener is None:
        return _no(403)

    async def news() -> AsyncIterator[str]:
        _streams.add(listener)
        try:
            yield "retry: 1000\n\n"
            while _END not in (found := await listener.next(BREATH)):
                yield "".join(f"event: {kind}\ndata: {data}\n\n" for kind, data in found.items()) or ": \n\n"
        finally:
            _streams.discard(listener)
            loop.run_in_executor(None, house.hub.detach, listener)  # it tells others, which may take a while

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(news(), media_type="text/event-stream", headers=headers)


@contextmanager
def ending_streams() -> Iterator[None]:
    """Lets the server stop at the first Ctrl+C: it waits for open connections, and a stream never ends by itself."""
    before: dict[int, Any] = {}

    def end(number: int, frame: FrameType | None) -> None:
        for listener in list(_streams):
            listener.put(_END, "")
        if callable(before[number]):
            before[number](number, frame)

    with suppress(ValueError):  # not the main thread: whoever runs this server there looks after signals
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.getsignal(number)
            signal.signal(number, end)
    yield


async def beat(request: Request) -> Response:
    """A page says that it is there; the answer is the seconds until it says so again."""
    return await _ask(request, lambda house, room, token: house.hub.beat(room, token))


async def draft(request: Request) -> Response:
    """The narrator's sentence so far."""
    length = request.headers.get("content-length", "")
    if not length.isdigit() or int(length) > MAX_DRAFT:
        return _no(413)
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        return _no(400)
    return await _ask(request, lambda house, room, token: house.hub.draft(room, token, text) or None)


async def _ask(request: Request, deed: Callable[[House, str, str], Any]) -> Response:
    token = request.cookies.get(COOKIE)
    # Another site's page may not speak for its visitor; SameSite keeps the cookie from most of them already.
    if not is_token(token) or request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return _no(401)
    house = await run_in_threadpool(open_house)
    try:
        answer = await run_in_threadpool(partial(deed, house, request.path_params["room"], token))
    except UnknownRoom:
        return _no(404)
    except CompanionError:
        return _no(503)
    return _no(403) if answer is None else JSONResponse(answer)


def _no(status: int) -> Response:
    return Response(json.dumps({"refused": status}), status, media_type="application/json")


async def look_round() -> None:
    """What nobody's click brings about: lost connections are told, unused rooms and left pages are removed."""
    house, next_sweep = await run_in_threadpool(open_house), 0.0
    thrift = Thrift(house.tables.advice.let_go)
    clock = asyncio.get_running_loop().time
    while True:
        try:
            await run_in_threadpool(house.hub.look_round)
            if clock() > next_sweep:
                next_sweep = clock() + SWEEP
                await run_in_threadpool(house.rooms.sweep, house.keep_days)
            await thrift.tidy()
        except Exception:  # whatever failed: should nobody look round any more, no lost connection would be told
            _LOG.exception("the rooms could not be looked after")
        await asyncio.sleep(LOOK_ROUND)


ROUTES = (
    Route("/rooms/{room}/live", live),
    Route("/rooms/{room}/beat", beat, methods=["POST"]),
    Route("/rooms/{room}/draft", draft, methods=["POST"]),
)
