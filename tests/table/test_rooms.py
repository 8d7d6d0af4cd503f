"""Rooms: what somebody gets who comes in by a code, plays, goes and comes back; and what is kept of it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.errors import UnknownRoom
from companion.rules import tale
from companion.storage import GameStore
from companion.table.rooms import Plan, take_free_seat, take_seat_back
from companion.table.rooms.codes import normal
from companion.table.rooms.names import is_rude, one_line
from tests.table.inn import HOST, Inn, secret

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
