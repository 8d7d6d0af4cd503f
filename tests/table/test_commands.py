"""A deed is done once, in the order of the table, whatever is clicked twice or at the same moment."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from companion.errors import BadInput, UnknownGame
from companion.rules.tale import Claim, ClaimHow, Discard, PassStory, Tell
from companion.table import NewTable, SeatInfo
from tests.table.kit import House


def test_a_double_click_tells_the_sentence_once(house: House) -> None:
    house.open()
    first = house.tries(Tell(0, "Once."), command_id="click")
    second = house.tries(Tell(0, "Once."), command_id="click")
    assert (first.version, first.repeated) == (1, False)
    assert (second.version, second.repeated, second.refusal) == (1, True, None)
    assert len(house.see().tale.sentences) == 1


def test_a_click_repeated_much_later_still_names_its_own_version(house: House) -> None:
    house.open()
    house.tries(Tell(0, "Once."), command_id="click")
    house.does(Tell(0, "Twice."), PassStory(0))
    assert house.tries(Tell(0, "Once."), command_id="click").version == 1


def test_a_click_repeated_after_a_restart_or_in_another_server_is_known(house: House) -> None:
    house.open()
    here, there = house.tables, house.restart()
    assert there.look(house.game, None).version == 0
    here.command(house.game, Tell(0, "Once."), command_id="click")
    again = there.command(house.game, Tell(0, "Once."), command_id="click")
    assert (again.version, again.repeated) == (1, True)
    assert len(there.look(house.game, None).tale.sentences) == 1


def test_two_requests_with_one_id_at_the_same_moment_are_one_deed(house: House) -> None:
    house.open()
    house.see()
    start = Barrier(8)

    def click(_: int) -> bool:
        start.wait()
        return house.tries(Tell(0, "Once."), command_id="click").repeated

    with ThreadPoolExecutor(8) as pool:
        repeated = list(pool.map(click, range(8)))
    assert sorted(repeated) == [False] + [True] * 7
    assert len(house.see().tale.sentences) == 1


def test_a_page_that_shows_the_past_is_told_so_and_nothing_happens(house: House) -> None:
    house.open()
    house.tell()
    receipt = house.tries(Tell(0, "Meanwhile."), expected=0)
    assert receipt.refusal is not None
    assert receipt.refusal.code == "table/moved_on"
    assert receipt.version == house.see().version == 1
    assert house.tries(Tell(0, "Meanwhile."), expected=1).refusal is None


def test_a_refused_deed_may_be_tried_again_with_the_same_id(house: House) -> None:
    house.open()
    claim = Claim(1, house.hand(1)[0], ClaimHow.ELEMENT, 0)
    assert house.tries(claim, command_id="early").refusal is not None
    house.tell(f"There was a {claim.card}.")
    assert house.tries(claim, command_id="early").refusal is None


@pytest.mark.parametrize("servers", [1, 2])
def test_of_eight_who_claim_at_once_one_gets_the_story_and_the_others_keep_their_cards(
    house: House, servers: int
) -> None:
    house.open(people=9)
    house.tell(" and ".join(house.hand(seat)[0] for seat in range(1, 9)))
    claims = {seat: house.claim(seat, house.hand(seat)[0]) for seat in range(1, 9)}
    tables = [house.tables, house.restart()][:servers] * 9
    start = Barrier(8)

    def claim(seat: int) -> str:
        start.wait()
        receipt = tables[seat].command(house.game, claims[seat], command_id=f"claim {seat}")
        return receipt.refusal.code if receipt.refusal else ""

    with ThreadPoolExecutor(8) as pool:
        refusals = dict(zip(range(1, 9), pool.map(claim, range(1, 9)), strict=True))
    winners = [seat for seat, code in refusals.items() if not code]
    assert len(winners) == 1
    assert {code for code in refusals.values() if code} <= {"tale/claim_turn_over", "table/moved_on"}
    view = house.see()
    assert view.tale.narrator == winners[0]
    assert [laid.seat for laid in view.tale.laid] == winners
    assert house.codes().count("log/claim_wrongful") == 0
    for seat in set(claims) - set(winners):
        assert claims[seat].card in house.hand(seat)
    assert view.tale.hand_counts == tuple(6 if s == 0 else 4 if s in winners else 5 for s in range(9))


def test_twenty_sentences_from_eight_threads_are_all_told_or_refused_and_the_store_agrees(house: House) -> None:
    house.open(rules={"first_narrator": 0})

    def tell(number: int) -> bool:
        return house.tries(Tell(0, f"Sentence {number}."), command_id=str(number)).refusal is None

    with ThreadPoolExecutor(8) as pool:
        told = sum(pool.map(tell, range(20)))
    before = house.see(0)
    assert before.version == len(before.tale.sentences) == told >= 1
    house.restart()
    assert house.see(0) == before


def test_a_killed_server_goes_on_with_the_same_hands_log_and_flags(house: House) -> None:
    house.open()
    house.tell(f"There was a {house.hand(0)[0]} and a {house.hand(0)[1]}.")
    house.does(house.lay(0, house.hand(0)[0]))
    house.tell(f"And a {house.hand(0)[0]}.")
    before = [house.see(seat) for seat in (None, 0, 1, 2)]
    house.restart()
    assert [house.see(seat) for seat in (None, 0, 1, 2)] == before
    house.does(PassStory(0))


def test_a_database_put_back_from_a_backup_is_read_again(house: House) -> None:
    game = house.open()
    stored = house.store.load(game)
    house.tell()
    house.store.delete(game)
    house.store.create(stored.record)
    assert house.see().version == 0
    house.tell("Another once.")
    assert house.see().tale.sentences[0].text == "Another once."


@pytest.mark.parametrize("command_id", ["", "x" * 101])
def test_a_command_without_a_proper_id_is_bad_input(house: House, command_id: str) -> None:
    house.open()
    with pytest.raises(BadInput):
        house.tries(Tell(0, "Once."), command_id=command_id)
    assert house.see().version == 0


def test_a_deleted_game_is_gone_for_every_server(house: House) -> None:
    game = house.open()
    other = house.restart()
    other.look(game, None)
    house.tables.delete(game)
    for deed in (
        lambda: other.look(game, None),
        lambda: other.delete(game),
        lambda: other.rename(game, "x"),
        lambda: other.command(game, Tell(0, "Once."), command_id="x"),
        lambda: other.tell_on(game),
    ):
        with pytest.raises(UnknownGame):
            deed()
    assert other.games() == []


def test_a_renamed_game_shows_its_new_title(house: House) -> None:
    game = house.open(title=" A tale ")
    assert house.see().title == "A tale"
    house.tables.rename(game, "Another tale")
    assert house.see().title == house.tables.games()[0].title == "Another tale"


@pytest.mark.parametrize(
    ("choices", "names"),
    [
        ({"seats": (SeatInfo("Ann"),)}, "players must be 2 to 10"),
        ({"seats": tuple(SeatInfo(str(n)) for n in range(11))}, "players must be 2 to 10"),
        ({"seats": (SeatInfo("Ann"), SeatInfo(" "))}, "seat 2"),
        ({"seats": (SeatInfo("Ann"), SeatInfo("B" * 41))}, "seat 2"),
        ({"seats": (SeatInfo("Ann"), SeatInfo("Bot", "oracle"))}, "oracle"),
        ({"title": "t" * 81}, "title"),
        ({"policy": "dice"}, "policy"),
        ({"length": "endless"}, "length"),
        ({"language": "xx"}, "xx"),
        ({"deck": "no-such-deck"}, "no-such-deck"),
        ({"rules": {"first_narrator": 9}}, "seat 9"),
        ({"rules": {"hand_size": 99}}, "99"),
        ({"rules": {"no_such_choice": 1}}, "no_such_choice"),
        ({"rules": {"silence_seconds": (5.0,)}}, "silence_seconds"),
        ({"rules": {"silence_seconds": 5.0}}, "no game can be dealt"),
    ],
    ids=str,
)
def test_an_order_that_cannot_be_dealt_says_what_is_wrong_and_leaves_no_game(
    house: House, choices: dict, names: str
) -> None:
    order = {"language": "en", "seats": (SeatInfo("Ann"), SeatInfo("Ben")), **choices}
    with pytest.raises(BadInput, match=names):
        house.tables.create(NewTable(**order))
    assert house.tables.games() == []


@pytest.mark.parametrize(
    ("length", "players", "cards"), [("short", 3, 5), ("normal", 3, 7), ("full", 3, 8), ("normal", 8, 5)]
)
def test_the_length_of_a_game_is_the_number_of_cards(house: House, length: str, players: int, cards: int) -> None:
    house.open(people=players, length=length)
    assert len(house.hand(0)) == cards


def test_the_next_game_keeps_the_seats_and_starts_with_who_held_most_cards(house: House) -> None:
    game = house.open(title="A tale", policy="vote")
    house.does(PassStory(0), Discard(0, None))
    following = house.tables.next_game(game)
    old, new = house.tables.look(game, None), house.tables.look(following, None)
    assert new.tale.narrator == 0
    assert (new.seats, new.policy, new.language) == (old.seats, old.policy, old.language)
    assert new.title == ""  # another tale
    assert new.version == 0
    assert house.tables.look(following, 1).tale.hand != house.tables.look(game, 1).tale.hand


def test_asked_twice_for_the_next_game_it_is_one_game(house: House) -> None:
    game = house.open()
    following = house.tables.next_game(game)
    house.tables.command(following, Tell(house.tables.look(following, None).tale.narrator, "Once."), command_id="x")
    assert house.tables.next_game(game) == following != game
    assert house.tables.look(following, None).version == 1
    assert house.tables.next_game(following) not in (game, following)
    assert len(house.tables.games()) == 3


def test_more_games_than_fit_into_memory_are_played_on_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.open_games.IN_MEMORY", 3)
    monkeypatch.setattr("companion.table.open_games.ENTRIES_IN_MEMORY", 6)
    opened = [house.open(seed=number) for number in range(6)]
    for round_ in range(4):
        for game in opened:
            assert house.tables.command(game, Tell(0, "On."), command_id=str(round_)).version == round_ + 1
    assert len(house.tables._open._histories) == 1


def test_a_table_that_waits_for_the_database_holds_up_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = house.open()
    kept = house.tables._open
    other = next(game for game in iter(house.open, "") if kept._lock_of(game) is not kept._lock_of(busy))
    stored, waits, goes_on = house.store.append, threading.Event(), threading.Event()

    def append(game: str, *entry: Any, **more: Any) -> Any:
        if game == busy:
            waits.set()
            assert goes_on.wait(20)
        return stored(game, *entry, **more)

    monkeypatch.setattr(house.store, "append", append)
    telling = threading.Thread(target=house.tables.command, args=(busy, Tell(0, "On.")), kwargs={"command_id": "a"})
    telling.start()
    assert waits.wait(20)
    assert house.tables.command(other, Tell(0, "On."), command_id="b").version == 1
    assert house.tables.look(other, None).version == 1
    goes_on.set()
    telling.join()
    assert house.tables.look(busy, None).version == 1
