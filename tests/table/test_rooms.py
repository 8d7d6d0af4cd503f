"""Rooms: what somebody gets who comes in by a code, plays, goes and comes back, and what hosts may do."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import UnknownRoom
from companion.rules import tale
from companion.storage import GameStore
from companion.table import Tables
from companion.table.rooms import Hosting, Plan, Rooms, take_free_seat, take_seat_back
from companion.table.rooms.codes import normal
from companion.table.rooms.names import is_rude, one_line
from tests.table.kit import StubMatcher

HOST = "h" * 43


def secret(name: str) -> str:
    return (name * 43)[:43]


class Inn:
    """Rooms on a database, with a clock that the test turns; people are known by their names."""

    def __init__(self, folder: Path) -> None:
        self.url, self.time = f"sqlite:///{folder / 'rooms.sqlite3'}", 1_000_000.0
        self.restart()

    def restart(self) -> None:
        """The server was killed and started again on the same database."""
        store = GameStore(self.url)
        matcher = StubMatcher()
        self.tables = Tables(store, now=lambda: self.time, matcher=lambda *_: matcher)
        self.rooms = Rooms(store, self.tables, store.announcer, now=lambda: self.time)

    def open(self, *people: str, plan: Plan | None = None, tables: int = 1) -> str:
        self.room = self.rooms.open(
            language="en", title="4b", host="Ms Grey", token=HOST, plan=plan or Plan(), tables=tables
        )
        for name in people:
            assert self.enter(name).refusal is None
        return self.room

    def enter(self, name: str, *, code: str = "", token: str = "", address: str = "lan"):
        code = code or self.rooms.load(self.room).code
        return self.rooms.enter(code, name, token=token or secret(name), address=address)

    @property
    def host(self) -> Hosting:
        return Hosting(self.rooms, self.room, HOST)

    def member(self, name: str) -> str:
        return next(one.id for one in self.rooms.load(self.room).members if one.name == name)

    def look(self, name: str):
        return self.rooms.look(self.room, secret(name))

    def game(self, table: int = 0) -> str:
        return self.rooms.load(self.room).tables[table].game or ""

    def here(self, *people: str) -> None:
        for name in people:
            self.rooms.presence.beat(self.room, self.member(name), 20.0)

    def tell(self, text: str, command: str = "1"):
        game = self.game()
        action = tale.Tell(self.tables.narrator(game), text)
        return self.tables.command(game, action, command_id=command)


@pytest.fixture
def inn(tmp_path: Path) -> Inn:
    return Inn(tmp_path)


# Coming in


def test_a_code_is_a_word_and_three_digits_in_the_rooms_language(inn: Inn) -> None:
    inn.open()
    word, digits = inn.rooms.load(inn.room).code.split()
    assert word.isalpha() and word.isascii() and len(digits) == 3
    russian = inn.rooms.open(language="ru", title="", host="Вера", token=HOST, plan=Plan())
    assert not inn.rooms.load(russian).code.split()[0].isascii()


@pytest.mark.parametrize("typed", ["КОВЁР 372", "ковер-372", " Ковёр372 ", "ковер 3 7 2"])
def test_a_code_may_be_typed_as_it_was_heard(typed: str) -> None:
    assert normal(typed) == "ковер 372"


def test_names_that_sound_alike_are_not_let_in_twice(inn: Inn) -> None:
    inn.open("Ann")
    no = inn.enter("  aNN ", token=secret("x")).refusal
    assert no is not None and no.code == "room/name_taken"


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\n"])
def test_a_name_that_cannot_be_seen_is_none(inn: Inn, name: str) -> None:
    inn.open()
    no = inn.enter(name, token=secret("x")).refusal
    assert no is not None and no.code == "room/name_missing"


def test_a_name_keeps_to_one_line_and_turns_no_writing_round() -> None:
    assert one_line("An\n\u202ena  Lee") == "An na Lee"


@pytest.mark.parametrize("name", ["Fuckface", "хуйло", "СУКА", "5hit", "f u c k"])
def test_rude_names_are_refused_unless_the_host_lets_them_in(inn: Inn, name: str) -> None:
    inn.open()
    no = inn.enter(name, token=secret("x")).refusal
    assert no is not None and no.code == "room/name_rude"
    inn.host.polite_names(False)
    assert inn.enter(name, token=secret("x")).room == inn.room


@pytest.mark.parametrize("name", ["Dick", "Скунс", "Нахум", "Cassandra", "Пётр", "Analisa", "Titus", "Мандарин"])
def test_innocent_names_come_in(name: str) -> None:
    assert not is_rude(name)


def test_who_guesses_codes_waits_ever_longer_and_is_shut_out(inn: Inn) -> None:
    inn.open()
    for _ in range(5):
        assert inn.enter("Eve", code="moon 000", address="far").refusal.code == "room/no_such_code"
    waits = []
    for _ in range(8):
        no = inn.enter("Eve", code="moon 000", address="far").refusal
        assert no.code == "room/wait"
        waits.append(no.params["seconds"])
        inn.time += no.params["seconds"]
        inn.enter("Eve", code="moon 000", address="far")
    assert waits == sorted(waits) and waits[-1] == 600
    # The right code does not help while the address waits; other addresses are not slowed.
    assert inn.enter("Eve", address="far").refusal.code == "room/wait"
    assert inn.enter("Bob", address="near").room == inn.room


def test_a_closed_door_lets_in_only_who_was_in(inn: Inn) -> None:
    inn.open("Ann")
    inn.host.hide_code(True)
    assert inn.enter("Bob").refusal.code == "room/closed"
    assert inn.enter("Ann").room == inn.room


def test_a_whole_class_comes_in_at_once(inn: Inn) -> None:
    inn.open(tables=4)
    names = [f"Pupil {number}" for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        entered = list(pool.map(lambda name: inn.enter(name, token=secret(name[6:] + "x")), names))
    assert all(one.room == inn.room for one in entered)
    room = inn.rooms.load(inn.room)
    assert sorted(one.name for one in room.members if one.name != "Ms Grey") == sorted(names)
    assert {len(room.at_table(table)) for table in range(4)} == {6}


# The seat stays


def test_the_same_browser_has_the_same_hand_after_the_server_was_killed(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    game, seat = inn.look("Ann").seat
    hand = inn.tables.look(game, seat).tale.hand
    inn.restart()
    assert inn.look("Ann").seat == (game, seat)
    assert inn.tables.look(game, seat).tale.hand == hand


def test_another_browser_is_nobody_here(inn: Inn) -> None:
    inn.open("Ann")
    assert inn.look("Eve") is None


def test_a_room_tells_nobodys_secret(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    stored = json.dumps(GameStore(inn.url).rooms.load(inn.room).document)
    assert secret("Ann") not in stored and HOST not in stored
    assert all(one.token == "" for one in inn.look("Ann").room.members)


def test_only_the_seats_owner_may_act_for_it(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    game, seat = inn.look("Ann").seat
    assert inn.rooms.may_act(game, seat, secret("Ann"))
    assert not inn.rooms.may_act(game, seat, secret("Bob"))
    assert not inn.rooms.may_act(game, seat, None)
    assert not inn.rooms.may_act(game, seat, HOST)
    assert inn.rooms.may_rule(game, HOST) and not inn.rooms.may_rule(game, None)


def test_who_comes_late_takes_over_a_hand_of_the_house(inn: Inn) -> None:
    inn.open("Ann", plan=Plan(company=2))
    inn.host.start(0)
    inn.enter("Bob")
    assert inn.look("Bob").seat is None
    assert take_free_seat(inn.rooms, inn.room, secret("Bob"), 0).code == "room/seat_taken"
    assert take_free_seat(inn.rooms, inn.room, secret("Bob"), 1) is None
    game, seat = inn.look("Bob").seat
    info = inn.tables.look(game, seat).seats[seat]
    assert (info.name, info.kind) == ("Bob", "human")


def test_the_house_plays_for_somebody_who_was_sent_out_and_the_door_stays_shut(inn: Inn) -> None:
    inn.open("Ann", "Bob", "Cat")
    inn.host.start(0)
    game, seat = inn.look("Bob").seat
    assert inn.host.remove(inn.member("Bob"), "noise") is None
    assert inn.look("Bob") is None
    assert not inn.rooms.may_act(game, seat, secret("Bob"))
    assert inn.tables.look(game, None).seats[seat].kind == "scripted"
    assert inn.enter("Bob").refusal.code == "room/removed"


def test_the_house_holds_a_seat_until_its_owner_takes_it_back(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    game, seat = inn.look("Bob").seat
    hand = inn.tables.look(game, seat).tale.hand
    assert inn.host.stand_in_for(inn.member("Bob")) is None
    assert inn.tables.look(game, None).seats[seat].kind == "scripted"
    assert take_seat_back(inn.rooms, inn.room, secret("Bob")) is None
    view = inn.tables.look(game, seat)
    assert view.seats[seat].kind == "human" and view.tale.hand == hand


def test_a_forgotten_browser_gets_its_place_back_from_the_host(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    held = inn.look("Bob").seat
    inn.enter("Bob 2")
    assert inn.host.hand_over(inn.member("Bob"), inn.member("Bob 2")) is None
    view = inn.look("Bob 2")
    assert view.seat == held and view.me.name == "Bob"
    assert inn.look("Bob") is None


# Hosts


def test_nobody_but_hosts_does_a_hosts_deeds(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    ann = Hosting(inn.rooms, inn.room, secret("Ann"))
    deeds = [
        ann.start(0), ann.pause(), ann.resume(), ann.end(0), ann.give_time(0), ann.hide_code(True), ann.close(),
        ann.rename(inn.member("Bob"), "Rob"), ann.remove(inn.member("Bob")), ann.name_host(inn.member("Ann")),
        ann.take_back(0, 0), ann.overrule(0, True, 0), ann.plan(Plan()), ann.set_tables(2), ann.deal_out(2),
    ]  # fmt: skip
    assert {no.code for no in deeds if no} == {"room/hosts_only"} and all(deeds)


def test_a_pause_stops_every_deed_and_every_clock(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    inn.here("Ms Grey", "Ann", "Bob")
    inn.host.pause()
    assert inn.tell("Once there was a king.").refusal.code == "room/paused"
    inn.time += 30
    assert inn.tables.look(inn.game(), None).clock_stands
    inn.here("Ms Grey", "Ann", "Bob")
    inn.host.resume()
    assert not inn.tables.look(inn.game(), None).clock_stands
    assert inn.tell("Once there was a king.").refusal is None


def test_a_host_who_drops_out_holds_up_nobody_for_more_than_a_minute(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    inn.here("Ms Grey")
    inn.host.pause()
    inn.time += 59
    assert inn.tell("Once there was a king.").refusal.code == "room/paused"
    inn.time += 2
    assert inn.tell("Once there was a king.").refusal is None
    assert inn.rooms.may_rule(inn.game(), secret("Ann"))


def test_pages_and_games_go_on_too_when_a_pause_has_outlasted_its_host(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    inn.here("Ms Grey")
    inn.host.pause()
    inn.time += 50
    inn.rooms.end_due_pause(inn.rooms.load(inn.room))
    assert inn.look("Ann").room.paused is not None
    inn.time += 11
    inn.rooms.end_due_pause(inn.rooms.load(inn.room))
    assert inn.look("Ann").room.paused is None


def test_a_lost_connection_stops_the_narrators_clock_and_recovers(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    game = inn.game()
    narrator = inn.tables.narrator(game)
    name = ("Ann", "Bob")[narrator]
    inn.here("Ann", "Bob")
    inn.tell("Once there was a king.")
    inn.time += 120
    objection = tale.Challenge(1 - narrator, tale.ChallengeKind.SILENCE)
    assert inn.tables.command(game, objection, command_id="o").refusal.code == "tale/not_silent_long_enough"
    inn.here(name)
    inn.tables.typed(game)
    inn.time += 11
    assert inn.tables.command(game, objection, command_id="p").refusal is None


def test_more_time_is_thirty_seconds_on_top_of_the_clock(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    inn.tell("Once there was a king.")
    inn.host.give_time(0)
    inn.time += 38
    inn.here("Ann", "Bob")
    game = inn.game()
    objection = tale.Challenge(1 - inn.tables.narrator(game), tale.ChallengeKind.SILENCE)
    assert inn.tables.command(game, objection, command_id="o").refusal.code == "tale/not_silent_long_enough"
    inn.time += 3
    assert inn.tables.command(game, objection, command_id="p").refusal is None


def test_a_host_takes_back_what_somebody_else_did_once_for_two_clicks(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    inn.tell("Once there was a king.")
    assert inn.host.take_back(0, 1, "a slip") is None
    assert inn.host.take_back(0, 1) is None
    assert inn.tables.look(inn.game(), None).tale.sentences == ()
    assert [(one.what, one.reason) for one in inn.rooms.load(inn.room).deeds][-2] == ("undo", "a slip")


def test_a_host_overrules_a_vote_with_a_reason(inn: Inn) -> None:
    inn.open("Ann", "Bob", "Cat")
    inn.host.start(0)
    game = inn.game()
    narrator = inn.tables.narrator(game)
    inn.tell("Once there was nothing at all.")
    inn.tables.command(game, tale.Challenge((narrator + 1) % 3, tale.ChallengeKind.NONSENSE), command_id="c")
    view = inn.tables.look(game, None)
    assert view.tale.question is not None
    assert inn.host.overrule(0, False, view.version, "it made us laugh") is None
    assert inn.tables.look(game, None).tale.question is None
    assert inn.rooms.load(inn.room).deeds[-1].reason == "it made us laugh"


def test_a_new_name_is_read_at_the_table(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    assert inn.host.rename(inn.member("Ann"), "Bob").code == "room/name_taken"
    assert inn.host.rename(inn.member("Ann"), "Anna") is None
    assert inn.tables.look(inn.game(), None).seats[0].name == "Anna"


def test_an_ended_game_takes_no_more_deeds_and_another_begins(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    first = inn.game()
    assert inn.host.start(0).code == "room/already_started"
    inn.host.end(0, "the bell")
    assert inn.tell("Once there was a king.").refusal.code == "room/ended"
    assert inn.host.start(0) is None
    assert inn.game() != first


def test_two_hosts_who_begin_at_once_deal_one_game(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.name_host(inn.member("Ann"))
    hosts = [inn.host, Hosting(inn.rooms, inn.room, secret("Ann"))]
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda host: host.start(0), hosts))
    assert sorted(no is None for no in done) == [False, True]
    assert len(GameStore(inn.url).list(room=inn.room)) == 1


def test_the_last_host_cannot_be_sent_out(inn: Inn) -> None:
    inn.open("Ann")
    assert inn.host.remove(inn.member("Ms Grey")).code == "room/last_host"


def test_people_are_spread_over_tables_of_a_size(inn: Inn) -> None:
    inn.open(*"ABCDEFG")
    assert inn.host.deal_out(3) is None
    room = inn.rooms.load(inn.room)
    assert [len(room.at_table(table)) for table in range(len(room.tables))] == [3, 2, 2]


def test_one_person_alone_gets_a_narrator_of_the_house(inn: Inn) -> None:
    inn.open("Ann")
    assert inn.host.start(0) is None
    assert [info.kind for info in inn.tables.look(inn.game(), None).seats] == ["human", "scripted"]


def test_the_plan_is_what_is_dealt(inn: Inn) -> None:
    inn.open("Ann", "Bob", plan=Plan(preset="relay", endings_each=2, clock=None))
    inn.host.plan(replace(inn.rooms.load(inn.room).plan, calm=(inn.member("Ann"),)))
    inn.host.start(0)
    setup = GameStore(inn.url).load(inn.game()).record.setup
    assert setup.claims == () and setup.endings_each == 2 and setup.silence_limit(0) is None


# What is kept, and for how long


def test_a_rooms_games_are_on_no_list_of_the_house(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    assert inn.tables.games() == []


def test_a_closed_room_leaves_nothing_behind(inn: Inn) -> None:
    inn.open("Ann", "Bob")
    inn.host.start(0)
    game = inn.game()
    inn.host.close()
    with pytest.raises(UnknownRoom):
        inn.look("Ann")
    assert GameStore(inn.url).list(room=inn.room) == []
    inn.restart()
    assert inn.rooms.enter("moon 1", "Ann", token=secret("Ann"), address="x").refusal is not None
    with pytest.raises(Exception, match=game):
        inn.tables.look(game, None)


def test_rooms_that_nobody_uses_are_swept_away(inn: Inn) -> None:
    inn.open("Ann")
    inn.time += 29 * 86_400
    assert inn.rooms.sweep(30) == 0
    inn.time += 2 * 86_400
    assert inn.rooms.sweep(30) == 1
    with pytest.raises(UnknownRoom):
        inn.look("Ann")


def test_of_two_claims_at_once_one_wins_and_the_other_keeps_the_card_and_hears_why(inn: Inn) -> None:
    inn.open("Ann", "Bob", "Cat")
    inn.host.start(0)
    game = inn.game()
    narrator = inn.tables.narrator(game)
    rivals = [seat for seat in range(3) if seat != narrator]
    cards = {seat: inn.tables.look(game, seat).tale.hand[0] for seat in rivals}
    inn.tell(f"Along came {cards[rivals[0]]} and {cards[rivals[1]]}.")

    def claim(seat: int):
        action = tale.Claim(seat, cards[seat], tale.ClaimHow.ELEMENT, 0)
        return inn.tables.command(game, action, command_id=f"claim-{seat}")

    with ThreadPoolExecutor(2) as pool:
        receipts = dict(zip(rivals, pool.map(claim, rivals), strict=True))
    won = [seat for seat in rivals if receipts[seat].refusal is None]
    assert len(won) == 1 and inn.tables.narrator(game) == won[0]
    lost = next(seat for seat in rivals if seat not in won)
    assert receipts[lost].refusal.code.startswith(("tale/", "table/"))
    assert cards[lost] in inn.tables.look(game, lost).tale.hand
