"""What the judge says of endings at a table, and what AI seats make of such advice."""

from __future__ import annotations

import pytest

from companion.decks import load_deck
from companion.judge import Opinion, Reason
from companion.narrators import Moment, player_for
from companion.rules.tale import Challenge, ChallengeKind, PlayEnding, Vote
from companion.table import players
from companion.table.advice import Advice
from tests.table.kit import House

DIED, SPEAKS = "One night the old king died.", "In the morning the king laughed and drew his sword."
FINE = "In the morning his son saddled the horse and rode into the forest."
CONTRADICTION, TEDIUM = ChallengeKind.CONTRADICTION, ChallengeKind.TEDIUM


# The judge

LED_THERE = (
    "A tsar had a daughter who had never laughed in her life.",
    "He promised half his kingdom to the one who would make her laugh.",
    "A boy with a goose came to the palace, and everybody stuck to the goose.",
    "The princess saw them from her window and began to smile.",
)
ELSEWHERE = (
    "A miller went to town.",
    "He sold his flour and bought a horse.",
    "The horse was lame.",
    "He walked home.",
)


def test_an_ending_fits_the_tale_that_leads_to_it_and_not_one_that_has_nothing_of_it(house: House) -> None:
    ending, scores = load_deck("en").endings["first-laugh"], {}
    for told in (LED_THERE, ELSEWHERE):
        house.open()
        house.tells(*told)
        found = house.tables.advice.on_ending(house.game, house.see().tale, "en", ending)
        assert found is not None
        scores[told] = found.score
        assert found.plausible is (told is LED_THERE)
        assert any(reason.is_against for reason in found.reasons) is (told is ELSEWHERE)
    assert scores[LED_THERE] > scores[ELSEWHERE]


def test_what_an_ending_still_needs_is_told_before_it_is_played(house: House) -> None:
    ending = load_deck("en").endings["first-laugh"]
    for told in (LED_THERE, ELSEWHERE):
        house.open()
        house.tells(*told)
        needed = house.tables.advice.still_needed(house.game, house.see().tale, "en", ending)
        assert bool(needed) is (told is ELSEWHERE)
        assert all(reason.is_against for reason in needed)


# AI seats


def opened_with_ai(house: House, monkeypatch: pytest.MonkeyPatch, score: float | None) -> str:
    """A person tells to two scripted rivals; what the judge thinks of any ending is given."""
    opinion = None if score is None else Opinion(score >= 0.5, score, (Reason("said", said="so"),))
    monkeypatch.setattr(Advice, "on_ending", lambda *_: opinion)
    house.open(people=1, ai=2, rules={"hand_size": 1})
    card = house.hand(0)[0]
    house.tells(f"A {card} came.")
    house.does(house.lay(0, card))
    house.tells("The king rode home.", "The queen was glad.", "The bells rang.")
    return house.see(0).tale.endings[0]


@pytest.mark.parametrize(
    ("score", "wins"),
    [(0.9, True), (0.4, True), (players.PLAINLY_WRONG, True), (None, True), (players.PLAINLY_WRONG - 0.01, False)],
)
def test_ai_seats_refuse_only_an_ending_that_is_plainly_wrong(
    house: House, monkeypatch: pytest.MonkeyPatch, score: float | None, wins: bool
) -> None:
    house.does(PlayEnding(0, opened_with_ai(house, monkeypatch, score)))
    while house.tables.react(house.game):
        pass
    assert (house.see().tale.outcome is not None) is wins


@pytest.mark.parametrize(
    ("sentence", "about", "stands"),
    [(SPEAKS, CONTRADICTION, True), (FINE, CONTRADICTION, False), (SPEAKS, ChallengeKind.NONSENSE, False)],
)
def test_ai_seats_vote_with_the_referee_on_an_objection(
    house: House, sentence: str, about: ChallengeKind, stands: bool
) -> None:
    house.open(people=2, ai=1)
    house.tells(DIED, sentence)
    house.does(Challenge(1, about))
    assert house.tables.react(house.game)
    view = house.see().tale
    assert view.question is None
    assert (view.narrator != 0) is stands


def test_advice_that_fails_leaves_the_ai_seat_without_a_wish(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("out of order")

    house.open(people=2, ai=1)
    house.tells(DIED, SPEAKS)
    house.does(Challenge(1, CONTRADICTION))
    monkeypatch.setattr(Advice, "on_narration", fails)
    assert house.tables.react(house.game)
    assert house.see().tale.narrator == 0, "the narrator has the benefit of the doubt"


def test_a_vote_needs_the_advice_of_its_own_moment(house: House) -> None:
    house.open(people=2, ai=1, policy="vote")
    house.tells(FINE)
    house.does(Challenge(1, TEDIUM))
    for advice, stands in ((True, True), (None, False)):
        moment = Moment(house.see(2).tale, "en", "tale", house.matcher, 1, advice=advice)  # type: ignore[arg-type]
        assert player_for("scripted", seat=2).act(moment) == Vote(2, stands)
