"""Turns with a limit, tales that are told together, and what an interrupted narrator draws: what hosts may choose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules import tale
from companion.rules.kernel import Outcome
from companion.rules.tale import (
    Challenge,
    ChallengeKind,
    Claim,
    ClaimHow,
    LayCard,
    PassStory,
    PlayEnding,
    Ruling,
    Tell,
    Vote,
)
from tests.kit.tale_table import HIT, MISS

RELAY = {"sentences_a_turn": 2, "claims": (), "challenges": (), "passing_costs": False}
ALTERNATING = {"cards_a_turn": 1, "claims": (), "challenges": (), "passing_costs": False}


# So many sentences a turn, and the story goes to the left.


def test_the_story_passes_on_by_itself_when_no_card_was_told(table):
    t = table(**RELAY).does(Tell(0, "Once.", nothing_to_lay=True))
    assert t.state.narrator == 0
    t.does(Tell(0, "And then.", nothing_to_lay=True))
    assert t.kinds() == ["told", "narrator_changed"]
    assert (t.state.narrator, t.state.turn_why) == (1, "passed")


def test_the_last_sentence_may_still_get_its_card_and_then_the_story_passes_on(table):
    t = table(hands={0: "king ring"}, told=["Once.", "There was a king."], **RELAY)
    assert t.state.narrator == 0
    assert t.refuses(Tell(0, "He reigned.")) == "tale/turn_is_told"
    t.does(LayCard(0, "king", 1, HIT))
    assert t.kinds() == ["card_laid", "narrator_changed"]
    assert t.state.narrator == 1


def test_a_card_for_an_earlier_sentence_leaves_the_turn_open(table):
    t = table(hands={0: "king ring wolf"}, told=["A king.", "A ring."], **RELAY).does(LayCard(0, "king", 0, HIT))
    assert t.state.narrator == 0
    assert t.does(LayCard(0, "ring", 1, HIT)).state.narrator == 1


def test_who_has_told_all_may_hand_over_without_a_card(table):
    t = table(hands={0: "king ring"}, told=["Once.", "Twice."], **RELAY).does(PassStory(0))
    assert t.kinds() == ["story_passed", "narrator_changed"]
    assert (t.state.narrator, t.hand(0)) == (1, ("king", "ring"))


def test_a_turn_that_was_told_passes_on_free_even_where_passing_costs(table):
    t = table(hands={0: "king ring"}, sentences_a_turn=1, told=["Once."]).does(PassStory(0))
    assert "drew" not in t.kinds()
    assert "drew" in table(hands={0: "king ring"}, sentences_a_turn=1).does(PassStory(0)).kinds()


def test_more_sentences_than_are_left_are_refused_as_a_whole(table):
    t = table(told=["Once."], **RELAY)
    assert t.refuses(Tell(0, "A. B.", parts=("A.", "B."))) == "tale/too_many_sentences"
    no = tale.refusal(t.state, Tell(0, "A. B.", parts=("A.", "B.")))
    assert no is not None
    assert no.params == {"left": 1, "told": 2}


def test_a_card_that_was_refused_leaves_time_for_another(table):
    t = table(hands={0: "king ring"}, told=["Once.", "A ring."], **RELAY).does(LayCard(0, "king", 1, MISS))
    assert t.state.narrator == 0
    assert t.does(LayCard(0, "ring", 1, HIT)).state.narrator == 1


def test_the_story_passes_on_when_the_table_has_voted_for_the_last_card(table):
    t = table(hands={0: "king ring"}, told=["Once.", "He reigned."], **RELAY)
    t.does(LayCard(0, "king", 1), Vote(1, True), Vote(2, True))
    assert t.state.narrator == 1


def test_who_holds_no_card_tells_on_to_the_ending(table):
    t = table(hands={0: "king"}, told=["Once.", "There was a king."], **RELAY).does(LayCard(0, "king", 1, HIT))
    assert t.state.narrator == 0
    t.does(*(Tell(0, f"And {number}.", nothing_to_lay=True) for number in range(4)))
    ending = t.state.endings[0][0]
    assert t.does(PlayEnding(0, ending, HIT)).state.outcome == won_by(0)


def test_nobody_claims_and_nobody_objects(table):
    t = table(hands={1: "king"}, told=["A king."], **RELAY)
    assert t.refuses(Claim(1, "king", ClaimHow.ELEMENT, 0)) == "tale/claims_not_played"
    assert t.refuses(Challenge(1, ChallengeKind.NONSENSE)) == "tale/challenge_not_played"


def test_everybody_sees_how_many_sentences_are_left(table):
    t = table(told=["Once."], **RELAY)
    assert [tale.view(t.state, seat).sentences_left for seat in (None, 0, 1)] == [1, 1, 1]
    assert tale.view(table().state, 0).sentences_left is None


# A card a turn.


def test_the_story_passes_on_after_each_laid_card(table):
    t = table(hands={0: "king ring"}, told=["Once.", "Long ago.", "A king."], **ALTERNATING)
    assert t.state.narrator == 0
    t.does(LayCard(0, "king", 2, HIT))
    assert (t.state.narrator, t.hand(0)) == (1, ("ring",))


def test_a_narrator_without_an_idea_hands_over_for_nothing(table):
    t = table(hands={0: "king ring"}, **ALTERNATING).does(PassStory(0))
    assert (t.state.narrator, t.hand(0)) == (1, ("king", "ring"))


def test_the_last_card_is_followed_by_the_ending(table):
    t = table(hands={0: "king"}, told=["A king."], **ALTERNATING).does(LayCard(0, "king", 0, HIT))
    assert t.state.narrator == 0
    assert t.does(PlayEnding(0, t.state.endings[0][0], HIT)).state.outcome == won_by(0)


def test_a_claims_own_card_is_not_counted(table):
    t = table(hands={1: "king ring wolf"}, told=["A king."], cards_a_turn=1)
    t.does(Claim(1, "king", ClaimHow.ELEMENT, 0, HIT), Tell(1, "He had a ring."))
    assert t.state.narrator == 1
    assert t.does(LayCard(1, "ring", 1, HIT)).state.narrator == 2


# One goal for all.


def test_passing_interrupting_and_a_failed_claim_cost_nothing(table):
    t = table(hands={0: "wolf", 1: "king ring"}, told=["A king."], cooperative=True)
    t.does(Claim(1, "king", ClaimHow.ELEMENT, 0, HIT))
    assert (t.state.narrator, t.hand(0)) == (1, ("wolf",))
    t.does(Tell(1, "He reigned."), Claim(0, "wolf", ClaimHow.ELEMENT, 1, MISS))
    assert t.hand(0) == ("wolf",)
    assert t.does(PassStory(1)).hand(1) == ("ring",)


def test_an_objection_still_costs_a_card(table):
    t = table(hands={0: "wolf", 1: "ring"}, told=["A king."], cooperative=True)
    t.does(Challenge(1, ChallengeKind.NONSENSE, ruling=Ruling(True, by="host")))
    assert len(t.hand(0)) == 2


def test_the_ending_waits_until_every_hand_is_empty(table):
    t = table(hands={0: "", 1: "ring", 2: ""}, told=["Once."], cooperative=True)
    assert t.refuses(PlayEnding(0, t.state.endings[0][0])) == "tale/others_hold_cards"
    assert tale.view(t.state, 0).waits_for_others
    t.does(PassStory(0), Tell(1, "A ring."), LayCard(1, "ring", 1, HIT))
    assert t.state.narrator == 1, "all cards lie: whoever laid the last one tells on to the ending"
    assert t.refuses(PlayEnding(1, t.state.endings[1][0])) == ""


def test_the_story_goes_to_whoever_still_holds_cards(table):
    t = table(hands={0: "king", 1: "", 2: "ring"}, told=["A king."], cooperative=True)
    t.does(LayCard(0, "king", 0, HIT))
    assert (t.kinds(), t.state.narrator) == (["card_laid", "narrator_changed"], 2)


def test_the_only_holder_of_cards_gets_the_story_back_by_way_of_a_neighbour(table):
    t = table(hands={0: "king", 1: "", 2: ""}, told=["Once."], cooperative=True).does(PassStory(0))
    assert t.state.narrator == 1
    assert t.does(PassStory(1)).state.narrator == 0


def test_all_win_whoever_closes_the_tale(table):
    t = table(hands={0: "", 1: "", 2: ""}, told=["Once."], cooperative=True).does(PassStory(0), Tell(1, "So it was."))
    t.does(PlayEnding(1, t.state.endings[1][0], HIT))
    assert t.state.outcome == tale.view(t.state, None).outcome
    assert t.state.outcome is not None
    assert (t.state.outcome.winners, t.state.outcome.reason) == ((0, 1, 2), "tale/told_together")


#  "Помеха рассказчику": one card; hosts may make it up to three.


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_interrupted_draws_that_many(table, count):
    t = table(hands={0: "wolf", 1: "king"}, told=["A king."], drawn_when_interrupted=count)
    t.does(Claim(1, "king", ClaimHow.ELEMENT, 0, HIT))
    assert t.kinds() == ["card_laid", *["drew"] * count, "narrator_changed"]


def test_or_what_there_is(table):
    t = table(
        hands={0: "wolf", 1: "king", 2: "crown"},
        draw="ring",
        discard="",
        told=["A king."],
        drawn_when_interrupted=3,
    )
    t.does(Claim(1, "king", ClaimHow.ELEMENT, 0, HIT))
    assert t.kinds() == ["card_laid", "drew", "nothing_to_draw", "narrator_changed"]


def test_an_objection_costs_one_card_as_ever(table):
    t = table(told=["A king."], drawn_when_interrupted=3)
    t.does(Challenge(1, ChallengeKind.NONSENSE, ruling=Ruling(True, by="host")))
    assert t.kinds().count("drew") == 1


@pytest.mark.parametrize(
    "choice",
    [{"sentences_a_turn": 0}, {"cards_a_turn": 0}, {"drawn_when_interrupted": 0}, {"drawn_when_interrupted": 4}],
)
def test_no_game_is_dealt_from_choices_that_make_none(table, choice):
    with pytest.raises(ValueError, match=next(iter(choice))):
        replace(table().state.setup, **choice)


def won_by(seat):
    return Outcome((seat,), "tale/won_by_ending")
