"""The ways to play a tale, in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language.catalogue import catalogue
from companion.storage import read_save
from tests.kit.terminal import TWO, play, state_of

EN = catalogue("en")


def test_in_a_relay_the_story_passes_on_by_itself_after_two_sentences(tmp_path: Path) -> None:
    save = tmp_path / "relay.json"
    lines = ["", "It rained.", "And it rained.", "/pass", "/quit"]
    done = play("--preset", "relay", *TWO, "--save", str(save), lines=lines)
    stored = read_save(save)
    first = stored.entries[0].seat
    assert state_of(stored).narrator != first, done.stdout
    assert stored.record.options["preset"] == "relay"


def test_card_by_card_nobody_can_take_the_story_over(tmp_path: Path) -> None:
    done = play("--preset", "alternating", *TWO, lines=["", "It rained.", "/object tedium", "/quit"])
    assert done.exit_code == 0
    assert EN.t("cli.interrupt_mark") not in done.stdout


@pytest.mark.parametrize("given", ["relays", "", "FULL"])
def test_a_way_that_there_is_not_is_named_with_those_that_there_are(given: str) -> None:
    done = play("--preset", given)
    assert done.exit_code == 1
    assert "there is: relay, speaking, full, alternating, cooperative, table" in done.stderr
