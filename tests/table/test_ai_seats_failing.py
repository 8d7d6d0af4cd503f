"""AI seats that fail, or want what they may not, cost nobody the game."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from companion.rules.tale import (
    Challenge,
    ChallengeKind,
    Claim,
    ClaimHow,
    Discard,
    LayCard,
    PassStory,
    Phase,
    PlayEnding,
    Rule,
    Ruling,
    Tell,
    Vote,
)
from tests.table.kit import Cast, House, Player, claims_last, react_all

FAILURES: dict[str, Any] = {
    "raises": RuntimeError("no more ideas"),
    "a string": "I pass",
    "no action": ...,
    "for another": Tell(0, "I speak for another."),
    "as the host": Rule(Ruling(True, by="host")),
    "says nothing": Tell(2, ""),
    "talks too long": Tell(2, "x" * 1001),
    "lays an unknown card": LayCard(2, "no-such-card", 0),
    "lays a card of nobody's": LayCard(2, "king", 99),
    "unknown ending": PlayEnding(2, "no-such-ending"),
    "claims with an unknown card": Claim(2, "no-such-card", ClaimHow.ELEMENT, 0),
    "discards": Discard(2, "no-such-card"),
    "nothing": None,
}
failures = pytest.mark.parametrize("proposal", list(FAILURES.values()), ids=list(FAILURES))


@failures
def test_a_narrator_who_fails_passes_the_story_and_the_game_goes_on(
    house: House, cast: Cast, proposal: Any, caplog: pytest.LogCaptureFixture
) -> None:
    house.open(people=2, ai=1)
    house.does(PassStory(0), Discard(0, None), PassStory(1), Discard(1, None))
    cast({2: Player(*[proposal] * 9)})
    before = house.see(2)
    with caplog.at_level(logging.WARNING):
        assert house.tables.tell_on(house.game)
        assert house.see().tale.phase is Phase.DISCARDING
        assert react_all(house) == 1
    after = house.see(2)
    assert after.tale.narrator == 0
    assert len(after.tale.hand) == len(before.tale.hand) + 1
    assert after.log[-3].code == "log/drew"
    assert (proposal is None) == (caplog.records == []), "whoever runs the server can read what went wrong"


@failures
@pytest.mark.parametrize(("about", "stands"), [("claim", False), ("challenge", False), ("lay", True), ("ending", True)])
def test_a_voter_who_fails_votes_for_the_narrator(
    house: House, cast: Cast, proposal: Any, about: str, stands: bool
) -> None:
    house.open(people=2, ai=1, rules={"hand_size": 1})
    cast({2: Player(*[proposal] * 9)})
    mine, theirs = house.hand(0)[0], house.hand(1)[0]
    if about == "ending":
        house.tell(f"A {mine} came.")
        house.does(house.lay(0, mine))
    house.tell("Nobody came.")
    house.does(
        {
            "claim": house.claim(1, theirs),
            "challenge": Challenge(1, ChallengeKind.NONSENSE),
            "lay": house.lay(0, mine),
            "ending": PlayEnding(0, house.see(0).tale.endings[0]),
        }[about]
    )
    if about in ("lay", "ending"):
        assert react_all(house) == 0, "the person who may vote is asked first"
        house.does(Vote(1, not stands))
        assert house.codes().count("log/voted_against") == 1
    assert react_all(house) == 1
    assert ("log/voted_for" in house.codes()) == stands


@failures
def test_a_rival_who_fails_leaves_the_claim_to_the_next(house: House, cast: Cast, proposal: Any) -> None:
    house.open(people=1, ai=2)
    house.tell(f"A {house.hand(1)[0]} came.")
    cast({1: Player(claims_last(1)), 2: Player(*[proposal] * 9)})
    assert house.tables.react(house.game)
    assert house.see().tale.narrator == 1


def test_an_ai_cannot_pretend_that_the_narrator_was_silent(house: House, cast: Cast) -> None:
    house.open(people=1, ai=1)
    house.tell()
    cast({1: Player(*[Challenge(1, ChallengeKind.SILENCE, silent_for=99.0)] * 9)})
    assert react_all(house) == 0
    house.time += 10
    assert react_all(house) == 1
    assert house.see().tale.narrator == 1


def test_a_claim_that_was_turned_down_is_not_made_again_for_the_same_sentence(house: House, cast: Cast) -> None:
    claim = claims_last(1)
    house.open(people=1, ai=2, policy="vote")
    card = house.hand(1)[0]
    house.tell(f"A {card} came.")
    cast({1: Player(*[claim] * 9), 2: Player(*[lambda m: Vote(2, False) if m.view.question else None] * 9)})
    react_all(house)
    assert house.codes().count("log/asked_claim") == 1


def test_a_tie_that_gives_the_card_back_does_not_open_the_same_claim_for_ever(house: House, cast: Cast) -> None:
    house.open(people=2, ai=2, policy="vote")
    card = house.hand(2)[0]
    house.tell(f"A {card} came.")
    votes = [lambda m: Vote(3, True) if m.view.question else None] * 9
    cast({2: Player(*[claims_last(2)] * 9), 3: Player(*votes)})
    assert react_all(house) == 1
    house.does(Vote(1, False))
    assert react_all(house) == 1
    assert card in house.hand(2)
    assert react_all(house) == 0


def test_a_card_that_the_table_refused_is_not_laid_again_for_the_same_sentence(house: House, cast: Cast) -> None:
    house.open(people=2, ai=1, rules={"first_narrator": 2})
    cast({2: Player(Tell(2, "Nobody came."), *[LayCard(2, house.hand(2)[0], 0)] * 9)})
    house.tables.tell_on(house.game)
    house.does(Vote(0, False), Vote(1, False))
    assert house.codes()[-1] == "log/lay_refused"
    assert house.tables.tell_on(house.game)
    assert house.see().tale.phase is Phase.DISCARDING, "it had nothing else to do, so the story is passed"


def test_a_game_of_machines_that_fail_comes_to_its_end(house: House, cast: Cast) -> None:
    """Nobody is there to end it: plain sentences that name the cards go on in their place, each another one."""
    cast({seat: Player() for seat in range(3)})
    house.open(people=0, ai=3, rules={"hand_size": 3})
    for _ in range(200):
        if not house.tables.tell_on(house.game):
            break
        react_all(house)
    told = [one.text for one in house.see().tale.sentences]
    assert house.see().tale.phase is Phase.OVER
    assert 1 < len(told) == len(set(told))
