"""The server's side of live pages, asked as a browser asks: cookies, streams, signs of life, drafts."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from companion.rules import tale
from companion.table import opening
from companion.table.rooms import Hosting, Hub, Plan, Rooms
from companion.ui import live
from companion.ui.cookie import COOKIE, is_token, new_token
from companion.ui.live import ROUTES, SeatCookie
from tests.kit.loops import in_own_loop

HOST, ANN, BOB, EVE = (name * 43 for name in "habe")


@pytest.fixture
def house() -> opening.House:
    return opening.open_house()


@pytest.fixture
def room(house: opening.House) -> str:
    """Ann and Bob play; Ms Grey leads."""
    room = house.rooms.open(language="en", title="", host="Ms Grey", token=HOST, plan=Plan())
    code = house.rooms.load(room).code
    for name, token in (("Ann", ANN), ("Bob", BOB)):
        assert house.rooms.enter(code, name, token=token, address="lan").room == room
    assert Hosting(house.rooms, room, HOST).start(0) is None
    return room


@pytest.fixture
def web() -> Iterator[TestClient]:
    page = Route("/room", lambda _: HTMLResponse("<p>page</p>"))
    script = Route("/static/x.js", lambda _: PlainTextResponse("x"))
    app = Starlette(routes=[*ROUTES, page, script], middleware=[Middleware(SeatCookie)])
    with TestClient(app) as client:
        yield client


def as_(web: TestClient, token: str) -> TestClient:
    web.cookies.set(COOKIE, token)
    return web


def narrator(house: opening.House, room: str) -> tuple[str, str]:
    """Secrets of who tells and of who listens."""
    game = house.rooms.load(room).tables[0].game
    assert game is not None
    return (ANN, BOB) if house.tables.narrator(game) == 0 else (BOB, ANN)


def test_a_page_gives_its_browser_a_secret_that_scripts_cannot_read(web: TestClient) -> None:
    answer = web.get("/room")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert is_token(answer.cookies[COOKIE])
    assert answer.headers["cache-control"] == "no-store"


def test_a_browser_keeps_the_secret_that_it_has(web: TestClient) -> None:
    assert "set-cookie" not in as_(web, new_token()).get("/room").headers


def test_a_forged_secret_that_is_none_is_replaced(web: TestClient) -> None:
    assert "set-cookie" in as_(web, "1").get("/room").headers


def test_scripts_and_pictures_bring_no_cookie(web: TestClient) -> None:
    assert "set-cookie" not in web.get("/static/x.js").headers


@pytest.mark.parametrize("what", ["beat", "draft"])
def test_strangers_are_refused_whatever_they_ask(web: TestClient, room: str, what: str) -> None:
    assert web.post(f"/rooms/{room}/{what}", content="x").status_code == 401
    assert as_(web, EVE).post(f"/rooms/{room}/{what}", content="x").status_code == 403
    assert as_(web, ANN).post(f"/rooms/nowhere/{what}", content="x").status_code == 404


def test_a_stranger_gets_no_stream(web: TestClient, room: str) -> None:
    assert web.get(f"/rooms/{room}/live").status_code == 401
    assert as_(web, EVE).get(f"/rooms/{room}/live").status_code == 403
    assert as_(web, ANN).get("/rooms/nowhere/live").status_code == 404


def test_a_page_of_another_site_may_not_speak_for_its_visitor(web: TestClient, room: str) -> None:
    answer = as_(web, ANN).post(f"/rooms/{room}/beat", headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 401


def test_only_the_narrators_words_are_passed_on(house: opening.House, web: TestClient, room: str) -> None:
    tells, listens = narrator(house, room)
    assert as_(web, tells).post(f"/rooms/{room}/draft", content=b"Once upon").status_code == 200
    assert as_(web, listens).post(f"/rooms/{room}/draft", content=b"I am the narrator").status_code == 403
    assert as_(web, HOST).post(f"/rooms/{room}/draft", content=b"so am I").status_code == 403


@pytest.mark.parametrize("content, status", [(b"\xff\xfe", 400), (b"x" * 9000, 413)])
def test_drafts_that_are_no_text_or_too_long_are_refused(
    web: TestClient, room: str, content: bytes, status: int
) -> None:
    assert as_(web, ANN).post(f"/rooms/{room}/draft", content=content).status_code == status


def test_the_narrators_page_says_more_often_that_it_is_there(house: opening.House, web: TestClient, room: str) -> None:
    tells, listens = narrator(house, room)
    often = as_(web, tells).post(f"/rooms/{room}/beat").json()
    assert often < as_(web, listens).post(f"/rooms/{room}/beat").json()


def test_the_server_stops_at_the_first_word_although_pages_are_open(house: opening.House, room: str) -> None:
    stopped: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))

    async def page() -> dict[str, str]:
        listener = house.hub.attach(room, ANN, 0, asyncio.get_running_loop())
        assert listener is not None
        live._streams.add(listener)
        await listener.next(5)
        ask.set()
        news = await listener.next(5)
        live._streams.discard(listener)
        return news

    ask = threading.Event()
    try:
        with live.ending_streams(), ThreadPoolExecutor(1) as thread:
            told = thread.submit(asyncio.run, page())
            assert ask.wait(5)
            signal.raise_signal(signal.SIGTERM)
            assert live._END in told.result()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert stopped == [signal.SIGTERM]


# What a listener is told


async def told(hub: Hub, room: str, token: str, table: int | None, *deeds) -> list[dict[str, str]]:
    listener = hub.attach(room, token, table, asyncio.get_running_loop())
    assert listener is not None
    news = [await listener.next(5)]
    for deed in deeds:
        deed()
        news.append(await listener.next(5))
    hub.detach(listener)
    return news


def test_a_page_is_told_how_things_stand_and_then_what_moves(house: opening.House, room: str) -> None:
    game = house.rooms.load(room).tables[0].game
    assert game is not None
    _, listens = narrator(house, room)

    def tell() -> None:
        house.tables.command(game, tale.Tell(house.tables.narrator(game), "Once there was a king."), command_id="1")

    first, moved = in_own_loop(told(house.hub, room, listens, 0, tell))
    assert first["game0"] == f"{game}.0.0" and "room" in first
    assert moved == {"game0": f"{game}.1.0"}


def test_words_arrive_as_they_are_typed_and_nothing_else_does(house: opening.House, room: str) -> None:
    tells, listens = narrator(house, room)
    _, draft = in_own_loop(told(house.hub, room, listens, 0, lambda: house.hub.draft(room, tells, "Once upon a ti")))
    assert list(draft) == ["draft"] and "Once upon a ti" in draft["draft"]


def test_where_the_host_wants_it_only_whole_sentences_arrive(house: opening.House, room: str) -> None:
    tells, listens = narrator(house, room)
    assert Hosting(house.rooms, room, HOST).plan(Plan(drafts="sentences")) is None
    typed = lambda: house.hub.draft(room, tells, "Once there was a king. He had a daug")  # noqa: E731
    _, draft = in_own_loop(told(house.hub, room, listens, 0, typed))
    assert "king." in draft["draft"] and "daug" not in draft["draft"]


def test_whose_connection_is_lost_is_told_to_those_who_wait(house: opening.House, room: str) -> None:
    house.hub.beat(room, BOB)
    _, away = in_own_loop(told(house.hub, room, BOB, 0, house.hub.look_round))
    assert away["away"] == "[0]"


def test_the_last_page_of_somebody_that_closes_says_goodbye(house: opening.House, room: str) -> None:
    house.hub.beat(room, ANN)
    ann = next(one.id for one in house.rooms.load(room).members if one.name == "Ann")
    assert house.rooms.presence.is_here(room, ann)
    in_own_loop(told(house.hub, room, ANN, 0))
    assert not house.rooms.presence.is_here(room, ann)


def test_a_goodbye_of_the_page_before_makes_nobody_absent(house: opening.House, room: str) -> None:
    ann = next(one.id for one in house.rooms.load(room).members if one.name == "Ann")

    async def moves_on() -> None:
        lobby = house.hub.attach(room, ANN, None, asyncio.get_running_loop())
        house.hub.beat(room, ANN)  # the table's page is up and says so ...
        house.hub.detach(lobby)  # ... before the server has noticed that the lobby's was closed
        house.hub.attach(room, ANN, 0, asyncio.get_running_loop())

    in_own_loop(moves_on())
    assert house.rooms.presence.is_here(room, ann)


def test_two_processes_hear_of_each_others_people(house: opening.House, room: str, tmp_path: Path) -> None:
    other = Rooms(house.tables._store, house.tables, house.rooms.announcer)
    house.hub.beat(room, ANN)
    ann = next(one.id for one in house.rooms.load(room).members if one.name == "Ann")
    assert other.presence.is_here(room, ann)
