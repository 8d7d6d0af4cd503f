"""AI seats at a table: they tell, claim, vote and discard as their turn comes, and people come first."""

from __future__ import annotations

import pytest

from companion.narrators import Moment, Objection
from companion.rules import tale
from companion.rules.tale import Claim, ClaimHow, Discard, PassStory, Phase, PlayEnding, Rule, Ruling, Tell, Vote
from companion.storage import CaseRecord
from tests.table.kit import Cast, House, Player, claims_last, lays_last, react_all


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
