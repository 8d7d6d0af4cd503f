"""The silence clock, and taking back a slip."""

from __future__ import annotations

import pytest

from companion.rules.kernel import TABLE
from companion.rules.tale import Challenge, ChallengeKind, Discard, PassStory, Phase, Rule, Ruling, Tell, Vote
from tests.table.kit import House

SILENT = Challenge(1, ChallengeKind.SILENCE)


def test_ten_silent_seconds_cost_the_story_and_the_clock_decides(house: House) -> None:
    house.open()
    house.tell()
    house.time += 9.9
    assert house.refuses(SILENT) == "tale/not_silent_long_enough"
    house.time += 0.1
    house.does(SILENT)
    assert house.see().tale.narrator == 1
    line = next(line for line in house.see().log if line.code == "log/challenge_upheld")
    assert line.ruling is not None
    assert line.ruling.by == "clock"


@pytest.mark.parametrize("policy", ["vote", "host"])
def test_under_another_policy_people_decide_on_silence_too(house: House, policy: str) -> None:
    house.open(policy=policy)
    house.time += 11
    house.does(SILENT)
    assert house.see().tale.phase is Phase.RULING


def test_the_page_cannot_make_the_silence_longer(house: House) -> None:
    house.open()
    house.tell()
    assert house.refuses(Challenge(1, ChallengeKind.SILENCE, silent_for=99.0)) == "tale/not_silent_long_enough"


def test_typing_is_a_sign_of_life(house: House) -> None:
    house.open()
    house.tell()
    house.time += 9
    house.tables.typed(house.game)
    house.time += 9
    view = house.see(1)
    assert view.silence_since == house.time - 9
    assert view.can is not None
    assert view.can.challenges[ChallengeKind.SILENCE] is not None
    house.time += 1
    assert house.see(1).can.challenges[ChallengeKind.SILENCE] is None


def test_every_deed_is_a_sign_of_life_an_undo_too(house: House) -> None:
    house.open()
    house.tell()
    house.time += 9
    house.tell("Meanwhile.")
    house.time += 9
    house.undo(0)
    house.time += 9
    assert house.refuses(SILENT) == "tale/not_silent_long_enough"


def test_while_a_question_is_open_nobody_is_silent_and_the_clock_starts_anew_after_it(house: House) -> None:
    house.open()
    house.tell()
    house.does(Challenge(2, ChallengeKind.TEDIUM))
    house.time += 60
    assert house.refuses(SILENT) == "tale/question_open"
    house.does(Vote(1, False))
    house.time += 9
    assert house.refuses(SILENT) == "tale/not_silent_long_enough"
    house.time += 1
    house.does(SILENT)


def test_seats_have_their_own_limits_and_may_be_exempt(house: House) -> None:
    house.open(rules={"silence_seconds": (30.0, None, 5.0)})
    house.time += 29
    assert house.refuses(SILENT) == "tale/not_silent_long_enough"
    house.time += 1
    house.does(SILENT)
    assert house.see().silence_limit is None
    house.time += 999
    assert house.refuses(Challenge(0, ChallengeKind.SILENCE)) == "tale/silence_exempt"
    house.does(PassStory(1), Discard(1, None))
    house.time += 5
    house.does(Challenge(0, ChallengeKind.SILENCE))


def test_an_ai_narrator_waits_for_people_and_is_not_silent(house: House) -> None:
    house.open(people=2, ai=1, rules={"first_narrator": 2})
    house.time += 999
    assert house.see(0).silence_limit is None
    assert house.refuses(SILENT) == "tale/silence_exempt"


def test_a_game_opened_on_another_day_gives_the_narrator_the_whole_time(house: House) -> None:
    house.open()
    house.tell()
    house.time += 86_400
    house.restart()
    assert house.refuses(SILENT) == "tale/not_silent_long_enough"
    house.time += 10
    house.does(SILENT)


def test_a_slip_is_taken_back(house: House) -> None:
    house.open()
    before = house.see(0)
    house.tell()
    receipt = house.undo(0)
    assert (receipt.version, receipt.refusal) == (2, None)
    after = house.see(0)
    assert after.tale == before.tale
    assert after.log == before.log == ()


def test_a_laid_card_comes_back_then_the_sentence(house: House) -> None:
    house.open()
    card = house.hand(0)[0]
    house.tell(f"A {card} came.")
    house.does(house.lay(0, card))
    house.undo(0)
    assert card in house.hand(0)
    assert house.see().tale.laid == ()
    assert len(house.see().tale.sentences) == 1
    house.undo(0)
    assert house.see().tale.sentences == ()
    assert house.undo(0).refusal.code == "table/undo_only_own_last"


def test_what_was_told_before_an_undo_stays(house: House) -> None:
    house.open()
    for text in ("One.", "Two.", "Three."):
        house.tell(text)
    house.undo(0)
    house.undo(0)
    house.tell("Four.")
    house.undo(0)
    house.tell("Five.")
    house.restart()
    assert [one.text for one in house.see().tale.sentences] == ["One.", "Five."]


def test_a_double_click_on_undo_takes_back_one_sentence(house: House) -> None:
    house.open()
    house.tell("One.")
    house.tell("Two.")
    first = house.undo(0, "click")
    house.restart()
    second = house.undo(0, "click")
    assert (second.version, second.repeated) == (first.version, True)
    assert [one.text for one in house.see().tale.sentences] == ["One."]


def test_nobody_takes_back_what_another_did(house: House) -> None:
    house.open()
    house.tell()
    assert house.undo(1).refusal.code == "table/undo_only_own_last"
    assert house.see(1).can.undo.code == "table/undo_only_own_last"
    assert house.see(0).can.undo is None


def test_once_somebody_acted_on_it_it_stands(house: House) -> None:
    house.open(policy="vote")
    card = house.hand(1)[0]
    house.tell(f"A {card} came.")
    house.does(house.claim(1, card))
    assert house.undo(0).refusal.code == "table/undo_only_own_last"


def test_a_card_that_waits_for_votes_may_be_taken_back_until_the_first_vote(house: House) -> None:
    house.open(people=4)
    card = house.hand(0)[0]
    house.tell("Nobody came.")
    house.does(house.lay(0, card))
    house.undo(0)
    assert card in house.hand(0)
    assert house.see().tale.question is None
    house.does(house.lay(0, card), Vote(1, True))
    assert house.undo(0).refusal.code == "table/undo_only_own_last"


@pytest.mark.parametrize("about", ["claim", "challenge"])
def test_what_the_table_is_asked_can_be_withdrawn_until_somebody_votes(house: House, about: str) -> None:
    house.open(people=4)
    card = house.hand(1)[0]
    house.tell(f"Perhaps a {card}?")
    asks = house.claim(1, card) if about == "claim" else Challenge(1, ChallengeKind.TEDIUM)
    house.does(asks)
    assert house.undo(1).refusal is None
    assert house.see().tale.question is None
    assert card in house.hand(1)
    house.does(asks, Vote(2, False))
    assert house.undo(1).refusal.code == "table/undo_only_own_last"


@pytest.mark.parametrize("deed", ["pass", "claim", "ruling"])
def test_what_asked_first_or_showed_what_was_hidden_is_not_taken_back(house: House, deed: str) -> None:
    house.open(people=2 if deed == "ruling" else 4)
    card = house.hand(1)[0]
    seat = {"pass": 0, "claim": 1, "ruling": TABLE}[deed]
    house.tell(f"A {card}? came." if deed == "ruling" else f"A {card} came.")
    if deed == "pass":
        house.does(PassStory(0))
    else:
        house.does(house.claim(1, card))
    if deed == "ruling":
        house.does(Rule(Ruling(True, by="host")))
    assert house.undo(seat).refusal.code == "table/undo_only_told_or_laid"


def test_after_an_undo_the_same_command_is_not_done_again(house: House) -> None:
    house.open()
    house.tries(Tell(0, "Once."), command_id="click")
    house.undo(0)
    assert house.tries(Tell(0, "Once."), command_id="click").repeated
    assert house.see().tale.sentences == ()


def test_an_undo_that_was_clicked_on_an_older_page_does_nothing(house: House) -> None:
    house.open()
    house.tell("One.")
    shown = house.see().version
    house.tell("Two.")
    late = house.tables.undo(house.game, 0, command_id="late", expected=shown)
    assert late.refusal is not None
    assert late.refusal.code == "table/moved_on"
    assert len(house.see().tale.sentences) == 2


def test_a_sentence_that_was_taken_back_is_offered_to_its_teller_until_something_happens(house: House) -> None:
    house.open()
    house.tell("A long time ago, before the flood.")
    house.undo(0)
    house.restart()
    assert [house.see(seat).taken_back for seat in (0, 1, None)] == ["A long time ago, before the flood.", "", ""]
    house.tell("Long ago.")
    assert house.see(0).taken_back == ""


def test_all_that_was_sent_in_one_go_is_offered_again(house: House) -> None:
    house.open()
    house.tell("Once there was a king. He had three sons.")
    house.undo(0)
    assert house.see(0).taken_back == "Once there was a king. He had three sons."


def test_of_a_card_that_was_taken_back_there_is_nothing_to_tell(house: House) -> None:
    house.open()
    card = house.hand(0)[0]
    house.tell(f"A {card} came.")
    house.does(house.lay(0, card))
    house.undo(0)
    assert house.see(0).taken_back == ""
    house.undo(0)
    assert house.see(0).taken_back == f"A {card} came."


def test_a_vote_is_taken_back_while_the_question_is_open(house: House) -> None:
    house.open(people=4)
    card = house.hand(1)[0]
    house.tell(f"Perhaps a {card}?")
    house.does(house.claim(1, card), Vote(2, False))
    assert house.undo(2).refusal is None
    question = house.see().tale.question
    assert question is not None
    assert question.votes == ()
    house.does(Vote(2, True), Vote(3, True))
    assert house.see().tale.narrator == 1
    assert house.undo(3).refusal.code == "table/undo_only_told_or_laid"
