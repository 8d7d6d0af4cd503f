"""The page of Two Books without a browser: starting, the curtain, agreements, the end; no hand on a wrong screen."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from companion.language.catalogue import catalogue, interface_languages
from companion.rules import book
from companion.rules.book import AnswerStop, Draw, EndTurn, OfferStop, Phase, PlaceChip, Skip
from companion.settings import settings
from companion.storage import GameStore
from companion.table.book_order import BookSeat, NewBook
from companion.table.book_table import BookTables
from companion.table.book_text import card_text
from companion.table.rooms import Hosting, Plan
from companion.ui import session
from companion.ui.parts import BookDeed
from companion.ui.table.commands import NOTICE
from companion.ui.two_books import board, commands, say
from tests.kit.session import SessionState

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
EN = catalogue("en")


def service() -> BookTables:
    return BookTables(GameStore(settings().database_url))


def dealt(*, machine: bool = False, placed: bool = True, **choices: Any) -> str:
    """Ann on seat 0, who begins, and Ben or a machine. `placed`: all chips stand."""
    rival = BookSeat("Robot", "machine", "careless") if machine else BookSeat("Ben")
    game = service().create(NewBook("en", (BookSeat("Ann"), rival), first=0, seed=5, **choices))
    if placed:
        do(game, *(PlaceChip(0, cell) for cell in (1, 2, 3, 4)))
        if machine:
            while service().react(game):
                pass
        else:
            do(game, *(PlaceChip(1, cell) for cell in (1, 2, 3, 4)))
    return game


def do(game: str, *actions: book.Action) -> None:
    tables = service()
    for action in actions:
        version = tables.look(game, None).version
        assert tables.command(game, action, command_id=f"{version} {action.kind}").refusal is None


def opened(game: str | None = None, language: str = "en") -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    if game is not None:
        at.query_params["game"] = game
    at = at.switch_page("screens/book.py").run()
    assert not at.exception
    return at


def said(at: AppTest) -> str:
    assert not at.exception
    return "\n".join(str(element.value) for kind in (at.markdown, at.caption, at.text) for element in kind)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What went to the browser, newest last."""
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(
        sys.modules["companion.ui.parts.books"], "_BOOKS", lambda **mounted: shown.append(mounted["data"])
    )
    return shown


@pytest.mark.parametrize("rival", ["strong", "person"])
def test_a_game_is_started_as_it_was_chosen(rival: str) -> None:
    at = opened()
    at.pills(key="book.rival").set_value(rival).run()
    at.text_input(key="book.name_1").set_value("  Ann ").run()
    at.segmented_control(key="book.taken").set_value("seen").run()
    at.button(key="book.start").click().run()
    assert not at.exception
    (game,) = service().games()
    view = service().look(game.id, 0)
    assert view.book.taken_seen
    assert view.seats[0] == BookSeat("Ann")
    if rival == "person":
        assert view.seats[1] == BookSeat(EN.t("book.rival"))
    else:
        assert (view.seats[1].kind, view.seats[1].strength) == ("machine", rival)
    assert EN.n("book.now_place", 4) in said(at)


def test_two_players_of_one_name_are_told_so() -> None:
    at = opened()
    at.pills(key="book.rival").set_value("person").run()
    at.text_input(key="book.name_1").set_value(EN.t("book.rival")).run()
    assert at.button(key="book.start").disabled
    assert [one.value for one in at.warning] == [EN.t("book.same_name")]


def test_saved_games_are_listed_to_go_on_with() -> None:
    game = dealt(machine=True)
    at = opened()
    assert "Ann — Robot" in said(at)
    at.button(key=f"book.go_on_{game}").click().run()
    assert EN.t("book.now_draw") in said(at)


@pytest.mark.parametrize("language", interface_languages())
def test_against_the_machine_the_own_hand_is_there_and_no_other(language: str, drawn: list[dict[str, Any]]) -> None:
    game = dealt(machine=True)
    at = opened(game, language)
    assert catalogue(language).t("book.now_draw") in said(at)
    mine, theirs = (set(service().look(game, seat).book.hand) for seat in (0, 1))
    data = drawn[-1]
    assert {card["id"] for card in data["desk"]["hand"]} == mine
    text = json.dumps(data) + said(at)
    assert not [card for card in theirs if f'"{card}"' in text]


def test_between_two_the_hand_waits_behind_the_curtain(drawn: list[dict[str, Any]]) -> None:
    game = dealt()
    at = opened(game)
    assert EN.t("curtain.for", name="Ann") in said(at)
    assert not drawn
    at.button(key="curtain.open").click().run()
    assert {card["id"] for card in drawn[-1]["desk"]["hand"]} == set(service().look(game, 0).book.hand)
    do(game, Skip(0))
    at.run()
    assert EN.t("curtain.for", name="Ben") in said(at)


def test_what_may_be_done_lights_up_and_the_rest_says_why_not(drawn: list[dict[str, Any]]) -> None:
    game = dealt(machine=True)
    opened(game)
    desk, boards = drawn[-1]["desk"], drawn[-1]["boards"]
    assert (desk["pile"]["may"], desk["skip"]["may"], desk["end"]["may"]) == (True, True, False)
    assert desk["end"]["note"] == f"{EN.t('book/draw_first')} {EN.t('section.course')}"
    assert not any(card["ready"] for card in desk["hand"])
    assert not any(cell["chip"] for one in boards for cell in one["cells"])
    assert drawn[-1]["stepAfter"] is None


def test_chips_go_on_the_rivals_book_alone(drawn: list[dict[str, Any]]) -> None:
    opened(dealt(machine=True, placed=False))
    rivals, own = drawn[-1]["boards"]
    assert (rivals["seat"], own["seat"]) == (1, 0)
    assert all(cell["chip"] for cell in rivals["cells"])
    assert not any(cell["chip"] for cell in own["cells"])
    assert drawn[-1]["stepAfter"] == board.FOLLOW


def test_an_offer_to_stop_is_answered_by_the_other(drawn: list[dict[str, Any]]) -> None:
    game = dealt()
    at = opened(game)
    at.button(key="curtain.open").click().run()
    at.button(key="book.offer_stop").click().run()
    assert EN.t("curtain.for", name="Ben") in said(at)
    at.button(key="curtain.open").click().run()
    assert EN.t("book.stop_offered", name="Ann", score="0 : 0") in said(at)
    at.button(key="book.stop_yes").click().run()
    assert EN.t("book.drawn_game") in said(at)
    assert service().look(game, None).book.phase is Phase.OVER
    assert drawn[-1]["desk"] is None
    at.button(key="book.again").click().run()
    assert service().look(service().games()[0].id, None).book.first == 1


def test_a_deed_is_taken_back_when_the_other_agrees(drawn: list[dict[str, Any]]) -> None:
    game = dealt()
    do(game, Draw(0))
    at = opened(game)
    at.button(key="curtain.open").click().run()
    at.button(key="book.ask_undo").click().run()
    at.button(key="curtain.open").click().run()
    assert EN.t("book.undo_asked", name="Ann") in said(at)
    at.button(key="book.undo_yes").click().run()
    assert service().look(game, None).book.phase is Phase.DRAWING


def test_robbed_cards_are_news_for_the_two_and_for_nobody_else() -> None:
    game = dealt(placed=False)
    do(game, *(PlaceChip(seat, cell) for seat in (0, 1) for cell in (1, 2, 3, 4)))
    tables = service()
    for _ in range(40):
        seat = tables.look(game, None).book.turn
        do(game, Draw(seat))
        robs = [one for one in tables.look(game, seat).legal if isinstance(one, book.Rob)]
        if robs:
            do(game, robs[0])
            break
        do(game, EndTurn(seat))
    views = {who: tables.look(game, who) for who in (0, 1, None)}
    texts = {who: say.robbery_text(view, who, board.load_book("en"), EN) for who, view in views.items()}
    taken = "; ".join(card_text(card, board.load_book("en"), EN) for card in views[seat].book.robbery.cards)
    assert texts == {
        seat: EN.t("book.you_took", cards=taken),
        1 - seat: EN.t("book.they_took", name=("Ann", "Ben")[seat], cards=taken),
        None: "",
    }


def test_a_game_that_is_gone_says_so() -> None:
    at = opened("nothing")
    assert [one.value for one in at.error] == [EN.t("error/unknown_game")]


# ── What is sent ──────────────────────────────────────────────────────────────


@pytest.fixture
def clicking(monkeypatch: pytest.MonkeyPatch) -> SessionState:
    state = SessionState()
    monkeypatch.setattr("streamlit.session_state", state)
    monkeypatch.setattr("companion.ui.table.commands.token", lambda: None)
    return state


def test_a_tap_is_the_deed_that_it_looks_like(clicking: SessionState) -> None:
    game = dealt(placed=False)
    look = session.book_tables().look
    assert commands.play(look(game, 0), 0, BookDeed("cell", "a", cell=7))
    assert look(game, 0).book.boards[1].chips == (7,)
    # Both place at once: a page that is behind is no hindrance.
    behind = look(game, 1)
    do(game, *(PlaceChip(0, cell) for cell in (1, 2, 3)), *(PlaceChip(1, cell) for cell in (1, 2, 3)))
    assert commands.play(behind, 1, BookDeed("cell", "b", cell=4))
    assert commands.play(look(game, 0), 0, BookDeed("draw", "c"))
    assert commands.play(look(game, 0), 0, BookDeed("end", "d"))
    assert commands.play(look(game, 1), 1, BookDeed("skip", "e"))
    assert look(game, None).book.hand_counts == (7, 9)
    assert not commands.play(look(game, 1), 1, BookDeed("draw", "f"))
    assert clicking[NOTICE] == [EN.t("book/not_your_turn")]


def test_the_machine_acts_once_for_each_state_that_was_shown(clicking: SessionState) -> None:
    game = dealt(machine=True)
    do(game, Skip(0))
    shown = session.book_tables().look(game, 0)
    assert shown.waits_for_machine
    for _ in range(3):  # two screens, and a browser that asks again
        assert commands.play(shown, 0, BookDeed("step", "a"))
    assert session.book_tables().look(game, 0).version == shown.version + 1


def test_a_seat_in_a_room_is_its_owners(clicking: SessionState, monkeypatch: pytest.MonkeyPatch) -> None:
    game = dealt()
    monkeypatch.setattr(type(session.rooms()), "may_act", lambda *_: False)
    assert not commands.send(game, Draw(0), "a")
    assert clicking[NOTICE] == [EN.t("room/not_your_seat")]
    assert service().look(game, None).book.phase is Phase.DRAWING


def test_an_offer_is_answered_from_the_seat_that_was_asked(clicking: SessionState) -> None:
    game = dealt()
    do(game, OfferStop(0))
    assert not commands.send(game, AnswerStop(0, True), "a")
    assert commands.send(game, AnswerStop(1, False), "b")


# ── In a room ─────────────────────────────────────────────────────────────────

HOST = "h" * 43


def in_room(room: str, token: str, where: str) -> None:
    from companion.ui.session import rooms, words
    from companion.ui.two_books import in_room

    view = rooms().look(room, token)
    assert view is not None
    (in_room.wall_in_room if where == "wall" else in_room.draw_in_room)(view, 0, words())


def test_in_a_room_each_phone_has_its_own_hand_and_the_wall_none(drawn: list[dict[str, Any]]) -> None:
    rooms = session.rooms()
    room = rooms.open(language="en", title="", host="Eve", token=HOST, plan=Plan(game="book"))
    host, code = Hosting(rooms, room, HOST), rooms.load(room).code
    for name in ("Ann", "Ben"):
        assert rooms.enter(code, name, token=name[0] * 43, address="lan").refusal is None
    assert host.start(0) is None
    game = rooms.load(room).tables[0].game or ""
    do(game, *(PlaceChip(seat, cell) for seat in (0, 1) for cell in (1, 2, 3, 4)))
    hands = {name: set(service().look(game, seat).book.hand) for seat, name in enumerate(("Ann", "Ben"))}

    def shows(token: str, where: str = "phone") -> set[str]:
        at = AppTest.from_function(in_room, args=(room, token, where), default_timeout=30).run()
        text = json.dumps(drawn[-1]) + said(at)
        return {card for card in book.DECK if f'"{card}"' in text}

    for name, hand in hands.items():
        assert shows(name[0] * 43) == hand
    assert shows(HOST) == shows(HOST, "wall") == set()
    assert drawn[-1]["large"]
    assert host.pause() is None
    assert shows("A" * 43) == set()
