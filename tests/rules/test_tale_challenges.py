"""Rulebook 000: "Опротестование истории", "Конец истории"."""

from __future__ import annotations

import pytest

from companion.rules import tale
from companion.rules.tale import (
    Challenge,
    ChallengeKind,
    Claim,
    ClaimHow,
    LayCard,
    PlayEnding,
    Rule,
    Ruling,
    Tell,
    Vote,
)
from tests.kit.tale_table import HIT, MISS, tale_table

UPHELD = Ruling(True, by="host")
UPHELD_CARD_BACK = Ruling(True, by="host", return_card=True)
DENIED = Ruling(False, by="host")

# "Опротестование истории"


@pytest.mark.parametrize("kind", list(ChallengeKind))
def test_an_upheld_challenge_costs_the_turn_and_a_draw_and_the_left_neighbour_tells(table, kind):
    game = table(hands={0: "king palace"}, told=["He walked and walked through the walking wood."])
    game.does(Challenge(2, kind, silent_for=30.0, ruling=UPHELD))
    assert len(game.hand(0)) == 3
    assert (game.state.narrator, game.state.turn_why) == (1, "challenge")


@pytest.mark.parametrize("kind", list(ChallengeKind))
def test_a_wrong_challenge_has_no_penalty(table, kind):
    game = table(hands={0: "king palace", 2: "mill sea"}, told=["He walked."])
    game.does(Challenge(2, kind, silent_for=30.0, ruling=DENIED))
    assert game.hand(2) == ("mill", "sea")
    assert game.state.narrator == 0


def test_the_uninvolved_vote_on_a_challenge(table):
    game = table(players=4, told=["The dead king spoke."]).does(Challenge(1, ChallengeKind.CONTRADICTION))
    assert game.state.question.voters == (2, 3)
    assert game.does(Vote(2, True), Vote(3, True)).state.narrator == 1


def test_a_tied_vote_leaves_the_narrator_the_story(table):
    game = table(players=4, told=["He walked."]).does(Challenge(1, ChallengeKind.TEDIUM), Vote(2, True), Vote(3, False))
    assert game.kinds()[-1] == "challenge_failed"
    assert game.state.narrator == 0


def test_voters_may_send_the_last_laid_card_back(table):
    game = table(players=4, hands={0: "king palace"}, told=["Kings, palaces, whatever."])
    game.does(LayCard(0, "king", 0, HIT), Challenge(1, ChallengeKind.UNIMPORTANT, card="king"))
    game.does(Vote(2, True, return_card=True), Vote(3, True, return_card=True))
    assert game.laid == []
    assert "king" in game.hand(0)
    assert len(game.hand(0)) == 3, "the card that came back and the one drawn"


def test_the_card_stays_when_only_half_of_the_votes_send_it_back(table):
    game = table(players=4, hands={0: "king palace"}, told=["A king."]).does(LayCard(0, "king", 0, HIT))
    game.does(Challenge(1, ChallengeKind.NONSENSE), Vote(2, True, return_card=True), Vote(3, True))
    assert game.laid == ["king"]


def test_a_card_laid_as_a_claim_by_element_may_come_back_to_its_owner(table):
    game = table(hands={1: "forest door"}, told=["A wood."]).does(Claim(1, "forest", ClaimHow.ELEMENT, 0, HIT))
    game.does(Tell(1, "The wood was woody."), Challenge(0, ChallengeKind.TEDIUM, ruling=UPHELD_CARD_BACK))
    assert game.laid == []
    assert "forest" in game.hand(1)


def test_a_category_interrupt_never_comes_back(table):
    game = table(hands={0: "sword king", 1: "crown door"}, told=["A sword."]).does(LayCard(0, "sword", 0, HIT))
    game.does(Claim(1, "crown", ClaimHow.INTERRUPT), Tell(1, "Blah."))
    assert game.refuses(Challenge(0, ChallengeKind.NONSENSE)) == ""
    game.does(Challenge(0, ChallengeKind.NONSENSE))
    assert game.refuses(Vote(2, True, return_card=True)) == "tale/no_card_to_return"
    assert game.refuses(Rule(UPHELD_CARD_BACK)) == "tale/no_card_to_return"


def test_setting_challenges_never_return_a_card(table):
    game = table(hands={0: "king mill"}, told=["A king."], challenge_returns_card=False)
    game.does(LayCard(0, "king", 0, HIT), Challenge(1, ChallengeKind.TEDIUM))
    assert game.refuses(Vote(2, True, return_card=True)) == "tale/no_card_to_return"


def test_a_card_can_no_longer_be_challenged_when_the_next_one_lies(table):
    game = table(hands={0: "king palace mill"}, told=["A king.", "A palace."]).does(LayCard(0, "king", 0, HIT))
    assert game.refuses(Challenge(1, ChallengeKind.UNIMPORTANT, card="king")) == ""
    game.does(LayCard(0, "palace", 1, HIT))
    assert game.refuses(Challenge(1, ChallengeKind.UNIMPORTANT, card="king")) == "tale/challenge_too_late"


@pytest.mark.parametrize(
    ("challenge", "says"),
    [
        (Challenge(0, ChallengeKind.TEDIUM), "tale/own_story"),
        (Challenge(1, ChallengeKind.TEDIUM, card="king"), "tale/only_unimportant_names_card"),
        (Challenge(1, ChallengeKind.SILENCE, 10.0, card="king"), "tale/only_unimportant_names_card"),
        (Challenge(1, ChallengeKind.SILENCE, silent_for=9.9), "tale/not_silent_long_enough"),
        (Challenge(1, ChallengeKind.SILENCE, silent_for=10.0), ""),
        (Challenge(1, ChallengeKind.NONSENSE), ""),
    ],
)
def test_when_a_challenge_is_open(challenge, says):
    game = tale_table(hands={0: "king palace"}, told=["A king."]).does(LayCard(0, "king", 0, HIT))
    assert game.refuses(challenge) == says


def test_only_silence_can_be_challenged_before_anything_is_told(table):
    assert table().refuses(Challenge(1, ChallengeKind.NONSENSE)) == "tale/nothing_told_yet"
    assert table().refuses(Challenge(1, ChallengeKind.SILENCE, silent_for=10.0)) == ""


def test_setting_a_seat_has_a_clock_of_its_own_or_is_exempt(table):
    slow = table(players=2, silence_seconds=(60.0, None))
    assert slow.refuses(Challenge(1, ChallengeKind.SILENCE, silent_for=30.0)) == "tale/not_silent_long_enough"
    exempt = table(players=2, silence_seconds=(None, 10.0))
    assert exempt.refuses(Challenge(1, ChallengeKind.SILENCE, silent_for=999.0)) == "tale/silence_exempt"


def test_setting_a_table_may_leave_challenges_out(table):
    game = table(told=["He walked."], challenges=(ChallengeKind.CONTRADICTION,))
    assert game.refuses(Challenge(1, ChallengeKind.TEDIUM)) == "tale/challenge_not_played"
    assert game.refuses(Challenge(1, ChallengeKind.CONTRADICTION)) == ""


def test_the_same_challenge_is_not_raised_again_until_something_new_is_told(table):
    game = table(told=["He walked."]).does(Challenge(1, ChallengeKind.TEDIUM, ruling=DENIED))
    assert game.refuses(Challenge(1, ChallengeKind.TEDIUM)) == "tale/already_ruled"
    assert game.refuses(Challenge(2, ChallengeKind.TEDIUM)) == ""
    assert game.does(Tell(0, "He walked on.")).refuses(Challenge(1, ChallengeKind.TEDIUM)) == ""


def test_setting_with_two_players_doubt_favours_the_narrator_in_a_challenge(table):
    game = table(players=2, told=["He walked."], doubt_favours_narrator=True)
    game.does(Challenge(1, ChallengeKind.TEDIUM))
    assert game.state.question is None
    assert game.state.narrator == 0


# "Конец истории"


def ending_of(game, seat=0):
    return game.state.endings[seat][0]


def test_an_accepted_ending_wins_the_game(table):
    game = table(hands={0: "ring"}, told=["Inside the tree was the ring."]).does(LayCard(0, "ring", 0, HIT))
    ending = ending_of(game)
    game.does(PlayEnding(0, ending), Vote(1, True))
    assert game.state.outcome.winners == (0,)
    assert game.state.final_ending == ending


def test_the_ending_waits_until_no_story_card_is_left(table):
    game = table(hands={0: "ring king"}, told=["A ring."]).does(LayCard(0, "ring", 0, HIT))
    assert game.refuses(PlayEnding(0, ending_of(game))) == "tale/ending_needs_empty_hand"


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_narrator_ends_the_tale(seat):
    game = tale_table(hands={0: "", 1: "", 2: ""}, told=["A ring."])
    assert game.refuses(PlayEnding(seat, ending_of(game, seat))) == "tale/not_narrator"


def test_a_narrator_ends_with_the_own_ending_only(table):
    game = table(hands={0: ""}, told=["A ring."])
    assert game.refuses(PlayEnding(0, ending_of(game, 1))) == "tale/not_your_ending"


def test_against_an_ending_nothing_is_played(table):
    game = table(hands={0: "sword", 1: "crown wolf"}, told=["A sword."])
    game.does(LayCard(0, "sword", 0, HIT), PlayEnding(0, ending_of(game)))
    assert game.refuses(Claim(1, "crown", ClaimHow.INTERRUPT)) == "tale/ending_not_interrupted"
    assert game.refuses(Claim(1, "wolf", ClaimHow.ELEMENT, 0, HIT)) == "tale/ending_not_interrupted"
    assert game.refuses(Challenge(1, ChallengeKind.NONSENSE)) == "tale/ending_not_challenged"


def test_a_refused_ending_costs_the_card_a_new_ending_a_draw_and_the_turn(table):
    game = table(hands={0: ""}, told=["A sausage married a hat."])
    old = ending_of(game)
    game.does(PlayEnding(0, old), Vote(1, False), Vote(2, False))
    assert ending_of(game) != old
    assert game.state.ending_discard == (old,)
    assert len(game.hand(0)) == 1
    assert (game.state.narrator, game.state.turn_why) == (1, "ending_refused")


@pytest.mark.parametrize(
    ("players", "against", "refused"),
    [(2, 1, True), (3, 1, False), (3, 2, True), (4, 1, False), (4, 2, True), (5, 2, False), (5, 3, True)],
)
def test_only_more_than_half_of_the_others_refuse_an_ending(players, against, refused):
    game = tale_table(players=players, hands={0: ""}, told=["And that was that."])
    game.does(PlayEnding(0, ending_of(game)))
    for seat in range(1, players):
        if game.state.question is not None:
            game.does(Vote(seat, seat > against))
    assert (game.state.phase is not tale.Phase.OVER) is refused


def test_setting_not_yet_lets_the_narrator_tell_on_with_the_same_ending(table):
    game = table(hands={0: ""}, told=["And?"], refused_ending_not_yet=True)
    ending = ending_of(game)
    game.does(PlayEnding(0, ending, MISS))
    assert (ending_of(game), game.state.narrator, game.hand(0)) == (ending, 0, ())
    assert game.refuses(PlayEnding(0, ending)) == "tale/tell_on_to_ending"
    game.does(Tell(0, "And so they all went home."))
    assert game.refuses(PlayEnding(0, ending)) == ""


def test_when_the_endings_have_run_out_the_refused_ones_come_round_again(table):
    game = table(hands={0: ""}, endings={0: "a", 1: "b", 2: "c"}, told=["And that was that."])
    game.does(PlayEnding(0, "a", MISS))
    assert "endings_reshuffled" in game.kinds()
    assert ending_of(game) == "a"


def test_a_host_may_rule_on_an_ending(table):
    game = table(hands={0: ""}, told=["And that was that."])
    game.does(PlayEnding(0, ending_of(game)), Rule(Ruling(False, by="host", why="Who is 'they'?")))
    assert game.state.narrator == 1


def test_setting_two_endings_each_and_either_closes_the_tale(table):
    game = table(hands={0: ""}, told=["And that was that."], endings_each=2)
    first, second = game.state.endings[0]
    assert game.refuses(PlayEnding(0, first)) == ""
    game.does(PlayEnding(0, second, HIT))
    assert game.state.final_ending == second
    assert game.state.endings[0] == (first,)
