"""The server's clock may jump: the tale's order, its versions and what may be done do not depend on it."""

from __future__ import annotations

from companion.rules.tale import Challenge, ChallengeKind
from tests.table.kit import House


def test_a_game_goes_on_whatever_the_clock_says(house: House) -> None:
    house.open()
    jumps = (0.0, 86_400.0, -200_000.0, 5.0, 1e9)
    for number, jump in enumerate(jumps):
        house.time += jump
        house.tell(f"Sentence {number}.")
    assert [sentence.text for sentence in house.see().tale.sentences] == [f"Sentence {n}." for n in range(len(jumps))]
    assert house.see().version == len(jumps)
    house.restart()
    assert house.see().version == len(jumps)
    house.undo(0)
    assert len(house.see().tale.sentences) == len(jumps) - 1


def test_a_clock_set_back_makes_nobody_silent(house: House) -> None:
    house.open()
    house.tell()
    house.time -= 3600.0
    assert house.refuses(Challenge(1, ChallengeKind.SILENCE)) == "tale/not_silent_long_enough"
    house.time += 3600.0 + 3600.0
    house.does(Challenge(1, ChallengeKind.SILENCE))
