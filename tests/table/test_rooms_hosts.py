"""Rooms: what hosts may do, and what happens when they are gone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from companion.rules import tale
from companion.storage import GameStore
from companion.table.rooms import Hosting, Plan
from tests.table.inn import Inn, secret


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
