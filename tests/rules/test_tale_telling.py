"""Rulebook 000: "Подготовка к игре", "Ход игры", "Передача истории", "Начало новой истории"."""

from __future__ import annotations

import pytest

from companion.rules import tale
from companion.rules.kernel import IllegalAction
from companion.rules.tale import Claim, ClaimHow, Discard, LayCard, PassStory, PlayEnding, Rule, Ruling, Tell, Vote
from tests.kit.tale_table import CARDS, ENDINGS, HIT, MISS, tale_table

# "Подготовка к игре"


@pytest.mark.parametrize(
    ("players", "cards"), [(2, 9), (3, 8), (4, 7), (5, 6), (6, 5), (7, 5), (8, 5), (9, 5), (10, 5)]
)
def test_each_player_gets_eleven_less_the_players_but_at_least_five(players, cards):
    state = tale.new_game(tale.TaleSetup(players, CARDS, ENDINGS), seed=1)
    assert [len(hand) for hand in state.hands] == [cards] * players
    assert [len(hand) for hand in state.endings] == [1] * players


def test_one_story_card_is_turned_up_into_the_discard():
    state = tale.new_game(tale.TaleSetup(3, CARDS, ENDINGS), seed=1)
    assert len(state.discard) == 1
    assert len(state.draw_pile) == 114 - 3 * 8 - 1


def test_the_host_names_the_first_narrator():
    state = tale.new_game(tale.TaleSetup(4, CARDS, ENDINGS, first_narrator=2), seed=1)
    assert state.narrator == 2


def test_without_the_hosts_choice_lots_name_the_first_narrator():
    first = {tale.new_game(tale.TaleSetup(3, CARDS, ENDINGS), seed).narrator for seed in range(30)}
    assert first == {0, 1, 2}


def test_the_same_seed_deals_the_same_game_and_another_seed_another():
    setup = tale.TaleSetup(3, CARDS, ENDINGS)
    assert tale.new_game(setup, 5) == tale.new_game(setup, 5)
    assert tale.new_game(setup, 5).hands != tale.new_game(setup, 6).hands


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"players": 1}, "players must be 2 to 10"),
        ({"players": 11}, "players must be 2 to 10"),
        ({"players": 3, "first_narrator": 3}, "there is no seat 3"),
        ({"players": 3, "hand_size": 0}, "at least one story card"),
        ({"players": 3, "hand_size": 40}, "too few to deal 40"),
        ({"players": 3, "endings_each": 20}, "ending cards are too few"),
        ({"players": 3, "silence_seconds": (5.0,)}, "one value for each seat"),
        ({"players": 3, "cards": (*CARDS, CARDS[0])}, "holds a card twice"),
    ],
)
def test_a_setup_from_which_nothing_can_be_dealt_says_why(wrong, says):
    with pytest.raises(ValueError, match=says):
        tale.TaleSetup(**{"cards": CARDS, "endings": ENDINGS, **wrong})


# "Ход игры"


def test_the_narrator_tells_and_the_sentence_joins_the_story(table):
    game = table().does(Tell(0, "Once there was a king."))
    assert [sentence.text for sentence in game.state.sentences] == ["Once there was a king."]


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Tell(1, "Now I tell!"), "tale/not_narrator"),
        (Tell(0, " \n "), "tale/empty_sentence"),
        (Tell(0, "a" * 1001), "tale/sentence_too_long"),
        (Tell(3, "Who am I?"), "tale/no_such_seat"),
        (Tell(-1, "The table speaks."), "tale/no_such_seat"),
        (PassStory(1), "tale/not_narrator"),
        (LayCard(0, "ring", 0), "tale/not_in_hand"),
        (LayCard(1, "ring", 0), "tale/not_narrator"),
        (LayCard(0, "king", 1), "tale/lay_needs_told_sentence"),
        (LayCard(0, "king", -1), "tale/lay_needs_told_sentence"),
        (Vote(1, True), "tale/nothing_to_vote"),
        (Rule(Ruling(True, by="host")), "tale/nothing_to_rule"),
        (Discard(0, None), "tale/discard_only_after_passing"),
    ],
)
def test_what_is_not_allowed_while_telling_is_refused_with_a_code_and_a_section(action, says):
    game = tale_table(hands={0: "king palace", 1: "ring door"}, told=["Once there was a king."])
    refusal = tale.refusal(game.state, action)
    assert refusal is not None
    assert refusal.code == says
    assert refusal.section
    with pytest.raises(IllegalAction, match=says):
        tale.apply(game.state, action)


def test_a_sentence_of_exactly_a_thousand_characters_is_told(table):
    assert table().does(Tell(0, "a" * 1000)).state.told_this_turn == 1


def test_a_mentioned_card_is_laid_face_up_beside_the_last_one(table):
    game = table(hands={0: "king palace"}, told=["A king was bored."]).does(LayCard(0, "king", 0, HIT))
    game.does(Tell(0, "He built a palace."), LayCard(0, "palace", 1, HIT))
    assert game.laid == ["king", "palace"]
    assert game.hand(0) == ()
    assert game.state.narrator == 0, "laying does not end the turn"


def test_each_new_element_needs_a_sentence_of_its_own(table):
    game = table(hands={0: "king palace"}, told=["A king lived in a palace."]).does(LayCard(0, "king", 0, HIT))
    assert game.refuses(LayCard(0, "palace", 0, HIT)) == "tale/one_card_a_sentence"
    game.does(Tell(0, "The palace had no doors."))
    assert game.refuses(LayCard(0, "palace", 1, HIT)) == ""


def test_a_card_may_be_laid_for_an_earlier_sentence_of_the_turn_until_a_later_one_has_its_card(table):
    game = table(hands={0: "king palace mill"}, told=["A king.", "A palace.", "A mill."])
    game.does(LayCard(0, "palace", 1, HIT))
    assert game.refuses(LayCard(0, "king", 0, HIT)) == "tale/one_card_a_sentence"
    assert game.refuses(LayCard(0, "mill", 2, HIT)) == ""


def test_a_sentence_of_the_turn_before_is_not_the_new_narrators_to_lay_for(table):
    game = table(hands={1: "king door"}, told=["A king was bored."]).does(PassStory(0), Discard(0, None))
    assert game.refuses(LayCard(1, "king", 0, HIT)) == "tale/lay_needs_told_sentence"


def test_a_doubtful_card_waits_for_the_others_and_goes_back_without_penalty_when_they_say_no(table):
    game = table(hands={0: "king palace"}, told=["He wore something golden."]).does(LayCard(0, "king", 0))
    assert game.state.question.voters == (1, 2)
    assert game.refuses(Tell(0, "And so on.")) == "tale/question_open"
    game.does(Vote(1, False), Vote(2, False))
    assert game.laid == []
    assert game.hand(0) == ("palace", "king")
    assert game.state.narrator == 0


def test_a_doubtful_card_stays_when_the_others_say_yes(table):
    game = table(hands={0: "king palace"}, told=["His Majesty sighed."]).does(LayCard(0, "king", 0))
    assert game.does(Vote(1, True), Vote(2, True)).laid == ["king"]


def test_a_ruling_against_a_laid_card_costs_nothing(table):
    game = table(hands={0: "king palace"}, told=["He sighed."]).does(LayCard(0, "king", 0, MISS))
    assert (game.laid, game.kinds()) == ([], ["lay_refused"])


# "Передача истории"


def test_passing_draws_one_card_then_offers_a_discard_then_the_left_neighbour_tells(table):
    game = table(hands={0: "king palace"}, told=["To be continued."]).does(PassStory(0))
    assert len(game.hand(0)) == 3
    assert game.state.phase is tale.Phase.DISCARDING
    game.does(Discard(0, "king"))
    assert "king" not in game.hand(0)
    assert game.state.discard[-1] == "king"
    assert (game.state.narrator, game.state.turn_why) == (1, "passed")


def test_the_discard_after_passing_is_a_choice(table):
    game = table(hands={0: "king palace"}).does(PassStory(0), Discard(0, None))
    assert len(game.hand(0)) == 3
    assert game.state.narrator == 1


def test_left_of_the_last_seat_is_the_first(table):
    game = table(players=2).does(PassStory(0), Discard(0, None), PassStory(1), Discard(1, None))
    assert game.state.narrator == 0


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Discard(1, None), "tale/discard_only_after_passing"),
        (Discard(0, "ring"), "tale/not_in_hand"),
        (Tell(0, "One more thing."), "tale/discard_first"),
        (Claim(1, "ring", ClaimHow.ELEMENT, 0), "tale/discard_first"),
        (PassStory(0), "tale/discard_first"),
        (Discard(0, "king"), ""),
    ],
)
def test_while_the_passing_player_chooses_a_discard_the_tale_waits(action, says):
    game = tale_table(hands={0: "king palace", 1: "ring door"}, told=["A ring shone."]).does(PassStory(0))
    assert game.refuses(action) == says


def test_an_empty_draw_pile_is_made_anew_from_the_discard(table):
    game = table(hands={0: "king"}, draw="", discard="mill sea inn").does(PassStory(0))
    assert game.kinds() == ["story_passed", "discard_reshuffled", "drew"]
    assert len(game.hand(0)) == 2
    assert game.state.discard == ()


def test_the_setting_against_reshuffling_leaves_the_discard_alone(table):
    game = table(hands={0: "king"}, draw="", discard="mill sea", reshuffle=False).does(PassStory(0))
    assert game.kinds() == ["story_passed", "nothing_to_draw"]


def test_with_draw_pile_and_discard_empty_no_card_is_drawn_and_the_event_says_so(table):
    game = table(hands={0: "king"}, draw="", discard="").does(PassStory(0))
    assert game.kinds() == ["story_passed", "nothing_to_draw"]
    assert game.hand(0) == ("king",)


# "Начало новой истории"


def test_who_holds_most_cards_tells_first_in_the_next_game():
    game = tale_table(hands={0: "", 1: "ring door", 2: "mill sea inn"}, told=["The end is near."])
    assert tale.next_setup(game.state).first_narrator == 2


def test_lots_are_drawn_among_those_who_hold_most():
    firsts = {
        tale.next_setup(tale_table(hands={0: "", 1: "ring", 2: "mill"}, seed=seed).state).first_narrator
        for seed in range(30)
    }
    assert firsts == {1, 2}


def test_a_finished_game_takes_no_more_deeds(table):
    game = table(hands={0: ""}, told=["And that was that."]).does(PlayEnding(0, table_ending(table), HIT))
    assert game.refuses(Tell(0, "Encore!")) == "tale/game_over"
    assert all(tale.legal_actions(game.state, seat) == () for seat in (-1, 0, 1, 2))


def table_ending(table):
    return table(hands={0: ""}).state.endings[0][0]
