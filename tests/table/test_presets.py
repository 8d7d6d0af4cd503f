"""The presets keep what they promise at a table: by people, by AI seats alone, and for games that are older."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from companion.errors import BadInput, DamagedSave
from companion.rules import tale
from companion.rules.tale import Claim, ClaimHow, LayCard, PassStory, TaleSetup, Tell
from companion.storage import GameStore
from companion.storage.codec import codec_for
from companion.table import PRESETS, NewTable, Preset, SeatInfo, Tables, with_preset
from tests.table.kit import NAMES, Cast, House, Player


def opened(house: House, preset: Preset, *, people: int = 3, ai: int = 0, **choices: object) -> str:
    """A game of that preset; seat 0 tells first."""
    order = NewTable("en", tuple(SeatInfo(NAMES[n]) for n in range(people + ai)), **choices)  # type: ignore[arg-type]
    changed = with_preset(order, preset)
    kept = {one.name: getattr(changed, one.name) for one in fields(NewTable) if one.name not in ("language", "seats")}
    return house.open(people, ai, **{**kept, "seed": 5, "length": "short"})


# What a preset is


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_only_settings_and_its_name_is_kept(house: House, preset: Preset) -> None:
    order = with_preset(NewTable("en", (SeatInfo("Ann"), SeatInfo("Ben")), seed=3), preset)
    plain = TaleSetup(2, order.setup().cards, order.setup().endings)
    changed = {one.name for one in fields(TaleSetup) if getattr(order.setup(), one.name) != getattr(plain, one.name)}
    usual = {"hand_size", "silence_seconds"}  # of every table
    assert changed - usual == set(PRESETS[preset].rules) | set(PRESETS[preset].usual)
    assert house.tables.look(house.tables.create(order), None).preset == preset


def test_a_preset_fixes_some_choices_and_only_begins_with_others() -> None:
    rules = {"sentences_a_turn": 4, "claims": (ClaimHow.INTERRUPT,), "hand_size": 6}
    order = with_preset(NewTable("en", (SeatInfo("Ann"), SeatInfo("Ben")), rules=rules), "relay")
    assert order.rules["sentences_a_turn"] == 4
    assert order.rules["claims"] == ()
    assert order.setup().dealt == 6
    assert order.setup().silence_seconds == (None, None)
    assert PRESETS["relay"].fixes("silence_seconds")
    assert not PRESETS["relay"].fixes("sentences_a_turn")


def test_a_preset_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match="preset is one of relay"):
        with_preset(NewTable("en", (SeatInfo("Ann"),)), "chess")  # type: ignore[arg-type]


# Relay


def test_the_story_passes_on_by_itself_when_the_game_hears_no_card_of_the_narrator(house: House) -> None:
    opened(house, "relay")
    house.tell("Once.")
    house.tell("Long ago.")
    assert house.see().tale.narrator == 1
    assert house.codes()[-1] == "log/narrator"


def test_a_card_that_was_told_last_may_be_laid_before_the_story_passes_on(house: House) -> None:
    opened(house, "relay")
    card = house.hand(0)[0]
    house.tell("Once.")
    house.tell(f"There was a {card}.")
    assert (house.see(0).tale.narrator, house.see(0).tale.sentences_left) == (0, 0)
    house.does(house.lay(0, card))
    assert house.see().tale.narrator == 1


def test_several_sentences_at_once_are_counted_one_by_one(house: House) -> None:
    opened(house, "relay")
    assert house.refuses(Tell(0, "One. Two. Three.")) == "tale/too_many_sentences"
    house.tell("One. Two.")
    assert house.see().tale.narrator == 1


def test_taking_the_last_sentence_back_brings_the_turn_back(house: House) -> None:
    opened(house, "relay")
    house.tell("Once.")
    house.tell("Long ago.")
    assert house.undo(0).refusal is None
    assert (house.see().tale.narrator, house.see(0).tale.sentences_left) == (0, 1)


@pytest.mark.parametrize("choices", [{"help": "none"}, {"help": "hint"}, {"policy": "vote"}])
def test_where_the_game_does_not_say_what_it_hears_the_narrator_hands_on(house: House, choices: dict[str, str]) -> None:
    opened(house, "relay", **choices)
    house.tell("Once.")
    house.tell("Long ago.")
    assert house.see().tale.narrator == 0
    house.does(PassStory(0))
    assert house.see().tale.narrator == 1


def test_where_nobody_can_object_later_the_others_vote_on_a_card_at_once(house: House) -> None:
    opened(house, "relay", policy="vote")
    house.tell("Once.")
    house.does(house.lay(0, house.hand(0)[0]))
    question = house.see().tale.question
    assert question is not None
    assert (question.about, question.voters) == ("lay", (1, 2))


def test_no_browser_can_say_that_it_has_nothing_to_lay(house: House) -> None:
    opened(house, "relay", rules={"sentences_a_turn": 1})
    house.does(Tell(0, f"There was a {house.hand(0)[0]}.", nothing_to_lay=True))
    assert house.see().tale.narrator == 0


def test_who_listens_to_a_relay_is_shown_nothing_to_claim(house: House) -> None:
    opened(house, "relay")
    house.tell(f"There was a {house.hand(1)[0]}.")
    assert not house.see(1).flags
    assert not house.see(1).can.challenges  # type: ignore[union-attr]


def test_an_ai_narrator_tells_its_sentence_and_hands_a_told_turn_on_in_one_go(house: House, cast: Cast) -> None:
    def tells(moment: object) -> Tell:
        return Tell(1, f"There was a {house.hand(1)[0]}.")

    cast({1: Player(tells, PassStory(1))})
    opened(house, "relay", people=1, ai=1, rules={"sentences_a_turn": 1})
    house.tell("Once.")
    assert house.tables.tell_on(house.game)
    assert house.see().tale.narrator == 0


def test_an_ai_narrator_that_says_too_much_at_once_passes_and_nothing_stalls(house: House, cast: Cast) -> None:
    cast({1: Player(Tell(1, "One. Two."))})
    opened(house, "relay", people=1, ai=1, rules={"sentences_a_turn": 1})
    house.tell("Once.")
    assert house.tables.tell_on(house.game)
    assert house.see().tale.narrator == 0


# The others


def test_in_speaking_an_interrupt_card_takes_over_only_by_what_was_said(house: House) -> None:
    opened(house, "speaking")
    card = house.hand(1)[0]
    house.tell(f"There was a {card}.")
    assert house.refuses(Claim(1, card, ClaimHow.INTERRUPT)) == "tale/claims_not_played"
    house.does(house.claim(1, card))
    assert house.see().tale.narrator == 1


def test_card_by_card_the_neighbour_tells_after_each_card(house: House) -> None:
    opened(house, "alternating")
    card = house.hand(0)[0]
    house.tell(f"There was a {card}.")
    house.does(house.lay(0, card))
    assert house.see().tale.narrator == 1
    assert house.see().silence_limit is None


def test_together_a_claim_joins_in_and_costs_nobody_a_card(house: House) -> None:
    opened(house, "cooperative")
    card, held = house.hand(1)[0], house.see().tale.hand_counts
    house.tell(f"There was a {card}.")
    house.does(house.claim(1, card))
    assert house.see().tale.hand_counts == (held[0], held[1] - 1, held[2])
    house.does(PassStory(1))
    assert house.see().tale.hand_counts == (held[0], held[1] - 1, held[2])


def test_as_on_the_table_nothing_is_shown_and_the_others_vote_on_a_claim(house: House) -> None:
    opened(house, "table")
    card = house.hand(1)[0]
    house.tell(f"There was a {card}.")
    assert not house.see(1).flags
    assert house.see(1).referee == "off"
    house.does(house.claim(1, card))
    question = house.see().tale.question
    assert question is not None
    assert question.voters == (2,)


# Nobody but the house


@pytest.mark.parametrize("preset", PRESETS)
def test_ai_seats_play_every_preset_to_its_end_without_stalling(tmp_path: Path, preset: Preset) -> None:
    tables = Tables(GameStore(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
    seats = tuple(SeatInfo(name, "scripted") for name in NAMES[:3])
    game = tables.create(with_preset(NewTable("en", seats, "short", seed=5, rules={"hand_size": 2}), preset))
    for _ in range(60):
        while tables.react(game):
            pass
        view = tables.look(game, None).tale
        if view.outcome is not None:
            break
        assert tables.tell_on(game), f"{preset}: nothing happens after {len(view.sentences)} sentences"
    assert view.outcome is not None
    together = preset == "cooperative"
    assert view.outcome.reason == ("tale/told_together" if together else "tale/won_by_ending")
    assert len(view.outcome.winners) == (3 if together else 1)
    codes = {line.code for line in tables.look(game, None).log}
    assert ("log/told_together" if together else "log/won") in codes
    if preset in ("relay", "alternating"):
        assert not codes & {"log/drew", "log/laid_element", "log/laid_interrupt"}


# Older games, damaged games


def test_a_game_from_before_the_presets_opens_as_a_full_game(house: House) -> None:
    house.open()
    record = house.store.load(house.game).record
    stored = json.loads(codec_for("tale", "test").dump_record(record))
    added = ("sentences_a_turn", "cards_a_turn", "passing_costs", "cooperative", "drawn_when_interrupted")
    older = {key: value for key, value in stored["setup"].items() if key not in added}
    options = {key: value for key, value in stored["options"].items() if key != "preset"}
    read = codec_for("tale", "test").read_record(json.dumps({**stored, "setup": older, "options": options}), "test")
    assert read.setup == record.setup
    won = '{"kind": "won", "seat": 1, "ending": "e", "ruling": null}'
    told = '{"kind": "tell", "seat": 0, "text": "Once.", "parts": []}'
    entry = f'{{"command_id": "c", "seat": 0, "action": {told}, "events": [{won}], "at": 1.0, "note": {{}}, '
    old = codec_for("tale", "test").read_entry(entry + '"rewound_to": null}', "test", 1)
    assert old.action == Tell(0, "Once.")
    assert old.events[0].together is False


def test_a_preset_that_this_program_does_not_know_is_told(house: House) -> None:
    house.open()
    sql = 'UPDATE games SET record = replace(record, \'"preset":"full"\', \'"preset":"chess"\')'
    engine = create_engine(house.url)
    with engine.begin() as database:
        database.exec_driver_sql(sql)
    engine.dispose()
    house.restart()
    with pytest.raises(DamagedSave, match="preset: 'chess' is none of relay"):
        house.see()


def test_the_next_game_is_played_in_the_same_way(house: House) -> None:
    opened(house, "cooperative", rules={"hand_size": 1})
    for seat in range(3):
        card = house.hand(seat)[0]
        house.tell(f"There was a {card}.")
        house.does(LayCard(seat, card, house.last()))
    seat = house.see().tale.narrator
    house.does(tale.PlayEnding(seat, house.see(seat).tale.endings[0]))
    house.does(tale.Vote((seat + 1) % 3, True))  # with half of the others it cannot be refused any more
    assert house.see().tale.outcome is not None
    assert house.tables.look(house.tables.next_game(house.game), None).preset == "cooperative"
