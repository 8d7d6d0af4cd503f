"""The faces of the AI seats: one for each narrator of the house, whatever the language, and nothing but shapes."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from companion.language.catalogue import interface_languages
from companion.rules.tale.setup import MAX_PLAYERS
from companion.ui.portraits import TELLERS, house_names, portrait_of, portraits


def test_every_narrator_of_the_house_has_a_face_of_its_own() -> None:
    names = [name for name, _ in TELLERS]
    assert len(names) == MAX_PLAYERS
    assert set(names) == set(portraits())
    assert len({drawn.body for drawn in portraits().values()}) == len(names)


@pytest.mark.parametrize("language", interface_languages())
def test_a_face_belongs_to_its_name_on_any_seat_and_in_any_language(language: str) -> None:
    for number, name in enumerate(house_names(language)):
        assert {portrait_of(name, seat) for seat in range(-1, 10)} == {TELLERS[number][0]}
        assert portrait_of(name.upper(), 0) == TELLERS[number][0]


def test_players_with_other_names_have_faces_by_their_seats() -> None:
    assert len({portrait_of("Nobody", seat) for seat in range(MAX_PLAYERS)}) == MAX_PLAYERS


def test_faces_take_both_colours_from_the_theme() -> None:
    """So they are as good by night as by day."""
    for name, drawn in portraits().items():
        colours = set(re.findall(r'(?:fill|stroke)="([^"]*)"', drawn.body))
        assert colours <= {"currentColor", "var(--tint)", "var(--paper)"}, name
        assert "var(--tint)" in colours, name


def test_neighbours_at_the_table_differ_in_temper() -> None:
    tempers = [temper for _, temper in TELLERS]
    assert len(set(tempers[:4])) == 4
    assert all(one != other for one, other in pairwise(tempers))
