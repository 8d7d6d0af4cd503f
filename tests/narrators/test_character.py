"""A host chooses what sort of rival an AI seat is, and people notice the difference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import BadInput
from companion.matching import matcher_for
from companion.narrators import Character, Moment, player_for
from companion.narrators.character import Grade
from companion.rules import tale
from companion.rules.tale.actions import Action, Challenge, Claim
from companion.rules.tale.setup import ChallengeKind, ClaimHow
from companion.rules.tale.state import Laid, Phase, Sentence, TaleView
from tests.narrators.table import DECK, new_state

SAID = ("Жил-был гончар.", "Нашёл он в поле острый меч.")


def rival(hand: str = "sword well king queen", told: tuple[str, ...] = SAID, laid: tuple[Laid, ...] = ()) -> TaleView:
    """Seat 1 sees seat 0 tell; everybody has cards enough."""
    view = tale.view(new_state("ru"), 1)
    return replace(
        view, narrator=0, phase=Phase.TELLING, hand=tuple(hand.split()), laid=laid,
        sentences=tuple(Sentence(0, text) for text in told), hand_counts=(4, 4, 4),
    )  # fmt: skip


def acts(view: TaleView, character: Character, *, fault: str = "", seeds: int = 100) -> list[Action]:
    player, ears = player_for("scripted", seat=1), matcher_for("ru", DECK)
    moments = (Moment(view, "ru", DECK, ears, seed, character=character, fault=fault) for seed in range(seeds))
    return [action for moment in moments if (action := player.act(moment))]


def claims(view: TaleView, character: Character, how: ClaimHow = ClaimHow.ELEMENT) -> int:
    return sum(isinstance(one, Claim) and one.how is how for one in acts(view, character))


def test_the_skilled_hear_more_of_their_cards() -> None:
    low, medium, high = (claims(rival(), Character(skill=skill)) for skill in ("low", "medium", "high"))
    assert low < medium < high
    assert low > 25


def test_the_patient_let_the_narrator_go_on_a_little() -> None:
    patient = Character(patience="high", skill="high")
    assert claims(rival(), patient) == 0
    assert claims(rival(told=(*SAID, "Обрадовался он.")), patient) > 80
    near_the_end = replace(rival(), hand_counts=(1, 4, 4))
    assert claims(near_the_end, patient) > 80


def test_the_bold_use_their_interrupts() -> None:
    view = rival("cave king", ("Вошёл гончар в тёмный лес.",), (Laid("forest", 0, "lay", 0, 1),))
    low, high = (claims(view, Character(boldness=grade), ClaimHow.INTERRUPT) for grade in ("low", "high"))
    assert low < 45 < 70 < high


@pytest.mark.parametrize(("grade", "least", "most"), [("low", 0, 0), ("medium", 5, 50), ("high", 40, 80)])
def test_objections_are_rare_and_only_to_a_contradiction(grade: Grade, least: int, most: int) -> None:
    view, character = rival("well", SAID), Character(boldness=grade)
    objections = acts(view, character, fault="contradiction")
    assert set(objections) <= {Challenge(1, ChallengeKind.CONTRADICTION, quote=SAID[-1])}
    assert least <= len(objections) <= most
    for fault in ("", "tedium", "nonsense", "unimportant"):
        assert acts(view, character, fault=fault) == []


def test_a_character_is_kept_with_its_seat() -> None:
    chosen = Character("sly", "high", "low", "high", "A2", "fast")
    assert Character.of(chosen.as_settings()) == chosen
    assert Character.of({}) == Character()


def test_a_character_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match=r"temperament .* merry, solemn, sly, dreamy"):
        Character.of({"temperament": "grim"})
