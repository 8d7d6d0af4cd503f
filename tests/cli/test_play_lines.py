"""What a line at the keyboard means: commands and slips, whose word it is, marks on the hand, claims and votes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.decks import load_deck
from companion.storage import read_save
from tests.kit.terminal import TWO, play, state_of

pytestmark = pytest.mark.usefixtures("folder")

ALONE = ("--seat", "Ann=human", "--seat", "Teller=scripted")


@pytest.mark.parametrize("typed", ["help", "Help", "?", "/help", "помощь"])
def test_help_is_understood_with_and_without_a_slash(typed: str) -> None:
    done = play(*TWO, lines=["", typed])
    assert "/claim N: take the story over with card N" in done.output


@pytest.mark.parametrize("typed", ["quit", "exit", "QUIT", "выход"])
def test_quit_is_understood_without_a_slash(typed: str, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save), lines=["", typed, "This is not read."])
    assert read_save(save).entries == ()


def test_undo_is_understood_without_a_slash_and_a_sentence_that_begins_so_is_told(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save), lines=["", "A king came.", "undo", "Help came.", "Quit that, he said."])
    assert [one.text for one in state_of(read_save(save)).sentences] == ["Help came.", "Quit that, he said."]


@pytest.mark.parametrize("typed", ["/dance", "/Lay 1", "/" + "x" * 5000])
def test_an_unknown_command_is_named_with_the_way_to_help(typed: str) -> None:
    done = play(*TWO, lines=["", typed])
    assert f"There is no command {typed.split()[0][:40]}. /help lists them." in done.output


def listening(save: Path, *lines: str) -> str:
    """What a lone person gets to see while the house's narrator tells."""
    before = ["Once upon a time.", "/pass", ""] if first_narrator(save) == 0 else []
    shown = play(*ALONE, "--save", str(save), lines=[*before, *lines]).output
    assert len(state_of(read_save(save)).sentences) >= len(before) // 3
    return str(shown)


def first_narrator(save: Path) -> int:
    play(*ALONE, "--save", str(save.with_suffix(".first")), lines=[])
    return state_of(read_save(save.with_suffix(".first"))).narrator


@pytest.mark.parametrize("typed", ["And then a dragon came.", "/lay 1", "/pass", "/end"])
def test_out_of_turn_one_is_told_who_tells_and_what_one_can_do(typed: str, tmp_path: Path) -> None:
    shown = listening(tmp_path / "game.json", typed)
    assert "Teller is telling now. Take the story over with /claim N" in shown
    assert "dragon" not in [one.text for one in state_of(read_save(tmp_path / "game.json")).sentences]


def test_several_people_who_listen_are_told_to_say_whose_word_it_is() -> None:
    seats = ("--seat", "Bot=scripted", "--seat", "Ann=human", "--seat", "Ben=human")
    shown = play(*seats, lines=["/pass", "", "", "/claim 1", "", "/pass", "", "", "/claim 1"]).output
    assert "First /say NAME, then the deed." in shown


def rows(shown: str) -> list[str]:
    return re.findall(r"^ +\d+[* ] .+ \(.*$", shown, re.M)


def test_a_hand_is_shown_again_only_when_it_has_changed_or_is_asked_for() -> None:
    lines = ["Nobody came.", "Nothing was said.", "/dance", "No more of that."]
    once, asked = play(*TWO, lines=["", *lines]).output, play(*TWO, lines=["", *lines, "/hand"]).output
    assert len(rows(once)) == 7
    assert len(rows(asked)) == 14
    assert once.count("* interrupt card: ") == 1


@pytest.mark.parametrize(("language", "mark"), [("en", "/lay {}"), ("ru", "/lay {}")])
def test_a_card_that_was_just_named_is_marked_with_what_to_type(language: str, mark: str, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save), language=language)
    state = state_of(read_save(save))
    name = load_deck(language).by_id[state.hands[state.narrator][2]].name
    shown = play(*TWO, lines=["", f"{name}!"], language=language).output
    [marked] = [row for row in rows(shown) if "←" in row]
    assert name in marked
    assert mark.format(3) in marked


def test_a_rivals_card_that_can_claim_or_interrupt_is_marked(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save))
    state, deck = state_of(read_save(save)), load_deck("en")
    rival = 1 - state.narrator
    name = deck.by_id[state.hands[rival][0]].name
    who = ("Ann", "Ben")[rival]
    shown = play(*TWO, lines=["", f"{name}!", f"/say {who}", "", "/claim 1"]).output
    assert f"“{name}” was said: /claim 1" in shown
    assert f"{who} takes the story over with “{name}”" in shown


def test_a_vote_wants_yes_or_no() -> None:
    shown = play(*TWO, lines=["", "Nobody came.", "/lay 1", "perhaps"]).output
    assert "Answer yes or no." in shown


@pytest.mark.parametrize(("answer", "claimed"), [("no", False), ("yes", True)])
def test_a_claim_that_may_cost_cards_is_asked_for_once_more(answer: str, claimed: bool, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save))
    who = ("Ann", "Ben")[1 - state_of(read_save(save)).narrator]
    shown = play(*TWO, lines=["", "Nothing at all.", f"/say {who}", "", "/claim 1", answer]).output
    assert "If the claim does not stand, you discard the card and draw two." in shown
    assert ("was wrongful" in shown) is claimed


def test_who_upholds_an_objection_may_send_the_card_back(tmp_path: Path) -> None:
    seats, save = (*TWO, "--seat", "Cleo=human"), tmp_path / "game.json"
    play(*seats, "--save", str(save))
    state, deck = state_of(read_save(save)), load_deck("en")
    name = deck.by_id[state.hands[state.narrator][0]].name
    rival = next(seat for seat in range(3) if seat != state.narrator)
    again = tmp_path / "again.json"
    lines = ["", f"{name}!", "/lay 1", f"/say {('Ann', 'Ben', 'Cleo')[rival]}", "", "/object tedium", "+"]
    shown = play(*seats, "--save", str(again), lines=lines).output
    assert f"“+” upholds it and sends “{name}” back to the hand." in shown
    after = state_of(read_save(again))
    assert after.laid == ()
    assert state.hands[state.narrator][0] in after.hands[state.narrator]
