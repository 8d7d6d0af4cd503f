"""What is saved comes back the same, and what is not understood is named instead of guessed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadInput, DamagedSave
from companion.rules.cards import StoryCard
from companion.rules.tale.actions import Action
from companion.rules.tale.events import Event
from companion.rules.tale.setup import TaleSetup
from companion.storage.codec import FORMAT, check_format, codec_for
from companion.storage.records import Entry
from tests.storage.kit import SETUP, record, told, undo

CODEC = codec_for("tale", "test")
ANY_ACTION = st.one_of([st.from_type(kind) for kind in get_args(Action)])
ANY_EVENT = st.one_of([st.from_type(kind) for kind in get_args(Event)])

st.register_type_strategy(float, st.floats(allow_nan=False))
st.register_type_strategy(StoryCard, st.sampled_from(SETUP.cards))


def back(entry: Entry) -> Entry:
    return CODEC.read_entry(CODEC.dump_entry(entry, "game g", 1), "game g", 1)


@pytest.mark.parametrize("kind", get_args(Action), ids=lambda kind: kind.__name__)
def test_every_kind_of_action_comes_back_the_same(kind: type) -> None:
    @given(action=st.from_type(kind))
    def comes_back(action: Any) -> None:
        assert back(replace(told(), action=action)).action == action

    comes_back()


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_comes_back_the_same(kind: type) -> None:
    @given(event=st.from_type(kind))
    def comes_back(event: Any) -> None:
        assert back(replace(told(), events=(event,))).events == (event,)

    comes_back()


@given(action=ANY_ACTION, events=st.lists(ANY_EVENT, max_size=5), at=st.floats(0, 1e12), seat=st.integers(-1, 9))
def test_a_whole_entry_comes_back_the_same(action: Any, events: list[Any], at: float, seat: int) -> None:
    entry = Entry("c", seat, action, tuple(events), at, note={"by": "vote", "scores": [0.5, None, {"лиса": True}]})
    assert back(entry) == entry


@given(seed=st.integers(), title=st.text(), name=st.text())
def test_a_record_comes_back_the_same(seed: int, title: str, name: str) -> None:
    one = record(seed=seed, title=title)
    one = replace(one, seats=(replace(one.seats[0], name=name, settings={"level": 2}), *one.seats[1:]))
    assert CODEC.read_record(CODEC.dump_record(one), "game g1") == one


def test_every_choice_of_the_setup_comes_back_the_same() -> None:
    setup = TaleSetup(
        players=3,
        cards=SETUP.cards,
        endings=SETUP.endings,
        first_narrator=2,
        hand_size=4,
        claims=SETUP.claims[:1],
        challenges=SETUP.challenges[2:],
        silence_seconds=(5.0, None, 60.0),
        reshuffle=False,
        ending_refused_by=0.75,
    )
    assert CODEC.read_record(CODEC.dump_record(record(setup=setup)), "game g1").setup == setup


def test_an_undo_comes_back_the_same() -> None:
    assert CODEC.read_entry(CODEC.dump_entry(undo(3), "game g", 5), "game g", 5) == undo(3)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"action": {"seat": 0, "text": "x", "kind": "sing"}}, "action: Input tag 'sing'"),
        ({"action": {"seat": 0, "text": "x"}}, "action: Unable to extract tag"),
        ({"action": {"seat": 0, "text": "x", "loud": True, "kind": "tell"}}, "action.tell.loud: Unexpected"),
        ({"action": {"seat": "0", "text": "x", "kind": "tell"}}, "action.tell.seat: Input should be a valid integer"),
        ({"action": {"text": "x", "kind": "tell"}}, "action.tell.seat: Field required"),
        ({"events": [{"seat": 0, "text": "x", "kind": "told"}, {"kind": "sung"}]}, "events.1: Input tag 'sung'"),
        ({"events": {}}, "events: Input should be a valid array"),
        ({"mood": "gay"}, "mood: Extra inputs are not permitted"),
        ({"command_id": ""}, "command_id: String should have at least 1 character"),
        ({"at": "noon"}, "at: Input should be a valid number"),
        ({"action": None}, "an entry either has an action with its events, or rewinds"),
        ({"rewound_to": 0}, "an entry either has an action with its events, or rewinds"),
        ({"action": None, "events": [], "rewound_to": 4}, "it rewinds to version 4, which came later"),
    ],
)
def test_a_damaged_entry_is_named_with_the_field_at_fault(change: dict[str, Any], says: str) -> None:
    text = json.dumps(json.loads(CODEC.dump_entry(told(), "game g", 4)) | change)
    with pytest.raises(DamagedSave) as fault:
        CODEC.read_entry(text, "game g", 4)
    assert fault.value.where == "game g, entry 4"
    assert says in fault.value.what


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"setup": {"players": 2}}, "setup.cards: Field required"),
        ({"seats": [{"name": "Ира", "age": 7}]}, "seats.0.age: Unexpected"),
        ({"seed": None}, "seed: Input should be a valid integer"),
        ({"colour": "red"}, "colour: Extra inputs"),
    ],
)
def test_a_damaged_record_is_named_with_the_field_at_fault(change: dict[str, Any], says: str) -> None:
    text = json.dumps(json.loads(CODEC.dump_record(record())) | change)
    with pytest.raises(DamagedSave, match="game g1: ") as fault:
        CODEC.read_record(text, "game g1")
    assert says in str(fault.value)


def test_a_setup_that_no_game_can_be_dealt_from_is_damage() -> None:
    document = json.loads(CODEC.dump_record(record()))
    document["setup"]["players"] = 11
    with pytest.raises(DamagedSave, match="players must be 2 to 10, not 11"):
        CODEC.read_record(json.dumps(document), "game g1")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"лиса"', "[" * 100_000, "\ufffd", '{"seat": 1e999}'])
def test_text_that_is_no_entry_is_damage(text: str) -> None:
    with pytest.raises(DamagedSave, match="game g, entry 9"):
        CODEC.read_entry(text, "game g", 9)


@pytest.mark.parametrize(
    "text", ["\x00\x1b[31m", "\u202eпереворот", "🦊" * 1000, "<script>alert(1)</script>", "", "\\"]
)
def test_whatever_a_player_types_comes_back_as_typed(text: str) -> None:
    assert back(told(text, "c")) == told(text, "c")


def test_half_a_character_cannot_be_saved_and_says_so() -> None:
    with pytest.raises(BadInput, match="game g, entry 1: it cannot be saved"):
        CODEC.dump_entry(told("\ud800", "c"), "game g", 1)
    with pytest.raises(BadInput, match="game g1: it cannot be saved"):
        CODEC.dump_record(record(title="\ud800"))


def test_an_entry_that_could_not_be_read_again_is_not_written() -> None:
    with pytest.raises(BadInput, match="either has an action"):
        CODEC.dump_entry(replace(told(), rewound_to=0), "game g", 1)
    with pytest.raises(BadInput, match="cannot rewind to version 2"):
        CODEC.dump_entry(undo(2), "game g", 2)


def test_a_game_that_this_program_does_not_know_is_named() -> None:
    with pytest.raises(DamagedSave, match=r"game g1: unknown game 'chess' \(known: tale, [a-z, ]+\)"):
        codec_for("chess", "game g1")


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (FORMAT + 1, "saved by a newer Story Companion"),
        (0, "0 is no format number"),
        ("1", "'1' is no format number"),
        (True, "True is no format number"),
        (None, "None is no format number"),
    ],
)
def test_a_format_that_this_program_does_not_read_is_named(found: object, says: str) -> None:
    with pytest.raises(DamagedSave, match=f"game g1: .*{says}"):
        check_format(found, "game g1")
