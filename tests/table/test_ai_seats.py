"""AI seats play after people had their chance, and one that fails stops nobody."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import DamagedSave
from companion.narrators import Character, Moment, Objection
from companion.rules import tale
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
from companion.storage import CaseRecord
from companion.table import NewTable, SeatInfo
from tests.table.kit import Cast, House, Player


def react_all(house: House) -> int:
    """How many things the AI seats did before they waited for people."""
    done = 0
    while house.tables.react(house.game):
        done += 1
        assert done < 100, "the AI seats would go on for ever"
    return done


def claims_last(seat: int) -> Any:
    def choose(moment: Moment) -> Claim:
        last = len(moment.view.sentences) - 1
        card = next(card for card in moment.view.hand if card in moment.view.sentences[last].text)
        return Claim(seat, card, ClaimHow.ELEMENT, last)

    return choose


def lays_last(moment: Moment) -> LayCard:
    return LayCard(moment.view.narrator, moment.view.hand[0], len(moment.view.sentences) - 1)


def test_an_ai_narrator_tells_one_sentence_lays_its_card_and_waits(house: House, cast: Cast) -> None:
    tells = [lambda m: Tell(1, f"A {m.view.hand[0]} came."), lays_last, Tell(1, "More."), Tell(1, "Still more.")]
    cast({1: Player(*tells)})
    house.open(people=1, ai=1, rules={"first_narrator": 1})
    assert house.see().waits_for_ai
    assert react_all(house) == 0
    assert house.tables.tell_on(house.game)
    view = house.see()
    assert (len(view.tale.sentences), len(view.tale.laid)) == (1, 1)
    assert house.tables.tell_on(house.game)
    assert len(house.see().tale.sentences) == 2


def test_a_sentence_without_a_card_is_the_end_of_one_go(house: House, cast: Cast) -> None:
    cast({1: Player(Tell(1, "One."), Tell(1, "Two."), Tell(1, "Three."))})
    house.open(people=1, ai=1, rules={"first_narrator": 1})
    assert house.tables.tell_on(house.game)
    assert [one.text for one in house.see().tale.sentences] == ["One."]


def test_two_clicks_on_go_on_tell_one_sentence(house: House, cast: Cast) -> None:
    cast({1: Player(*[Tell(1, "And then.")] * 9)})
    house.open(people=1, ai=1, rules={"first_narrator": 1})
    shown = house.see().version
    assert house.tables.tell_on(house.game, expected=shown)
    assert not house.tables.tell_on(house.game, expected=shown)
    assert len(house.see().tale.sentences) == 1


def test_nobody_is_asked_to_tell_on_while_a_person_tells(house: House, cast: Cast) -> None:
    cast({1: Player(Tell(1, "Mine."))})
    house.open(people=1, ai=1)
    assert not house.see().waits_for_ai
    assert not house.tables.tell_on(house.game)
    assert house.see().version == 0


def test_what_an_ai_narrator_says_is_left_to_the_people_first(house: House, cast: Cast) -> None:
    players = {1: Player(), 2: Player(claims_last(2))}
    cast(players)
    house.open(people=1, ai=2, rules={"first_narrator": 1})
    mine, theirs = house.hand(0)[0], house.hand(2)[0]
    players[1].script = [Tell(1, f"A {mine} met a {theirs}."), None]
    assert house.tables.tell_on(house.game)
    assert react_all(house) == 0, "the AI rival waits until people have read the sentence"
    house.does(house.claim(0, mine))
    assert house.see().tale.narrator == 0


def test_the_ai_rival_has_its_say_when_people_listen_on(house: House, cast: Cast) -> None:
    players = {1: Player(), 2: Player(claims_last(2))}
    cast(players)
    house.open(people=1, ai=2, rules={"first_narrator": 1})
    players[1].script = [Tell(1, f"A {house.hand(2)[0]} came."), None, Tell(1, "Too late for this.")]
    house.tables.tell_on(house.game)
    assert house.tables.tell_on(house.game)
    assert house.see().tale.narrator == 2
    assert len(house.see().tale.sentences) == 1


def test_a_person_who_has_just_named_an_own_card_may_lay_it_before_an_ai_claims(house: House, cast: Cast) -> None:
    rival = Player(claims_last(1))
    cast({1: rival})
    house.open(people=1, ai=1)
    mine, theirs = house.hand(0)[0], house.hand(1)[0]
    house.tell(f"A {mine} met a {theirs}.")
    assert react_all(house) == 0
    assert rival.moments == []
    house.does(house.lay(0, mine))
    assert react_all(house) == 1
    assert house.see().tale.narrator == 1


def test_a_person_who_names_only_a_rivals_card_is_claimed_at_once(house: House, cast: Cast) -> None:
    cast({1: Player(claims_last(1))})
    house.open(people=1, ai=1)
    house.tell(f"A {house.hand(1)[0]} came.")
    assert react_all(house) == 1
    assert house.see().tale.narrator == 1


def test_a_player_sees_its_own_hand_and_no_other(house: House, cast: Cast) -> None:
    player = Player()
    cast({1: player})
    house.open(people=1, ai=1)
    house.tell()
    react_all(house)
    (moment,) = player.moments
    assert moment.view == house.see(1).tale
    assert (moment.language, moment.deck) == ("en", "tale")


def test_ai_seats_vote_and_people_too(house: House, cast: Cast) -> None:
    cast({2: Player(Vote(2, True)), 3: Player(Vote(3, False))})
    house.open(people=2, ai=2, policy="vote")
    house.tell(f"A {house.hand(1)[0]} came.")
    house.does(house.claim(1, house.hand(1)[0]))
    assert react_all(house) == 2
    assert house.codes()[-3:] == ["log/voted_for", "log/voted_against", "log/claim_returned"]


def test_people_are_asked_before_the_votes_of_the_house_can_settle_it(house: House, cast: Cast) -> None:
    house.open(people=1, ai=2, rules={"first_narrator": 1, "hand_size": 1})
    mine = house.hand(1)[0]
    ends = [Tell(1, f"A {mine} came."), lays_last, lambda m: PlayEnding(1, m.view.endings[0])]
    cast({1: Player(*ends), 2: Player(None, Vote(2, True))})
    house.tables.tell_on(house.game)
    house.tables.tell_on(house.game)
    assert house.see().tale.question is not None
    assert react_all(house) == 0, "one vote of the house would accept the ending without the person"
    house.does(Vote(0, False))
    assert react_all(house) == 1
    assert house.see().tale.phase is Phase.OVER


def test_under_the_hosts_policy_nobody_votes(house: House, cast: Cast) -> None:
    player = Player(Vote(2, True))
    cast({2: player})
    house.open(people=2, ai=1, policy="host")
    house.tell(f"A {house.hand(1)[0]} came.")
    house.does(house.claim(1, house.hand(1)[0]))
    assert react_all(house) == 0
    house.does(Rule(Ruling(False, by="host")))


def test_an_ai_that_passed_discards(house: House, cast: Cast) -> None:
    cast({1: Player(PassStory(1), lambda m: Discard(1, m.view.hand[0]))})
    house.open(people=1, ai=1, rules={"first_narrator": 1})
    first = house.hand(1)[0]
    house.tables.tell_on(house.game)
    assert react_all(house) == 1
    view = house.see()
    assert view.tale.narrator == 0
    assert view.tale.discard[-1] == first


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


def test_whoever_was_faster_is_not_undone_by_an_ai(house: House, cast: Cast) -> None:
    """A person acts while the AI thinks: what the AI decided on the old table is dropped."""
    house.open(people=2, ai=1, rules={"first_narrator": 2})
    mine = house.hand(0)[0]

    def slow(moment: Moment) -> tale.Action:
        house.does(Claim(0, mine, ClaimHow.ELEMENT, 0))
        return Tell(2, "Not heard any more.")

    cast({2: Player(Tell(2, f"A {mine} came."), None, slow)})
    house.tables.tell_on(house.game)
    assert not house.tables.tell_on(house.game)
    assert house.see().tale.narrator == 0
    assert len(house.see().tale.sentences) == 1


def test_an_ai_seat_hears_with_the_ears_of_its_table_case_law_included(house: House, cast: Cast) -> None:
    player = Player()
    cast({1: player})
    house.open(people=1, ai=1)
    card = house.hand(1)[0]
    sentence = f"It was a {card} of paper."
    case = CaseRecord("", "en", "tale", None, card, f"{card} of paper", False, sentence, "host", "", 1.0)
    assert house.tables.cases.add(case) is None
    house.tell(sentence)
    react_all(house)
    assert player.moments[-1].matcher.mentions(f"It was a {card}.", cards=[card])
    assert player.moments[-1].matcher.mentions(sentence, cards=[card]) == []


DIED, LAUGHS = "One night the old king died.", "In the morning the king laughed and drew his sword."


@pytest.mark.parametrize(
    ("people", "ai", "choices", "heard"),
    [
        (2, 1, {}, "contradiction"),
        (1, 2, {}, ""),
        (2, 1, {"referee": "off"}, ""),
        (2, 1, {"referee": "on_request"}, "contradiction"),
    ],
    ids=["another person can vote", "only the house would vote", "a table without a referee", "a referee that waits"],
)
def test_a_rival_of_the_house_objects_to_a_person_only_where_people_decide(
    house: House, cast: Cast, people: int, ai: int, choices: dict[str, str], heard: str
) -> None:
    players = {seat: Player() for seat in range(people, people + ai)}
    cast(players)
    house.open(people=people, ai=ai, **choices)
    house.tell(DIED)
    house.tell(LAUGHS)
    react_all(house)
    assert {one.moments[-1].fault for one in players.values()} == {heard}


def test_an_ai_seat_may_ask_what_referee_and_judge_would_say_of_its_words(house: House, cast: Cast) -> None:
    rival, narrator = Player(), Player(Tell(1, DIED), Tell(1, "Nobody wept."))
    cast({1: narrator, 2: rival})
    house.open(people=1, ai=2, rules={"first_narrator": 1})
    assert house.tables.tell_on(house.game) and house.tables.tell_on(house.game)
    moment = narrator.moments[-1]
    counsel, told = moment.counsel, [one.text for one in moment.view.sentences]
    assert counsel is not None
    said = counsel.objection(told, LAUGHS)
    assert said == Objection("contradiction", DIED)
    assert counsel.objection(told, "His two sons divided the land.") is None
    for lines in (told, [*told, "The sons wept."]):
        assert 0 <= (counsel.plausibility(lines, "word-kept") or 0) <= 1


def test_the_character_that_the_host_chose_is_with_the_seat_after_a_restart(house: House, cast: Cast) -> None:
    chosen = Character("sly", "high", "low", "high", "A2", "fast")
    house.game = house.tables.create(
        NewTable("en", (SeatInfo("Ann"), SeatInfo("Ivo", "scripted", chosen)), seed=5, rules={"first_narrator": 1})
    )
    house.restart()
    player = Player(Tell(1, "Once."))
    cast({1: player})
    assert house.tables.tell_on(house.game)
    assert player.moments[0].character == chosen


def test_where_people_are_not_first_an_ai_rival_takes_the_story_as_soon_as_its_card_is_named(
    house: House, cast: Cast
) -> None:
    players = {1: Player(), 2: Player(claims_last(2))}
    cast(players)
    house.open(people=1, ai=2, rules={"first_narrator": 1}, people_first=False)
    players[1].script = [Tell(1, f"A {house.hand(2)[0]} came."), None]
    assert house.tables.tell_on(house.game)
    assert react_all(house) == 1
    assert house.see().tale.narrator == 2


@pytest.mark.parametrize(("people_first", "narrator"), [(True, 0), (False, 1)])
def test_a_person_who_named_an_own_card_may_lay_it_before_an_ai_rival_claims_unless_rivals_may_be_quicker(
    house: House, cast: Cast, people_first: bool, narrator: int
) -> None:
    cast({1: Player(claims_last(1))})
    house.open(people=1, ai=1, people_first=people_first)
    house.does(Tell(0, f"A {house.hand(0)[0]} met a {house.hand(1)[0]}."))
    react_all(house)
    assert house.see().tale.narrator == narrator


def test_games_that_are_older_than_the_choice_leave_every_sentence_to_the_people_first(
    house: House, cast: Cast
) -> None:
    players = {1: Player(), 2: Player(claims_last(2))}
    cast(players)
    house.open(people=1, ai=2, rules={"first_narrator": 1}, people_first=False)
    record = house.store.load(house.game).record
    old = replace(record, id="old", options={k: v for k, v in record.options.items() if k != "people_first"})
    house.store.create(old)
    players[1].script = [Tell(1, f"A {house.hand(2)[0]} came."), None]
    assert house.tables.tell_on("old")
    assert not house.tables.react("old")


def test_a_seat_whose_character_nobody_knows_is_a_damaged_game(house: House) -> None:
    house.open(people=1, ai=1)
    record = house.store.load(house.game).record
    odd = replace(record.seats[1], settings={"temperament": "furious"})
    house.store.create(replace(record, id="odd", seats=(record.seats[0], odd)))
    with pytest.raises(DamagedSave, match="seat Ben: temperament of an AI seat is one of merry"):
        house.tables.look("odd", 0)


def test_what_a_host_chose_for_an_ai_seat_is_seen_at_its_table(house: House) -> None:
    sly = Character(temperament="sly", level="A2", pace="fast")
    house.game = house.tables.create(NewTable("en", (SeatInfo("Ann"), SeatInfo("Ben", "scripted", sly)), "short"))
    house.restart()
    assert [seat.character for seat in house.see().seats] == [Character(), sly]
