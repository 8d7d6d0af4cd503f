"""What a host chose for the AI seats: their characters, and whether people come first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import DamagedSave
from companion.narrators import Character
from companion.rules.tale import Tell
from companion.table import NewTable, SeatInfo
from tests.table.kit import Cast, House, Player, claims_last, react_all


def test_the_character_that_the_host_chose_is_with_the_seat_after_a_restart(house: House, cast: Cast) -> None:
    chosen = Character("sly", "high", "low", "high", "A2", "fast")
    house.game = house.tables.create(
        NewTable("en", (SeatInfo("Ann"), SeatInfo("Ivo", "scripted", chosen)), seed=5, rules={"first_narrator": 1})
    )
    house.restart()
    player = Player(Tell(1, "Once."))
    cast({1: player})
    assert house.tables.tell_on(house.game)
    assert player.moments[0].character == chosen


def test_where_people_are_not_first_an_ai_rival_takes_the_story_as_soon_as_its_card_is_named(
    house: House, cast: Cast
) -> None:
    players = {1: Player(), 2: Player(claims_last(2))}
    cast(players)
    house.open(people=1, ai=2, rules={"first_narrator": 1}, people_first=False)
    players[1].script = [Tell(1, f"A {house.hand(2)[0]} came."), None]
    assert house.tables.tell_on(house.game)
    assert react_all(house) == 1
    assert house.see().tale.narrator == 2


@pytest.mark.parametrize(("people_first", "narrator"), [(True, 0), (False, 1)])
def test_a_person_who_named_an_own_card_may_lay_it_before_an_ai_rival_claims_unless_rivals_may_be_quicker(
    house: House, cast: Cast, people_first: bool, narrator: int
) -> None:
    cast({1: Player(claims_last(1))})
    house.open(people=1, ai=1, people_first=people_first)
    house.does(Tell(0, f"A {house.hand(0)[0]} met a {house.hand(1)[0]}."))
    react_all(house)
    assert house.see().tale.narrator == narrator


def test_games_that_are_older_than_the_choice_leave_every_sentence_to_the_people_first(
    house: House, cast: Cast
) -> None:
    players = {1: Player(), 2: Player(claims_last(2))}
    cast(players)
    house.open(people=1, ai=2, rules={"first_narrator": 1}, people_first=False)
    record = house.store.load(house.game).record
    old = replace(record, id="old", options={k: v for k, v in record.options.items() if k != "people_first"})
    house.store.create(old)
    players[1].script = [Tell(1, f"A {house.hand(2)[0]} came."), None]
    assert house.tables.tell_on("old")
    assert not house.tables.react("old")


def test_a_seat_whose_character_nobody_knows_is_a_damaged_game(house: House) -> None:
    house.open(people=1, ai=1)
    record = house.store.load(house.game).record
    odd = replace(record.seats[1], settings={"temperament": "furious"})
    house.store.create(replace(record, id="odd", seats=(record.seats[0], odd)))
    with pytest.raises(DamagedSave, match="seat Ben: temperament of an AI seat is one of merry"):
        house.tables.look("odd", 0)


def test_what_a_host_chose_for_an_ai_seat_is_seen_at_its_table(house: House) -> None:
    sly = Character(temperament="sly", level="A2", pace="fast")
    house.game = house.tables.create(NewTable("en", (SeatInfo("Ann"), SeatInfo("Ben", "scripted", sly)), "short"))
    house.restart()
    assert [seat.character for seat in house.see().seats] == [Character(), sly]
