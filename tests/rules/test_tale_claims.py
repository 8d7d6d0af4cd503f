"""Rulebook 000: "Помеха рассказчику" (both kinds), "Неправомерные опротестования и помехи"."""

from __future__ import annotations

import pytest

from companion.rules import tale
from companion.rules.tale import Claim, ClaimHow, Discard, LayCard, PassStory, PlayEnding, Rule, Ruling, Tell, Vote
from tests.kit.tale_table import HIT, MISS, tale_table

ELEMENT, INTERRUPT = ClaimHow.ELEMENT, ClaimHow.INTERRUPT

# "Помеха с помощью карты истории"


def test_a_rival_takes_over_when_the_narrator_mentions_the_rivals_card(table):
    game = table(hands={0: "king", 1: "forest door"}, told=["He slept under an oak deep in the wood."])
    game.does(Claim(1, "forest", ELEMENT, 0, HIT))
    assert game.laid == ["forest"]
    assert game.hand(1) == ("door",)
    assert (game.state.narrator, game.state.turn_why) == (1, "element")


def test_the_interrupted_narrator_draws_one_card_and_the_laid_card_stays(table):
    game = table(hands={0: "king mill", 1: "forest door"}, told=["A king got lost."])
    game.does(LayCard(0, "king", 0, HIT), Tell(0, "It was a dark wood."), Claim(1, "forest", ELEMENT, 1, HIT))
    assert len(game.hand(0)) == 2
    assert game.laid == ["king", "forest"]


def test_an_interrupt_card_may_be_claimed_as_an_ordinary_story_card(table):
    game = table(hands={1: "wolf door"}, told=["Something grey howled and showed its teeth."])
    assert game.does(Claim(1, "wolf", ELEMENT, 0, HIT)).state.narrator == 1


def test_the_new_narrator_goes_on_from_where_the_story_stopped(table):
    game = table(hands={1: "forest door"}, told=["A wood."]).does(Claim(1, "forest", ELEMENT, 0, HIT))
    game.does(Tell(1, "The door stood among the trees."), LayCard(1, "door", 1, HIT))
    assert [sentence.seat for sentence in game.state.sentences] == [0, 1]


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Claim(0, "king", ELEMENT, 0, HIT), "tale/own_story"),
        (Claim(1, "king", ELEMENT, 0, HIT), "tale/not_in_hand"),
        (Claim(1, "forest", ELEMENT, 1, HIT), "tale/claim_needs_told_sentence"),
        (Claim(1, "forest", ELEMENT, -1, HIT), "tale/claim_needs_told_sentence"),
        (Claim(1, "forest", ELEMENT, 0, HIT), ""),
    ],
)
def test_what_may_be_claimed_by_element(action, says):
    game = tale_table(hands={0: "king mill", 1: "forest door"}, told=["A king rode into a wood."])
    assert game.refuses(action) == says


def test_what_was_said_before_the_story_was_passed_is_no_longer_to_be_claimed(table):
    game = table(hands={2: "forest"}, told=["A wood."]).does(PassStory(0), Discard(0, None))
    assert game.refuses(Claim(2, "forest", ELEMENT, 0, HIT)) == "tale/claim_turn_over"


def test_after_the_next_laid_card_a_claim_is_too_late_and_costs_nothing(table):
    game = table(hands={0: "king mill sea", 1: "forest door"}, told=["A wood.", "A king."])
    game.does(LayCard(0, "king", 1, HIT))
    assert game.refuses(Claim(1, "forest", ELEMENT, 0, HIT)) == "tale/claim_too_late"


def test_setting_a_late_claim_counts_as_wrongful(table):
    game = table(hands={0: "king mill", 1: "forest door"}, told=["A wood.", "A king."], late_claim_costs=True)
    game.does(LayCard(0, "king", 1, HIT), Claim(1, "forest", ELEMENT, 0, HIT))
    assert game.state.narrator == 0
    assert game.state.discard[-1] == "forest"
    assert len(game.hand(1)) == 3


def test_what_else_the_sentence_of_the_last_card_says_may_still_be_claimed(table):
    game = table(hands={0: "king mill", 1: "forest door"}, told=["A king in a wood."]).does(LayCard(0, "king", 0, HIT))
    assert game.refuses(Claim(1, "forest", ELEMENT, 0, HIT)) == ""


def test_setting_only_what_was_told_after_the_last_card_may_be_claimed(table):
    game = table(
        hands={0: "king mill", 1: "forest door"}, told=["A king in a wood."], claim_sentence_of_last_card=False
    )
    game.does(LayCard(0, "king", 0, HIT))
    assert game.refuses(Claim(1, "forest", ELEMENT, 0, HIT)) == "tale/claim_too_late"
    assert game.does(Tell(0, "The wood was thick.")).refuses(Claim(1, "forest", ELEMENT, 1, HIT)) == ""


# "Помеха с помощью карты помехи"


def test_an_interrupt_card_of_the_laid_cards_category_stops_the_narrator_whatever_it_shows(table):
    game = table(hands={0: "sword king", 1: "crown door"}, told=["He dug up a sword."])
    game.does(LayCard(0, "sword", 0, HIT), Claim(1, "crown", INTERRUPT))
    assert game.laid == ["sword", "crown"]
    assert len(game.hand(0)) == 2, "the interrupted narrator draws one"
    assert (game.state.narrator, game.state.turn_why) == (1, "interrupt")


def test_an_interrupt_card_laid_as_a_story_card_can_be_interrupted_too(table):
    game = table(hands={0: "treasure king", 1: "crown door"}, told=["At last: the treasure!"])
    game.does(LayCard(0, "treasure", 0, HIT))
    assert game.does(Claim(1, "crown", INTERRUPT)).state.narrator == 1


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        (Claim(1, "crown", INTERRUPT), ""),
        (Claim(1, "hidden", INTERRUPT), "tale/interrupt_wrong_category"),
        (Claim(1, "book", INTERRUPT), "tale/not_an_interrupt_card"),
        (Claim(2, "crown", INTERRUPT), "tale/not_in_hand"),
        (Claim(0, "ring", INTERRUPT), "tale/own_story"),
    ],
)
def test_which_card_interrupts_a_laid_thing(claim, says):
    game = tale_table(hands={0: "sword ring", 1: "crown hidden book", 2: "mill"}, told=["He dug up a sword."])
    assert game.does(LayCard(0, "sword", 0, HIT)).refuses(claim) == says


def test_a_mere_mention_cannot_be_interrupted_by_category(table):
    game = table(hands={0: "king", 1: "crown door"}, told=["He drew his sword."])
    assert game.refuses(Claim(1, "crown", INTERRUPT)) == "tale/interrupt_needs_laid_card"


def test_a_card_that_was_itself_an_interruption_cannot_be_interrupted(table):
    game = table(hands={0: "sword king", 1: "crown door", 2: "ring mill"}, told=["A sword."])
    game.does(LayCard(0, "sword", 0, HIT), Claim(1, "crown", INTERRUPT))
    assert game.refuses(Claim(2, "ring", INTERRUPT)) == "tale/interrupt_on_claim"


def test_a_card_claimed_by_element_cannot_be_interrupted_either(table):
    game = table(hands={1: "key door", 2: "ring mill"}, told=["A key."]).does(Claim(1, "key", ELEMENT, 0, HIT))
    assert game.refuses(Claim(2, "ring", INTERRUPT)) == "tale/interrupt_on_claim"


def test_an_interrupt_may_wait_until_the_next_card_lies(table):
    game = table(hands={0: "sword king mill", 1: "crown wolf door"}, told=["A sword."])
    game.does(LayCard(0, "sword", 0, HIT), Tell(0, "It shone in the dark."), Tell(0, "A king saw it."))
    assert game.refuses(Claim(1, "crown", INTERRUPT)) == ""
    game.does(LayCard(0, "king", 2, HIT))
    assert game.refuses(Claim(1, "crown", INTERRUPT)) == "tale/interrupt_wrong_category"


def test_setting_an_interrupt_must_come_before_the_next_sentence(table):
    game = table(hands={0: "sword king", 1: "crown"}, told=["A sword."], interrupt_until_next_card=False)
    game.does(LayCard(0, "sword", 0, HIT))
    assert game.refuses(Claim(1, "crown", INTERRUPT)) == ""
    assert game.does(Tell(0, "It shone.")).refuses(Claim(1, "crown", INTERRUPT)) == "tale/interrupt_too_late"


def test_after_the_story_was_passed_the_last_card_is_safe(table):
    game = table(hands={0: "sword king", 2: "crown"}, told=["A sword."]).does(LayCard(0, "sword", 0, HIT))
    game.does(PassStory(0), Discard(0, None))
    assert game.refuses(Claim(2, "crown", INTERRUPT)) == "tale/interrupt_needs_laid_card"


def test_setting_a_table_without_interrupts_or_without_claims(table):
    game = table(hands={0: "sword king", 1: "crown"}, told=["A sword and a crown."], claims=(ELEMENT,))
    game.does(LayCard(0, "sword", 0, HIT))
    assert game.refuses(Claim(1, "crown", INTERRUPT)) == "tale/claims_not_played"
    assert game.refuses(Claim(1, "crown", ELEMENT, 0, HIT)) == ""


def test_who_interrupts_with_the_last_card_must_tell_on_to_the_ending(table):
    game = table(hands={0: "sword king", 1: "crown"}, told=["A sword."])
    game.does(LayCard(0, "sword", 0, HIT), Claim(1, "crown", INTERRUPT))
    ending = game.state.endings[1][0]
    assert game.hand(1) == ()
    assert game.refuses(PlayEnding(1, ending)) == "tale/tell_on_to_ending"
    assert game.does(Tell(1, "And so all was well.")).refuses(PlayEnding(1, ending)) == ""


# "Неправомерные опротестования и помехи"


def test_a_wrongful_claim_costs_the_card_and_two_more_are_drawn(table):
    game = table(hands={0: "king", 1: "monster door"}, told=["A long low sound came from the cave."])
    game.does(Claim(1, "monster", ELEMENT, 0, MISS))
    assert game.state.discard[-1] == "monster"
    assert len(game.hand(1)) == 3
    assert game.state.narrator == 0
    assert game.kinds() == ["claim_failed", "drew", "drew"]


def test_a_doubtful_claim_is_voted_on_by_those_who_are_not_involved(table):
    game = table(players=4, hands={1: "monster door"}, told=["Something growled."])
    game.does(Claim(1, "monster", ELEMENT, 0))
    assert game.state.question.voters == (2, 3)
    assert game.refuses(Vote(0, False)) == "tale/only_uninvolved_vote"
    assert game.refuses(Vote(1, True)) == "tale/only_uninvolved_vote"
    game.does(Vote(2, True))
    assert game.refuses(Vote(2, True)) == "tale/voted_already"
    assert game.does(Vote(3, True)).state.narrator == 1


def test_a_majority_against_makes_the_claim_wrongful(table):
    game = table(players=5, hands={1: "monster door"}, told=["Something growled."])
    game.does(Claim(1, "monster", ELEMENT, 0), Vote(2, False), Vote(3, True), Vote(4, False))
    assert game.state.discard[-1] == "monster"
    assert game.state.narrator == 0


def test_a_vote_ends_as_soon_as_the_rest_cannot_change_it(table):
    game = table(players=5, hands={1: "monster door"}, told=["Something growled."])
    game.does(Claim(1, "monster", ELEMENT, 0), Vote(2, True), Vote(3, True))
    assert game.state.question is None


def test_a_tied_claim_fails_and_the_card_comes_back_without_penalty(table):
    game = table(players=4, hands={1: "monster door"}, told=["Something growled."])
    game.does(Claim(1, "monster", ELEMENT, 0), Vote(2, True), Vote(3, False))
    assert set(game.hand(1)) == {"monster", "door"}
    assert game.state.narrator == 0


def test_setting_a_tied_claim_is_a_wrongful_one(table):
    game = table(players=4, hands={1: "monster door"}, told=["Something growled."], tied_claim_costs=True)
    game.does(Claim(1, "monster", ELEMENT, 0), Vote(2, True), Vote(3, False))
    assert game.state.discard[-1] == "monster"
    assert len(game.hand(1)) == 3


def test_of_two_claims_at_once_the_first_wins_and_the_other_costs_nothing(table):
    game = table(hands={0: "king", 1: "forest door", 2: "tree mill"}, told=["An oak stood in the wood."])
    game.does(Claim(2, "tree", ELEMENT, 0, HIT))
    assert game.refuses(Claim(1, "forest", ELEMENT, 0, HIT)) == "tale/claim_turn_over"
    assert game.hand(1) == ("forest", "door")


def test_a_second_claim_waits_while_the_first_is_decided(table):
    game = table(hands={0: "king", 1: "forest door", 2: "tree mill"}, told=["An oak stood in the wood."])
    assert game.does(Claim(2, "tree", ELEMENT, 0)).refuses(Claim(1, "forest", ELEMENT, 0)) == "tale/question_open"


def test_with_two_players_nobody_is_uninvolved_and_the_host_rules(table):
    game = table(players=2, hands={1: "monster door"}, told=["Something growled."])
    game.does(Claim(1, "monster", ELEMENT, 0))
    assert game.state.question.voters == ()
    assert game.does(Rule(Ruling(True, by="host", why="It did growl."))).state.narrator == 1


def test_setting_with_two_players_doubt_favours_the_narrator(table):
    game = table(players=2, hands={1: "monster door"}, told=["Something growled."], doubt_favours_narrator=True)
    game.does(Claim(1, "monster", ELEMENT, 0))
    assert set(game.hand(1)) == {"monster", "door"}
    assert game.state.narrator == 0


def test_the_host_may_end_a_vote_that_does_not_end(table):
    game = table(players=4, hands={1: "monster door"}, told=["Something growled."])
    game.does(Claim(1, "monster", ELEMENT, 0), Vote(2, False), Rule(Ruling(True, by="host")))
    assert game.state.narrator == 1


def test_who_claims_with_the_last_card_and_wins_the_vote_tells_without_cards(table):
    game = table(hands={1: "forest"}, told=["A wood."]).does(Claim(1, "forest", ELEMENT, 0, HIT))
    assert game.hand(1) == ()
    assert game.state.phase is tale.Phase.TELLING
