"""Referee and judge at a running game: what they say to the people who decide, and what they may know."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import replace

import pytest

from companion.decks import load_deck
from companion.errors import BadInput, DamagedSave
from companion.memory import StoryMemory
from companion.referee import Suggestion
from companion.referee.facts import read
from companion.rules import tale
from companion.rules.tale import Challenge, ChallengeKind, Ruling
from companion.storage.tables import games
from companion.table import advice as advice_module
from companion.table.advice import Advice
from tests.table.kit import House

DIED, SPEAKS = "One night the old king died.", "In the morning the king laughed and drew his sword."
FINE = "In the morning his son saddled the horse and rode into the forest."
CONTRADICTION, TEDIUM = ChallengeKind.CONTRADICTION, ChallengeKind.TEDIUM


def said(house: House, seat: int | None = None) -> Suggestion | None:
    view = house.see(seat)
    return house.tables.advice.on_narration(house.game, view.tale, view.language, view.deck)


def verdict(house: House) -> str:
    found = said(house)
    return found.verdict if found else ""


# The referee


@pytest.mark.parametrize(
    ("language", "died", "speaks"),
    [("en", DIED, SPEAKS), ("ru", "Однажды ночью старый король умер.", "Утром король рассмеялся и позвал сына.")],
)
def test_a_contradiction_is_found_with_the_earlier_line_and_the_whole_sentence(
    house: House, language: str, died: str, speaks: str
) -> None:
    house.open(language=language)
    house.tells(died, speaks)
    found = said(house)
    assert found is not None
    assert found.verdict == "contradiction"
    assert [(one.earlier, one.quote) for one in found.evidence] == [(died, speaks)]
    assert found.evidence[0].why(language)


def test_nothing_is_said_of_a_fine_narration_nor_before_a_word_is_told(house: House) -> None:
    house.open()
    assert said(house) is None
    house.tells(DIED, FINE)
    assert verdict(house) == "ok"


def test_a_contradiction_is_still_found_when_the_narrator_has_told_on(house: House) -> None:
    house.open()
    house.tells(DIED, SPEAKS, "Then it began to rain.")
    found = said(house)
    assert found is not None
    assert [(one.earlier, one.quote) for one in found.evidence] == [(DIED, SPEAKS)]


def test_two_sentences_that_were_sent_at_once_are_judged_one_by_one(house: House) -> None:
    house.open()
    house.tells(DIED, f"{SPEAKS} Then it began to rain.")
    assert house.last() == 2
    assert verdict(house) == "contradiction"


def test_what_was_told_since_may_explain_it(house: House) -> None:
    house.open()
    house.tells(DIED, SPEAKS, "But it was only his ghost.")
    assert verdict(house) != "contradiction"


def test_what_the_table_has_let_pass_is_not_brought_up_again(house: House) -> None:
    house.open(policy="host")
    house.tells(DIED, SPEAKS)
    house.does(Challenge(1, CONTRADICTION))
    assert verdict(house) == "contradiction", "those who decide are to see it"
    house.does(tale.Rule(Ruling(False, by="host")))
    house.tells("Then it began to rain.")
    assert verdict(house) != "contradiction"
    house.tells("The king laughed again and drank his wine.")
    assert verdict(house) == "contradiction", "the next one is a new one"


def test_the_turn_before_is_over(house: House) -> None:
    house.open(policy="host")
    house.tells(DIED, SPEAKS)
    house.does(Challenge(1, CONTRADICTION), tale.Rule(Ruling(True, by="host")))
    assert said(house) is None
    house.tells("Far away a miller went to the river and caught a fish.")
    assert verdict(house) == "ok"


def test_a_sentence_taken_back_is_not_held_against_the_narrator(house: House) -> None:
    house.open()
    house.tells("There was an old king.", DIED)
    assert verdict(house) == "ok"
    assert house.undo(0).refusal is None
    house.tells(SPEAKS)
    assert verdict(house) == "ok"


def test_the_same_last_sentence_after_another_one_is_another_narration(house: House) -> None:
    house.open()
    house.tells(DIED, SPEAKS)
    assert verdict(house) == "contradiction"
    for _ in range(2):
        assert house.undo(0).refusal is None
    house.tells("There was an old king.", SPEAKS)
    assert verdict(house) == "ok"


def test_every_seat_and_the_projector_hear_the_same_for_no_hand_goes_in(house: House) -> None:
    house.open()
    house.tells(DIED, SPEAKS)
    expected = said(house)
    assert [said(house, seat) for seat in range(3)] == [expected] * 3
    view = house.see(0)
    deck = load_deck("en")
    held = replace(view.tale, hand=tuple(deck.by_id), endings=tuple(deck.endings), discard=())
    assert Advice().on_narration(house.game, held, "en", "tale") == expected


def test_only_told_sentences_and_cards_laid_for_them_are_listened_to(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = []

    class Listener:
        def judge(self, memory: StoryMemory, narration: str, laid: tuple[str, ...] = ()) -> Suggestion:
            heard.append((tuple(memory.lines), narration, tuple(laid)))
            return Suggestion("ok", 1.0)

    monkeypatch.setattr(advice_module, "referee_for", lambda language, deck: Listener())
    house.open()
    card = house.hand(0)[0]
    house.tells(f"A {card} came.")
    house.does(house.lay(0, card))
    house.tells("It rained.")
    assert verdict(house) == "ok"
    assert heard == [
        ((f"A {card} came.",), "It rained.", ()),
        ((), f"A {card} came.", ()),
        ((), f"A {card} came. It rained.", (card,)),
    ]


def test_a_referee_that_fails_stops_no_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(advice_module, "referee_for", fails)
    monkeypatch.setattr(advice_module, "judge_for", fails)
    house.open()
    house.tells(DIED, SPEAKS)
    view = house.see(0)
    assert said(house) is None
    assert house.tables.advice.on_ending(house.game, view.tale, "en", "The end.") is None
    assert house.tables.advice.still_needed(house.game, view.tale, "en", "The end.") == ()


def test_a_language_that_is_not_read_has_no_advice(house: House) -> None:
    house.open()
    house.tells(DIED, SPEAKS)
    view, advice = house.see(0).tale, house.tables.advice
    assert advice.on_narration(house.game, view, "xx", "tale") is None
    assert advice.on_ending(house.game, view, "xx", "The end.") is None
    assert advice.pace(house.game, view, "xx") is None


# The pace


def test_the_pace_is_that_of_this_turn_alone(house: House) -> None:
    house.open(policy="host")
    advice = house.tables.advice
    house.tells("It was quiet.", "It was quiet.", "It was quiet.")
    slow = advice.pace(house.game, house.see(0).tale, "en")
    assert slow is not None
    assert slow.level == "slow"
    house.does(Challenge(1, TEDIUM), tale.Rule(Ruling(True, by="host")))
    house.tells("The miller caught a fish and sold it in town.")
    assert advice.pace(house.game, house.see().tale, "en") is None, "one sentence has no pace"
    house.tells("A wolf jumped out of the forest and stole his horse.")
    brisk = advice.pace(house.game, house.see().tale, "en")
    assert brisk is not None
    assert brisk.level != "slow"
    assert brisk.deeds >= 1


# What a host chooses


def test_the_referee_is_kept_with_the_game_and_suggests_by_itself_if_nothing_else_is_chosen(house: House) -> None:
    house.open()
    assert house.see().referee == "suggest"
    house.open(referee="off")
    house.restart()
    assert house.see().referee == "off"
    with pytest.raises(BadInput, match="referee"):
        house.open(referee="loud")


def stored_as(house: House, old: str, new: str) -> None:
    with house.store._transaction() as connection:
        record = connection.execute(games.select()).one().record
        assert old in record
        connection.execute(games.update().values(record=record.replace(old, new)))
    house.restart()


def test_at_a_game_older_than_the_choice_the_referee_waits_to_be_asked(house: House) -> None:
    house.open()
    stored_as(house, ',"referee":"suggest"', "")
    assert house.see().referee == "on_request"


def test_a_referee_that_there_is_not_is_damage(house: House) -> None:
    game = house.open()
    stored_as(house, '"referee":"suggest"', '"referee":"loud"')
    with pytest.raises(DamagedSave, match=f"game {game}: referee"):
        house.see()


# Gentle tables


def test_at_a_gentle_table_nobody_is_called_dull_or_slow(house: House) -> None:
    from companion.ui.screens.home import GENTLE

    house.open(rules={"challenges": GENTLE, "silence_seconds": (None,) * 3})
    house.tells("It was quiet.")
    house.time += 10_000
    can = house.see(1).can
    assert can is not None
    assert set(can.challenges) == {CONTRADICTION, ChallengeKind.NONSENSE, ChallengeKind.UNIMPORTANT}
    for about in (TEDIUM, ChallengeKind.SILENCE):
        assert house.refuses(Challenge(1, about)) == "tale/challenge_not_played"


# Speed, and many at once


def long_tale(count: int) -> list[str]:
    who, where = ("king", "miller", "wolf", "prince", "girl"), ("forest", "river", "castle", "town")
    return [
        f"The {who[n % 5]} went to the {where[n % 4]} and met {n} strangers who told of the {who[(n + 2) % 5]}."
        for n in range(count)
    ]


def test_a_page_with_a_long_tale_is_drawn_again_at_no_cost(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open()
    told = long_tale(200)
    view = replace(house.see(1).tale, sentences=tuple(tale.Sentence(0, one) for one in told))
    advice = house.tables.advice
    counted = []
    hears = StoryMemory.tell
    monkeypatch.setattr(StoryMemory, "tell", lambda memory, one: (counted.append(one), hears(memory, one))[1])

    def draw(shown: tale.TaleView) -> None:
        advice.pace("g", shown, "en")
        advice.on_narration("g", shown, "en", "tale")

    draw(view)
    counted.clear()
    took = []
    for _ in range(5):
        start = time.perf_counter()
        draw(view)
        took.append(time.perf_counter() - start)
    assert counted == [], "without news nothing is heard again"
    assert min(took) < 0.05
    draw(replace(view, sentences=(*view.sentences, tale.Sentence(0, "The wolf ran away."))))
    draw(replace(view, sentences=view.sentences[:-1]))
    assert len(counted) < 40, "one more or one less is no reason to hear the whole tale anew"


def test_threads_that_look_at_different_ends_of_one_tale_do_not_mix_them_up() -> None:
    """One has just taken the last sentence back and told another one; the other's page shows the old one still."""
    before = long_tale(30)
    ends = ["The wolf ran away and was never seen.", SPEAKS]
    after = "The wolf ran away and was never seen."

    def likeness(memory: StoryMemory) -> float:
        return read(memory, after, (), None).facts[9]

    memory = StoryMemory("en")
    for one in before:
        memory.tell(one)
    branches = []
    for end in ends:
        branch = memory.copy()
        branch.tell(end)
        branches.append(branch)
    found: list[list[float]] = [[], []]

    def look(number: int) -> None:
        for _ in range(20):
            found[number].append(likeness(branches[number]))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=look, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert set(found[0]) == {1.0}
    assert len(set(found[1])) == 1
    assert found[1][0] < 1.0
