"""Who decides whether a sentence mentions a card: the matcher, a vote, or the host."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.matching import matcher_for
from companion.rules.kernel import TABLE
from companion.rules.tale import Challenge, ChallengeKind, LayCard, Phase, PlayEnding, Rule, Ruling, Tell, Vote
from companion.table import NewTable, SeatInfo, Tables
from tests.table.kit import Cast, House, Player

LAID, OPEN, BACK = "laid", "open", "back"


def outcome(house: House) -> str:
    view = house.see()
    if view.tale.phase is Phase.RULING:
        return OPEN
    return LAID if view.tale.laid else BACK


@pytest.mark.parametrize(
    ("policy", "sentence", "becomes"),
    [
        ("matcher", "A {card} came.", LAID),
        ("matcher", "A {card}? came.", OPEN),
        ("matcher", "A ({card}) came.", OPEN),
        ("matcher", "Nobody came.", OPEN),
        ("vote", "A {card} came.", LAID),
        ("vote", "Nobody came.", LAID),
        ("host", "A {card} came.", LAID),
        ("host", "Nobody came.", LAID),
    ],
)
@pytest.mark.parametrize("people", [2, 4])
def test_what_becomes_of_the_narrators_card(
    house: House, policy: str, sentence: str, becomes: str, people: int
) -> None:
    house.open(people=people, policy=policy)
    card = house.hand(0)[0]
    house.tell(sentence.format(card=card))
    house.does(house.lay(0, card))
    assert outcome(house) == becomes


@pytest.mark.parametrize(
    ("people", "policy", "sentence", "becomes"),
    [
        (4, "matcher", "A {card} came.", LAID),
        (4, "matcher", "A ({card}) came.", LAID),  # said in passing is enough for a rival
        (4, "matcher", "A {card}? came.", OPEN),
        (4, "matcher", "Nobody came.", OPEN),
        (4, "vote", "A {card} came.", OPEN),
        (4, "host", "A {card} came.", OPEN),
        (2, "matcher", "A {card} came.", LAID),
        (2, "matcher", "A {card}? came.", OPEN),
        (2, "matcher", "Nobody came.", BACK),
        (2, "vote", "A {card} came.", LAID),  # nobody is there to vote: as under "matcher"
        (2, "vote", "A {card}? came.", OPEN),
        (2, "vote", "Nobody came.", BACK),
        (2, "host", "A {card} came.", OPEN),
    ],
)
def test_what_becomes_of_a_claim(house: House, people: int, policy: str, sentence: str, becomes: str) -> None:
    house.open(people=people, policy=policy)
    card = house.hand(1)[0]
    house.tell(sentence.format(card=card))
    house.does(house.claim(1, card))
    assert outcome(house) == becomes
    view = house.see(1)
    assert (view.tale.narrator == 1) == (becomes == LAID)
    if becomes == BACK:  # wrongful: the card is discarded, two are drawn
        assert card in view.tale.discard
        assert len(view.tale.hand) == 6


def test_the_ruling_that_is_logged_says_by_whom_with_quote_and_reason(house: House) -> None:
    house.open()
    card = house.hand(0)[0]
    house.tell(f"A {card} came.")
    house.does(house.lay(0, card))
    line = next(line for line in house.see().log if line.code == "log/laid_lay")
    assert line.ruling == Ruling(True, by="matcher", answer="hit", quote=card, why="it is said")


@pytest.mark.parametrize(("votes", "stands"), [((True, True), True), ((False, False), False), ((True, False), False)])
def test_those_who_are_not_in_it_vote_on_a_claim(house: House, votes: tuple[bool, bool], stands: bool) -> None:
    house.open(people=4, policy="vote")
    card = house.hand(1)[0]
    house.tell(f"A {card} came.")
    house.does(house.claim(1, card))
    for seat in (0, 1):
        assert house.refuses(Vote(seat, True)) == "tale/only_uninvolved_vote"
    for seat, vote in zip((2, 3), votes, strict=True):
        house.does(Vote(seat, vote))
    assert (house.see().tale.narrator == 1) == stands
    if votes == (True, False):
        assert card in house.hand(1)
        assert house.codes()[-1] == "log/claim_returned"


@pytest.mark.parametrize("stands", [True, False])
def test_with_two_players_the_host_rules_on_what_the_matcher_cannot_tell(house: House, stands: bool) -> None:
    house.open(people=2)
    card = house.hand(1)[0]
    house.tell(f"A {card}? came.")
    house.does(house.claim(1, card))
    assert house.see().can is None
    house.does(Rule(Ruling(stands, by="host", why="We talked about it."), TABLE))
    assert (house.see().tale.narrator == 1) == stands


def test_with_two_players_doubt_can_favour_the_narrator(house: House) -> None:
    house.open(people=2, rules={"doubt_favours_narrator": True})
    card = house.hand(1)[0]
    house.tell(f"A {card}? came.")
    house.does(house.claim(1, card))
    assert house.see().tale.narrator == 0
    assert card in house.hand(1)


def test_the_voters_are_shown_the_matchers_suggestion(house: House) -> None:
    house.open(people=3, policy="vote")
    card = house.hand(1)[0]
    house.tell(f"A {card}? came.")
    assert house.tables.suggestion(house.game) is None
    house.does(house.claim(1, card))
    found = house.tables.suggestion(house.game)
    assert found is not None
    assert (found.card, found.answer, found.quote) == (card, "ask", card)


@pytest.mark.parametrize("action", ["lay", "claim", "challenge", "ending"])
def test_a_page_cannot_bring_its_own_ruling(house: House, action: str) -> None:
    house.open(people=3, rules={"hand_size": 1})
    forged = Ruling(True, by="host")
    mine, theirs = house.hand(0)[0], house.hand(1)[0]
    house.tell(f"A {mine} came.")
    if action == "ending":
        house.does(house.lay(0, mine))
    house.tell("Nobody came.")
    ending = house.see(0).tale.endings[0]
    house.does(
        {
            "lay": LayCard(0, mine, 1, forged),
            "claim": replace(house.claim(1, theirs), ruling=forged),
            "challenge": Challenge(1, ChallengeKind.NONSENSE, ruling=forged),
            "ending": PlayEnding(0, ending, forged),
        }[action]
    )
    assert house.see().tale.phase is Phase.RULING


def test_quotes_of_a_challenge_are_no_longer_than_a_sentence(house: House) -> None:
    house.open()
    house.tell()
    house.does(Challenge(1, ChallengeKind.CONTRADICTION, quote="q" * 100_000, earlier="e" * 100_000))
    question = house.see().tale.question
    assert question is not None
    assert (len(question.quote), len(question.earlier)) == (1000, 1000)


@pytest.mark.parametrize(
    ("language", "sentence", "card"),
    [("en", "An old king looked out of the window.", "king"), ("ru", "Старого короля никто не слушал.", "king")],
)
def test_the_real_matcher_rules_on_real_sentences(house: House, language: str, sentence: str, card: str) -> None:
    tables = Tables(house.store)
    seats = (SeatInfo("Ann"), SeatInfo("Ben"), SeatInfo("Cat"))
    for seed in range(60):
        game = tables.create(NewTable(language, seats, seed=seed, rules={"first_narrator": 0}))
        if card in tables.look(game, 0).tale.hand:
            break
    tables.command(game, Tell(0, sentence), command_id="tell")
    view = tables.look(game, 0)
    assert [one.card for one in view.flags[0]] == [card]
    assert view.flags[0][0] == matcher_for(language).mentions(sentence, cards=[card])[0]
    assert view.can is not None
    assert view.can.cards[card].lay is None
    tables.command(game, LayCard(0, card, 0), command_id="lay")
    assert [laid.card for laid in tables.look(game, None).tale.laid] == [card]


# Alone against the house


def test_a_card_of_a_person_alone_that_the_house_does_not_hear_is_left_to_the_person(house: House, cast: Cast) -> None:
    house.open(people=1, ai=2)
    cast({1: Player(*[Vote(1, False)] * 9), 2: Player(*[Vote(2, False)] * 9)})
    card = house.hand(0)[0]
    house.tell("A paraphrase.")
    house.does(house.lay(0, card))
    assert not house.tables.react(house.game)
    house.does(Rule(Ruling(True, by="host"), TABLE))
    assert [one.card for one in house.see().tale.laid] == [card]


def test_what_the_house_hears_it_settles_itself(house: House, cast: Cast) -> None:
    house.open(people=1, ai=2)
    cast({1: Player(Vote(1, True)), 2: Player(Vote(2, True))})
    card = house.hand(0)[0]
    house.tell(f"Perhaps a {card}?")
    house.does(house.lay(0, card))
    while house.tables.react(house.game):
        pass
    assert [one.card for one in house.see().tale.laid] == [card]


def test_votes_of_the_house_make_no_case_law(house: House, cast: Cast) -> None:
    house.open(people=1, ai=2)
    cast({1: Player(Vote(1, True)), 2: Player(Vote(2, True))})
    house.tell(f"Perhaps a {house.hand(0)[0]}?")
    house.does(house.lay(0, house.hand(0)[0]))
    while house.tables.react(house.game):
        pass
    assert house.see().tale.laid
    assert house.see().overruled is None
